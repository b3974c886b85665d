import type { Label } from '../../messages/label.ts';
import type { Role } from '../../schema/access.ts';
import { type Entity, fieldOf, mayRead } from '../../schema/entity.ts';
import type { Field } from '../../schema/field/field.ts';
import { placeholderNames, whyNoText } from '../../values/valueText.ts';
import { mistake } from './mistake.ts';

/** Finds placeholders that are in one language only. */
export function checkSamePlaceholders(entity: Entity, place: string, text: Label): string[] {
  if (!text.en || !text.zh) return [];
  const [en, zh] = [placeholderNames(text.en), placeholderNames(text.zh)];
  return [...new Set([...en, ...zh])]
    .filter((name) => !(en.includes(name) && zh.includes(name)))
    .map((name) => mistake(entity, place, `says {${name}} in one language alone; write it in both`));
}

/** @returns Why a confirmation text may not show the field to these roles, or undefined if it may. */
function whyHidden(field: Field | undefined, roles: readonly Role[]): string | undefined {
  if (!field) return 'is no field of the record; write the name of one';
  const word = (['hidden', 'encrypted', 'inputOnly', 'detailOnly'] as const).find((one) => field[one]);
  if (word) return `is ${word} and in no list; leave it out`;
  const deniedRoles = roles.filter((role) => !mayRead(field, role));
  if (deniedRoles.length > 0) return `${deniedRoles.join(', ')} may not read; leave it out`;
  const why = whyNoText(field);
  return why && `${why}; leave it out`;
}

/** Checks the placeholders of a confirmation text against the fields that the roles may read. */
export function checkConfirmText(entity: Entity, place: string, text: Label, roles: readonly Role[]): string[] {
  const names = [...new Set(Object.values(text).flatMap(placeholderNames))];
  return [
    ...checkSamePlaceholders(entity, place, text),
    ...names.flatMap((name) => {
      const why = whyHidden(fieldOf(entity, name), roles);
      return why ? [mistake(entity, place, `asks with {${name}}, which ${why}`)] : [];
    }),
  ];
}

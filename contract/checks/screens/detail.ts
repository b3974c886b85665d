import { type Entity, fieldOf } from '../../schema/entity.ts';
import { type Check, type CheckContext, mistake, repeated } from '../support/mistake.ts';
import { suggestion } from '../support/suggest.ts';

/** @returns Why the field cannot be shown in a record, or undefined if it can. */
function whyNotShown({ entity }: CheckContext, name: string): string | undefined {
  const field = fieldOf(entity, name);
  if (!field) return `which is no field; ${suggestion(name, Object.keys(entity.fields))}`;
  const holder = fieldOf(entity, name.split('.')[0] ?? '');
  const word = (['hidden', 'inputOnly'] as const).find((one) => field[one] || holder?.[one]);
  if (word) return `which is ${word} and in no detail; leave it out`;
  if (field.kind === 'object' && Object.keys(field.fields ?? {}).length > 0)
    return 'an object whose fields stand by themselves; name those';
  return undefined;
}

/** The fields must be shown to somebody who reads a record. */
export function checkShownFields(context: CheckContext, place: string, names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const why = whyNotShown(context, name);
    return why ? [mistake(context.entity, place, `names "${name}", ${why}`)] : [];
  });
}

/** The entities whose records the page of a record can list. */
const relatedTo = (entity: Entity, entities: CheckContext['entities']): string[] => {
  const children = Object.values(entity.children ?? {}).map((child) => child.entity);
  const embedded = [...entities.values()]
    .filter(({ embeddedIn = [] }) => embeddedIn.some((one) => one.entity === entity.name && one.by))
    .map(({ name }) => name);
  return [...new Set([...children, ...embedded])];
};

/** The entities must be shown within a record of this one. */
export function checkRelated({ entity, entities }: CheckContext, place: string, names: readonly string[]): string[] {
  const related = relatedTo(entity, entities);
  return names.flatMap((name) => {
    if (!entities.has(name))
      return [mistake(entity, place, `names "${name}", which is no entity; ${suggestion(name, related)}`)];
    if (related.includes(name)) return [];
    const what = `names "${name}", which is not embedded in it; write embeddedIn "${entity.name}", with "by", in "${name}"`;
    return [mistake(entity, place, what)];
  });
}

/** Checks that the summary's fields are visible, and that the tabs belong to the entity. */
export const checkDetail: Check = (context) => {
  const { summary = [], tabs = [] } = context.entity.detail ?? {};
  const twice = (word: string, names: readonly string[]) =>
    repeated(names).map((name) => mistake(context.entity, `detail.${word}`, `names "${name}" twice; leave one out`));
  return [
    ...twice('summary', summary),
    ...twice('tabs', tabs),
    ...checkShownFields(context, 'detail.summary', summary),
    ...checkRelated(context, 'detail.tabs', tabs),
  ];
};

import { mayReadRecords, roles } from '../../schema/access.ts';
import { allParameter, type Entity, mayRead } from '../../schema/entity.ts';
import type { Field } from '../../schema/field/field.ts';
import { type Check, type CheckContext, mistake, storedField } from '../support/mistake.ts';
import { type FieldOption, optionValue } from '../support/optionNames.ts';
import { everyField } from '../support/walkFields.ts';

/** Options that a join table does not support. */
const unsupportedOptions = [
  'migrate.backfill',
  'unique',
  'default',
  'readPath',
  'writePath',
  'computed',
  'encrypted',
  'hidden',
  'inputOnly',
  'secret',
  'fixedFor',
  'shownWhen',
] as const satisfies readonly FieldOption[];

/** An embedded field must be a column of the other entity, readable by every role that reads the set. */
function checkEmbed({ entity, entities }: CheckContext, name: string, field: Field): string[] {
  const target = entities.get(field.items?.to ?? '');
  if (!target) return [];
  const readers = roles.filter((role) => mayReadRecords(entity.access, role) && mayRead(field, role));
  return (field.embed ?? []).flatMap((one) => {
    const found = storedField(target, one);
    const report = (what: string) => [mistake(entity, name, `embeds "${one}", ${what}; leave it out`)];
    if (!found) return report(`which is no column of ${target.name}`);
    const word = (['hidden', 'encrypted', 'detailOnly'] as const).find((option) => found[option]);
    if (word) return report(`which is ${word}`);
    const deniedRoles = readers.filter((role) => !mayRead(found, role));
    return deniedRoles.length > 0 ? report(`which ${deniedRoles.join(', ')} may not read`) : [];
  });
}

function checkField(context: CheckContext, name: string, field: Field): string[] {
  const { entity } = context;
  const report = (what: string) => mistake(entity, name, what);
  const all = allParameter(name);
  const isInUse = entity.list.filters?.includes(all) || Object.hasOwn(entity.list.parameters ?? {}, all);
  const place = field.as;
  return [
    ...(field.items?.kind === 'reference'
      ? []
      : [report('is joined, and its items are no references; leave out "joined"')]),
    ...unsupportedOptions
      .filter((word) => optionValue(field, word))
      .map((word) => report(`is joined, and no join table keeps "${word}"; leave it out`)),
    ...((place === undefined) === (field.embed === undefined)
      ? []
      : [report('says one of "as" and "embed"; say both')]),
    ...(place !== undefined && Object.hasOwn(entity.fields, place)
      ? [report(`is embedded as "${place}", which is a field; write another "as"`)]
      : []),
    ...(isInUse && entity.list.filters?.includes(name)
      ? [report(`makes the filter "${all}", which is there already; leave one of them out`)]
      : []),
    ...checkEmbed(context, name, field),
  ];
}

/** A list without a join table cannot embed, and a nested list cannot have a join table. */
function checkPlain(entity: Entity, place: string, field: Field, isOwn: boolean): string[] {
  if (field.joined)
    return isOwn ? [] : [mistake(entity, place, 'is joined, which holds for fields of the record alone; make it one')];
  if (field.kind !== 'list') return [];
  const options = field.as || field.embed ? ['as', 'embed'] : field.onDelete === undefined ? [] : ['onDelete'];
  if (options.length === 0) return [];
  return [
    mistake(
      entity,
      place,
      `says "${options.join('" or "')}" and is not joined; declare it by "many", or leave that out`,
    ),
  ];
}

/** Checks the fields that are stored in join tables. */
export const checkJoined: Check = (context) => [
  ...Object.entries(context.entity.fields)
    .filter(([, field]) => field.joined)
    .flatMap(([name, field]) => checkField(context, name, field)),
  ...everyField(context.entity).flatMap(([place, field]) =>
    checkPlain(context.entity, place, field, context.entity.fields[place] === field),
  ),
];

import { baseFields, type Entity } from '../../schema/entity.ts';
import type { Field } from '../../schema/field/field.ts';
import { type Check, type CheckContext, mistake, repeated } from '../support/mistake.ts';
import { whyInvalid } from './sampleValues.ts';

/** What a declaration says of the rows that are there: former names, and the values that they get (issue 13 point 9). */

const encryptedFieldNames = ({ fields }: Entity): string[] =>
  Object.keys(fields).filter((name) => fields[name]?.encrypted);

/** A name that the entity had and nobody has now. What is encrypted opens under its former name alone. */
function checkFormerName({ entity, entities }: CheckContext): string[] {
  const { was } = entity;
  if (was === undefined) return [];
  const taken = [...entities.values()].find(({ name, table }) => name === was || table === was);
  const says = (what: string) => [mistake(entity, 'was', what)];
  if (!/^[a-z][a-z0-9_]*$/.test(was)) return says(`is "${was}", which no entity is named; write small letters`);
  if (taken === entity) return says(`is "${was}", as it is now; leave it out`);
  if (taken) return says(`is "${was}", which ${taken.name} is now; leave it out`);
  const [encrypted] = encryptedFieldNames(entity);
  return encrypted === undefined
    ? []
    : says(
        `is "${was}", and ${encrypted} is encrypted under that name; an entity with encrypted fields keeps its name`,
      );
}

/** Fields that were taken out: none that is there, and each once. */
function checkRemovedFields(entity: Entity): string[] {
  const { gone = [], fields } = entity;
  const says = (what: string) => mistake(entity, 'gone', what);
  const isThere = (name: string) => Object.hasOwn(fields, name) || Object.hasOwn(baseFields, name);
  const became = (name: string) => Object.entries(fields).find(([, { was }]) => was === name)?.[0];
  return [
    ...repeated(gone).map((name) => says(`names "${name}" twice; leave one out`)),
    ...gone.filter(isThere).map((name) => says(`names "${name}", which is a field; leave one of them out`)),
    ...gone
      .filter((name) => !isThere(name) && became(name))
      .map((name) => says(`names "${name}", which ${became(name)} was; leave one of them out`)),
    ...gone
      .filter((name) => !/^[a-z][a-z0-9_]*$/.test(name))
      .map((name) => says(`names "${name}", which no field is named; write small letters`)),
  ];
}

/** A value for old rows that their column would not keep. */
function checkBackfill(entity: Entity, name: string, field: Field): string[] {
  const { fill } = field;
  if (fill === undefined) return [];
  const says = (what: string) => [mistake(entity, name, `says "fill", ${what}`)];
  if (['object', 'list', 'tags', 'json', 'file'].includes(field.kind))
    return says(`and old rows get an empty ${field.kind}, or none; leave it out`);
  if (field.unique) return says('and all old rows would have the same, which is unique; write that migration by hand');
  if (!field.required && field.default === undefined) return says('and old rows may stay empty; leave it out');
  const why = whyInvalid({ ...field, required: true }, fill);
  return why === undefined ? [] : says(why);
}

/** What old rows that no longer fit would become, and could not. */
function checkNarrowed(entity: Entity, name: string, field: Field): string[] {
  const { unfit } = field;
  if (unfit === undefined || unfit === 'stop') return [];
  const says = (what: string) => [mistake(entity, name, `says "unfit", ${what}`)];
  if (field.unique) return says('and several old rows could have the same then, which is unique; write "stop"');
  if (unfit === 'nearest') return [];
  const filled = field.required || field.default !== undefined;
  const why = whyInvalid({ ...field, required: filled }, unfit.to);
  return why === undefined ? [] : says(why);
}

/** Former values of a choice: none that is a value now, and each becomes one that is. */
function checkReplacedChoices(entity: Entity, name: string, { becomes = {}, choices = [] }: Field): string[] {
  const ids = choices.map(({ id }) => id);
  const isNumber = typeof ids[0] === 'number';
  return Object.entries(becomes).flatMap(([old, now]) => {
    const says = (what: string) => [mistake(entity, name, `says that ${old} becomes ${now}, ${what}`)];
    if (ids.map(String).includes(old)) return says(`and ${old} is still a choice; leave it out`);
    if (!ids.includes(now)) return says(`which is no choice; write one of ${ids.join(', ')}`);
    return isNumber && !/^-?\d+$/.test(old) ? says('and its values are numbers; write a number') : [];
  });
}

/** What an encrypted field is bound to would go with its name. */
const checkEncryptedName = (entity: Entity, name: string, { was, encrypted }: Field): string[] =>
  was !== undefined && encrypted
    ? [
        mistake(
          entity,
          name,
          `was "${was}", and its values are encrypted under that name; an encrypted field keeps its name`,
        ),
      ]
    : [];

/** What an entity and its fields were before, and what the rows of then become. */
export const checkMigrationHints: Check = (look) => [
  ...checkFormerName(look),
  ...checkRemovedFields(look.entity),
  ...Object.entries(look.entity.fields).flatMap(([name, field]) => [
    ...checkEncryptedName(look.entity, name, field),
    ...checkBackfill(look.entity, name, field),
    ...checkNarrowed(look.entity, name, field),
    ...checkReplacedChoices(look.entity, name, field),
  ]),
];

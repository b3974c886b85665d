import { kinds } from '../../kinds/index.ts';
import { baseFields, type Entity } from '../../schema/entity.ts';
import type { Field } from '../../schema/field/field.ts';
import { type Check, type CheckContext, mistake, repeated } from '../support/mistake.ts';
import { whyInvalid } from './sampleValues.ts';

const encryptedFieldNames = ({ fields }: Entity): string[] =>
  Object.keys(fields).filter((name) => fields[name]?.encrypted);

/** The former name is no current name, and no encrypted values depend on it: they open under their former name alone. */
function checkFormerName({ entity, entities }: CheckContext): string[] {
  const { renamedFrom } = entity.migrate ?? {};
  if (renamedFrom === undefined) return [];
  const taken = [...entities.values()].find(({ name, table }) => name === renamedFrom || table === renamedFrom);
  const says = (what: string) => [mistake(entity, 'migrate.renamedFrom', `is "${renamedFrom}", ${what}`)];
  if (!/^[a-z][a-z0-9_]*$/.test(renamedFrom)) return says('which no entity is named; write small letters');
  if (taken === entity) return says('as it is now; leave it out');
  if (taken) return says(`which ${taken.name} is now; leave it out`);
  const [encrypted] = encryptedFieldNames(entity);
  return encrypted === undefined
    ? []
    : says(`and ${encrypted} is encrypted under that name; an entity with encrypted fields keeps its name`);
}

/** Removed fields are not among the current ones, and each is named once. */
function checkRemovedFields(entity: Entity): string[] {
  const { fields, migrate: { removed = [] } = {} } = entity;
  const says = (what: string) => mistake(entity, 'migrate.removed', what);
  const isCurrent = (name: string) => Object.hasOwn(fields, name) || Object.hasOwn(baseFields, name);
  const renamedTo = (name: string) =>
    Object.entries(fields).find(([, { migrate }]) => migrate?.renamedFrom === name)?.[0];
  return [
    ...repeated(removed).map((name) => says(`names "${name}" twice; leave one out`)),
    ...removed.filter(isCurrent).map((name) => says(`names "${name}", which is a field; leave one of them out`)),
    ...removed
      .filter((name) => !isCurrent(name) && renamedTo(name))
      .map((name) => says(`names "${name}", from which ${renamedTo(name)} is renamed; leave one of them out`)),
    ...removed
      .filter((name) => !/^[a-z][a-z0-9_]*$/.test(name))
      .map((name) => says(`names "${name}", which no field is named; write small letters`)),
  ];
}

/** A value for existing rows that their column would refuse. */
function checkBackfill(entity: Entity, name: string, field: Field): string[] {
  const { backfill } = field.migrate ?? {};
  if (backfill === undefined) return [];
  const says = (what: string) => [mistake(entity, name, `says "migrate.backfill", ${what}`)];
  if (!kinds[field.kind].scalar) return says(`and old rows get an empty ${field.kind}, or none; leave it out`);
  if (field.unique) return says('and all old rows would have the same, which is unique; write that migration by hand');
  if (!field.required && field.default === undefined) return says('and old rows may stay empty; leave it out');
  const why = whyInvalid({ ...field, required: true }, backfill);
  return why === undefined ? [] : says(why);
}

/** A value for rows outside narrower limits that their column would refuse. */
function checkNarrowed(entity: Entity, name: string, field: Field): string[] {
  const { narrowed } = field.migrate ?? {};
  if (narrowed === undefined || narrowed === 'stop') return [];
  const says = (what: string) => [mistake(entity, name, `says "migrate.narrowed", ${what}`)];
  if (field.unique) return says('and several old rows could have the same then, which is unique; write "stop"');
  if (narrowed === 'nearest') return [];
  const filled = field.required || field.default !== undefined;
  const why = whyInvalid({ ...field, required: filled }, narrowed.to);
  return why === undefined ? [] : says(why);
}

/** Former values of a choice: none is still a value, and each is replaced by one that is. */
function checkReplacedChoices(entity: Entity, name: string, { migrate, choices = [] }: Field): string[] {
  const ids = choices.map(({ id }) => id);
  const isNumber = typeof ids[0] === 'number';
  return Object.entries(migrate?.choices ?? {}).flatMap(([former, next]) => {
    const says = (what: string) => [mistake(entity, name, `replaces the choice ${former} by ${next}, ${what}`)];
    if (ids.map(String).includes(former)) return says(`and ${former} is still a choice; leave it out`);
    if (!ids.includes(next)) return says(`which is no choice; write one of ${ids.join(', ')}`);
    return isNumber && !/^-?\d+$/.test(former) ? says('and its values are numbers; write a number') : [];
  });
}

/** An encrypted field keeps its name, because its values are bound to it. */
const checkEncryptedName = (entity: Entity, name: string, { migrate, encrypted }: Field): string[] =>
  migrate?.renamedFrom !== undefined && encrypted
    ? [
        mistake(
          entity,
          name,
          `is renamed from "${migrate.renamedFrom}", and its values are encrypted under that name; an encrypted field keeps its name`,
        ),
      ]
    : [];

/** What a declaration says about existing rows: former names, removed fields, and the values that the rows get. */
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

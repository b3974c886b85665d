import { storedScopes } from '../../access/storedScope.ts';
import { mostIndexed } from '../../kinds/fieldColumn.ts';
import { schemaOf } from '../../kinds/fieldSchema.ts';
import { kinds } from '../../kinds/index.ts';
import { filterParameters } from '../../lists/filters.ts';
import { type Entity, isStored, joinedFields } from '../../schema/entity.ts';
import { summaryTable } from '../../schema/list/summaryTable.ts';
import { overlapName, overlapsOf } from '../../schema/rule.ts';
import { type Check, mistake, repeated, storedField } from '../support/mistake.ts';

/** The maximum length of an identifier in PostgreSQL. Longer ones are cut, which can make two names equal. */
const maxIdentifierLength = 63;

/** The names of the indexes of unique groups, each with its place. */
const uniqueGroups = ({ table, unique = [] }: Pick<Entity, 'table' | 'unique'>): [place: string, name: string][] =>
  unique.map((group) => [`unique (${group.join(', ')})`, `${table}_${group.join('__')}_key`]);

/** The identifiers of an entity in the database, with their places in the declaration. */
const namesOf = ({
  table,
  fields,
  access,
  unique = [],
  noOverlap = [],
  list,
}: Entity): [place: string, name: string][] => [
  ['table', table],
  ...Object.entries(fields)
    .filter(([, field]) => isStored(field))
    .map(([name]): [string, string] => [name, `${table}_${name}_fkey`]),
  ...(list.filters ?? []).map((name): [string, string] => [`filters "${name}"`, `${table}_${name}__list_idx`]),
  ...(list.search ?? [])
    .filter((name) => !name.includes('.'))
    .map((name): [string, string] => [`search "${name}"`, `${table}_${name}__search_idx`]),
  ...filterParameters({ fields, list })
    .filter(({ operator: way }) => way === 'has')
    .map(({ column }): [string, string] => [`filters "${column}"`, `${table}_${column}__search_idx`]),
  ...(list.summaries ?? []).map((one): [string, string] => ['list.summaries', `${summaryTable({ table }, one)}_idx`]),
  // The name of a trigger (server/db/summary/storedScopes.ts), a little longer than the names of the indexes.
  ...storedScopes({ fields, access }).map(({ column }): [string, string] => [
    'access.storedScope',
    `${table}_scope_${column}_moved`,
  ]),
  // The longer name of the two that a join table brings (joinTablesSql in server/db/schema/ddl.ts).
  ...joinedFields({ fields }).map(([name]): [string, string] => [name, `${table}__${name}_other_id_idx`]),
  ...Object.entries(fields)
    .filter(([, field]) => kinds[field.kind].localized)
    .map(([name]): [string, string] => [name, `${table}_${name}_en_desc_idx`]),
  ...uniqueGroups({ table, unique }),
  ...overlapsOf({ noOverlap }).map((one): [string, string] => ['noOverlap', overlapName({ table }, one)]),
  ...Object.entries(fields).flatMap(([name, { as = name, embed = [] }]) =>
    embed.map((path): [string, string] => [`${name}, "embed",`, `${as}.${path}`]),
  ),
];

/** Unique fields must fit into an index: no objects or lists, and not too many characters. */
function checkUnique(entity: Entity): string[] {
  const alone = Object.keys(entity.fields).filter((name) => entity.fields[name]?.unique);
  return [...alone.map((name) => [name]), ...(entity.unique ?? [])].flatMap((group) => {
    const place = group.length === 1 ? (group[0] ?? '') : `unique (${group.join(', ')})`;
    const schemas = group.flatMap((name) => {
      const field = storedField(entity, name);
      if (!field) return [];
      // Each language has an index of its own.
      const each = kinds[field.kind].localized && group.length === 1 ? field.fields?.['en'] : undefined;
      return [schemaOf(each ?? field)];
    });
    // A file has a sentence of its own (files.ts).
    if (group.some((name) => storedField(entity, name)?.kind === 'file')) return [];
    if (schemas.some(({ type }) => [type].flat().some((one) => one === 'object' || one === 'array')))
      return [mistake(entity, place, 'is unique, and no index holds objects and lists; leave out "unique"')];
    const letters = schemas.reduce((sum, { maxLength }) => sum + Number(maxLength ?? 0), 0);
    if (letters <= mostIndexed) return [];
    const what = `is unique with up to ${letters} characters, and an index holds ${mostIndexed}`;
    return [mistake(entity, place, `${what}; write a smaller max`)];
  });
}

/** Groups of unique fields whose indexes would have one name, such as (a, b__c) and (a__b, c). */
const sharedNames = (entity: Entity): string[] =>
  repeated(uniqueGroups(entity).map(([, name]) => name)).map((name) => {
    const [first, ...others] = uniqueGroups(entity).filter(([, one]) => one === name);
    const places = others.map(([place]) => place).join(' and ');
    return mistake(entity, first?.[0] ?? '', `makes the name "${name}" in the database, as ${places}; rename a field`);
  });

/** Finds identifiers that the database would cut or that two parts share, and unique values that no index can store. */
export const checkIdentifierLengths: Check = ({ entity }) => [
  ...checkUnique(entity),
  ...sharedNames(entity),
  ...namesOf(entity)
    .filter(([, name]) => name.length > maxIdentifierLength)
    .map(([place, name]) => {
      const what = `makes the name "${name}" in the database, ${name.length} letters long`;
      return mistake(entity, place, `${what}; at most ${maxIdentifierLength} are kept, write shorter names`);
    }),
];

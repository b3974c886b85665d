import { storedScopes } from '../../../contract/access/storedScope.ts';
import { type ConditionTree, compileCondition } from '../../../contract/conditions/compile.ts';
import { columnOf, isIndexable } from '../../../contract/kinds/fieldColumn.ts';
import { filterParameters } from '../../../contract/lists/filters.ts';
import { isOwnText } from '../../../contract/lists/searchPath.ts';
import { type Entity, storedFields } from '../../../contract/schema/entity.ts';
import { quoted } from './columns.ts';
import { allTextsSql, isLocalized } from './localizedTexts.ts';
import { foldedSql } from './uniqueTexts.ts';

/** Indexes over all records, also deleted ones, for look-ups that do not check whether the record is live. */

/** The columns of an entity that a row rule of a referring entity reads. */
function referencedRuleColumns(entity: Entity, tree: ConditionTree): string[] {
  if (tree.node === 'all' || tree.node === 'any') return tree.of.flatMap((one) => referencedRuleColumns(entity, one));
  if (tree.node !== 'referenced') return [];
  const { target, where } = tree;
  const parts = where.node === 'all' || where.node === 'any' ? where.of : [where];
  const own = target.name === entity.name ? parts.map((one) => ('at' in one ? one.at.path.join('.') : '')) : [];
  return [...own, ...referencedRuleColumns(entity, where)];
}

/**
 * The fields of an entity that the row rules of other entities read, such as the salesman of the enterprise that a
 * project belongs to. Lists do not need them if the value is stored with the rows.
 */
export function referencedScopeFields(entity: Entity): string[] {
  const rules = entity.contract.entities.flatMap((other) =>
    Object.values(other.access.rows).flatMap((rule) =>
      typeof rule === 'object' ? referencedRuleColumns(entity, compileCondition(other, rule)) : [],
    ),
  );
  const indexed = new Map(storedFields(entity).filter(([, field]) => isIndexable(field)));
  return [...new Set(rules)].filter((name) => indexed.has(name));
}

const referencedScopeIndexSql = (entity: Entity): string[] =>
  referencedScopeFields(entity).map(
    (name) =>
      `create index ${quoted(`${entity.table}_${name}__behind_idx`)} on ${quoted(entity.table)} (${quoted(name)}, id);`,
  );

/**
 * Indexes to find the deleted records that a changed scope value is copied to; live ones are found by the index of
 * their reference.
 */
function scopeIndexSql(entity: Entity): string[] {
  const known = new Set(referencedScopeFields(entity));
  return [...new Set(storedScopes(entity).map(({ reference }) => reference))]
    .filter((name) => !known.has(name))
    .map(
      (name) =>
        `create index ${quoted(`${entity.table}_${name}__deleted_idx`)} on ${quoted(entity.table)} (${quoted(name)}) where deleted_at is not null;`,
    );
}

/** The SQL around tags that makes one folded text of them, for the index and for the search. */
export const tagsSql = ['translate(folded(array_to_tsvector(', ")::text), '''\\', '')"] as const;

/** The own texts of the record among the searched paths: the name for an index, and the SQL of the key. */
const textsAt = (entity: Entity, paths: Iterable<string>): { readonly name: string; readonly key: string }[] =>
  [...paths].flatMap((path) => {
    const [head = '', inner] = path.split('.');
    const field = storedFields(entity).find(([name]) => name === head)?.[1];
    if (!field || !isOwnText(entity, path)) return [];
    if (inner !== undefined) return [{ name: `${head}_${inner}`, key: foldedSql(`(${quoted(head)} ->> '${inner}')`) }];
    if (columnOf(field) === 'text[]') return [{ name: head, key: tagsSql.join(quoted(head)) }];
    if (isLocalized(entity, head)) return [{ name: head, key: foldedSql(allTextsSql(quoted(head))) }];
    return columnOf(field) === 'text' ? [{ name: head, key: foldedSql(quoted(head)) }] : [];
  });

/**
 * An index of the parts of a value. `fastupdate` is off, since every search would read the pending list from end to
 * end.
 */
const containsIndexSql = (entity: Entity, name: string, sort: string, key: string): string =>
  `create index ${quoted(`${entity.table}_${name}__${sort}_idx`)} on ${quoted(entity.table)} using gin (${key}) with (fastupdate = off);`;

/** The SQL around a folded text that splits it into its characters, for the index and for the search. */
export const charactersSql = ['string_to_array(', ', null)'] as const;
export const charactersOf = (text: string): string => charactersSql.join(text);

/** The filters that match a part of a text, or a tag. */
const textFilterColumns = (entity: Entity): string[] =>
  filterParameters(entity).flatMap(({ operator: way, column, field }) =>
    way === 'has' || columnOf(field) === 'text[]' ? [column] : [],
  );

/**
 * The indexes of search, and of filters by parts of a text and by tags: trigrams, and single characters for a text with less than
 * three (0039). Entities that the global search leaves out need no index of characters for their search.
 */
function searchIndexSql(entity: Entity): string[] {
  const [search, filters] = [entity.list.search ?? [], textFilterColumns(entity)];
  const bySigns = entity.list.notInGlobalSearch ? filters : [...search, ...filters];
  return [
    ...textsAt(entity, new Set([...search, ...filters])).map(({ name, key }) =>
      containsIndexSql(entity, name, 'search', `${key} gin_trgm_ops`),
    ),
    ...textsAt(entity, new Set(bySigns)).map(({ name, key }) =>
      containsIndexSql(entity, name, 'signs', charactersOf(key)),
    ),
  ];
}

export const rowIndexesSql = (entity: Entity): string[] => [
  ...searchIndexSql(entity),
  ...referencedScopeIndexSql(entity),
  ...scopeIndexSql(entity),
];

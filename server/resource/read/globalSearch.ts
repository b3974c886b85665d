import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { maxSearchResults } from '../../../contract/endpoints/search.ts';
import { entities } from '../../../contract/index.ts';
import { valueAt } from '../../../contract/lib/dottedPath.ts';
import { isOwnText } from '../../../contract/lists/searchPath.ts';
import { isUntitled, otherNames, recordName } from '../../../contract/relations/title.ts';
import { hasRight, type Role } from '../../../contract/schema/access.ts';
import { type Entity, fieldOf } from '../../../contract/schema/entity.ts';
import { findRecordAddress, isShownInConsole } from '../../../contract/screens/address.ts';
import { type Caller, type Context, callerOf } from '../../core/context.ts';
import { mapLimit } from '../../core/mapLimit.ts';
import { viewFor } from '../compile/resource.ts';
import { visiblePredicate } from '../compile/scope.ts';
import { type RecordRow, serialize } from '../compile/serialize.ts';
import { parseListQuery } from './listRequest.ts';
import { readerOf } from './read.ts';
import { anyPathContains } from './search.ts';

/** A record that a text was found in (D2). */
export interface SearchHit {
  readonly entity: string;
  readonly id: number;
  readonly title: string;
  readonly detail: string | null;
  readonly path: string;
}

interface RankedHit extends SearchHit {
  readonly isExact: boolean;
}

/** How many statements of one search run at a time: others' requests need connections, too. */
const atOnce = 4;
/** An index finds three letters. What is shorter is looked for in so many of the first records of the list. */
const indexed = 3;
const firstOnes = 10_000;

const ownPaths = (entity: Entity, role: Role): string[] =>
  viewFor(entity, role).search.filter((path) => isOwnText(entity, path));

/** What a role finds records of: what it may list, has a place for, and whose own columns are searched. */
const searchedBy = (role: Role): Entity[] =>
  entities.filter(
    (entity) =>
      hasRight(entity.access, 'list', role) &&
      !entity.list.notInGlobalSearch &&
      !entity.without?.includes('list') &&
      isShownInConsole(entity, role) &&
      ownPaths(entity, role).length > 0,
  );

/**
 * The records that bear the text itself as what occurs once (a code, a login name), or as their number where they have no
 * other name: an index tells at once. Nothing where the entity has neither.
 */
function exactMatch(entity: Entity, paths: readonly string[], text: string): RawBuilder<SqlBool> | undefined {
  const same = paths
    .filter((path) => fieldOf(entity, path)?.unique)
    .map((path) => sql<SqlBool>`lower(${sql.ref(`t.${path}`)}) = lower(${text})`);
  const byId = isUntitled(entity) && /^\d{1,9}$/.test(text) ? [sql<SqlBool>`t.id = ${Number(text)}`] : [];
  const ways = [...same, ...byId];
  return ways.length > 0 ? sql<SqlBool>`(${sql.join(ways, sql` or `)})` : undefined;
}

/** The ids of the records that a text names: those that bear it, and the first of those that hold it. */
function matchingIds(
  entity: Entity,
  caller: Caller,
  paths: readonly string[],
  text: string,
  order: RawBuilder<unknown>,
) {
  const table = sql.table(entity.table);
  const most = sql.lit(maxSearchResults.perEntity);
  const rows = visiblePredicate(entity, caller, []);
  const short = sql`(select t.* from ${table} as t where ${rows} order by ${order} limit ${sql.lit(firstOnes)})`;
  const from = [...text].length < indexed ? short : table;
  const holding = sql`(select t.id from ${from} as t where ${rows} and ${anyPathContains(entity, paths, text)}
    order by ${order} limit ${most})`;
  const exact = exactMatch(entity, paths, text);
  return exact
    ? sql`(select t.id from ${table} as t where ${rows} and ${exact} limit ${most}) union ${holding}`
    : holding;
}

/** The records of one entity that a text names, those that bear it whole before those that hold it. */
async function findIn(context: Context, entity: Entity, text: string): Promise<RankedHit[]> {
  const caller = callerOf(context);
  const shape = viewFor(entity, caller.role).plain.list;
  const paths = ownPaths(entity, caller.role);
  const { order } = parseListQuery(entity, {}, caller, context.now);
  const { rows } =
    await sql<RecordRow>`select ${shape.select} from (${matchingIds(entity, caller, paths, text, order)}) as page
    join ${sql.table(entity.table)} as t on t.id = page.id ${shape.joins ?? sql``} order by ${order}`.execute(
      context.trx,
    );
  const isExact = (row: RecordRow) =>
    (isUntitled(entity) ? ['id', ...paths] : paths).some(
      (path) => isText(valueAt(row, path)) && String(valueAt(row, path)).toLowerCase() === text.toLowerCase(),
    );
  const hits = rows.flatMap((row) => hitOf(context, entity, row, isExact(row)) ?? []);
  return hits.sort((one, other) => Number(other.isExact) - Number(one.isExact)).slice(0, maxSearchResults.perEntity);
}

const isText = (value: unknown): boolean => typeof value !== 'object';

function hitOf(context: Context, entity: Entity, row: RecordRow, isExact: boolean): RankedHit | undefined {
  const { role } = callerOf(context);
  const path = findRecordAddress(entity, row, role);
  if (!path) return undefined;
  const answer = serialize(viewFor(entity, role).plain.list, row, readerOf(context));
  const title = recordName(entity, answer, context.origin?.language ?? 'en');
  const detail = otherNames(entity, answer, viewFor(entity, role).search).join(' · ') || null;
  return { entity: entity.name, id: row.id, title, detail, path, isExact };
}

/** As many as there is room for: one of each entity, then a second of each, in the order of the registry. */
function takeInTurns(groups: readonly (readonly RankedHit[])[]): readonly RankedHit[][] {
  const counts = groups.map(() => 0);
  for (let at = 0, left: number = maxSearchResults.inTotal; at < maxSearchResults.perEntity && left > 0; at += 1)
    groups.forEach((group, index) => {
      if (left === 0 || group.length <= at) return;
      counts[index] = at + 1;
      left -= 1;
    });
  return groups.map((group, index) => group.slice(0, counts[index]));
}

/**
 * The caller's records whose own codes, names, keys or mails hold the text (D2): at most 5 of an entity and 20 in all,
 * an entity with a record that bears the text itself first. In: a context outside any transaction, since the
 * entities are asked side by side.
 */
export async function globalSearch(context: Context, text: string): Promise<SearchHit[]> {
  const wanted = text.trim();
  if (wanted === '') return [];
  const asked = searchedBy(callerOf(context).role);
  const groups = await mapLimit(asked, atOnce, (entity) => findIn(context, entity, wanted));
  const exactFirst = (group: readonly RankedHit[]) => Number(!group[0]?.isExact);
  return takeInTurns(groups.sort((one, other) => exactFirst(one) - exactFirst(other)))
    .flat()
    .map(({ isExact: _, ...found }) => found);
}

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { maxSearchResults } from '../../../contract/endpoints/search.ts';
import { valueAt } from '../../../contract/lib/dottedPath.ts';
import { foldText } from '../../../contract/lib/foldText.ts';
import { isOwnText } from '../../../contract/lists/searchPath.ts';
import { isUntitled, otherNames, recordName } from '../../../contract/relations/title.ts';
import { hasRight, type Role } from '../../../contract/schema/access.ts';
import { type Contract, type Entity, fieldOf } from '../../../contract/schema/entity.ts';
import { findRecordAddress, isShownInConsole } from '../../../contract/screens/address.ts';
import { type Caller, type Context, callerOf, readerLanguage } from '../../core/context.ts';
import { mapLimit } from '../../core/mapLimit.ts';
import { namingTexts } from '../../db/schema/localizedTexts.ts';
import { folded } from '../../db/schema/uniqueTexts.ts';
import { viewFor } from '../compile/resource.ts';
import { visiblePredicate } from '../compile/scope.ts';
import { type RecordRow, serialize } from '../compile/serialize.ts';
import { parseListQuery } from './listRequest.ts';
import { readerOf } from './read.ts';
import { anyPathContains } from './search.ts';

/** A record in which the text was found (D2). */
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

/** The maximum number of concurrent statements of one search, since other requests need connections, too. */
const atOnce = 4;
/** A trigram index needs three characters. Shorter texts are searched in the first records of the list only. */
const minIndexedLength = 3;
const shortTextRows = 10_000;

const ownPaths = (entity: Entity, role: Role): string[] =>
  viewFor(entity, role).search.filter((path) => isOwnText(entity, path));

/** The entities that a role can find: those it may list, that have a screen, and whose own columns are searched. */
const searchedBy = ({ entities }: Contract, role: Role): Entity[] =>
  entities.filter(
    (entity) =>
      hasRight(entity.access, 'list', role) &&
      !entity.list.notInGlobalSearch &&
      !entity.without?.includes('list') &&
      isShownInConsole(entity, role) &&
      ownPaths(entity, role).length > 0,
  );

/**
 * Matches records by a unique value equal to the text (a code, a login name), or by their id where they have no name,
 * through an index. Undefined where the entity has neither.
 */
function exactMatch(entity: Entity, paths: readonly string[], text: string): RawBuilder<SqlBool> | undefined {
  const same = paths
    .filter((path) => fieldOf(entity, path)?.unique)
    .flatMap((path) => namingTexts(entity, path, 't'))
    .map((one) => sql<SqlBool>`${folded(one)} = ${foldText(text)}`);
  const byId = isUntitled(entity) && /^\d{1,9}$/.test(text) ? [sql<SqlBool>`t.id = ${Number(text)}`] : [];
  const ways = [...same, ...byId];
  return ways.length > 0 ? sql<SqlBool>`(${sql.join(ways, sql` or `)})` : undefined;
}

/** The ids of the records that the text names: exact matches, and the first ones that contain it. */
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
  const short = sql`(select t.* from ${table} as t where ${rows} order by ${order} limit ${sql.lit(shortTextRows)})`;
  const from = [...foldText(text)].length < minIndexedLength ? short : table;
  const containing = sql`(select t.id from ${from} as t where ${rows} and ${anyPathContains(entity, paths, text)}
    order by ${order} limit ${most})`;
  const exact = exactMatch(entity, paths, text);
  return exact
    ? sql`(select t.id from ${table} as t where ${rows} and ${exact} limit ${most}) union ${containing}`
    : containing;
}

/** The records of one entity that the text names, exact matches first. */
async function findIn(context: Context, entity: Entity, text: string): Promise<RankedHit[]> {
  const caller = callerOf(context);
  const language = readerLanguage(context);
  const shape = viewFor(entity, caller.role).plain.list;
  const paths = ownPaths(entity, caller.role);
  const { order } = parseListQuery(entity, {}, caller, context.now, language);
  const { rows } =
    await sql<RecordRow>`select ${shape.select} from (${matchingIds(entity, caller, paths, text, order)}) as page
    join ${sql.table(entity.table)} as t on t.id = page.id ${shape.joins ?? sql``} order by ${order}`.execute(
      context.trx,
    );
  const isExact = (row: RecordRow) =>
    (isUntitled(entity) ? ['id', ...paths] : paths).some((path) =>
      textsIn(valueAt(row, path)).some((one) => foldText(one) === foldText(text)),
    );
  const hits = rows.flatMap((row) => hitOf(context, entity, row, isExact(row)) ?? []);
  return hits.sort((one, other) => Number(other.isExact) - Number(one.isExact)).slice(0, maxSearchResults.perEntity);
}

/** The texts of a value: of a localized text one for each language. */
function textsIn(value: unknown): string[] {
  if (typeof value !== 'object') return [String(value)];
  return Object.values(value ?? {}).filter((one): one is string => typeof one === 'string');
}

function hitOf(context: Context, entity: Entity, row: RecordRow, isExact: boolean): RankedHit | undefined {
  const { role } = callerOf(context);
  const path = findRecordAddress(entity, row, role);
  if (!path) return undefined;
  const answer = serialize(viewFor(entity, role).plain.list, row, readerOf(context));
  const language = readerLanguage(context);
  const title = recordName(entity, answer, language);
  const detail = otherNames(entity, answer, viewFor(entity, role).search, language).join(' · ') || null;
  return { entity: entity.name, id: row.id, title, detail, path, isExact };
}

/** Fills the answer in turns: one hit of each entity, then a second of each, in the order of the registry. */
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
 * The caller's records whose own codes, names, keys or mail addresses contain the text (D2): at most 5 per entity and
 * 20 in total, entities with an exact match first.
 * @param context a context outside of any transaction, since the entities are searched concurrently
 */
export async function globalSearch(context: Context, text: string): Promise<SearchHit[]> {
  if (foldText(text) === '') return [];
  const asked = searchedBy(context.contract, callerOf(context).role);
  const groups = await mapLimit(asked, atOnce, (entity) => findIn(context, entity, text));
  const exactFirst = (group: readonly RankedHit[]) => Number(!group[0]?.isExact);
  return takeInTurns(groups.sort((one, other) => exactFirst(one) - exactFirst(other)))
    .flat()
    .map(({ isExact: _, ...found }) => found);
}

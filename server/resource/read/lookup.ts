import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Language } from '../../../contract/messages/label.ts';
import { titleColumn } from '../../../contract/relations/title.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { AppError } from '../../core/appError.ts';
import { type Context, callerOf, readerLanguage } from '../../core/context.ts';
import { readerValue } from '../../db/schema/localizedTexts.ts';
import { viewFor } from '../compile/resource.ts';
import { visiblePredicate } from '../compile/scope.ts';
import { isBlank, listConditions, type Paging, parsePaging, searchPaths } from './listRequest.ts';
import { readTotal } from './pageStatement.ts';
import { authorize, type ListAnswer } from './read.ts';
import { searchCondition } from './search.ts';
import type { Title } from './titles.ts';

/** The parameters of a lookup besides the search text. */
const known = new Set(['page', 'per_page', 'filter_id']);

/** The statements of a page in the order of titles, and of the total. */
function statements(entity: Entity, where: RawBuilder<SqlBool>, { page, perPage }: Paging, language: Language) {
  const column = sql.ref(`t.${titleColumn(entity)}`);
  const key = readerValue(entity, titleColumn(entity), 't', language);
  const from = sql`from ${sql.table(entity.table)} as t where ${where}`;
  return {
    rows: sql<{ id: number; title: Title }>`select t.id, ${column} as title ${from}
      order by ${key}, t.id limit ${sql.lit(perPage)} offset ${(page - 1) * perPage}`,
    count: sql<{ total: number }>`select count(*)::int as total ${from}`,
  };
}

/**
 * A page of the records in the caller's scope with id and title alone, so that one can be picked without the right to
 * list them (issue 13). Takes `search`, `filter_id`, `page` and `per_page`.
 * @throws 403 (role), 422 for any other parameter
 */
export async function lookup(
  context: Context,
  entity: Entity,
  { search: words, ...others }: Readonly<Record<string, string>>,
): Promise<ListAnswer> {
  const caller = callerOf(context);
  authorize(entity, 'lookup', caller);
  const unknown = Object.keys(others).find((name) => !known.has(name));
  if (unknown) throw AppError.unprocessable('unknown_parameter', { name: unknown }, unknown);
  if (words) searchPaths(viewFor(entity, caller.role), words);
  const title = [titleColumn(entity)];
  const paging = parsePaging(others);
  const conditions = [
    ...listConditions(entity, { filter_id: others.filter_id ?? '' }, caller, context.now),
    ...(words && !isBlank(words) ? [(await searchCondition(context, entity, title, words)).condition] : []),
  ];
  const { rows, count } = statements(
    entity,
    visiblePredicate(entity, caller, conditions),
    paging,
    readerLanguage(context),
  );
  const found = (await rows.execute(context.trx)).rows;
  const items = found.map(({ id, title }) => ({ id, [titleColumn(entity)]: title }));
  const total = await readTotal(context, () => count, paging, found.length);
  return { items, total, page: paging.page, per_page: paging.perPage };
}

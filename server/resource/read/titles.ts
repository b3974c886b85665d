import { sql } from 'kysely';
import { valueAt } from '../../../contract/lib/dottedPath.ts';
import { mayPick } from '../../../contract/lists/lookup.ts';
import type { LocalizedText } from '../../../contract/messages/localizedText.ts';
import { isUntitled, referenceName, titleColumn, titleOf } from '../../../contract/relations/title.ts';
import { type Entity, fieldOf } from '../../../contract/schema/entity.ts';
import { type Context, callerOf, readerLanguage } from '../../core/context.ts';
import { shownName } from '../../db/schema/titles.ts';
import { partialListProjection } from '../compile/projection.ts';
import { visiblePredicate } from '../compile/scope.ts';
import { type RecordRow, serialize } from '../compile/serialize.ts';
import { readerOf } from './read.ts';

/** A title as it is stored: a text, or one for each language. */
export type Title = string | LocalizedText;

/** The names under which people see records, by id, regardless of scope, in one statement: their titles, of a user the display name. */
export async function titlesById(
  { trx }: Context,
  target: Entity,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Title>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; title: Title | null }>`select t.id, ${shownName(target, 't')} as title
    from ${sql.table(target.table)} as t where t.id = any (${[...ids]}::int[])`.execute(trx);
  return new Map(rows.map(({ id, title }) => [id, title ?? '']));
}

/** The titles that the reference embeds, which each record of the list shows. */
async function embeddedTitles(
  context: Context,
  entity: Entity,
  name: string,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const field = fieldOf(entity, name);
  const target = entity.contract.entity(field?.to ?? '');
  const shape = partialListProjection(entity, callerOf(context).role, [name]);
  // Rows of the list that have nothing but the reference.
  const { rows } = await sql<RecordRow>`select ${shape.select} from unnest(${[...ids]}::int[]) as r(id)
    cross join lateral jsonb_populate_record(null::${sql.table(entity.table)}, jsonb_build_object('id', r.id, ${sql.lit(name)}::text, r.id)) as t
    ${shape.joins ?? sql``}`.execute(context.trx);
  const [reader, language] = [readerOf(context), readerLanguage(context)];
  return new Map(
    rows.flatMap((row): [number, string][] => {
      const title = referenceName(target, valueAt(serialize(shape, row, reader), field?.as ?? name), language);
      return title === undefined ? [] : [[row.id, title]];
    }),
  );
}

/** The titles of the records that the caller may pick, in their scope. */
async function visibleTitles(context: Context, target: Entity, ids: readonly number[]): Promise<Map<number, string>> {
  const caller = callerOf(context);
  if (ids.length === 0 || isUntitled(target) || !mayPick(target, caller.role)) return new Map();
  const column = titleColumn(target);
  const where = visiblePredicate(target, caller, [sql`t.id = any (${[...ids]}::int[])`]);
  const { rows } = await sql<{ id: number; title: Title }>`select t.id, ${sql.ref(`t.${column}`)} as title
    from ${sql.table(target.table)} as t where ${where}`.execute(context.trx);
  const language = readerLanguage(context);
  return new Map(
    rows.flatMap(({ id, title }): [number, string][] => {
      const shown = titleOf(target, { [column]: title }, language);
      return shown === undefined ? [] : [[id, shown]];
    }),
  );
}

/**
 * The titles of referenced records, as the list names them: by what the reference embeds, otherwise by the records that
 * the caller may see. A record without a title is left out.
 */
export async function groupTitles(
  context: Context,
  entity: Entity,
  name: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const titles = await embeddedTitles(context, entity, name, ids);
  const target = entity.contract.entity(fieldOf(entity, name)?.to ?? '');
  const others = await visibleTitles(
    context,
    target,
    ids.filter((id) => !titles.has(id)),
  );
  return new Map([...titles, ...others]);
}

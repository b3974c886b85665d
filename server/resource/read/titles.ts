import { sql } from 'kysely';
import type { LocalizedText } from '../../../contract/messages/localizedText.ts';
import { titleColumn } from '../../../contract/relations/title.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { Context } from '../../core/context.ts';
import { isLocalized } from '../../db/schema/localizedTexts.ts';
import { rulesOf } from '../../domain/index.ts';

/** A title as it is stored: a text, or one for each language. */
export type Title = string | LocalizedText;

/** The names under which people see records, by id, regardless of scope, in one statement: their titles, of a user the display name. */
export async function titlesById(
  { trx }: Context,
  target: Entity,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Title>> {
  if (ids.length === 0) return new Map();
  const column = sql.ref(titleColumn(target));
  const title = isLocalized(target, titleColumn(target)) ? column : sql`${column}::text`;
  const { shownBy } = rulesOf(target.name);
  const shown = shownBy ? sql`coalesce(nullif(${sql.ref(shownBy)}, ''), ${title})` : title;
  const { rows } = await sql<{ id: number; title: Title }>`select id, ${shown} as title
    from ${sql.table(target.table)} where id = any (${[...ids]}::int[])`.execute(trx);
  return new Map(rows.map(({ id, title }) => [id, title]));
}

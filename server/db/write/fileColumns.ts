import { type Kysely, sql } from 'kysely';
import { filesIn } from '../../../contract/kinds/fileField.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { fileFields } from '../../../contract/values/files.ts';
import type { Tables } from '../schema/tables.ts';

interface Writing {
  readonly trx: Kysely<Tables>;
  readonly now: Date;
}

/** The ids of the files that a row has now. */
async function idsOf({ trx }: Writing, entity: Entity, id: number): Promise<string[]> {
  const columns = sql.join(fileFields(entity).map(([name]) => sql.ref(name)));
  const { rows } = await sql<Record<string, unknown>>`select ${columns} from ${sql.table(entity.table)}
    where id = ${id}`.execute(trx);
  return Object.values(rows[0] ?? {}).flatMap((value) => filesIn(value).map((one) => one.id));
}

/**
 * Attaches the files that the columns of a written record name, and releases those that they no longer name.
 * @param values the written values by field name
 * @throws where a file was attached elsewhere meanwhile; the transaction is rolled back then
 */
export async function setFiles(writing: Writing, entity: Entity, id: number, values: object): Promise<void> {
  if (!fileFields(entity).some(([name]) => Object.hasOwn(values, name))) return;
  const { trx, now } = writing;
  const ids = await idsOf(writing, entity, id);
  const names = fileFields(entity).map(([name]) => name);
  // Files of a removed field stay with its column.
  const isOurs = sql`entity = ${entity.name} and owner_id = ${id} and field = any (${names}::text[])`;
  await sql`update stored_file set owner_id = ${id} where id = any (${ids}::uuid[]) and owner_id is null
    and entity = ${entity.name} and not doomed`.execute(trx);
  await sql`update stored_file set released_at = ${now}
    where ${isOurs} and released_at is null and not id = any (${ids}::uuid[])`.execute(trx);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from stored_file
    where ${isOurs} and released_at is null`.execute(trx);
  if (rows[0]?.count !== ids.length) throw new Error(`${entity.name} ${id} names a file of another record`);
}

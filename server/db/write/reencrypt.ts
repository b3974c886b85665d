import { type Kysely, sql } from 'kysely';
import { type Contract, type Entity, storedFields } from '../../../contract/schema/entity.ts';
import type { Tables } from '../schema/tables.ts';
import { decryptField, encryptionContext } from './encryptedColumns.ts';

const atOnce = 500;
type Decrypter = Parameters<typeof decryptField>[0];
interface Encrypter {
  seal(text: string, context: string): string;
}

async function reencryptField(
  db: Kysely<Tables>,
  from: Decrypter,
  to: Encrypter,
  entity: Entity,
  name: string,
): Promise<number> {
  const [table, column] = [sql.table(entity.table), sql.ref(name)];
  let count = 0;
  for (let last = 0; ; ) {
    const { rows } = await sql<{ id: number }>`select id, ${column} from ${table}
      where ${column} is not null and id > ${last} order by id limit ${sql.lit(atOnce)}`.execute(db);
    const end = rows.at(-1);
    if (!end) return count;
    const values = rows.map((row) =>
      to.seal(decryptField(from, entity, name, row) ?? '', encryptionContext(entity, name, row.id)),
    );
    await sql`update ${table} as t set ${column} = made.value
      from unnest(${rows.map(({ id }) => id)}::integer[], ${values}::text[]) as made (id, value)
      where made.id = t.id`.execute(db);
    last = end.id;
    count += rows.length;
  }
}

/**
 * Encrypts all encrypted fields of all records, including deleted ones, with another key. Versions and times of the
 * records stay unchanged.
 * @param from decrypts with the present key
 * @param to encrypts with the new key
 * @returns the number of values
 */
export async function reencryptFields(
  db: Kysely<Tables>,
  { entities }: Contract,
  from: Decrypter,
  to: Encrypter,
): Promise<number> {
  let count = 0;
  for (const entity of entities)
    for (const [name, { encrypted }] of storedFields(entity))
      if (encrypted) count += await reencryptField(db, from, to, entity, name);
  return count;
}

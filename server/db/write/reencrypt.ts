import { type Kysely, sql } from 'kysely';
import { entities } from '../../../contract/index.ts';
import { type Entity, storedFields } from '../../../contract/schema/entity.ts';
import type { Tables } from '../schema/tables.ts';
import { openSealed, sealContext } from './encryptedColumns.ts';

const atOnce = 500;
type Opener = Parameters<typeof openSealed>[0];
interface Sealer {
  seal(text: string, context: string): string;
}

async function resealField(
  db: Kysely<Tables>,
  from: Opener,
  to: Sealer,
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
    const sealed = rows.map((row) =>
      to.seal(openSealed(from, entity, name, row) ?? '', sealContext(entity, name, row.id)),
    );
    await sql`update ${table} as t set ${column} = made.value
      from unnest(${rows.map(({ id }) => id)}::integer[], ${sealed}::text[]) as made (id, value)
      where made.id = t.id`.execute(db);
    last = end.id;
    count += rows.length;
  }
}

/**
 * Seals every sealed field of every declared record, deleted ones too, with another key. It is no change of the record:
 * its version and its time stay. In: the transaction, what opens and what seals. Out: how many values.
 */
export async function resealFields(db: Kysely<Tables>, from: Opener, to: Sealer): Promise<number> {
  let count = 0;
  for (const entity of entities)
    for (const [name, { sealed }] of storedFields(entity))
      if (sealed) count += await resealField(db, from, to, entity, name);
  return count;
}

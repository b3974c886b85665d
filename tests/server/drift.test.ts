import { beforeAll, expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import { describeDifference, schemaDifferences } from '../../server/db/migrate/drift.ts';
import { type DatabaseSchema, declaredSchema, readSchema } from '../../server/db/migrate/liveSchema.ts';
import { forEachEngine, freshDatabase } from '../support/database.ts';

/** Indexes that a migration creates itself, with the queries that need them. */
const ownIndexes: Readonly<Record<string, string>> = {
  assignment_order_idx: 'the timeline of an order, with allocations that were deleted',
  assignment_revoked_idx: 'the list of revoked licences',
  orders_adds_to_idx: 'the orders that add to a licence',
  orders_renews_idx: 'the renewal of a licence',
  session_behalf_idx: 'the open sessions that a salesman leads',
  session_key_hash_key: 'the session of a key',
  session_opened_by_idx: 'the sessions that one has opened, when it is forgotten',
  session_over_idx: 'the sessions to be forgotten',
  session_user_idx: 'the open sessions of a user',
  users_liaison_mail_idx: 'the language of a mail, by its address',
  webhook_delivery_due: 'the deliveries that are sent next',
  webhook_delivery_first: 'the earlier events of a record, for which its later ones wait',
  users_look_idx: 'names that look the same',
};

forEachEngine('the migrated schema', (engine) => {
  let declared: DatabaseSchema;
  let live: DatabaseSchema;
  beforeAll(async () => {
    const database = await freshDatabase(engine);
    declared = await declaredSchema(database, contract);
    live = await readSchema(database).finally(() => database.close());
  });

  it.each(contract.entities.map((entity) => [entity.name, entity] as const))('is what %s declares', (_, entity) => {
    expect(schemaDifferences(live, declared, entity).map(describeDifference)).toEqual([]);
  });

  it('has no index that nothing asks for: each is one more thing to write', () => {
    const indexes = [...declared].flatMap(([table, { indexes: shall }]) =>
      [...(live.get(table)?.indexes.keys() ?? [])].filter((name) => !shall.has(name)),
    );
    expect(indexes.sort()).toEqual(Object.keys(ownIndexes).sort());
  });
});

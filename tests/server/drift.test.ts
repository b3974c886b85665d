import { beforeAll, expect, it } from 'vitest';
import { entities } from '../../contract/index.ts';
import { differences, sentenceOf } from '../../server/db/drift.ts';
import { declaredSchema, readSchema, type Schema } from '../../server/db/schema.ts';
import { forEachEngine, freshDatabase } from '../support/database.ts';

forEachEngine('the migrated schema', (engine) => {
  let declared: Schema;
  let live: Schema;
  beforeAll(async () => {
    const database = await freshDatabase(engine);
    declared = await declaredSchema(database, entities);
    live = await readSchema(database).finally(() => database.close());
  });

  it.each(entities.map((entity) => [entity.name, entity] as const))('is what %s declares', (_, entity) => {
    expect(differences(live, declared, entity).map(sentenceOf)).toEqual([]);
  });
});

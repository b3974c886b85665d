import { beforeAll, expect, it } from 'vitest';
import { entities } from '../../contract/index.ts';
import { differences, sentenceOf } from '../../server/db/drift.ts';
import { declaredSchema, readSchema, type Schema } from '../../server/db/schema.ts';
import { forEachEngine, freshDatabase } from '../support/database.ts';

let declared: Schema;
beforeAll(async () => {
  declared = await declaredSchema(entities);
});

forEachEngine('the migrated schema', (engine) => {
  let live: Schema;
  beforeAll(async () => {
    const database = await freshDatabase(engine);
    live = await readSchema(database).finally(() => database.close());
  });

  it.each(entities.map((entity) => [entity.name, entity] as const))('is what %s declares', (_, entity) => {
    expect(differences(live, declared, entity).map(sentenceOf)).toEqual([]);
  });
});

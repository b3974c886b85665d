import { describe, expect, it } from 'vitest';
import { defineEntity, type Entity } from '../../contract/entity.ts';
import { text } from '../../contract/field.ts';
import { entities } from '../../contract/index.ts';
import { behind, refuseBehind } from '../../server/db/behind.ts';
import { readSchema } from '../../server/db/schema.ts';
import { freshDatabase } from '../support/database.ts';

const label = { en: 'Word', zh: '词' };
const of = (name: string, table = name): Entity =>
  defineEntity({
    ...{ name, table, label, title: 'id', fields: { colour: text({ label }) }, list: { columns: [], sort: '-id' } },
    access: { list: ['SuperAdmin'], rows: { SuperAdmin: 'everything' } },
  }) as unknown as Entity;

describe('a start with a declaration that has no migration yet', () => {
  it('says what is missing and which command makes it', async () => {
    const database = await freshDatabase('pglite');
    const live = await readSchema(database);
    await database.close();
    expect(behind(live, entities)).toEqual([]);
    expect(() => refuseBehind(live, [...entities, of('specimen'), of('order', 'orders')])).toThrow(
      [
        'specimen is declared, and there is no table "specimen"; run: npm run migration -- specimen',
        'order is declared, and the table "orders" lacks colour; run: npm run migration -- order',
      ].join('\n  '),
    );
  });
});

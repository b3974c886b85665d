import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { everything } from '../../contract/schema/access.ts';
import { defineEntity } from '../../contract/schema/entity.ts';
import { integer, reference, text } from '../../contract/schema/field/field.ts';
import { declarationMistakes } from '../../server/resource/compile/checkDeclarations.ts';
import { addTables } from '../support/addTables.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { contractWith } from '../support/contractWith.ts';
import { forAnyEngine } from '../support/database.ts';
import { genericOrder } from '../support/declared/genericOrder.ts';
import { ok } from '../support/product.ts';

const contract = contractWith({ generic_order: genericOrder });
const label = { en: 'Word', zh: '词' };

it('an order of 7 fields, 2 relations, 3 roles, a scope and a hidden field takes at most 40 lines', () => {
  const lines = readFileSync('tests/support/declared/genericOrder.ts', 'utf8').trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(40);
  expect(declarationMistakes(contract)).toEqual([]);
});

it('what a declaration does not say follows from what it says', () => {
  const entity = contract.entity('generic_order');
  const roles = ['SuperAdmin', 'SalesMan', 'Enterprise'];
  expect(entity.access).toMatchObject({
    list: roles,
    create: roles.slice(0, 2),
    edit: roles.slice(0, 2),
    remove: ['SuperAdmin'],
  });
  expect(entity.form).toEqual(Object.keys(entity.fields));
  expect(entity.screens).toEqual([{ path: '/generic_order', roles, label: entity.labels, menu: { order: 100 } }]);
  expect(entity.fields['product_id']).toMatchObject({ as: 'product', embed: ['id', 'name'] });
});

it('nothing follows where a declaration says otherwise', () => {
  const { contract: _, ...whole } = contract.entity('generic_order');
  const stated = contractWith({
    generic_order: defineEntity({
      ...whole,
      fields: {
        ...whole.fields,
        product_id: reference('product', { label, embed: [] }),
        left: integer({ label, readOnly: true }),
      },
      form: ['code'],
      screens: [],
    } as never),
    generic_part: defineEntity({
      name: 'generic_part',
      label,
      title: 'name',
      fields: { name: text({ label }) },
      access: { SuperAdmin: [everything, 'list get lookup'] },
      list: { columns: ['name'] },
      embeddedIn: [{ entity: 'product', roles: ['SuperAdmin'] }],
    }),
  });
  const { fields, form, screens } = stated.entity('generic_order');
  expect([form, screens, fields['product_id']?.embed, fields['product_id']?.as]).toEqual([
    ['code'],
    [],
    undefined,
    undefined,
  ]);
  expect(stated.entity('generic_part').screens).toBeUndefined();
  expect(stated.entity('generic_part').access).toMatchObject({
    list: ['SuperAdmin'],
    get: ['SuperAdmin'],
    lookup: ['SuperAdmin'],
  });
});

it('a misspelt operation of a role does not compile, and is refused', () => {
  const wrong = () =>
    defineEntity({
      name: 'generic_part',
      label,
      title: 'name',
      fields: { name: text({ label }) },
      // @ts-expect-error
      access: { SuperAdmin: [everything, 'list craete'] },
      list: { columns: ['name'] },
    });
  expect(declarationMistakes(contractWith({ generic_part: wrong() }))).toEqual([
    'contract/entities/genericPart.ts: generic_part.access names the operation "craete", which does not exist; did you mean "create"?',
  ]);
});

forAnyEngine('an order that says little', (engine) => {
  let cast: Cast;
  beforeAll(async () => {
    cast = await startCast(engine, { contract });
    await addTables(cast.database, contract);
  }, 120_000);
  afterAll(() => cast.close());

  it('is created, answered with the names of its records, limited to what a role may see, and read by its own', async () => {
    const { admin, sales, otherSales, customer, enterprise, productId } = cast;
    const body = { code: 'P-1', enterprise_id: enterprise, product_id: productId };
    const { id } = await ok(sales.post('/v1/generic_order', body));
    await ok(admin.post(`/v1/generic_order/${id}`, { margin: 7 }));
    const answer = await ok(admin.get(`/v1/generic_order/${id}`));
    expect(answer).toMatchObject({ quantity: 1, status: 0, margin: 7, product: { id: productId, name: 'Mover' } });
    expect(await ok(customer.get(`/v1/generic_order/${id}`))).not.toHaveProperty('margin');
    expect((await sales.post(`/v1/generic_order/${id}`, { margin: 8 })).status).toBe(422);
    expect((await otherSales.get(`/v1/generic_order/${id}`)).status).toBe(404);
    expect((await customer.post('/v1/generic_order', body)).status).toBe(403);
    expect((await cast.operations.get('/v1/generic_order/list')).status).toBe(403);
  });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { admins, everything } from '../../contract/schema/access.ts';
import { defineEntity } from '../../contract/schema/entity.ts';
import { integer, reference, rollup, text } from '../../contract/schema/field/field.ts';
import { quote } from '../../examples/service-desk/quotes/quote.ts';
import { quoteLine } from '../../examples/service-desk/quotes/quoteLine.ts';
import { declarationMistakes } from '../../server/resource/compile/checkDeclarations.ts';
import { addTables } from '../support/addTables.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { contractWith } from '../support/contractWith.ts';
import { forEachEngine } from '../support/database.ts';
import { type Answer, ok } from '../support/product.ts';

const label = { en: 'Word', zh: '词' };
const tooMany = { en: 'A quote has two lines at most', zh: '报价单最多两行' };
const tooHeavy = { en: 'The shelf would break', zh: '货架超重' };
const tooFull = { en: 'The crate is full', zh: '箱子已满' };
const words = {
  label,
  title: 'name',
  access: {
    list: admins,
    create: admins,
    edit: admins,
    remove: admins,
    rows: { SuperAdmin: everything, GeneralAdmin: everything },
  },
  list: { columns: ['name'], sort: 'id' },
} as const;
const name = text({ label, required: true });
const sum = (entity: string, by: string, summed: string) =>
  rollup({ entity, by, sum: summed }, integer({ label, read: admins }));

/** A shelf of boxes with items: the weight of an item goes up to the shelf. */
const shelf = defineEntity({
  ...words,
  name: 'shelf',
  fields: { name, most: integer({ label }), weight: sum('box', 'shelf_id', 'weight') },
  check: { 'weight <= most': tooHeavy },
});
const box = defineEntity({
  ...words,
  name: 'box',
  fields: { name, shelf_id: reference('shelf', { label }), weight: sum('item', 'box_id', 'kilograms') },
});
const item = defineEntity({
  ...words,
  name: 'item',
  fields: { name, box_id: reference('box', { label }), kilograms: integer({ label, required: true }) },
});
/** Crates in crates: a limit of a tree. */
const crate = defineEntity({
  ...words,
  name: 'crate',
  fields: {
    name,
    inside_id: reference('crate', { label }),
    room: integer({ label, required: true, default: 1 }),
    crates: rollup({ entity: 'crate', by: 'inside_id' }, integer({ label, read: admins })),
  },
  check: { 'crates <= room': tooFull },
});

const contract = contractWith({
  quote: defineEntity({ ...quote, check: { 'lines_count <= 2': tooMany } } as never),
  quote_line: quoteLine,
  shelf,
  box,
  item,
  crate,
});
const fieldsOf = ({ status, body }: Answer) => [status, body.error?.fields];

it('limits of children have no mistake', () => {
  expect(declarationMistakes(contract)).toEqual([]);
});

forEachEngine('a limit of children', (engine) => {
  let cast: Cast;
  beforeAll(async () => {
    cast = await startCast(engine, { contract, withoutClock: true });
    await addTables(cast.database, contract);
  }, 120_000);
  afterAll(() => cast.close());
  const post = (path: string, body: object) => cast.admin.post(`/v1/${path}`, body);

  it('is reported at the list of a body that has too many children, and nothing of the body is stored', async () => {
    const lines = ['One', 'Two', 'Three'].map((line) => ({ name: line }));
    const body = (subject: string, count: number) => ({
      subject,
      enterprise_id: cast.enterprise,
      lines: lines.slice(0, count),
    });
    expect(fieldsOf(await post('quote', body('Many', 3)))).toEqual([422, { lines: [tooMany.en] }]);
    const { id } = await ok(post('quote', body('Few', 2)));
    expect((await ok(cast.admin.get('/v1/quote/list'))).total).toBe(1);
    const added = { lines: [{ name: 'Four' }] };
    expect(fieldsOf(await post(`quote/${id}`, added))).toEqual([422, { lines: [tooMany.en] }]);
    const [line] = (await ok(cast.admin.get(`/v1/quote_line/list?filter_quote_id=${id}`))).items;
    await ok(post(`quote/${id}`, { lines: [{ name: 'Four' }, { id: line.id, remove: true }] }));
  });

  it('reaches up through sums of sums, to the reference that leads there', async () => {
    const { id: shelf_id } = await ok(post('shelf', { name: 'Oak', most: 10 }));
    const boxes = [
      await ok(post('box', { name: 'A', shelf_id })),
      await ok(post('box', { name: 'B', shelf_id })),
      await ok(post('box', { name: 'C' })),
    ];
    const put = (at: number, kilograms: number) => post('item', { name: 'I', box_id: boxes[at].id, kilograms });
    await ok(put(0, 6));
    expect(fieldsOf(await put(1, 5))).toEqual([422, { box_id: [tooHeavy.en] }]);
    await ok(put(1, 4));
    await ok(put(2, 1));
    expect(fieldsOf(await post(`box/${boxes[2].id}`, { shelf_id }))).toEqual([422, { shelf_id: [tooHeavy.en] }]);
    expect(fieldsOf(await post(`shelf/${shelf_id}`, { most: 9 }))).toEqual([422, { most: [tooHeavy.en] }]);
    expect((await ok(cast.admin.get(`/v1/shelf/${shelf_id}`))).weight).toBe(10);
  });

  it('of a tree is that of the record above, or of the record itself', async () => {
    const outer = await ok(post('crate', { name: 'Outer' }));
    const inner = await ok(post('crate', { name: 'Inner', inside_id: outer.id }));
    expect(fieldsOf(await post('crate', { name: 'More', inside_id: outer.id }))).toEqual([
      422,
      { inside_id: [tooFull.en] },
    ]);
    expect(fieldsOf(await post(`crate/${outer.id}`, { room: 0 }))).toEqual([422, { room: [tooFull.en] }]);
    await ok(cast.admin.delete(`/v1/crate/${inner.id}`));
    await ok(post(`crate/${outer.id}`, { room: 0 }));
    const restored = await cast.admin.post(`/v1/crate/restore/${inner.id}`, {});
    expect(fieldsOf(restored)).toEqual([422, { inside_id: [tooFull.en] }]);
  });
});

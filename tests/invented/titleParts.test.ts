import { parse } from 'papaparse';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findMistakes } from '../../contract/checks/index.ts';
import { outlineOf } from '../../contract/outlines/outline.ts';
import { recordHeading, referenceName } from '../../contract/relations/title.ts';
import { everything } from '../../contract/schema/access.ts';
import { defineEntity } from '../../contract/schema/entity.ts';
import { choice, date, integer, many, reference, text } from '../../contract/schema/field/field.ts';
import { addTables } from '../support/addTables.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { contractWith } from '../support/contractWith.ts';
import { forEachEngine } from '../support/database.ts';
import { ok } from '../support/product.ts';

const label = { en: 'Shop', zh: '门店' };
const roles = ['SuperAdmin'] as const;
const size = (id: number, en: string, zh: string) => ({ id, label: { en, zh } });

const shop = defineEntity({
  name: 'shop',
  label,
  title: 'name',
  fields: {
    name: text({ label, required: true, max: 40 }),
    size: choice([size(1, 'Small', '小型'), size(2, 'Large', '大型')], { label, default: 1 }),
  },
  access: { SuperAdmin: [everything, 'list create'] },
  list: { columns: ['name', 'size'], search: ['name'], sort: 'name' },
});

const review = defineEntity({
  name: 'review',
  label: { en: 'Review', zh: '评审' },
  title: ['shop.name', 'shop.size', 'year', 'quarter', 'visited_on'],
  fields: {
    shop_id: reference('shop', { label, required: true, as: 'shop', embed: ['id', 'name', 'size'] }),
    year: integer({ label: { en: 'Year', zh: '年份' }, required: true }),
    quarter: choice([size(1, 'First quarter', '第一季度'), size(2, 'Second quarter', '第二季度')], {
      label: { en: 'Quarter', zh: '季度' },
    }),
    visited_on: date({ label: { en: 'Visited on', zh: '到访日期' } }),
    code: text({ label: { en: 'Code', zh: '编码' }, max: 20 }),
  },
  access: { SuperAdmin: [everything, 'list create'], GeneralAdmin: [everything, 'list'] },
  list: { columns: ['shop_id', 'year', 'quarter'], search: ['code'], sort: 'year' },
  screens: [{ path: '/review', roles, label, menu: { order: 96 } }],
});

const remark = defineEntity({
  name: 'remark',
  label: { en: 'Remark', zh: '意见' },
  title: 'body',
  fields: {
    body: text({ label: { en: 'Body', zh: '内容' }, required: true }),
    review_id: reference('review', { label: { en: 'Review', zh: '评审' }, required: true }),
    others: many('review', { label: { en: 'Others', zh: '其他评审' } }),
  },
  access: { SuperAdmin: [everything, 'list create'], GeneralAdmin: [everything, 'list'] },
  notices: {
    create: { to: { role: 'GeneralAdmin' }, text: { en: '{review_id}; {others}', zh: '{review_id}; {others}' } },
  },
  charts: { remarks: { label, roles, order: 1, by: 'review_id' } },
  list: { columns: ['body', 'review_id', 'others'], filters: ['review_id'], search: ['body'], sort: 'body' },
  import: true,
});

const contract = contractWith({ shop, review, remark });
const languages = { en: { 'X-LANG': 'en' }, zh: { 'X-LANG': 'zh' } } as const;
const first = {
  en: 'Quay · Large · 2026 · First quarter · 2026-02-03',
  zh: 'Quay · 大型 · 2026 · 第一季度 · 2026-02-03',
};
const second = { en: 'Quay · Large · 2027', zh: 'Quay · 大型 · 2027' };

forEachEngine('titles of texts, numbers, days and choices', (engine) => {
  let cast: Cast;
  let ids: [number, number];

  beforeAll(async () => {
    cast = await startCast(engine, { contract, withoutClock: true });
    await addTables(cast.database, contract);
    const { id: shop_id } = await ok(cast.admin.post('/v1/shop', { name: 'Quay', size: 2 }));
    const reviewed = async (body: object) =>
      (await ok(cast.admin.post('/v1/review', { shop_id, code: 'Harbour', ...body }))).id;
    ids = [await reviewed({ year: 2026, quarter: 1, visited_on: '2026-02-03' }), await reviewed({ year: 2027 })];
    await ok(cast.admin.post('/v1/remark', { body: 'Clean', review_id: ids[0], others: [ids[1]] }));
  }, 120_000);
  afterAll(() => cast.close());

  it('are declared without a mistake', () => {
    expect(findMistakes(contract)).toEqual([]);
  });

  it.each(['en', 'zh'] as const)('name a record above its page and where others refer to it, in %s', async (reader) => {
    const entity = contract.entity('review');
    const known = outlineOf(entity);
    for (const one of [entity, known]) {
      const answer = await ok(cast.admin.get(`/v1/review/${ids[0]}`, languages[reader]));
      expect(recordHeading(one, answer, reader)).toBe(`${entity.label[reader]} ${first[reader]}`);
    }
    const { items } = await ok(cast.admin.get('/v1/remark/list', languages[reader]));
    expect(referenceName(known, items[0].review, reader)).toBe(first[reader]);
  });

  it.each(['en', 'zh'] as const)('name it in searches, the audit, notices and charts, in %s', async (reader) => {
    const found = await ok(cast.admin.get('/v1/search?q=Harbour', languages[reader]));
    expect(found.items.map(({ title }: { title: string }) => title)).toEqual(
      expect.arrayContaining([first[reader], second[reader]]),
    );
    const audit = await ok(cast.admin.get('/v1/audit/list?filter_entity=review&sort=id', languages[reader]));
    expect(audit.items.map((one: { record_name: string }) => one.record_name)).toEqual([first[reader], second[reader]]);
    const notices = await ok(cast.operations.get('/v1/notification/list', languages[reader]));
    expect(JSON.stringify(notices.items)).toContain(first[reader]);
    expect(JSON.stringify(notices.items)).toContain(second[reader]);
    const { charts } = await ok(cast.admin.get('/v1/dashboard', languages[reader]));
    expect(JSON.stringify(charts)).toContain(first[reader]);
  });

  it.each(['en', 'zh'] as const)('name it in files, and find it again, in %s', async (reader) => {
    const { body } = await cast.admin.get('/v1/remark/export?search=Clean&sort=id', languages[reader]);
    const cells = parse<string[]>(String(body).trim()).data[1]?.slice(-2);
    expect(cells).toEqual([first[reader], second[reader]]);
    const rows = [[reader, ...(cells ?? [])]];
    await ok(cast.admin.post('/v1/remark/import', { columns: ['body', 'review_id', 'others'], rows, dry_run: false }));
    const { items } = await ok(cast.admin.get('/v1/remark/list?sort=-id'));
    expect(items[0]).toMatchObject({ body: reader, review_id: ids[0], others: [ids[1]] });
  });
});

import { assert, asyncProperty, stringMatching, tuple } from 'fast-check';
import { parse } from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unescapeFormula } from '../../../contract/lib/csv.ts';
import { forAnyEngine } from '../../support/database.ts';
import { type Client, ok } from '../../support/product.ts';
import { scale } from '../../support/scale.ts';
import { document, refusedFields, type SurveyCast, startSurveys, surveyPath } from '../../support/survey/cast.ts';

forAnyEngine('the relations of an entity that uses every kind and option', (engine) => {
  let cast: SurveyCast;

  beforeAll(async () => {
    cast = await startSurveys(engine);
  });
  afterAll(() => cast.close());

  describe('joined with many', () => {
    const productsOf = async (client: Client, code = 'joined') => (await ok(client.get(cast.pathOf(code)))).products;
    let [veiled, spare, plain] = [0, 0, 0];

    it('keeps a set of records that the caller may see and pick, and answers them', async () => {
      const product = (code: string, more = {}) =>
        ok(cast.admin.post('/v1/product', { name: code, code, deployment_id: 1, category_id: 1001, ...more }));
      veiled = (await product('Veiled')).id;
      spare = (await product('Spare')).id;
      plain = (await product('Plain', { metering: 'value', unit: 'GB' })).id;
      await ok(cast.admin.post('/v1/user_product', { user_id: cast.sales.id, product_id: spare }));
      const both = [cast.productId, spare];
      const body = cast.minimalBody('joined', { round: 30, products: [spare, cast.productId, spare] });
      const made = await ok(cast.sales.post(surveyPath, body));
      cast.ids.joined = made.id;
      expect(made).toMatchObject({
        products: both,
        products_there: [
          { id: cast.productId, name: 'Mover' },
          { id: spare, name: 'Spare' },
        ],
      });
      const refused = cast.minimalBody('other', { round: 31, products: [spare, veiled, 999_999] });
      expect(refusedFields(await cast.sales.post(surveyPath, refused))).toEqual([422, ['products[1]', 'products[2]']]);
      expect(
        refusedFields(await cast.sales.post(surveyPath, cast.minimalBody('other', { products: [1, 2, 3, 4] }))),
      ).toEqual([422, ['products']]);
      expect(
        refusedFields(await cast.sales.post(surveyPath, cast.minimalBody('other', { products: ['x', null] })))[0],
      ).toBe(422);
      // A customer sees only its own ones.
      expect(await productsOf(cast.customer)).toEqual([cast.productId]);
      expect((await ok(cast.customer.get(cast.pathOf('joined')))).products_there).toEqual([
        { id: cast.productId, name: 'Mover' },
      ]);
    });

    it('keeps what an editor does not see, and adds and takes away the rest', async () => {
      await ok(cast.admin.post(cast.pathOf('joined'), { products: [veiled, spare] }));
      expect(await productsOf(cast.sales)).toEqual([spare]);
      await ok(cast.sales.post(cast.pathOf('joined'), { products: [cast.productId] }));
      expect(await productsOf(cast.admin)).toEqual([cast.productId, veiled].sort((a, b) => a - b));
      await ok(cast.sales.post(cast.pathOf('joined'), { urgent: true }));
      expect(await productsOf(cast.admin)).toHaveLength(2);
      await ok(cast.sales.post(cast.pathOf('joined'), { products: null }));
      expect(await productsOf(cast.admin)).toEqual([veiled]);
      const { items } = await ok(cast.admin.get('/v1/audit/list?is_paginate=false&search=site_survey'));
      const [last] = items.filter(
        (line: { entity_id: number; action: string }) => line.entity_id === cast.ids.joined && line.action === 'update',
      );
      expect(await ok(cast.admin.get(`/v1/audit/${last.id}`))).toMatchObject({
        before: { products: [cast.productId, veiled].sort((a, b) => a - b) },
        after: { products: [veiled] },
      });
    });

    it('narrows a list by any of them and by all of them, of those that the caller sees', async () => {
      await ok(cast.admin.post(cast.pathOf('joined'), { products: [cast.productId, veiled, plain] }));
      await cast.create(cast.admin, cast.minimalBody('joined2', { round: 32, products: [cast.productId] }));
      const found = (client: Client, query: string) => cast.codes(client, `&${query}`);
      expect(await found(cast.admin, `filter_products=${veiled},${cast.productId}`)).toEqual(['joined', 'joined2']);
      expect(await found(cast.admin, `filter_products_all=${veiled},${cast.productId}`)).toEqual(['joined']);
      expect(await found(cast.admin, `filter_products=${spare}`)).toEqual([]);
      expect(await found(cast.sales, `filter_products=${cast.productId}`)).toEqual(['joined', 'joined2']);
      // A filter reveals nothing about records that the caller may not see.
      expect(await found(cast.sales, `filter_products=${veiled}`)).toEqual([]);
      expect(await found(cast.sales, `filter_products_all=${veiled},${cast.productId}`)).toEqual([]);
      for (const query of ['filter_products=x', 'filter_products_all=1,', 'filter_products_any=1', 'sort=products'])
        expect((await cast.admin.get(`${surveyPath}/list?${query}`)).status).toBe(422);
      const [line] = (await ok(cast.admin.get(`${surveyPath}/list?filter_products_all=${veiled}`))).items;
      expect(line.products_there.map(({ name }: { name: string }) => name)).toEqual(['Mover', 'Veiled', 'Plain']);
    });

    it('is told in the history, of what the caller may see', async () => {
      const changesOf = async (client: Client) => {
        const { items } = await ok(client.get(`/v1/history/site_survey/${cast.ids['joined']}`));
        return items.flatMap(({ after }: { after: Record<string, unknown> }) =>
          Object.hasOwn(after, 'products') ? [after['products']] : [],
        );
      };
      expect((await changesOf(cast.admin))[0]).toEqual([cast.productId, veiled, plain].sort((a, b) => a - b));
      expect(JSON.stringify(await changesOf(cast.sales))).not.toContain(String(veiled));
      expect((await changesOf(cast.sales))[0]).toEqual([cast.productId]);
    });

    it('tells what was changed under the former name of a field', async () => {
      await cast.database.executeSql(`insert into audit (action, entity, entity_id, before, after)
        values ('update', 'site_survey', ${cast.ids['joined']}, '{"source": "Fair"}', '{"source": "Street"}')`);
      const { items } = await ok(cast.admin.get(`/v1/history/site_survey/${cast.ids['joined']}`));
      expect(items[0]).toMatchObject({ before: { origin: 'Fair' }, after: { origin: 'Street' } });
    });

    it('is exported by the names that the caller may see', async () => {
      const text = async (client: Client) => String((await client.get(`${surveyPath}/export?search=joined`)).body);
      expect(await text(cast.admin)).toContain('"Mover, Veiled, Plain"');
      expect(await text(cast.sales)).not.toContain('Veiled');
    });

    it('comes back from its export, whatever the records are called', async () => {
      const three = [veiled, spare, plain];
      const call = (id: number, name: string) => ok(cast.admin.post(`/v1/product/${id}`, { name }));
      const exported = async (code: string) => {
        const file = String((await cast.admin.get(`${surveyPath}/export?search=${code}`)).body).replace('\uFEFF', '');
        const [headings = [], ...lines] = parse<string[]>(file.trim()).data;
        const line = lines.find((one) => one.includes(code)) ?? [];
        return unescapeFormula(line[headings.indexOf('Products there')] ?? '');
      };
      const columns = ['code', 'method', 'visit_at', 'enterprise_id', 'place.city', 'gate_code', 'round', 'products'];
      const rest = ['wandered', 'remote', '2030-06-01T08:00:00Z', 'Enterprise FIRST', 'Berlin', 'B-15', '33'];
      const name = stringMatching(/^[A-Ca-c0-9,，[\]甲乙"=-][A-Ca-c0-9,，[\]甲乙"= -]{0,6}[A-C1甲]$/);
      await ok(cast.admin.post(cast.pathOf('joined'), { products: three }));
      await assert(
        asyncProperty(tuple(name, name, name), async (names) => {
          for (const [at, id] of three.entries()) await call(id, names[at] ?? '');
          const rows = [[...rest, await exported('joined')]];
          const answer = await ok(cast.admin.post(`${surveyPath}/import`, { columns, rows }));
          expect(answer).toEqual({ rows: 1, created: 1, mistakes: [] });
          const [again] = (await ok(cast.admin.get(`${surveyPath}/list?search=wandered`))).items;
          expect(again.products).toEqual([...three].sort((a, b) => a - b));
          await ok(cast.admin.delete(`${surveyPath}/${again.id}`));
        }),
        { numRuns: scale(12, 100), examples: [[['A, B', 'B', '[1]']], [['1', '2', 'A']]] },
      );
      const unknown = { columns, rows: [[...rest, 'A, nobody']] };
      expect((await ok(cast.admin.post(`${surveyPath}/import`, unknown))).mistakes).toMatchObject([
        { field: 'products' },
      ]);
      for (const [at, id] of three.entries()) await call(id, ['Veiled', 'Spare', 'Plain'][at] ?? '');
      const gone = "(select id from site_surveys where code = 'wandered')";
      await cast.database.executeSql(
        `delete from site_surveys__products where owner_id in ${gone}; delete from site_surveys where id in ${gone}`,
      );
    });

    it('holds when several edit at once, and lets a record go that others are joined with', async () => {
      const sets = [[cast.productId], [veiled, plain], [plain], [cast.productId, veiled]];
      const done = await Promise.all(sets.map((products) => cast.admin.post(cast.pathOf('joined'), { products })));
      expect(done.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(sets.map((ids) => JSON.stringify(ids.sort((a, b) => a - b)))).toContain(
        JSON.stringify(await productsOf(cast.admin)),
      );
      const { version } = await ok(cast.admin.post(cast.pathOf('joined'), { products: [plain] }));
      const stale = { 'If-Match': `"${version - 1}"` };
      expect((await cast.admin.post(cast.pathOf('joined'), { products: [] }, stale)).status).toBe(422);
      await ok(cast.admin.delete(`/v1/product/${plain}`));
      expect(await productsOf(cast.admin)).toEqual([]);
      expect(refusedFields(await cast.admin.post(cast.pathOf('joined'), { products: [plain] }))).toEqual([
        422,
        ['products[0]'],
      ]);
      for (const code of ['joined', 'joined2']) await ok(cast.admin.delete(cast.pathOf(code)));
    });
  });

  describe('with children', () => {
    const results = '/v1/survey_finding';
    const notes = '/v1/survey_note';
    const under = async (client: Client, where: string, id: unknown): Promise<string[]> =>
      (await ok(client.get(`${where}/list?filter_survey_id=${id}&sort=id`))).items.map(
        ({ name, body }: { name?: string; body?: string }) => name ?? body,
      );
    const rows = async (table: string): Promise<number> =>
      Number((await cast.database.executeSql(`select count(*) as n from ${table}`)).rows[0]?.n);

    it('makes them with their parent, all or nothing, and refuses each at its place', async () => {
      const before = [await rows('site_surveys'), await rows('survey_finding')];
      const wrong = { results: [{ name: 'Dust' }, { name: '', finder_id: 999_999, survey_id: 1 }] };
      expect(
        refusedFields(await cast.sales.post(surveyPath, cast.minimalBody('parent', { round: 20, ...wrong }))),
      ).toEqual([422, ['results[1].name', 'results[1].survey_id']]);
      const lost = { results: [{ name: 'Dust' }, { name: 'Mud', finder_id: 999_999 }] };
      expect(
        refusedFields(await cast.sales.post(surveyPath, cast.minimalBody('parent', { round: 20, ...lost }))),
      ).toEqual([422, ['results[1].finder_id']]);
      const twice = { results: [{ name: 'Dust' }, { name: 'Dust' }] };
      expect(
        refusedFields(await cast.sales.post(surveyPath, cast.minimalBody('parent', { round: 20, ...twice }))),
      ).toEqual([422, ['results[1].name']]);
      expect([await rows('site_surveys'), await rows('survey_finding')]).toEqual(before);
      const good = { results: [{ name: ' Dust ' }, { name: '泥', finder_id: cast.sales.id }] };
      const made = await ok(cast.sales.post(surveyPath, cast.minimalBody('parent', { round: 20, ...good })));
      cast.ids.parent = made.id;
      expect(made).toMatchObject({ findings: 2 });
      expect(await under(cast.sales, results, made.id)).toEqual(['Dust', '泥']);
      expect(await under(cast.otherSales, results, made.id)).toEqual([]);
    });

    it('are nothing to a body of who may not make them, nor are others', async () => {
      const body = cast.minimalBody('other', { round: 21, results: [{ name: 'Dust' }] });
      expect(refusedFields(await cast.customer.post(surveyPath, body))).toEqual([422, ['results']]);
      expect(refusedFields(await cast.sales.post(cast.pathOf('parent'), { notes: [] }))).toEqual([422, ['notes']]);
      expect(
        refusedFields(await cast.sales.post(surveyPath, cast.minimalBody('other', { round: 21, notes: [] }))),
      ).toEqual([422, ['notes']]);
      const many = Array.from({ length: 101 }, (_, at) => ({ name: `F ${at}` }));
      expect(refusedFields(await cast.sales.post(surveyPath, cast.minimalBody('other', { results: many })))).toEqual([
        422,
        ['results'],
      ]);
      expect(
        (await ok(cast.sales.post(surveyPath, cast.minimalBody('other', { round: 21, results: null })))).findings,
      ).toBe(0);
    });

    it('are in the document of the body that makes both', () => {
      const { site_survey_create = {} } = document().components.schemas ?? {};
      const properties = site_survey_create.properties as Record<string, object>;
      expect(properties.results).toMatchObject({
        maxItems: 100,
        items: { required: ['name'], additionalProperties: false, properties: { name: { maxLength: 60 } } },
      });
      expect(properties).not.toHaveProperty('notes');
    });

    it('are one way to records; a lookup of titles is the one of who may not list, within their rows', async () => {
      const tools = '/v1/survey_tool';
      await cast.database.executeSql(`insert into survey_tool (name, cost, shared)
        values ('Laser', 400, false), ('Lamp', 5, true), ('Ladder', 90, true)`);
      const asked = (client: Client, query = '') => ok(client.get(`${tools}/lookup?${query}`));
      const names = async (client: Client, query?: string): Promise<string[]> =>
        (await asked(client, query)).items.map(({ name }: { name: string }) => name);
      const [ladder, lamp] = [expect.any(Number), expect.any(Number)].map((id, at) => ({
        id,
        name: ['Ladder', 'Lamp'][at],
      }));
      expect(await asked(cast.sales, 'per_page=2')).toEqual({ items: [ladder, lamp], total: 3, page: 1, per_page: 2 });
      expect(await names(cast.sales, 'per_page=2&page=2')).toEqual(['Laser']);
      expect(await names(cast.customer)).toEqual(['Ladder', 'Lamp']);
      expect([await names(cast.sales, 'search=ASE'), await names(cast.customer, 'search=ASE')]).toEqual([
        ['Laser'],
        [],
      ]);
      const all = (await asked(cast.sales)).items as { id: number; name: string }[];
      const of = `filter_id=${all.map(({ id }) => id).join()}`;
      expect([await names(cast.sales, of), await names(cast.customer, of)]).toEqual([
        ['Ladder', 'Lamp', 'Laser'],
        ['Ladder', 'Lamp'],
      ]);
      for (const query of ['sort=cost', 'filter_cost=5', 'filter_shared=true', 'page=0', 'search=%00'])
        expect((await cast.sales.get(`${tools}/lookup?${query}`)).status).toBe(422);
      const statuses = [
        await cast.sales.get(`${tools}/list`),
        await cast.admin.get(`${tools}/lookup`),
        await cast.admin.get(`${tools}/list`),
      ].map(({ status }) => status);
      expect(statuses).toEqual([403, 403, 200]);
    });

    it('keep their parent, or go with it and let it be kept by those that may not go', async () => {
      const id = cast.ids.parent;
      await ok(cast.customer.post(notes, { body: 'Ring at the gate', survey_id: id }));
      const pinned = await ok(cast.sales.post(notes, { body: 'Mind the dog', survey_id: id, pinned: true }));
      const inUse = async () => (await ok(cast.sales.get(cast.pathOf('parent')))).in_use;
      const uses = async () =>
        (await ok(cast.sales.get(`/v1/use/site_survey/${id}`))).items.map((use: { entity: string; count: number }) => [
          use.entity,
          use.count,
        ]);
      expect([await inUse(), await uses()]).toEqual([
        true,
        [
          ['survey_finding', 2],
          ['survey_note', 1],
        ],
      ]);
      const events = (await ok(cast.sales.get(`/v1/timeline/site_survey/${id}`))).items as Record<string, unknown>[];
      expect(events.map(({ part, kind, detail }) => [part, kind, detail])).toEqual(
        expect.arrayContaining([
          ['', 'create', null],
          ['', 'visit', null],
          ['results', 'found', expect.any(String)],
          ['notes', 'create', 'Ring at the gate'],
        ]),
      );
      expect(refusedFields(await cast.sales.delete(cast.pathOf('parent')))).toEqual([422, ['_']]);
      const found = (await ok(cast.sales.get(`${results}/list?filter_survey_id=${id}`))).items;
      for (const finding of found) await ok(cast.sales.delete(`${results}/${finding.id}`));
      // Its children would be deleted too, and one of them may not be.
      expect([await inUse(), await uses()]).toEqual([true, [['survey_note', 1]]]);
      expect(refusedFields(await cast.sales.delete(cast.pathOf('parent')))).toEqual([422, ['_']]);
      expect(await under(cast.admin, notes, id)).toEqual(['Ring at the gate', 'Mind the dog']);
      await ok(cast.sales.post(`${notes}/${pinned.id}`, { pinned: false }));
      expect([await inUse(), await uses()]).toEqual([false, []]);
      await ok(cast.sales.delete(cast.pathOf('parent')));
      expect(await under(cast.admin, notes, id)).toEqual([]);
      expect((await cast.admin.get(`${notes}/${pinned.id}`)).status).toBe(404);
      const deletions = await cast.database.executeSql(
        'select p.deleted_at = n.deleted_at as same from survey_note n join site_surveys p on p.id = n.survey_id',
      );
      expect(deletions.rows).toEqual([{ same: true }, { same: true }]);
      const { items } = await ok(cast.admin.get('/v1/audit/list?is_paginate=false&search=survey_note'));
      expect(items.filter(({ action }: { action: string }) => action === 'remove')).toHaveLength(2);
      expect(refusedFields(await cast.sales.post(notes, { body: 'Too late', survey_id: id }))).toEqual([
        422,
        ['survey_id'],
      ]);
    });

    it('leave none behind when one is added while its parent is deleted', async () => {
      const parent = await cast.create(cast.sales, cast.minimalBody('hasty', { round: 22 }));
      const note = (body: string) => cast.sales.post(notes, { body, survey_id: parent });
      const deleted = cast.admin.delete(cast.pathOf('hasty'));
      const added = await Promise.all(['1', '2', '3', '4'].map(note));
      expect((await deleted).status).toBe(200);
      for (const { status } of added) expect([200, 422]).toContain(status);
      expect(await under(cast.admin, notes, parent)).toEqual([]);
    });
  });
});

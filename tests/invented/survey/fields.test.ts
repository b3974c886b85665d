import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type DeclaredEntity, defineEntity, type Entity } from '../../../contract/schema/entity.ts';
import { siteSurvey } from '../../../examples/service-desk/surveys/siteSurvey.ts';
import { describeDifference } from '../../../server/db/migrate/drift.ts';
import { withinTransaction } from '../../../server/db/migrate/onlineStatements.ts';
import { planEntity } from '../../../server/db/migrate/planMigration.ts';
import { contractWith } from '../../support/contractWith.ts';
import { forAnyEngine, freshDatabase } from '../../support/database.ts';
import { type Answer, type Client, ok } from '../../support/product.ts';
import {
  createSmallSurveys,
  document,
  refusedFields,
  type SurveyCast,
  startSurveys,
  surveyPath,
} from '../../support/survey/cast.ts';
import { invented, surveyContract } from '../../support/survey/invented.ts';
import { tableDifferences } from '../../support/tableDifferences.ts';

/** The survey as first declared: one of its fields had another name, and it had no joined field. */
function formerSurvey(): DeclaredEntity {
  const { origin, products: _products, ...fields } = siteSurvey.fields;
  const { migrate: _, ...source } = origin;
  const list = { ...siteSurvey.list, filters: ['source'] };
  return defineEntity({ ...siteSurvey, fields: { ...fields, source }, list } as never);
}

/** The survey with another declaration, next to the other entities. */
const surveyWith = (declared: unknown): Entity =>
  contractWith({ ...invented, site_survey: declared }).entity('site_survey');

forAnyEngine('the fields of an entity that uses every kind and option', (engine) => {
  let cast: SurveyCast;

  beforeAll(async () => {
    cast = await startSurveys(engine);
    await createSmallSurveys(cast);
  });
  afterAll(() => cast.close());

  it('gets its tables by the migration planner, and a column its new name', async () => {
    const database = await freshDatabase(engine);
    onTestFinished(() => database.close());
    const entities = Object.keys(invented).map((name) => surveyContract.entity(name));
    const [survey] = entities;
    for (const entity of [surveyWith(formerSurvey()), ...entities]) {
      const { sql, online, refusals } = await planEntity(database, entity);
      expect(refusals).toEqual([]);
      expect(sql).toMatch(entity === survey ? /rename column "source" to "origin"/ : /create table/);
      expect(sql.includes('create table "site_surveys__products"')).toBe(entity === survey);
      await database.executeSql(sql);
      if (online) await database.executeSql(withinTransaction(online));
    }
    const names = entities.map(({ name }) => name);
    const left = await tableDifferences(database, surveyContract, names);
    expect(left.map(describeDifference)).toEqual([]);
    const { products: _, ...parted } = siteSurvey.fields;
    const alone = surveyWith(defineEntity({ ...siteSurvey, fields: parted } as never));
    const { refusals } = await planEntity(database, alone);
    expect(refusals).toEqual([
      'the table site_surveys__products exists, but no field declares it; add `migrate.removed` to retire it, or write that migration yourself',
    ]);
  });

  it('is in the document with its calls, and a value of every kind goes in and out', async () => {
    const mine = (start: string) => Object.keys(document().paths).filter((name) => name.startsWith(start));
    expect(mine(surveyPath)).toEqual([
      `${surveyPath}/{id}/postpone`,
      `${surveyPath}/{id}/recount`,
      `${surveyPath}/list`,
      `${surveyPath}/export`,
      `${surveyPath}/totals`,
      `${surveyPath}/import`,
      surveyPath,
      `${surveyPath}/{id}`,
      `${surveyPath}/restore/{id}`,
      ...['contract', 'sketch', 'photos'].flatMap((field) => [
        `${surveyPath}/upload/${field}`,
        `${surveyPath}/{id}/${field}/{file}`,
      ]),
    ]);
    expect(mine('/v1/survey_finding')).not.toContain('/v1/survey_finding/export');
    const { password: _, enterprise_id, about, sheet, visit_at, ...same } = cast.fullBody('first');
    const made = await ok(cast.operations.post(surveyPath, cast.fullBody('first')));
    cast.ids.first = made.id;
    expect(made).toMatchObject({
      ...same,
      enterprise_id,
      visit_at: '2030-05-01T08:00:00.000Z',
      until: '2031-01-31T00:00:00.000Z',
      status: 0,
      about: { product_id: about.product },
      product: { id: cast.productId, name: 'Mover', category: { id: 1001 } },
      product_code: 'MOVER',
      enterprise_name: 'Enterprise FIRST',
      enterprise: { status: 1 },
      surveyor: { name: 'sales' },
      grade: { id: 3, name: 'Difficult', days: 9 },
      state: { id: 0, name: 'Asked for' },
      sheet: { serial: { value: sheet.serial }, place: sheet.place },
      findings: 0,
      days_left: expect.any(Number),
      version: 1,
      number: 'SV-0005',
    });
    for (const name of ['password', 'password_hash', 'creator_id', 'source']) expect(made).not.toHaveProperty(name);
  });

  it('refuses what does not fit, each at its place in the body', async () => {
    const wrong = {
      code: 'no',
      summary: 'x',
      initials: 'A1',
      contact: 'no',
      phone: 'x',
      round: -6,
      currency: 'EUR',
      cost: 0.5,
      map: 'javascript:alert(1)',
      report: 'a\u0000',
      topics: ['a', 'a'],
      plan: '{',
      area: 9999.5,
      width: '2.5555',
      due_on: '2030-02-29',
      grade_id: 2,
      method: '',
      urgent: 'yes',
      visit_at: 'soon',
      about: { product: 'x' },
      tags: [1],
      strange: 1,
      floors: ['x'],
      instalments: [1.5],
      closed_on: ['2030-02-29'],
      calls: ['soon'],
      levels: [1],
      answers: ['yes'],
      devices: [{ name: 'a', count: 0 }, {}],
      sheet: { serial: 7, place: { city: '', floor: 0.5, indoor: 1, checked: true } },
      password: 'abc',
    };
    const places = [
      'about.product',
      'answers[0]',
      'area',
      'calls[0]',
      'closed_on[0]',
      'code',
      'contact',
      'cost',
      'currency',
      'devices[0].count',
      'devices[1].name',
      'due_on',
      'enterprise_id',
      'floors[0]',
      'gate_code',
      'grade_id',
      'initials',
      'instalments[0]',
      'levels[0]',
      'map',
      'method',
      'password',
      'phone',
      'plan',
      'report',
      'round',
      'sheet.place.checked',
      'sheet.place.city',
      'sheet.place.floor',
      'sheet.place.indoor',
      'sheet.serial',
      'strange',
      'summary',
      'tags[0]',
      'topics',
      'urgent',
      'visit_at',
      'width',
    ];
    expect(refusedFields(await cast.admin.post(surveyPath, wrong))).toEqual([422, places]);
    const lost = {
      about: { product: 99 },
      helpers: [cast.sales.id, 999_999],
      sheet: { place: { city: 'x', product: 99 } },
    };
    expect(refusedFields(await cast.admin.post(surveyPath, cast.minimalBody('sixth', { helpers: [null] })))).toEqual([
      422,
      ['helpers[0]'],
    ]);
    expect(refusedFields(await cast.admin.post(surveyPath, cast.minimalBody('sixth', lost)))).toEqual([
      422,
      ['about.product', 'helpers[1]', 'sheet.place.product'],
    ]);
    const numbered = (serial: string, more: object = {}) => ({ sheet: { serial, place: { city: 'x' } }, ...more });
    expect(refusedFields(await cast.admin.post(surveyPath, cast.minimalBody('sixth', numbered('S-first'))))).toEqual([
      422,
      ['sheet.serial'],
    ]);
    // Codes are compared without case, serial numbers with case.
    expect(
      refusedFields(await cast.admin.post(surveyPath, cast.minimalBody('FIRST', numbered('s-FIRST', { round: 9 })))),
    ).toEqual([422, ['code']]);
    expect(refusedFields(await cast.admin.post(surveyPath, cast.minimalBody('sixth', { round: 2 })))).toEqual([
      422,
      ['enterprise_id', 'method', 'round'],
    ]);
  });

  it('holds its fields to each other, whichever of them is written', async () => {
    const late = { visit_at: '2031-01-31T00:00:00Z' };
    const high = { level: 9 };
    expect(refusedFields(await cast.admin.post(surveyPath, cast.minimalBody('sixth', { round: 8, ...late })))).toEqual([
      422,
      ['until'],
    ]);
    expect(refusedFields(await cast.admin.post(surveyPath, cast.minimalBody('sixth', { round: 8, ...high })))).toEqual([
      422,
      ['summary'],
    ]);
    expect(refusedFields(await cast.admin.post(cast.pathOf('second'), late))).toEqual([422, ['until']]);
    expect(refusedFields(await cast.admin.post(cast.pathOf('second'), { until: '2030-06-01T08:00:00Z' }))).toEqual([
      422,
      ['until'],
    ]);
    expect(refusedFields(await cast.admin.post(cast.pathOf('second'), high))).toEqual([422, ['summary']]);
    const { error } = (await cast.admin.post(cast.pathOf('second'), late)).body;
    expect(error.fields.until).toEqual(['It must be after: Visit at']);
  });

  it('holds what stands inside an object to the rest, and lets go what is not shown any more', async () => {
    const parked = (parking: object) => cast.minimalBody('parked', { round: 31, parking });
    expect(refusedFields(await cast.admin.post(surveyPath, parked({ spots: 99 })))).toEqual([422, ['parking.gate']]);
    const high = { sheet: { place: { city: 'Berlin', floor: 200 } } };
    const lacking = await cast.admin.post(surveyPath, { ...parked({}), ...high });
    expect(refusedFields(lacking)).toEqual([422, ['sheet.place.product']]);
    const made = await ok(cast.admin.post(surveyPath, parked({ spots: 4, gate: 'North' })));
    expect([made.parking.spots, made.parking.gate]).toEqual([4, undefined]);
    const at = `${surveyPath}/${made.id}`;
    const edit = (body: object) => cast.admin.post(at, body);
    expect(refusedFields(await edit({ parking: { spots: 90 } }))).toEqual([422, ['parking.gate']]);
    expect((await ok(edit({ parking: { spots: 90, gate: 'North' } }))).parking.gate).toBe('North');
    expect((await ok(edit({ parking: { spots: 5 } }))).parking.gate).toBeUndefined();
    expect(refusedFields(await edit({ parking: { until: '2030-01-01T00:00:00Z' } }))).toEqual([422, ['parking.until']]);
    const refused = await edit({ reason: 'Steep' });
    const words = ['Leave this empty with the other values as they are'];
    expect([refused.status, refused.body.error.fields]).toEqual([422, { reason: words }]);
    await ok(edit({ grade_id: 3, reason: 'Steep' }));
    expect((await ok(edit({ grade_id: 1 }))).reason).toBeNull();
    await ok(cast.admin.delete(at));
  });

  it('tells bounds of amounts in the currency of the record, whoever sends them', async () => {
    const costErrors = async (answer: Promise<Answer>) => (await answer).body.error.fields.cost;
    const much = { cost: 5_000_000_000_001 };
    const made = await ok(cast.admin.post(surveyPath, cast.minimalBody('dear', { round: 33, currency: 'JPY' })));
    const at = `${surveyPath}/${made.id}`;
    expect(await costErrors(cast.admin.post(at, much))).toEqual(['The largest allowed amount is ¥5,000,000,000,000']);
    expect(await costErrors(cast.admin.post(at, { ...much, currency: 'CNY' }))).toEqual([
      'The largest allowed amount is CN¥50,000,000,000.00',
    ]);
    const plan = { status: 1, visit_at: '2030-05-01T08:00:00Z', cost: -1 };
    expect(await costErrors(cast.sales.post(at, plan))).toEqual(['The smallest allowed amount is ¥0']);
    expect(await costErrors(cast.admin.post(surveyPath, cast.minimalBody('dear2', much)))).toEqual([
      'The largest allowed amount is CN¥50,000,000,000.00',
    ]);
    await ok(cast.admin.post(at, { cost: 250 }));
    const { rows: entries } = await cast.database.executeSql(
      "select before, after from audit where entity = 'site_survey' and entity_id = $1 order by id desc limit 1",
      [made.id],
    );
    expect(entries).toEqual([{ before: { cost: null, currency: 'JPY' }, after: { cost: 250, currency: 'JPY' } }]);
    const { items: history } = await ok(cast.admin.get(`/v1/history/site_survey/${made.id}`));
    expect(Object.keys(history[0].after)).toEqual(['cost']);
    const columns = ['code', 'method', 'visit_at', 'enterprise_id', 'gate_code', 'place.city', 'cost', 'currency'];
    const row = ['dear-2', 'remote', '2030-06-01T08:00:00Z', 'Enterprise first', 'B', 'Berlin'];
    const body = {
      columns,
      rows: [
        [...row, '12.5', 'JPY'],
        [...row, '12.345', ''],
        [...row, '12.50', 'Thaler'],
      ],
      dry_run: true,
    };
    const { mistakes } = await ok(cast.admin.post(`${surveyPath}/import`, body));
    expect(mistakes.map(({ field, message }: { field: string; message: string }) => [field, message])).toEqual([
      ['cost', 'Enter a whole amount in JPY'],
      ['cost', 'Enter an amount in CNY with at most 2 decimal places'],
      ['currency', expect.any(String)],
      ['cost', expect.stringMatching(/currency/)],
    ]);
    await ok(cast.admin.delete(at));
  });

  it('takes a required field with a default as that when nothing is sent for it', async () => {
    const { level: _, ...made } = await ok(cast.admin.post(surveyPath, cast.minimalBody('seventh', { round: 11 })));
    expect(_).toBe(2);
    expect((await ok(cast.admin.post(`${surveyPath}/${made.id}`, { level: 5 }))).level).toBe(5);
    expect((await ok(cast.admin.post(`${surveyPath}/${made.id}`, { level: null }))).level).toBe(2);
    await ok(cast.admin.delete(`${surveyPath}/${made.id}`));
  });

  it('works out what a new record starts with, for whom and when it is, where a body says nothing', async () => {
    const made = async (client: Client, more: object = {}) =>
      ok(client.post(surveyPath, cast.minimalBody('begun', { round: 70, until: null, ...more })));
    const gone = ({ id }: { id: number }) => ok(cast.admin.delete(`${surveyPath}/${id}`));
    const before = Date.now();
    const own = await made(cast.sales);
    const at = Date.parse(own.asked_at);
    expect(at >= before && at <= Date.now()).toBe(true);
    const paper = new Date(at + 14 * 86_400_000).toISOString().slice(0, 10);
    expect(own).toMatchObject({ paper_on: paper, again_on: '2032-01-31', guide_id: cast.sales.id });
    await gone(own);
    // A caller whom the field does not accept is not its default, and an emptied field stays empty.
    const theirs = await made(cast.customer, { due_on: '2028-02-29', asked_at: null });
    expect(theirs).toMatchObject({ again_on: '2029-02-28', asked_at: null, guide_id: null });
    await gone(theirs);
    const chosen = await made(cast.sales, { again_on: '2030-01-01', guide_id: null });
    expect(chosen).toMatchObject({ again_on: '2030-01-01', guide_id: null });
    expect(await ok(cast.sales.post(`${surveyPath}/${chosen.id}`, { due_on: '2040-01-01' }))).toMatchObject({
      again_on: '2030-01-01',
    });
    await gone(chosen);
    const { rows } = await cast.database.executeSql(
      `select creator_id from site_surveys where id in (${own.id}, ${theirs.id}) order by id`,
    );
    expect(rows).toEqual([{ creator_id: cast.sales.id }, { creator_id: cast.customer.id }]);
    const { site_survey_create = {} } = document().components.schemas ?? {};
    expect((site_survey_create.properties as Record<string, object>).again_on).toMatchObject({
      description: expect.stringContaining('left out: due_on plus 1 year'),
    });
  });

  it('keeps what an edit leaves out, and falls back where it empties', async () => {
    const before = await ok(cast.admin.get(cast.pathOf('first')));
    expect(before.parking).toEqual({ spots: 4, ticket: 'P-first' });
    const edit = {
      parking: null,
      tags: null,
      until: null,
      urgent: null,
      origin: ' ',
      sheet: { place: { city: 'Berlin', lift: null } },
    };
    const after = await ok(cast.sales.post(cast.pathOf('first'), edit));
    const { updated_at: _, version: __, days_left: ___, ...unchanged } = before;
    expect(after).toMatchObject({
      ...unchanged,
      parking: { spots: null, ticket: 'P-first' },
      tags: [],
      origin: null,
      urgent: false,
      until: '2031-01-31T00:00:00.000Z',
      sheet: { ...before.sheet, place: { ...before.sheet.place, lift: null } },
    });
    expect(refusedFields(await cast.sales.post(cast.pathOf('first'), { code: 'other', password: 'other' }))).toEqual([
      422,
      ['code', 'password'],
    ]);
    expect((await cast.sales.post(cast.pathOf('first'), { round: -4 }, { 'If-Match': '"1"' })).status).toBe(422);
    const again = await ok(
      cast.sales.post(cast.pathOf('first'), { urgent: true, gate_code: 'B-18' }, { 'If-Match': '"2"' }),
    );
    expect([before, after, again].map(({ gate_code }) => gate_code)).toEqual(['B-16', 'B-16', 'B-18']);
  });

  it('draws a number for each record that is made at once with others, and takes none from a body', async () => {
    const codes = Array.from({ length: 12 }, (_, at) => `drawn${at}`);
    const body = (code: string, at: number) => cast.minimalBody(code, { round: 40 + at, until: null });
    const made = await Promise.all(codes.map((code, at) => ok(cast.admin.post(surveyPath, body(code, at)))));
    const numbers = made.map(({ number }: { number: string }) => number).sort();
    expect(new Set(numbers).size).toBe(codes.length);
    for (const number of numbers) expect(number).toMatch(/^SV-\d{4}$/);
    const [one] = made;
    expect(refusedFields(await cast.admin.post(`${surveyPath}/${one.id}`, { number: 'SV-9999' }))).toEqual([
      422,
      ['number'],
    ]);
    expect(refusedFields(await cast.admin.post(surveyPath, cast.minimalBody('drawn', { number: 'SV-9999' })))).toEqual([
      422,
      ['number'],
    ]);
    const { items } = await ok(cast.admin.get(`/v1/search?q=${one.number.toLowerCase()}`));
    expect(items[0]).toMatchObject({ entity: 'site_survey', id: one.id });
    // A number with more digits than its format is sorted after all others.
    await cast.database.executeSql("update serial_counter set last = 9999 where name = 'site_surveys.number'");
    const large = await ok(cast.admin.post(surveyPath, cast.minimalBody('large', { round: 60 })));
    expect(large.number).toBe('SV-10000');
    const listed = (await ok(cast.admin.get(`${surveyPath}/list?sort=number&search=sv-`))).items;
    expect(listed.at(-1).number).toBe('SV-10000');
    const { items: lines } = await ok(cast.admin.get('/v1/audit/list?is_paginate=false&search=site_survey'));
    const drawn = lines.find(({ entity_id }: { entity_id: number }) => entity_id === large.id);
    expect((await ok(cast.admin.get(`/v1/audit/${drawn.id}`))).after.number).toBe('SV-10000');
    for (const { id } of [...made, large]) await ok(cast.admin.delete(`${surveyPath}/${id}`));
  });
});

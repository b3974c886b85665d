import { assert, asyncProperty, stringMatching, tuple } from 'fast-check';
import { parse } from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unescapeFormula } from '../../contract/lib/csv.ts';
import { putAt } from '../../contract/lib/dottedPath.ts';
import { importableFields, matchHeadings, updatableFields } from '../../contract/lists/import.ts';
import { type DeclaredEntity, defineEntity, type Entity, fieldOf, writePathOf } from '../../contract/schema/entity.ts';
import type { Field } from '../../contract/schema/field/field.ts';
import { valueOfText } from '../../contract/values/textCodec.ts';
import { siteSurvey } from '../../examples/service-desk/surveys/siteSurvey.ts';
import { describeDifference, schemaDifferences } from '../../server/db/migrate/drift.ts';
import { declaredSchema, readSchema } from '../../server/db/migrate/liveSchema.ts';
import { withinTransaction } from '../../server/db/migrate/onlineStatements.ts';
import { planEntity } from '../../server/db/migrate/planMigration.ts';
import { StepBackoff } from '../../server/resource/schedule/backoff.ts';
import { takeScheduledSteps } from '../../server/resource/schedule/scheduledSteps.ts';
import { readTable } from '../../src/resources/import/read/readTable.ts';
import { findHeadingRow, toFileRows, toImportSheet } from '../../src/resources/import/sheet.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { documentOf } from '../support/conformance.ts';
import { contractWith } from '../support/contractWith.ts';
import { forAnyEngine } from '../support/database.ts';
import { type Answer, type Client, ok, password } from '../support/product.ts';
import { scale } from '../support/scale.ts';
import { invented, surveyContract, surveyRules } from '../support/survey/invented.ts';

/** Created late, because it depends on the rules that the product adds at its start. */
const document = () => documentOf(surveyContract);

const path = '/v1/survey/site';

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

const fieldsOf = ({ status, body }: Answer) => [status, Object.keys(body.error?.fields ?? {}).sort()];

forAnyEngine('an entity that uses every kind and option', (engine) => {
  let cast: Cast;
  let worker: Client;
  const ids: Record<string, number> = {};

  /** A body with a value of every kind. */
  const whole = (code: string) => ({
    code,
    summary: '第一行\nsecond line',
    initials: 'ABC',
    contact: 'gate@site.example',
    phone: '010-55555',
    map: 'https://map.example/a?b=c#d',
    guide: 'abc',
    report: '# Way\n\n**left**',
    topics: ['dock', '码头 2'],
    plan: { ' step ': [1, ' two ', { x: null }] },
    area: '-0.50',
    width: '3.125',
    due_on: '2030-02-28',
    hours: 1,
    round: -5,
    currency: 'JPY',
    cost: 4_000_000_000_000,
    grade_id: 3,
    method: 'visit',
    urgent: true,
    visit_at: '2030-05-01T10:00:00+02:00',
    enterprise_id: cast.enterprise,
    about: { product: cast.productId },
    reason: 'Steep',
    origin: 'Fair',
    remark: 'Ring twice',
    password: ' open sesame ',
    surveyor_id: cast.sales.id,
    crew: 7,
    devices: [{ name: 'Crane', count: 2 }, { name: '吊车' }],
    tags: ['dock', '码头'],
    instalments: [1250, 5],
    closed_on: ['2030-05-01', '1904-02-29'],
    levels: ['-0.50', '1234.00'],
    calls: ['2030-05-01T08:00:00.000Z'],
    answers: [true, false, true],
    floors: [-2, 12],
    helpers: [cast.sales.id],
    gate_code: 'B-16',
    parking: { spots: 4 },
    sheet: {
      serial: `S-${code}`,
      place: {
        city: 'Berlin',
        note: 'Left, then right',
        mail: 'door@site.example',
        phone: '+49 30 1234',
        floor: -9,
        fee: 250,
        site: 'http://site.example',
        rules: '- *quiet*',
        topics: ['a'],
        layout: [1, { b: [] }],
        height: '2.5',
        built_on: '1904-02-29',
        indoor: true,
        lift: 'visit',
        open_at: '2030-01-01T07:00:00Z',
        product: cast.productId,
      },
    },
  });
  const least = (code: string, more: object = {}) => ({
    code,
    method: 'remote',
    visit_at: '2030-06-01T08:00:00Z',
    enterprise_id: cast.enterprise,
    sheet: { place: { city: 'Berlin' } },
    gate_code: 'B-15',
    ...more,
  });
  const make = async (client: Client, body: { code: string }): Promise<number> => {
    const { id } = await ok(client.post(path, body));
    ids[body.code] = id;
    return id;
  };
  const codes = async (client: Client, query = ''): Promise<string[]> =>
    (await ok(client.get(`${path}/list?sort=id${query}`))).items.map(({ code }: { code: string }) => code);
  const one = (code: string) => `${path}/${ids[code]}`;

  beforeAll(async () => {
    cast = await startCast(engine, { contract: surveyContract, rules: surveyRules, withoutClock: true });
    const sub = { name: 'worker', nick_name: 'Worker', role_id: 5, password, phone: '12345678' };
    await ok(cast.customer.post('/v1/user', sub));
    worker = await cast.login('worker');
  });
  afterAll(() => cast.close());

  it('gets its tables by the migration planner, and a column its new name', async () => {
    const entities = Object.keys(invented).map((name) => surveyContract.entity(name));
    const [survey] = entities;
    for (const entity of [surveyWith(formerSurvey()), ...entities]) {
      const { sql, online, refusals } = await planEntity(cast.database, entity);
      expect(refusals).toEqual([]);
      expect(sql).toMatch(entity === survey ? /rename column "source" to "origin"/ : /create table/);
      expect(sql.includes('create table "site_surveys__products"')).toBe(entity === survey);
      await cast.database.executeSql(sql);
      if (online) await cast.database.executeSql(withinTransaction(online));
    }
    const declared = await declaredSchema(cast.database, surveyContract);
    const live = await readSchema(cast.database);
    const left = entities.flatMap((entity) => schemaDifferences(live, declared, entity));
    expect(left.map(describeDifference)).toEqual([]);
    const { products: _, ...parted } = siteSurvey.fields;
    const alone = surveyWith(defineEntity({ ...siteSurvey, fields: parted } as never));
    const { refusals } = await planEntity(cast.database, alone);
    expect(refusals).toEqual([
      'the table site_surveys__products exists, but no field declares it; add `migrate.removed` to retire it, or write that migration yourself',
    ]);
  });

  it('is in the document with its calls, and a value of every kind goes in and out', async () => {
    const mine = (start: string) => Object.keys(document().paths).filter((name) => name.startsWith(start));
    expect(mine(path)).toEqual([
      `${path}/{id}/postpone`,
      `${path}/{id}/recount`,
      `${path}/list`,
      `${path}/export`,
      `${path}/totals`,
      `${path}/import`,
      path,
      `${path}/{id}`,
      `${path}/restore/{id}`,
      ...['contract', 'photos'].flatMap((field) => [`${path}/upload/${field}`, `${path}/{id}/${field}/{file}`]),
    ]);
    expect(mine('/v1/survey_finding')).not.toContain('/v1/survey_finding/export');
    const { password: _, enterprise_id, about, sheet, visit_at, ...same } = whole('first');
    const made = await ok(cast.operations.post(path, whole('first')));
    ids.first = made.id;
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
      number: 'SV-0001',
    });
    for (const name of ['password', 'password_hash', 'creator_id', 'source']) expect(made).not.toHaveProperty(name);
  });

  it('is made by the roles that may, within what is theirs', async () => {
    await make(cast.admin, least('second', { round: 2, origin: 'fair' }));
    await make(cast.sales, least('third', { round: 3, cost: 10 }));
    await make(cast.customer, least('fourth', { round: 4, urgent: true }));
    await make(cast.otherCustomer, least('fifth', { enterprise_id: cast.otherEnterprise }));
    expect((await worker.post(path, least('sixth'))).status).toBe(403);
    expect(fieldsOf(await cast.sales.post(path, least('sixth', { enterprise_id: cast.otherEnterprise })))).toEqual([
      422,
      ['enterprise_id'],
    ]);
    const veiled = { cost: 1, surveyor_id: cast.sales.id, password_hash: 'x', status: 1, days_left: 1, creator_id: 1 };
    expect(fieldsOf(await cast.customer.post(path, least('sixth', veiled)))).toEqual([422, Object.keys(veiled).sort()]);
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
    expect(fieldsOf(await cast.admin.post(path, wrong))).toEqual([422, places]);
    const lost = {
      about: { product: 99 },
      helpers: [cast.sales.id, 999_999],
      sheet: { place: { city: 'x', product: 99 } },
    };
    expect(fieldsOf(await cast.admin.post(path, least('sixth', { helpers: [null] })))).toEqual([422, ['helpers[0]']]);
    expect(fieldsOf(await cast.admin.post(path, least('sixth', lost)))).toEqual([
      422,
      ['about.product', 'helpers[1]', 'sheet.place.product'],
    ]);
    const numbered = (serial: string, more: object = {}) => ({ sheet: { serial, place: { city: 'x' } }, ...more });
    expect(fieldsOf(await cast.admin.post(path, least('sixth', numbered('S-first'))))).toEqual([422, ['sheet.serial']]);
    // Codes are compared without case, serial numbers with case.
    expect(fieldsOf(await cast.admin.post(path, least('FIRST', numbered('s-FIRST', { round: 9 }))))).toEqual([
      422,
      ['code'],
    ]);
    expect(fieldsOf(await cast.admin.post(path, least('sixth', { round: 2 })))).toEqual([
      422,
      ['enterprise_id', 'method', 'round'],
    ]);
  });

  it('refuses a hostile text of any kind in a file as in a body, in the same words', async () => {
    const columns = importableFields(siteSurvey, 'SuperAdmin').filter(
      ([, { kind, to, items }]) => !to && !items && kind !== 'boolean' && kind !== 'choice' && kind !== 'tags',
    );
    const hostile = [
      "'; drop table site_surveys; --",
      '<img src=x onerror=alert(1)>',
      '=HYPERLINK("http://x.example")',
      '{{7*7}}',
      'a\u0000b',
      'a\u202eb',
      '\ud800',
      '../../secret.key',
      '9'.repeat(300),
      '１e９',
      'NaN',
      '{"__proto__":{"a":1}}',
    ];
    // Required fields are missing both in the file and in the body, so neither creates a record.
    const rows = hostile.map((text) => columns.map(() => text));
    const file = { columns: columns.map(([name]) => name), rows, dry_run: true };
    const { mistakes } = await ok(cast.admin.post(`${path}/import`, file));
    let refused = 0;
    for (const [row, text] of hostile.entries()) {
      const body: Record<string, unknown> = {};
      const placeOf = (name: string) => writePathOf(name, fieldOf(siteSurvey, name) as Field);
      for (const [name, field] of columns)
        putAt(body, placeOf(name), valueOfText(field, text, { language: 'en', currency: 'CNY' }));
      const answer = await cast.admin.post(path, body);
      expect(answer.status).toBe(422);
      for (const [name] of columns) {
        const message = answer.body.error.fields[placeOf(name)]?.[0];
        const inFile = mistakes.find((one: { row: number; field: string }) => one.row === row && one.field === name);
        expect([name, text, inFile?.message]).toEqual([name, text, message]);
        if (message !== undefined) refused += 1;
      }
    }
    expect(refused).toBeGreaterThan((columns.length * hostile.length) / 2);
  });

  it('holds its fields to each other, whichever of them is written', async () => {
    const late = { visit_at: '2031-01-31T00:00:00Z' };
    const high = { level: 9 };
    expect(fieldsOf(await cast.admin.post(path, least('sixth', { round: 8, ...late })))).toEqual([422, ['until']]);
    expect(fieldsOf(await cast.admin.post(path, least('sixth', { round: 8, ...high })))).toEqual([422, ['summary']]);
    expect(fieldsOf(await cast.admin.post(one('second'), late))).toEqual([422, ['until']]);
    expect(fieldsOf(await cast.admin.post(one('second'), { until: '2030-06-01T08:00:00Z' }))).toEqual([422, ['until']]);
    expect(fieldsOf(await cast.admin.post(one('second'), high))).toEqual([422, ['summary']]);
    const { error } = (await cast.admin.post(one('second'), late)).body;
    expect(error.fields.until).toEqual(['It must be after: Visit at']);
  });

  it('holds what stands inside an object to the rest, and lets go what is not shown any more', async () => {
    const parked = (parking: object) => least('parked', { round: 31, parking });
    expect(fieldsOf(await cast.admin.post(path, parked({ spots: 99 })))).toEqual([422, ['parking.gate']]);
    const high = { sheet: { place: { city: 'Berlin', floor: 200 } } };
    const lacking = await cast.admin.post(path, { ...parked({}), ...high });
    expect(fieldsOf(lacking)).toEqual([422, ['sheet.place.product']]);
    const made = await ok(cast.admin.post(path, parked({ spots: 4, gate: 'North' })));
    expect([made.parking.spots, made.parking.gate]).toEqual([4, undefined]);
    const at = `${path}/${made.id}`;
    const edit = (body: object) => cast.admin.post(at, body);
    expect(fieldsOf(await edit({ parking: { spots: 90 } }))).toEqual([422, ['parking.gate']]);
    expect((await ok(edit({ parking: { spots: 90, gate: 'North' } }))).parking.gate).toBe('North');
    expect((await ok(edit({ parking: { spots: 5 } }))).parking.gate).toBeUndefined();
    expect(fieldsOf(await edit({ parking: { until: '2030-01-01T00:00:00Z' } }))).toEqual([422, ['parking.until']]);
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
    const made = await ok(cast.admin.post(path, least('dear', { round: 33, currency: 'JPY' })));
    const at = `${path}/${made.id}`;
    expect(await costErrors(cast.admin.post(at, much))).toEqual(['The largest allowed amount is ¥5,000,000,000,000']);
    expect(await costErrors(cast.admin.post(at, { ...much, currency: 'CNY' }))).toEqual([
      'The largest allowed amount is CN¥50,000,000,000.00',
    ]);
    const plan = { status: 1, visit_at: '2030-05-01T08:00:00Z', cost: -1 };
    expect(await costErrors(cast.sales.post(at, plan))).toEqual(['The smallest allowed amount is ¥0']);
    expect(await costErrors(cast.admin.post(path, least('dear2', much)))).toEqual([
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
      ],
      dry_run: true,
    };
    const { mistakes } = await ok(cast.admin.post(`${path}/import`, body));
    expect(mistakes.map(({ field, message }: { field: string; message: string }) => [field, message])).toEqual([
      ['cost', 'Enter a whole amount in JPY'],
      ['cost', 'Enter an amount in CNY with at most 2 decimal places'],
    ]);
    await ok(cast.admin.delete(at));
  });

  it('holds the rows of a file to the rules inside an object, and names their fields', async () => {
    const columns = ['code', 'method', 'visit_at', 'enterprise_id', 'gate_code', 'place.city', 'place.floor', 'reason'];
    const row = ['parked-2', 'remote', '2030-06-01T08:00:00Z', 'Enterprise first', 'B', 'Berlin'];
    const costErrors = async (...rest: string[]) => {
      const body = { columns, rows: [[...row, ...rest]], dry_run: true };
      return (await ok(cast.admin.post(`${path}/import`, body))).mistakes;
    };
    expect(await costErrors('1', 'Steep')).toEqual([
      { row: 0, field: 'reason', message: 'Leave this empty with the other values as they are' },
    ]);
    expect(await costErrors('200', '')).toEqual([
      { row: 0, field: 'place.product', message: 'The current item cannot be empty' },
    ]);
  });

  it('takes a required field with a default as that when nothing is sent for it', async () => {
    const { level: _, ...made } = await ok(cast.admin.post(path, least('seventh', { round: 11 })));
    expect(_).toBe(2);
    expect((await ok(cast.admin.post(`${path}/${made.id}`, { level: 5 }))).level).toBe(5);
    expect((await ok(cast.admin.post(`${path}/${made.id}`, { level: null }))).level).toBe(2);
    await ok(cast.admin.delete(`${path}/${made.id}`));
  });

  it('works out what a new record starts with, for whom and when it is, where a body says nothing', async () => {
    const made = async (client: Client, more: object = {}) =>
      ok(client.post(path, least('begun', { round: 70, until: null, ...more })));
    const gone = ({ id }: { id: number }) => ok(cast.admin.delete(`${path}/${id}`));
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
    const costErrors = await made(cast.sales, { again_on: '2030-01-01', guide_id: null });
    expect(costErrors).toMatchObject({ again_on: '2030-01-01', guide_id: null });
    expect(await ok(cast.sales.post(`${path}/${costErrors.id}`, { due_on: '2040-01-01' }))).toMatchObject({
      again_on: '2030-01-01',
    });
    await gone(costErrors);
    const { rows } = await cast.database.executeSql(
      `select creator_id from site_surveys where id in (${own.id}, ${theirs.id}) order by id`,
    );
    expect(rows).toEqual([{ creator_id: cast.sales.id }, { creator_id: cast.customer.id }]);
    const { site_survey_create = {} } = document().components.schemas ?? {};
    expect((site_survey_create.properties as Record<string, object>).again_on).toMatchObject({
      description: expect.stringContaining('left out: due_on plus 1 years'),
    });
  });

  it('says in the document what the bounds of a quantity are of', () => {
    const { parameters = [] } = document().paths?.[`${path}/list`]?.get ?? {};
    const described = (name: string) =>
      parameters.map((one) => one as { name: string; description: string }).find((one) => one.name === name)
        ?.description;
    expect(described('filter_crew_from')).toBe(
      'Crew, from, each record in the unit of its product, which filter_product_id fixes / 人数，不小于，各按其产品的单位计，单位可由 filter_product_id 限定',
    );
    expect(described('filter_width_from')).toMatch(/^Width, from /);
  });

  it('keeps what an edit leaves out, and falls back where it empties', async () => {
    const before = await ok(cast.admin.get(one('first')));
    expect(before.parking).toEqual({ spots: 4, ticket: 'P-first' });
    const edit = {
      parking: null,
      tags: null,
      until: null,
      urgent: null,
      origin: ' ',
      sheet: { place: { city: 'Berlin', lift: null } },
    };
    const after = await ok(cast.sales.post(one('first'), edit));
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
    expect(fieldsOf(await cast.sales.post(one('first'), { code: 'other', password: 'other' }))).toEqual([
      422,
      ['code', 'password'],
    ]);
    expect((await cast.sales.post(one('first'), { round: -4 }, { 'If-Match': '"1"' })).status).toBe(422);
    const again = await ok(cast.sales.post(one('first'), { urgent: true, gate_code: 'B-18' }, { 'If-Match': '"2"' }));
    expect([before, after, again].map(({ gate_code }) => gate_code)).toEqual(['B-16', 'B-16', 'B-18']);
  });

  it('draws a number for each record that is made at once with others, and takes none from a body', async () => {
    const codes = Array.from({ length: 12 }, (_, at) => `drawn${at}`);
    const body = (code: string, at: number) => least(code, { round: 40 + at, until: null });
    const made = await Promise.all(codes.map((code, at) => ok(cast.admin.post(path, body(code, at)))));
    const numbers = made.map(({ number }: { number: string }) => number).sort();
    expect(new Set(numbers).size).toBe(codes.length);
    for (const number of numbers) expect(number).toMatch(/^SV-\d{4}$/);
    const [one] = made;
    expect(fieldsOf(await cast.admin.post(`${path}/${one.id}`, { number: 'SV-9999' }))).toEqual([422, ['number']]);
    expect(fieldsOf(await cast.admin.post(path, least('drawn', { number: 'SV-9999' })))).toEqual([422, ['number']]);
    const { items } = await ok(cast.admin.get(`/v1/search?q=${one.number.toLowerCase()}`));
    expect(items[0]).toMatchObject({ entity: 'site_survey', id: one.id });
    // A number with more digits than its format is sorted after all others.
    await cast.database.executeSql("select setval('site_surveys_number_seq', 9999)");
    const large = await ok(cast.admin.post(path, least('large', { round: 60 })));
    expect(large.number).toBe('SV-10000');
    const listed = (await ok(cast.admin.get(`${path}/list?sort=number&search=sv-`))).items;
    expect(listed.at(-1).number).toBe('SV-10000');
    const { items: lines } = await ok(cast.admin.get('/v1/audit/list?is_paginate=false&search=site_survey'));
    const drawn = lines.find(({ entity_id }: { entity_id: number }) => entity_id === large.id);
    expect((await ok(cast.admin.get(`/v1/audit/${drawn.id}`))).after.number).toBe('SV-10000');
    for (const { id } of [...made, large]) await ok(cast.admin.delete(`${path}/${id}`));
  });

  it('shows each role its records and no more of them than it may see', async () => {
    expect(await codes(cast.admin)).toEqual(['first', 'second', 'third', 'fourth', 'fifth']);
    expect(await codes(cast.operations)).toHaveLength(5);
    expect(await codes(cast.sales)).toEqual(['first', 'second', 'third', 'fourth']);
    expect(await codes(cast.otherSales)).toEqual(['fifth']);
    expect(await codes(cast.customer)).toEqual(['first', 'second', 'third', 'fourth']);
    expect(await codes(worker)).toEqual(['first']);
    await ok(cast.sales.post('/v1/survey_finding', { name: 'Dust', survey_id: ids.second, finder_id: worker.id }));
    expect(await codes(worker)).toEqual(['first', 'second']);
    expect((await worker.get(one('third'))).status).toBe(404);
    for (const client of [cast.customer, worker]) {
      const [item] = (await ok(client.get(`${path}/list`))).items;
      const seen = { ...item, ...(await ok(client.get(one('first')))) };
      for (const name of ['surveyor_id', 'surveyor', 'password_hash']) expect(seen).not.toHaveProperty(name);
      for (const name of ['remark', 'gate_code']) expect([name in item, name in seen]).toEqual([false, true]);
      for (const query of ['filter_surveyor_id=1', 'filter_crew_from=1', 'sort=password_hash', 'filter_remark=x'])
        expect((await client.get(`${path}/list?${query}`)).status).toBe(422);
    }
  });

  it.each([
    ['&filter_grade_id=3', ['first']],
    ['&filter_method=visit,remote&filter_urgent=true', ['first', 'fourth']],
    ['&filter_round=-5', ['first']],
    ['&filter_round=2,3', ['second', 'third']],
    ['&filter_topics=none,dock', ['first']],
    ['&filter_topics=dock 2', []],
    ['&search=**LEFT', ['first']],
    ['&filter_width=3.125,7', ['first']],
    ['&filter_width=2.5&filter_round=2', ['second']],
    ['&filter_due_on=2030-02-28', ['first']],
    ['&filter_origin=fair', ['second']],
    ['&filter_status=0&filter_found=true', ['second']],
    ['&filter_within_days=1', []],
    ['&search=SECOND%20line', ['first']],
    ['&search=gate%40site', ['first']],
    ['&search=mover', ['first']],
    ['&search=enterprise%20second', ['fifth']],
    ['&start_at=2030-05-01T08:00:00Z&end_at=2030-05-01T08:00:00Z', ['first']],
    ['&start_at=2030-05-02', ['second', 'third', 'fourth', 'fifth']],
  ])('is narrowed by %s', async (query, expected) => {
    expect(await codes(cast.admin, query)).toEqual(expected);
  });

  it('is narrowed between bounds, and by a part of a text, as its rows say', async () => {
    interface Item extends Record<string, unknown> {
      readonly code: string;
    }
    const { items } = await ok(cast.admin.get(`${path}/list?sort=id`));
    const codesWhere = (matches: (item: Item) => boolean) => items.filter(matches).map(({ code }: Item) => code);
    const [late, soon] = ['2030-03-01', '2031-01-31'];
    const inYen = (cost: (amount: number) => boolean) =>
      codesWhere((item) => item['currency'] === 'JPY' && item['cost'] !== null && cost(item['cost'] as number));
    const cases: [string, string[]][] = [
      ['filter_round_from=2', codesWhere(({ round }) => Number(round) >= 2)],
      ['filter_round_to=2', codesWhere(({ round }) => Number(round) <= 2)],
      ['filter_round_from=-5&filter_round_to=-5', codesWhere(({ round }) => round === -5)],
      // The limits of the field do not restrict the filter.
      ['filter_round_from=-1000&filter_round_to=1000', codesWhere(() => true)],
      ['filter_width_from=3.125', codesWhere(({ width }) => Number(width) >= 3.125)],
      ['filter_width_from=0&filter_width_to=2.5', codesWhere(({ width }) => Number(width) <= 2.5)],
      [`filter_due_on_to=${late}`, codesWhere(({ due_on }) => String(due_on) <= late)],
      [`filter_due_on_from=${late}&filter_due_on_to=${soon}`, codesWhere(({ due_on }) => String(due_on) > late)],
      ['filter_until_from=2031-01-31T00:00:00Z', codesWhere(({ until }) => String(until) >= '2031-01-31')],
      ['filter_until_from=2031-01-31T08:00:00%2B08:00', codesWhere(({ until }) => String(until) >= '2031-01-31')],
      [
        'filter_until_from=2031-01-31T21:09:00.000001%2B21:09',
        codesWhere(({ until }) => String(until) >= '2031-01-31'),
      ],
      ['filter_until_to=2031-01-30T23:59:59Z', []],
      ['filter_until_to=9999-12-31T23:59:59Z', codesWhere(() => true)],
      ['filter_cost_currency=JPY', codesWhere(({ currency }) => currency === 'JPY')],
      ['filter_cost_currency=JPY&filter_cost_from=1', inYen((amount) => amount >= 1)],
      ['filter_cost_currency=JPY&filter_cost_to=9007199254740991', inYen(() => true)],
      ['filter_cost_currency=CNY&filter_cost_from=10&filter_cost_to=10', codesWhere(({ cost }) => cost === 10)],
      ['filter_origin_has=AI', codesWhere(({ origin }) => /ai/i.test(String(origin)))],
      ['filter_origin_has=fai', codesWhere(({ origin }) => /fai/i.test(String(origin)))],
      ['filter_origin_has=%25', []],
      ['filter_origin_is=FAIR', codesWhere(({ origin }) => /^fair$/i.test(String(origin)))],
      ['filter_origin_is=fai', []],
      ['filter_origin_is=ai', []],
      ['filter_origin_is=f_ir', []],
      ['filter_round_from=&filter_cost_to=&filter_origin_has=', codesWhere(() => true)],
      ['filter_round_from=2&filter_width_to=2.5&search=second', codesWhere(({ code }) => code === 'second')],
    ];
    for (const [query, expected] of cases)
      expect([query, await codes(cast.admin, `&${query}`)]).toEqual([query, expected]);
    expect(cases.filter(([, found]) => found.length > 0 && found.length < items.length).length).toBeGreaterThan(8);
    // Export and totals contain only these records, and each role gets only its own.
    const found = await ok(cast.admin.get(`${path}/totals?filter_round_from=2&filter_round_to=3`));
    expect(found.total).toBe(2);
    const csv = String((await cast.admin.get(`${path}/export?filter_round_from=2&filter_round_to=3`)).body);
    expect(['first', 'second', 'third'].map((code) => csv.includes(`${code},`))).toEqual([false, true, true]);
    expect(await codes(cast.customer, '&filter_round_from=-5')).toEqual(['first', 'second', 'third', 'fourth']);
  });

  it.each<[string, string]>([
    ['filter_round_from=x', 'filter_round_from'],
    ['filter_round_from=1.5', 'filter_round_from'],
    ['filter_round_from=1,2', 'filter_round_from'],
    ['filter_round_to=2147483648', 'filter_round_to'],
    ['filter_round_to=-99999999999999999999', 'filter_round_to'],
    ["filter_round_to=1'--", 'filter_round_to'],
    ['filter_round_from=3&filter_round_to=2', 'filter_round_to'],
    ['filter_width_from=2.5555', 'filter_width_from'],
    ['filter_width_from=NaN', 'filter_width_from'],
    ['filter_width_to=1e3', 'filter_width_to'],
    [`filter_width_to=${'9'.repeat(4000)}`, 'filter_width_to'],
    ['filter_width_from=10&filter_width_to=9.5', 'filter_width_to'],
    ['filter_due_on_from=2030-02-29', 'filter_due_on_from'],
    ['filter_due_on_to=2030-02-28T00:00:00Z', 'filter_due_on_to'],
    ['filter_due_on_from=2031-01-01&filter_due_on_to=2030-12-31', 'filter_due_on_to'],
    ['filter_until_from=2030-02-28', 'filter_until_from'],
    ['filter_until_to=infinity', 'filter_until_to'],
    ['filter_until_from=2030-01-01T08:00:00Z&filter_until_to=2030-01-01T08:00:00%2B08:00', 'filter_until_to'],
    ['filter_until=2030-01-01T08:00:00Z', 'filter_until'],
    ['filter_cost_from=1', 'filter_cost_currency'],
    ['filter_cost_to=1&filter_cost_currency=', 'filter_cost_currency'],
    ['filter_cost_to=1&filter_cost_currency=USD', 'filter_cost_currency'],
    ['filter_cost_to=12.50&filter_cost_currency=CNY', 'filter_cost_to'],
    ['filter_cost_from=9007199254740992&filter_cost_currency=CNY', 'filter_cost_from'],
    ['filter_origin_has=%00', 'filter_origin_has'],
    ['filter_origin_is=%00', 'filter_origin_is'],
    [`filter_origin_has=${'x'.repeat(201)}`, 'filter_origin_has'],
    ['filter_origin_from=a', 'filter_origin_from'],
    ['filter_round_has=1', 'filter_round_has'],
    ['filter_round_from=1&filter_round_from=2', 'filter_round_from'],
  ])('refuses %s and names the parameter', async (query, named) => {
    for (const end of ['list', 'export', 'totals'])
      expect([end, fieldsOf(await cast.admin.get(`${path}/${end}?${query}`))]).toEqual([end, [422, [named]]]);
  });

  it('is sorted by what a column holds, and refuses other parameters', async () => {
    const sorted = async (by: string) =>
      (await ok(cast.admin.get(`${path}/list?sort=${by}`))).items.map(({ code }: { code: string }) => code);
    expect((await sorted('round'))[0]).toBe('first');
    // Those without a cost are last, in both directions (issue 33, section 4).
    expect([(await sorted('cost'))[0], (await sorted('-cost'))[0]]).toEqual(['third', 'first']);
    expect((await sorted('-number')).at(-1)).toBe('first');
    for (const by of ['until', '-initials', 'width', '-area', 'due_on', 'visit_at', 'enterprise_id', 'urgent'])
      expect(await sorted(by)).toHaveLength(5);
    for (const query of [
      'sort=days_left',
      'sort=tags',
      'sort=topics',
      'sort=plan',
      'filter_round=x',
      'filter_round=-9999999999',
      'filter_cost=1',
      'filter_width=x',
      'filter_width=2.5555',
      'filter_due_on=2030-2-1',
      'filter_due_on=2030-02-29',
    ])
      expect((await cast.admin.get(`${path}/list?${query}`)).status).toBe(422);
  });

  it('is summed under its list, by currency and by unit, for the rows and the fields of the caller', async () => {
    const totals = async (client: Client, query = '') => ok(client.get(`${path}/totals${query}`));
    const stored = { name: 'Vault', code: 'VAULT', deployment_id: 2, category_id: 1002, metering: 'value', unit: 'TB' };
    const { id: product } = await ok(cast.admin.post('/v1/product', stored));
    for (const crew of [2, 3]) await ok(cast.admin.post(one('second'), { crew, about: { product } }));
    const all = await totals(cast.admin);
    expect(all).toMatchObject({ total: 5, groups: [] });
    expect(all.sums).toEqual([
      { field: 'cost', of: 'CNY', sum: '10' },
      { field: 'cost', of: 'JPY', sum: '4000000000000' },
      { field: 'round', of: null, sum: String(-5 + 2 + 3 + 4 + 1) },
      { field: 'crew', of: null, sum: '7' },
      { field: 'crew', of: 'TB', sum: '3' },
      { field: 'width', of: null, sum: '13.125' },
      { field: 'total_cost', of: 'JPY', sum: '4000000000000' },
    ]);
    expect((await totals(cast.sales)).total).toBe(4);
    const own = await totals(cast.customer, '?filter_method=visit&search=first');
    expect(own).toEqual({
      total: 1,
      groups: [],
      sums: [
        { field: 'cost', of: 'JPY', sum: '4000000000000' },
        { field: 'round', of: null, sum: '-5' },
        { field: 'width', of: null, sum: '3.125' },
        { field: 'total_cost', of: 'JPY', sum: '4000000000000' },
      ],
    });
    const byState = await totals(cast.admin, '?group_by=status');
    expect(byState.groups.map(({ value, total }: { value: number; total: number }) => [value, total])).toEqual([
      [0, 5],
    ]);
    const byDay = await totals(cast.admin, '?group_by=due_on');
    expect(byDay.groups.map(({ value, total }: { value: string; total: number }) => [value, total])).toEqual([
      ['2030-02', 1],
      ['2031-01', 4],
    ]);
    const byMonth = await totals(cast.admin, '?group_by=visit_at&time_zone=Asia/Shanghai&filter_method=remote,visit');
    expect(byMonth.groups.map(({ value, total }: { value: string; total: number }) => [value, total])).toEqual([
      ['2030-05', 1],
      ['2030-06', 4],
    ]);
    expect(byMonth.groups[0].sums).toContainEqual({ field: 'cost', of: 'JPY', sum: '4000000000000' });
    expect((await totals(cast.admin, '?group_by=urgent')).groups.map(({ value }: { value: boolean }) => value)).toEqual(
      [false, true],
    );
    expect(await totals(cast.admin, '?search=no%20such')).toEqual({ total: 0, sums: [], groups: [] });
    for (const query of ['group_by=code', 'group_by=x', 'sort=code', 'page=1', 'filter_x=1', 'time_zone=Mars/One'])
      expect((await cast.admin.get(`${path}/totals?${query}`)).status).toBe(422);
    expect((await cast.admin.get('/v1/survey_finding/totals')).status).toBe(404);
  });

  it('works out in the database what lists show, narrow, sort and sum by', async () => {
    const made = async (code: string, more: object) =>
      (await ok(cast.admin.post(path, least(code, { until: null, ...more })))).id;
    // Overdue, but not long enough for the scheduled step.
    const past = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
    const late = await made('worked1', { round: 71, due_on: past, cost: 250, hours: 3 });
    const soon = await made('worked2', { round: 72, due_on: '2999-01-31', cost: 5_000_000_000_000, hours: 9000 });
    const own = async (id: number) => ok(cast.customer.get(`${path}/${id}`));
    expect(await own(late)).toMatchObject({ late: true, total_cost: 750, spare: 1, volume: null });
    const measured = await ok(cast.admin.post(`${path}/${late}`, { area: '2.50', width: '0.333' }));
    expect(measured.volume).toBe('0.833');
    // A result that is too large for a number of the API is null.
    expect(await own(soon)).toMatchObject({ late: false, total_cost: null });
    expect(await codes(cast.customer, '&filter_late=true')).toEqual(['worked1']);
    expect(await codes(cast.customer, '&filter_late=false&search=worked')).toEqual(['worked2']);
    expect(fieldsOf(await cast.admin.post(`${path}/${late}`, { late: false, total_cost: 1 }))).toEqual([
      422,
      ['late', 'total_cost'],
    ]);
    await ok(cast.admin.post(`${path}/${soon}`, { cost: 1, hours: 2 }));
    const { items } = await ok(cast.sales.get(`${path}/list?sort=total_cost&search=worked`));
    expect(items.map(({ total_cost }: { total_cost: number }) => total_cost)).toEqual([2, 750]);
    const { sums } = await ok(cast.sales.get(`${path}/totals?search=worked`));
    expect(sums).toContainEqual({ field: 'total_cost', of: 'CNY', sum: '752' });
    expect((await cast.sales.get(`${path}/export?search=worked1`)).body).toContain(',true,7.50');
    expect((await cast.sales.get(`${path}/list?sort=-late&filter_late=maybe`)).status).toBe(422);
    for (const id of [late, soon]) await ok(cast.admin.delete(`${path}/${id}`));
  });

  it('is exported as its list has it', async () => {
    const { body } = await cast.sales.get(`${path}/export?sort=id`);
    const [head, first, ...rest] = String(body).trim().split('\r\n');
    expect(rest).toHaveLength(3);
    expect(head).toContain('Survey code,Sheet number,Customer,Product,Surveyor,Grade,Method');
    for (const text of [
      'first,S-first,Enterprise FIRST,Mover,',
      'Difficult,On site,true',
      '4000000000000,Yen,-0.50,3.125,2030-02-28',
      'Berlin',
      '吊车',
      'Asked for',
    ])
      expect(first).toContain(text);
    expect((await cast.customer.get(`${path}/export`)).body).not.toContain('Surveyor');
  });

  it('comes back from its own export, value by value, and by what its references are called', async () => {
    const exported = async (query: string) =>
      parse<string[]>(
        String((await cast.admin.get(`${path}/export${query}`)).body)
          .replace('\uFEFF', '')
          .trim(),
      ).data;
    const [headings = [], ...lines] = await exported('?sort=id&filter_round=-5,2&search=S');
    const names = matchHeadings(importableFields(siteSurvey, 'SuperAdmin'), headings);
    // The surveyor would get a notice for each record.
    const at = names.flatMap((name, index) => (name && name !== 'surveyor_id' ? [index] : []));
    const change = (name: string, text: string) => (name === 'code' || name === 'serial' ? `again-${text}` : text);
    const columns = at.map((index) => names[index] ?? '');
    const rows = lines.map((line) =>
      at.map((index) =>
        names[index] === 'round' ? '50' : change(names[index] ?? '', unescapeFormula(line[index] ?? '')),
      ),
    );
    // An amount is exported with its currency; otherwise 5,000 yen would be imported as yuan.
    expect(columns.indexOf('currency')).toBe(columns.indexOf('cost') + 1);
    const body = { columns: [...columns, 'gate_code'], rows: rows.map((row) => [...row, 'B-16']) };
    expect(await ok(cast.admin.post(`${path}/import`, body))).toMatchObject({ created: lines.length, mistakes: [] });
    const again = (await exported('?sort=id&search=again-')).slice(1);
    const same = (all: string[][]) =>
      all.map((line) =>
        at.filter((index) => names[index] !== 'round').map((index) => line[index]?.replace('again-', '')),
      );
    expect(same(again)).toEqual(same(lines));
    expect(lines).toHaveLength(2);
    for (const { id } of (await ok(cast.admin.get(`${path}/list?search=again-`))).items)
      await ok(cast.admin.delete(`${path}/${id}`));
  });

  it('is the same after its own export was imported, and changes in each edited cell alone', async () => {
    const answer = await cast.app.request(`${path}/export?format=xlsx&sort=id`, {
      headers: { authorization: cast.admin.key },
    });
    const table = readTable(new Uint8Array(await answer.arrayBuffer()));
    const fields = updatableFields(siteSurvey, 'SuperAdmin', 'id');
    const file = toFileRows(table, { headingRow: findHeadingRow(table, fields) });
    const sheet = toImportSheet(file, matchHeadings(fields, file.headings), fields, 'id');
    const tried = (rows: readonly (readonly string[])[], language = 'en') =>
      ok(cast.admin.post(`${path}/import`, { ...sheet, rows, dry_run: true }, { 'X-LANG': language }));
    const all = sheet.rows.length;
    expect(all).toBeGreaterThan(2);
    for (const language of ['en', 'zh'])
      expect(await tried(sheet.rows, language)).toMatchObject({ counts: { new: 0, changed: 0, same: all, wrong: 0 } });
    const round = sheet.columns.indexOf('round');
    const rows = sheet.rows.map((row, at) =>
      at === 0 ? row.map((cell, column) => (column === round ? '7' : cell)) : row,
    );
    const { changes, counts, mistakes } = await tried(rows);
    expect([mistakes, counts]).toEqual([[], { new: 0, changed: 1, same: all - 1, wrong: 0 }]);
    expect(changes).toMatchObject([{ row: 0, field: 'round', after: '7' }]);
  });

  it('is imported within what is the caller’s, all or nothing', async () => {
    const columns = ['code', 'method', 'visit_at', 'enterprise_id', 'place.city', 'gate_code'];
    const mine = ['in-1', '现场', '2030-06-01T08:00:00Z', 'enterprise first', 'Berlin', 'B-15'];
    const foreign = ['in-2', 'remote', '2030-06-01T08:00:00Z', 'Enterprise SECOND', '', 'B-15'];
    const send = async (client: Client, rows: string[][]) =>
      ok(client.post(`${path}/import`, { columns, rows, dry_run: true }));
    expect(await send(cast.sales, [mine])).toEqual({ rows: 1, created: 0, mistakes: [] });
    const { created, mistakes } = await send(cast.sales, [mine, foreign]);
    expect([created, mistakes.map(({ row, field }: { row: number; field: string }) => [row, field])]).toEqual([
      0,
      [
        [1, 'enterprise_id'],
        [1, 'place.city'],
      ],
    ]);
    expect((await worker.post(`${path}/import`, { columns, rows: [mine] })).status).toBe(403);
    const twins = {
      columns: ['name', 'survey_id'],
      rows: [
        ['Dust', 'first'],
        ['dust', 'FIRST'],
        ['Dust', 'first'],
      ],
    };
    expect((await ok(cast.admin.post('/v1/survey_finding/import', twins))).mistakes).toEqual(
      [1, 2].flatMap((row) =>
        ['survey_id', 'name'].map((field) => ({ row, field, message: 'This value is already in use' })),
      ),
    );
    const unnamed = { ...twins, rows: [['Fire', 'first']] };
    expect((await ok(cast.admin.post('/v1/survey_finding/import', unnamed))).mistakes).toEqual([
      { row: 0, field: 'finder_id', message: 'The current item cannot be empty' },
    ]);
    expect(await codes(cast.admin)).toHaveLength(5);
  });

  it('goes through its steps, for whom and when they are', async () => {
    const plan = { status: 1, visit_at: '2030-07-01T08:00:00Z', cost: null, round: null, place: { checked: true } };
    expect((await cast.customer.post(one('first'), plan)).status).toBe(403);
    await ok(cast.sales.post(one('third'), { sheet: { place: { city: 'Paris' } } }));
    expect((await cast.sales.post(one('third'), plan)).status).toBe(422);
    expect(fieldsOf(await cast.sales.post(one('first'), { status: 1 }))).toEqual([422, ['visit_at']]);
    const planned = await ok(cast.sales.post(one('first'), plan));
    expect(planned).toMatchObject({
      status: 1,
      cost: null,
      round: 1,
      visit_at: '2030-07-01T08:00:00.000Z',
      sheet: { place: { city: 'Berlin', floor: -9, checked: true } },
    });
    expect(fieldsOf(await cast.operations.post(one('first'), { status: 2, strange: 1 }))).toEqual([
      422,
      ['strange', 'verdict'],
    ]);
    const dust = { name: 'Dust', survey_id: ids['first'] };
    const { id: finding } = await ok(cast.admin.post('/v1/survey_finding', dust));
    const twice = { status: 2, verdict: 'Good', notice: 'Dust' };
    expect(fieldsOf(await cast.operations.post(one('first'), twice))).toEqual([422, ['name', 'survey_id']]);
    expect(await ok(cast.admin.get(one('first')))).toMatchObject({ status: 1, version: planned.version });
    await ok(cast.admin.delete(`/v1/survey_finding/${finding}`));
    const close = { status: 2, verdict: 'Good', notice: 'at once', gate_code: 'B-17' };
    const closed = await ok(cast.operations.post(one('first'), close));
    expect(closed).toMatchObject({ status: 2, verdict: 'Good (at once)', gate_code: 'B-17' });
    expect(Date.now() - Date.parse(closed.closed_at)).toBeLessThan(60_000);
    const { rows } = await cast.database.executeSql("select closer_id from site_surveys where code = 'first'");
    expect(rows).toEqual([{ closer_id: cast.operations.id }]);
    expect(fieldsOf(await cast.admin.post(one('first'), { urgent: true }))).toEqual([422, ['status']]);
    await ok(cast.customer.post(one('fourth'), { status: 9 }));
    expect(await codes(cast.operations)).not.toContain('fourth');
  });

  it('is acted on beside its steps, by whom and while it may be', async () => {
    const postpone = (client: Client, name: string, body: object) => client.post(`${one(name)}/postpone`, body);
    const { visit_at } = await ok(cast.sales.get(one('third')));
    expect((await postpone(cast.customer, 'third', { days: 2 })).status).toBe(403);
    expect((await postpone(cast.otherSales, 'third', { days: 2 })).status).toBe(404);
    expect(fieldsOf(await postpone(cast.sales, 'third', { days: 0, strange: 1 }))).toEqual([422, ['days', 'strange']]);
    expect(fieldsOf(await postpone(cast.operations, 'first', { days: 2 }))).toEqual([422, ['days']]);
    const moved = await ok(postpone(cast.sales, 'third', { days: 2 }));
    expect(new Date(moved.visit_at).getTime() - new Date(visit_at).getTime()).toBe(2 * 86_400_000);
    // Input of an action that is also a field of the record is assigned without a rule.
    await ok(cast.sales.post(one('third'), { level: 5, parking: { spots: 4 } }));
    const recount = (body: object) => cast.sales.post(`${one('third')}/recount`, { round: 7, ...body });
    expect(await ok(recount({}))).toMatchObject({ round: 7, urgent: false });
    // Null clears a field as in an edit, and omitted parts of an object do not change.
    expect(await ok(recount({ level: null, parking: { ticket: 'T-1' } }))).toMatchObject({
      level: 2,
      parking: { spots: 4, ticket: 'T-1' },
    });
  });

  it('works out what a required input of a step or an action starts with, where a body says nothing', async () => {
    const day = (at: number) => new Date(at).toISOString().slice(0, 10);
    const begun = await ok(cast.sales.post(path, least('asked', { round: 73, until: null, guide_id: null })));
    const recount = (body: object) => cast.sales.post(`${path}/${begun.id}/recount`, body);
    const today = day(Date.now());
    // Optional input has its default only in the form.
    const alone = await ok(recount({ round: 73 }));
    expect([alone.due_on >= today, alone.due_on, alone.guide_id]).toEqual([true, day(Date.now()), null]);
    expect(await ok(recount({ round: null, due_on: '2030-08-31', again_on: null }))).toMatchObject({
      round: 1,
      due_on: '2030-08-31',
      again_on: '2031-02-28',
    });
    expect(await ok(recount({ round: 74, due_on: null, again_on: '2035-01-01' }))).toMatchObject({
      round: 74,
      due_on: day(Date.now()),
      again_on: '2035-01-01',
    });
    expect(fieldsOf(await recount({ due_on: '9999-12-31' }))).toEqual([422, ['due_on']]);
    await ok(cast.sales.post(`${path}/${begun.id}`, { status: 1, visit_at: '2030-06-02T08:00:00Z' }));
    const close = (body: object) => cast.operations.post(`${path}/${begun.id}`, { status: 2, ...body });
    expect(fieldsOf(await close({ paper_on: 'x' }))).toEqual([422, ['paper_on', 'verdict']]);
    const closed = await ok(close({ verdict: 'Good', paper_on: null }));
    expect(closed.paper_on).toBe(day(Date.now() + 3 * 86_400_000));
    const message = JSON.stringify(document().paths[`${path}/{id}/recount`]?.post?.requestBody);
    expect(message).toContain('left out: due_on plus 6 months');
    expect(message).not.toContain("the caller's id");
    expect(message).not.toContain('"required":[');
  });

  it('holds its fields to each other in a step and an action too, as the record is then', async () => {
    const hard = await ok(cast.sales.post(path, least('hard', { round: 72, until: '2030-06-03T08:00:00Z' })));
    await ok(cast.sales.post(`${path}/${hard.id}`, { grade_id: 3 }));
    const plan = { status: 1, visit_at: '2030-06-02T08:00:00Z' };
    expect(fieldsOf(await cast.sales.post(`${path}/${hard.id}`, plan))).toEqual([422, ['reason']]);
    await ok(cast.sales.post(`${path}/${hard.id}`, { reason: 'Steep' }));
    const late = { ...plan, visit_at: '2030-06-03T08:00:00Z' };
    expect(fieldsOf(await cast.sales.post(`${path}/${hard.id}`, late))).toEqual([422, ['until']]);
    await ok(cast.sales.post(`${path}/${hard.id}`, plan));
    const postponed = await cast.sales.post(`${path}/${hard.id}/postpone`, { days: 1 });
    expect(fieldsOf(postponed)).toEqual([422, ['until']]);
    expect(await ok(cast.sales.get(`${path}/${hard.id}`))).toMatchObject({ visit_at: '2030-06-02T08:00:00.000Z' });
    await ok(cast.sales.post(`${path}/${hard.id}`, { status: 9 }));
  });

  it('tells whom it names of what was done, each in their language, and not who did it', async () => {
    const costErrors = async (client: Client, language: 'en' | 'zh' = 'en'): Promise<string[]> =>
      (await ok(client.get('/v1/notification/list?sort=id', { 'X-LANG': language }))).items
        .map(({ notice_title }: { notice_title: string }) => notice_title)
        .filter((title: string) => /survey|勘察/i.test(title));
    const { name } = await ok(cast.admin.get(`/v1/enterprise/${cast.enterprise}`));
    expect(await costErrors(cast.sales)).toEqual(['Survey first is yours']);
    expect(await costErrors(cast.sales, 'zh')).toEqual(['勘察 first 由您负责']);
    expect(await costErrors(cast.customer)).toEqual([`Survey first at ${name} is planned`]);
    expect(await costErrors(cast.operations)).toEqual(['Survey third is postponed']);
    expect(await costErrors(cast.otherSales)).toEqual([]);
  });

  it('is deleted while it may be, and kept while another needs it', async () => {
    expect((await cast.customer.delete(one('third'))).status).toBe(403);
    expect((await cast.sales.delete(one('first'))).status).toBe(422);
    expect((await cast.sales.delete(one('second'))).status).toBe(422);
    expect((await cast.admin.delete(`/v1/enterprise/${cast.enterprise}`)).status).toBe(422);
    await ok(cast.sales.delete(one('third')));
    expect((await cast.sales.get(one('third'))).status).toBe(404);
    await make(cast.sales, least('third', { round: 3 }));
  });

  describe('joined with many', () => {
    const unchanged = async (client: Client, code = 'joined') => (await ok(client.get(one(code)))).products;
    let [veiled, spare, plain] = [0, 0, 0];

    it('keeps a set of records that the caller may see and pick, and answers them', async () => {
      const product = (code: string, more = {}) =>
        ok(cast.admin.post('/v1/product', { name: code, code, deployment_id: 1, category_id: 1001, ...more }));
      veiled = (await product('Veiled')).id;
      spare = (await product('Spare')).id;
      plain = (await product('Plain', { metering: 'value', unit: 'GB' })).id;
      await ok(cast.admin.post('/v1/user_product', { user_id: cast.sales.id, product_id: spare }));
      const both = [cast.productId, spare];
      const body = least('joined', { round: 30, products: [spare, cast.productId, spare] });
      const made = await ok(cast.sales.post(path, body));
      ids.joined = made.id;
      expect(made).toMatchObject({
        products: both,
        products_there: [
          { id: cast.productId, name: 'Mover' },
          { id: spare, name: 'Spare' },
        ],
      });
      const refused = least('other', { round: 31, products: [spare, veiled, 999_999] });
      expect(fieldsOf(await cast.sales.post(path, refused))).toEqual([422, ['products[1]', 'products[2]']]);
      expect(fieldsOf(await cast.sales.post(path, least('other', { products: [1, 2, 3, 4] })))).toEqual([
        422,
        ['products'],
      ]);
      expect(fieldsOf(await cast.sales.post(path, least('other', { products: ['x', null] })))[0]).toBe(422);
      // A customer sees only its own ones.
      expect(await unchanged(cast.customer)).toEqual([cast.productId]);
      expect((await ok(cast.customer.get(one('joined')))).products_there).toEqual([
        { id: cast.productId, name: 'Mover' },
      ]);
    });

    it('keeps what an editor does not see, and adds and takes away the rest', async () => {
      await ok(cast.admin.post(one('joined'), { products: [veiled, spare] }));
      expect(await unchanged(cast.sales)).toEqual([spare]);
      await ok(cast.sales.post(one('joined'), { products: [cast.productId] }));
      expect(await unchanged(cast.admin)).toEqual([cast.productId, veiled].sort((a, b) => a - b));
      await ok(cast.sales.post(one('joined'), { urgent: true }));
      expect(await unchanged(cast.admin)).toHaveLength(2);
      await ok(cast.sales.post(one('joined'), { products: null }));
      expect(await unchanged(cast.admin)).toEqual([veiled]);
      const { items } = await ok(cast.admin.get('/v1/audit/list?is_paginate=false&search=site_survey'));
      const [last] = items.filter(
        (line: { entity_id: number; action: string }) => line.entity_id === ids.joined && line.action === 'update',
      );
      expect(await ok(cast.admin.get(`/v1/audit/${last.id}`))).toMatchObject({
        before: { products: [cast.productId, veiled].sort((a, b) => a - b) },
        after: { products: [veiled] },
      });
    });

    it('narrows a list by any of them and by all of them, of those that the caller sees', async () => {
      await ok(cast.admin.post(one('joined'), { products: [cast.productId, veiled, plain] }));
      await make(cast.admin, least('joined2', { round: 32, products: [cast.productId] }));
      const found = (client: Client, query: string) => codes(client, `&${query}`);
      expect(await found(cast.admin, `filter_products=${veiled},${cast.productId}`)).toEqual(['joined', 'joined2']);
      expect(await found(cast.admin, `filter_products_all=${veiled},${cast.productId}`)).toEqual(['joined']);
      expect(await found(cast.admin, `filter_products=${spare}`)).toEqual([]);
      expect(await found(cast.sales, `filter_products=${cast.productId}`)).toEqual(['joined', 'joined2']);
      // A filter reveals nothing about records that the caller may not see.
      expect(await found(cast.sales, `filter_products=${veiled}`)).toEqual([]);
      expect(await found(cast.sales, `filter_products_all=${veiled},${cast.productId}`)).toEqual([]);
      for (const query of ['filter_products=x', 'filter_products_all=1,', 'filter_products_any=1', 'sort=products'])
        expect((await cast.admin.get(`${path}/list?${query}`)).status).toBe(422);
      const [line] = (await ok(cast.admin.get(`${path}/list?filter_products_all=${veiled}`))).items;
      expect(line.products_there.map(({ name }: { name: string }) => name)).toEqual(['Mover', 'Veiled', 'Plain']);
    });

    it('is told in the history, of what the caller may see', async () => {
      const costErrors = async (client: Client) => {
        const { items } = await ok(client.get(`/v1/history/site_survey/${ids['joined']}`));
        return items.flatMap(({ after }: { after: Record<string, unknown> }) =>
          Object.hasOwn(after, 'products') ? [after['products']] : [],
        );
      };
      expect((await costErrors(cast.admin))[0]).toEqual([cast.productId, veiled, plain].sort((a, b) => a - b));
      expect(JSON.stringify(await costErrors(cast.sales))).not.toContain(String(veiled));
      expect((await costErrors(cast.sales))[0]).toEqual([cast.productId]);
    });

    it('tells what was changed under the former name of a field', async () => {
      await cast.database.executeSql(`insert into audit (action, entity, entity_id, before, after)
        values ('update', 'site_survey', ${ids['joined']}, '{"source": "Fair"}', '{"source": "Street"}')`);
      const { items } = await ok(cast.admin.get(`/v1/history/site_survey/${ids['joined']}`));
      expect(items[0]).toMatchObject({ before: { origin: 'Fair' }, after: { origin: 'Street' } });
    });

    it('is exported by the names that the caller may see', async () => {
      const text = async (client: Client) => String((await client.get(`${path}/export?search=joined`)).body);
      expect(await text(cast.admin)).toContain('"Mover, Veiled, Plain"');
      expect(await text(cast.sales)).not.toContain('Veiled');
    });

    it('comes back from its export, whatever the records are called', async () => {
      const three = [veiled, spare, plain];
      const call = (id: number, name: string) => ok(cast.admin.post(`/v1/product/${id}`, { name }));
      const exported = async (code: string) => {
        const file = String((await cast.admin.get(`${path}/export?search=${code}`)).body).replace('\uFEFF', '');
        const [headings = [], ...lines] = parse<string[]>(file.trim()).data;
        const line = lines.find((one) => one.includes(code)) ?? [];
        return unescapeFormula(line[headings.indexOf('Products there')] ?? '');
      };
      const columns = ['code', 'method', 'visit_at', 'enterprise_id', 'place.city', 'gate_code', 'round', 'products'];
      const rest = ['wandered', 'remote', '2030-06-01T08:00:00Z', 'Enterprise FIRST', 'Berlin', 'B-15', '33'];
      const name = stringMatching(/^[A-Ca-c0-9,，[\]甲乙"=-][A-Ca-c0-9,，[\]甲乙"= -]{0,6}[A-C1甲]$/);
      await ok(cast.admin.post(one('joined'), { products: three }));
      await assert(
        asyncProperty(tuple(name, name, name), async (names) => {
          for (const [at, id] of three.entries()) await call(id, names[at] ?? '');
          const rows = [[...rest, await exported('joined')]];
          const answer = await ok(cast.admin.post(`${path}/import`, { columns, rows }));
          expect(answer).toEqual({ rows: 1, created: 1, mistakes: [] });
          const [again] = (await ok(cast.admin.get(`${path}/list?search=wandered`))).items;
          expect(again.products).toEqual([...three].sort((a, b) => a - b));
          await ok(cast.admin.delete(`${path}/${again.id}`));
        }),
        { numRuns: scale(12, 100), examples: [[['A, B', 'B', '[1]']], [['1', '2', 'A']]] },
      );
      const unknown = { columns, rows: [[...rest, 'A, nobody']] };
      expect((await ok(cast.admin.post(`${path}/import`, unknown))).mistakes).toMatchObject([{ field: 'products' }]);
      for (const [at, id] of three.entries()) await call(id, ['Veiled', 'Spare', 'Plain'][at] ?? '');
      const gone = "(select id from site_surveys where code = 'wandered')";
      await cast.database.executeSql(
        `delete from site_surveys__products where owner_id in ${gone}; delete from site_surveys where id in ${gone}`,
      );
    });

    it('holds when several edit at once, and lets a record go that others are joined with', async () => {
      const sets = [[cast.productId], [veiled, plain], [plain], [cast.productId, veiled]];
      const done = await Promise.all(sets.map((products) => cast.admin.post(one('joined'), { products })));
      expect(done.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(sets.map((ids) => JSON.stringify(ids.sort((a, b) => a - b)))).toContain(
        JSON.stringify(await unchanged(cast.admin)),
      );
      const { version } = await ok(cast.admin.post(one('joined'), { products: [plain] }));
      const stale = { 'If-Match': `"${version - 1}"` };
      expect((await cast.admin.post(one('joined'), { products: [] }, stale)).status).toBe(422);
      await ok(cast.admin.delete(`/v1/product/${plain}`));
      expect(await unchanged(cast.admin)).toEqual([]);
      expect(fieldsOf(await cast.admin.post(one('joined'), { products: [plain] }))).toEqual([422, ['products[0]']]);
      for (const code of ['joined', 'joined2']) await ok(cast.admin.delete(one(code)));
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
      expect(fieldsOf(await cast.sales.post(path, least('parent', { round: 20, ...wrong })))).toEqual([
        422,
        ['results[1].name', 'results[1].survey_id'],
      ]);
      const lost = { results: [{ name: 'Dust' }, { name: 'Mud', finder_id: 999_999 }] };
      expect(fieldsOf(await cast.sales.post(path, least('parent', { round: 20, ...lost })))).toEqual([
        422,
        ['results[1].finder_id'],
      ]);
      const twice = { results: [{ name: 'Dust' }, { name: 'Dust' }] };
      expect(fieldsOf(await cast.sales.post(path, least('parent', { round: 20, ...twice })))).toEqual([
        422,
        ['results[1].name', 'results[1].survey_id'],
      ]);
      expect([await rows('site_surveys'), await rows('survey_finding')]).toEqual(before);
      const good = { results: [{ name: ' Dust ' }, { name: '泥', finder_id: cast.sales.id }] };
      const made = await ok(cast.sales.post(path, least('parent', { round: 20, ...good })));
      ids.parent = made.id;
      expect(made).toMatchObject({ findings: 2 });
      expect(await under(cast.sales, results, made.id)).toEqual(['Dust', '泥']);
      expect(await under(cast.otherSales, results, made.id)).toEqual([]);
    });

    it('are nothing to a body of who may not make them, nor are others', async () => {
      const body = least('other', { round: 21, results: [{ name: 'Dust' }] });
      expect(fieldsOf(await cast.customer.post(path, body))).toEqual([422, ['results']]);
      expect(fieldsOf(await cast.sales.post(one('parent'), { notes: [] }))).toEqual([422, ['notes']]);
      expect(fieldsOf(await cast.sales.post(path, least('other', { round: 21, notes: [] })))).toEqual([422, ['notes']]);
      const many = Array.from({ length: 101 }, (_, at) => ({ name: `F ${at}` }));
      expect(fieldsOf(await cast.sales.post(path, least('other', { results: many })))).toEqual([422, ['results']]);
      expect((await ok(cast.sales.post(path, least('other', { round: 21, results: null })))).findings).toBe(0);
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
      const id = ids.parent;
      await ok(cast.customer.post(notes, { body: 'Ring at the gate', survey_id: id }));
      const pinned = await ok(cast.sales.post(notes, { body: 'Mind the dog', survey_id: id, pinned: true }));
      const inUse = async () => (await ok(cast.sales.get(one('parent')))).in_use;
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
      const costErrors = (await ok(cast.sales.get(`/v1/timeline/site_survey/${id}`))).items as Record<
        string,
        unknown
      >[];
      expect(costErrors.map(({ part, kind, detail }) => [part, kind, detail])).toEqual(
        expect.arrayContaining([
          ['', 'create', null],
          ['', 'visit', null],
          ['results', 'found', expect.any(String)],
          ['notes', 'create', 'Ring at the gate'],
        ]),
      );
      expect(fieldsOf(await cast.sales.delete(one('parent')))).toEqual([422, ['_']]);
      const found = (await ok(cast.sales.get(`${results}/list?filter_survey_id=${id}`))).items;
      for (const finding of found) await ok(cast.sales.delete(`${results}/${finding.id}`));
      // Its children would be deleted too, and one of them may not be.
      expect([await inUse(), await uses()]).toEqual([true, [['survey_note', 1]]]);
      expect(fieldsOf(await cast.sales.delete(one('parent')))).toEqual([422, ['_']]);
      expect(await under(cast.admin, notes, id)).toEqual(['Ring at the gate', 'Mind the dog']);
      await ok(cast.sales.post(`${notes}/${pinned.id}`, { pinned: false }));
      expect([await inUse(), await uses()]).toEqual([false, []]);
      await ok(cast.sales.delete(one('parent')));
      expect(await under(cast.admin, notes, id)).toEqual([]);
      expect((await cast.admin.get(`${notes}/${pinned.id}`)).status).toBe(404);
      const unchanged = await cast.database.executeSql(
        'select p.deleted_at = n.deleted_at as same from survey_note n join site_surveys p on p.id = n.survey_id',
      );
      expect(unchanged.rows).toEqual([{ same: true }, { same: true }]);
      const { items } = await ok(cast.admin.get('/v1/audit/list?is_paginate=false&search=survey_note'));
      expect(items.filter(({ action }: { action: string }) => action === 'remove')).toHaveLength(2);
      expect(fieldsOf(await cast.sales.post(notes, { body: 'Too late', survey_id: id }))).toEqual([422, ['survey_id']]);
    });

    it('leave none behind when one is added while its parent is deleted', async () => {
      const parent = await make(cast.sales, least('hasty', { round: 22 }));
      const note = (body: string) => cast.sales.post(notes, { body, survey_id: parent });
      const deleted = cast.admin.delete(one('hasty'));
      const added = await Promise.all(['1', '2', '3', '4'].map(note));
      expect((await deleted).status).toBe(200);
      for (const { status } of added) expect([200, 422]).toContain(status);
      expect(await under(cast.admin, notes, parent)).toEqual([]);
    });
  });

  it('is taken through a step by the clock when it is time, once, and the audit names nobody', async () => {
    const due = (code: string, due_on: string, round: number) =>
      make(cast.admin, { ...least(code, { due_on, round }), surveyor_id: cast.sales.id } as never);
    await due('overdue', '1999-01-01', 81);
    await due('in_time', '1999-01-03', 82);
    const clock = () =>
      takeScheduledSteps(
        (work) => cast.product.inTransaction((context) => work({ ...context, now: new Date('1999-02-01T12:00:00Z') })),
        surveyContract.entities,
        (error) => expect.unreachable(String(error)),
        new StepBackoff(),
      );
    await Promise.all([clock(), clock()]);
    await clock();
    expect(await ok(cast.admin.get(one('overdue')))).toMatchObject({
      status: 9,
      verdict: 'Nobody came',
      closed_at: '1999-02-01T12:00:00.000Z',
      version: 2,
      summary: 'Nobody came to overdue',
    });
    expect(await ok(cast.admin.get(one('in_time')))).toMatchObject({ status: 0, verdict: null, version: 1 });
    const { items } = await ok(cast.admin.get(`/v1/history/site_survey/${ids['overdue']}`));
    expect(items[0]).toMatchObject({ action: 'lapse', actor: null, after: { status: 9, verdict: 'Nobody came' } });
    expect(items).toHaveLength(2);
    const { items: costErrors } = await ok(cast.sales.get('/v1/notification/list?sort=-id'));
    expect(costErrors.filter(({ notice_title }: { notice_title: string }) => /lapsed/.test(notice_title))).toHaveLength(
      1,
    );
    expect((await cast.admin.post(one('in_time'), { status: 9 })).status).toBe(403);
    const notes = `/v1/survey_note/list?filter_survey_id=${ids['overdue']}`;
    const { version } = await ok(cast.admin.get(one('overdue')));
    expect((await ok(cast.admin.get(notes))).items).toMatchObject([
      { body: 'Nobody came', pinned: true, author: null, state: 9, version_then: version },
    ]);
    // The `afterwards` effect of the step is a job that runs once.
    const findings = `/v1/survey_finding/list?filter_survey_id=${ids['overdue']}`;
    await expect.poll(async () => (await ok(cast.admin.get(findings))).items).toMatchObject([{ name: 'Call them' }]);
  });

  it('that refuses the step of the clock is tried again after ever longer, and at once when it was changed', async () => {
    const id = await make(cast.admin, {
      ...least('stuck', { due_on: '1999-01-01', round: 84 }),
      surveyor_id: cast.sales.id,
    } as never);
    await cast.database.executeSql(`
      create function refuse_lapse() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$;
      create trigger refuse_lapse before update on site_surveys for each row
        when (new.id = ${id} and new.status = 9) execute function refuse_lapse()`);
    const waits = new StepBackoff();
    const refusals: unknown[] = [];
    const triesAfter = async (minutes: number) => {
      const now = new Date(Date.UTC(1999, 0, 31, 12, minutes));
      const work: typeof cast.product.inTransaction = (given) =>
        cast.product.inTransaction((context) => given({ ...context, now }));
      await takeScheduledSteps(work, surveyContract.entities, (error) => refusals.push(error), waits);
      return refusals.length;
    };
    const seen: number[] = [];
    for (const minutes of [0, 1, 2, 3, 5, 6, 13]) seen.push(await triesAfter(minutes));
    expect(seen).toEqual([1, 1, 2, 2, 2, 3, 3]);
    await ok(cast.admin.post(one('stuck'), { round: 85 }));
    expect(await triesAfter(13)).toBe(4);
    await cast.database.executeSql('drop function refuse_lapse cascade');
    expect(await triesAfter(15)).toBe(4);
    expect(await ok(cast.admin.get(one('stuck')))).toMatchObject({ status: 9 });
  });

  it('keeps its step when what follows throws, tries that again, and keeps it as failed in the end', async () => {
    const findings = async (code: string) =>
      (await ok(cast.admin.get(`/v1/survey_finding/list?filter_survey_id=${ids[code]}`))).items;
    const jobOf = async (code: string) =>
      (
        await cast.database.executeSql(
          `select attempts, error, failed_at is not null as failed from job where queue = 'effect' and data ->> 'id' = '${ids[code]}'`,
        )
      ).rows[0];
    const lapses = async (code: string, round: number) => {
      await make(cast.admin, least(code, { due_on: '1999-01-01', round }));
      const work: typeof cast.product.inTransaction = (given) =>
        cast.product.inTransaction((context) => given({ ...context, now: new Date('1999-02-01T12:00:00Z') }));
      await takeScheduledSteps(
        work,
        surveyContract.entities,
        (error) => expect.unreachable(String(error)),
        new StepBackoff(),
      );
      expect(await ok(cast.admin.get(one(code)))).toMatchObject({ status: 9, summary: `Nobody came to ${code}` });
    };
    await cast.database.executeSql(`
      create function refuse_call() returns trigger language plpgsql as $$ begin raise exception 'nobody answers'; end $$;
      create trigger refuse_call before insert on survey_finding for each row
        when (new.name = 'Call them') execute function refuse_call()`);
    await lapses('again', 86);
    await lapses('never', 87);
    await expect.poll(() => jobOf('again')).toMatchObject({ error: 'nobody answers', failed: false });
    // The next try is the last one.
    const shorten = `update job set attempts = 5, due_at = now()
      where data ->> 'id' = '${ids['never']}' and not held and error is not null returning id`;
    await expect.poll(async () => (await cast.database.executeSql(shorten)).rows).toHaveLength(1);
    await expect.poll(() => jobOf('never'), { timeout: 20_000 }).toMatchObject({ attempts: 6, failed: true });
    expect([await findings('again'), await findings('never')]).toEqual([[], []]);
    await cast.database.executeSql('drop function refuse_call cascade');
    await expect.poll(() => findings('again'), { timeout: 20_000 }).toMatchObject([{ name: 'Call them' }]);
    await expect.poll(() => jobOf('again')).toBeUndefined();
    expect([await findings('never'), (await jobOf('never'))?.error]).toEqual([[], 'nobody answers']);
  });

  it('is told in the audit, without its secrets', async () => {
    const { items } = await ok(cast.admin.get('/v1/audit/list?is_paginate=false&search=site_survey'));
    const lines = items.filter((line: { entity: string }) => line.entity === 'site_survey');
    const done = lines.map(({ action }: { action: string }) => action);
    expect(new Set(done)).toEqual(
      new Set([
        'create',
        'update',
        'plan',
        'close',
        'call_off',
        'lapse',
        'postpone',
        'recount',
        'remove',
        'export',
        'import',
      ]),
    );
    const whole = await Promise.all(lines.map(({ id }: { id: number }) => ok(cast.admin.get(`/v1/audit/${id}`))));
    expect(JSON.stringify(whole)).not.toMatch(/B-1\d|open sesame/);
    const closed = whole.filter(({ action }) => action === 'close').map(({ after }) => after);
    expect(closed).toContainEqual(expect.objectContaining({ gate_code: '***', status: 2 }));
    const stored = await cast.database.executeSql('select gate_code from site_surveys');
    expect(stored.rows).toHaveLength(41);
    expect(JSON.stringify(stored.rows)).not.toMatch(/""|B-1\d/);
  });
});

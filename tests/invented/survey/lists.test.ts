import { afterAll, beforeAll, expect, it } from 'vitest';
import { forAnyEngine } from '../../support/database.ts';
import { type Client, ok } from '../../support/product.ts';
import {
  createSurveys,
  document,
  refusedFields,
  type SurveyCast,
  startSurveys,
  surveyPath,
} from '../../support/survey/cast.ts';

forAnyEngine('the lists of an entity that uses every kind and option', (engine) => {
  let cast: SurveyCast;

  beforeAll(async () => {
    cast = await startSurveys(engine);
    await createSurveys(cast);
    const finding = { name: 'Dust', survey_id: cast.ids.second, finder_id: cast.worker.id };
    await ok(cast.sales.post('/v1/survey_finding', finding));
  });
  afterAll(() => cast.close());

  it('says in the document what the bounds of a quantity are of', () => {
    const { parameters = [] } = document().paths?.[`${surveyPath}/list`]?.get ?? {};
    const described = (name: string) =>
      parameters.map((one) => one as { name: string; description: string }).find((one) => one.name === name)
        ?.description;
    expect(described('filter_crew_from')).toBe(
      'Crew, from, each record in the unit of its product, which filter_product_id fixes / 人数，不小于，各按其产品的单位计，单位可由 filter_product_id 限定',
    );
    expect(described('filter_width_from')).toMatch(/^Width, from /);
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
    expect(await cast.codes(cast.admin, query)).toEqual(expected);
  });

  it('is narrowed between bounds, and by a part of a text, as its rows say', async () => {
    interface Item extends Record<string, unknown> {
      readonly code: string;
    }
    const { items } = await ok(cast.admin.get(`${surveyPath}/list?sort=id`));
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
      expect([query, await cast.codes(cast.admin, `&${query}`)]).toEqual([query, expected]);
    expect(cases.filter(([, found]) => found.length > 0 && found.length < items.length).length).toBeGreaterThan(8);
    // Export and totals contain only these records, and each role gets only its own.
    const found = await ok(cast.admin.get(`${surveyPath}/totals?filter_round_from=2&filter_round_to=3`));
    expect(found.total).toBe(2);
    const csv = String((await cast.admin.get(`${surveyPath}/export?filter_round_from=2&filter_round_to=3`)).body);
    expect(['first', 'second', 'third'].map((code) => csv.includes(`${code},`))).toEqual([false, true, true]);
    expect(await cast.codes(cast.customer, '&filter_round_from=-5')).toEqual(['first', 'second', 'third', 'fourth']);
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
      expect([end, refusedFields(await cast.admin.get(`${surveyPath}/${end}?${query}`))]).toEqual([
        end,
        [422, [named]],
      ]);
  });

  it('is sorted by what a column holds, and refuses other parameters', async () => {
    const sorted = async (by: string) =>
      (await ok(cast.admin.get(`${surveyPath}/list?sort=${by}`))).items.map(({ code }: { code: string }) => code);
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
      expect((await cast.admin.get(`${surveyPath}/list?${query}`)).status).toBe(422);
  });

  it('is summed under its list, by currency and by unit, for the rows and the fields of the caller', async () => {
    const totals = async (client: Client, query = '') => ok(client.get(`${surveyPath}/totals${query}`));
    const stored = { name: 'Vault', code: 'VAULT', deployment_id: 2, category_id: 1002, metering: 'value', unit: 'TB' };
    const { id: product } = await ok(cast.admin.post('/v1/product', stored));
    for (const crew of [2, 3]) await ok(cast.admin.post(cast.pathOf('second'), { crew, about: { product } }));
    const all = await totals(cast.admin);
    expect(all).toMatchObject({ total: 5, groups: [] });
    expect(all.sums).toEqual([
      { field: 'cost', of: 'CNY', sum: '10' },
      { field: 'cost', of: 'JPY', sum: '4000000000000' },
      { field: 'round', of: null, sum: String(-5 + 2 + 3 + 4 + 1) },
      { field: 'crew', of: null, sum: '7' },
      { field: 'crew', of: 'TB', sum: '3' },
      { field: 'width', of: null, sum: '13.125' },
      { field: 'total_cost', of: 'JPY', sum: '8000000000000' },
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
        { field: 'total_cost', of: 'JPY', sum: '8000000000000' },
      ],
      averages: [
        { field: 'cost', of: 'JPY', average: '4000000000000' },
        { field: 'round', of: null, average: '-5' },
        { field: 'width', of: null, average: '3.125' },
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
    expect(await totals(cast.admin, '?search=no%20such')).toEqual({ total: 0, sums: [], averages: [], groups: [] });
    for (const query of ['group_by=code', 'group_by=x', 'sort=code', 'page=1', 'filter_x=1', 'time_zone=Mars/One'])
      expect((await cast.admin.get(`${surveyPath}/totals?${query}`)).status).toBe(422);
    expect((await cast.admin.get('/v1/survey_finding/totals')).status).toBe(404);
  });

  it('has averages over the records that have a value, by currency and by unit, in total and by group', async () => {
    const { items } = await ok(cast.admin.get(`${surveyPath}/list?per_page=100`));
    const answer = await ok(cast.admin.get(`${surveyPath}/totals?group_by=method`));
    const meanOf = (values: readonly unknown[], places: number) => {
      const numbers = values.filter((value) => value !== null).map(Number);
      const mean = numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
      return numbers.length > 0 ? Number(mean.toFixed(places)) : undefined;
    };
    type Item = Record<string, unknown>;
    type Found = { field: string; of: string | null; average: string };
    const averageIn = ({ averages }: { averages: Found[] }, field: string, of: string | null) => {
      const found = averages.find((one) => one.field === field && one.of === of);
      return found && Number(found.average);
    };
    const parts = [
      [answer, items],
      ...answer.groups.map((group: Item) => [group, items.filter((one: Item) => one['method'] === group['value'])]),
    ];
    expect(parts.length).toBeGreaterThan(2);
    for (const [part, own] of parts as [{ averages: Found[] }, Item[]][]) {
      expect(averageIn(part, 'round', null)).toBe(
        meanOf(
          own.map((one) => one['round']),
          2,
        ),
      );
      expect(averageIn(part, 'width', null)).toBe(
        meanOf(
          own.map((one) => one['width']),
          3,
        ),
      );
      for (const currency of ['CNY', 'JPY'])
        expect(averageIn(part, 'cost', currency)).toBe(
          meanOf(
            own.filter((one) => one['currency'] === currency).map((one) => one['cost']),
            0,
          ),
        );
    }
    // Records without a crew do not count; one has its crew in another unit.
    const crews = items.filter((one: Item) => one['crew'] !== null).length;
    expect(crews).toBeLessThan(items.length);
    expect(averageIn(answer, 'crew', 'TB')).toBe(3);
    expect(averageIn(answer, 'crew', null)).toBe(Number((7 / (crews - 1)).toFixed(2)));
  });

  it('works out in the database what lists show, narrow, sort and sum by', async () => {
    const made = async (code: string, more: object) =>
      (await ok(cast.admin.post(surveyPath, cast.minimalBody(code, { until: null, ...more })))).id;
    // Overdue, but not long enough for the scheduled step.
    const past = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
    const late = await made('worked1', { round: 71, due_on: past, cost: 250, hours: 4 });
    const soon = await made('worked2', { round: 72, due_on: '2999-01-31', cost: 5_000_000_000_000, hours: 9000 });
    const own = async (id: number) => ok(cast.customer.get(`${surveyPath}/${id}`));
    expect(await own(late)).toMatchObject({
      late: true,
      total_cost: 1000,
      surcharge: 5,
      spare: 2,
      volume: null,
      done: '50.0',
    });
    expect((await ok(cast.admin.post(`${surveyPath}/${late}`, { level: 3 }))).surcharge).toBe(8);
    expect((await own(late)).done).toBe('75.0');
    expect((await ok(cast.admin.post(`${surveyPath}/${late}`, { hours: 0 }))).done).toBe(null);
    await ok(cast.admin.post(`${surveyPath}/${late}`, { hours: 4 }));
    const measured = await ok(cast.admin.post(`${surveyPath}/${late}`, { area: '2.50', width: '0.333' }));
    expect(measured.volume).toBe('0.833');
    // A result that is too large for a number of the API is null.
    expect(await own(soon)).toMatchObject({ late: false, total_cost: null });
    expect(await cast.codes(cast.customer, '&filter_late=true')).toEqual(['worked1']);
    expect(await cast.codes(cast.customer, '&filter_late=false&search=worked')).toEqual(['worked2']);
    expect(refusedFields(await cast.admin.post(`${surveyPath}/${late}`, { late: false, total_cost: 1 }))).toEqual([
      422,
      ['late', 'total_cost'],
    ]);
    await ok(cast.admin.post(`${surveyPath}/${soon}`, { cost: 1, hours: 2 }));
    const { items } = await ok(cast.sales.get(`${surveyPath}/list?sort=total_cost&search=worked`));
    expect(items.map(({ total_cost }: { total_cost: number }) => total_cost)).toEqual([2, 1000]);
    const { sums } = await ok(cast.sales.get(`${surveyPath}/totals?search=worked`));
    expect(sums).toContainEqual({ field: 'total_cost', of: 'CNY', sum: '1002' });
    expect((await cast.sales.get(`${surveyPath}/export?search=worked1`)).body).toContain(',true,10.00');
    expect((await cast.sales.get(`${surveyPath}/list?sort=-late&filter_late=maybe`)).status).toBe(422);
    for (const id of [late, soon]) await ok(cast.admin.delete(`${surveyPath}/${id}`));
  });
});

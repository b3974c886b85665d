import { parse } from 'papaparse';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unescapeFormula } from '../../../contract/lib/csv.ts';
import { putAt } from '../../../contract/lib/dottedPath.ts';
import { importableFields, matchHeadings, updatableFields } from '../../../contract/lists/import.ts';
import { fieldOf, writePathOf } from '../../../contract/schema/entity.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { valueOfText } from '../../../contract/values/textCodec.ts';
import { siteSurvey } from '../../../examples/service-desk/surveys/siteSurvey.ts';
import { readTable } from '../../../src/resources/import/read/readTable.ts';
import { findHeadingRow, toFileRows, toImportSheet } from '../../../src/resources/import/sheet.ts';
import { forAnyEngine } from '../../support/database.ts';
import { type Client, ok } from '../../support/product.ts';
import { createSurveys, type SurveyCast, startSurveys, surveyPath } from '../../support/survey/cast.ts';

forAnyEngine('the imports and exports of an entity that uses every kind and option', (engine) => {
  let cast: SurveyCast;

  beforeAll(async () => {
    cast = await startSurveys(engine);
    await createSurveys(cast);
    const counted = { deployment_id: 2, category_id: 1002, metering: 'value', unit: 'TB' };
    const { id: product } = await ok(cast.admin.post('/v1/product', { name: 'Vault', code: 'VAULT', ...counted }));
    await ok(cast.admin.post(cast.pathOf('second'), { crew: 3, about: { product } }));
  });
  afterAll(() => cast.close());

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
    const { mistakes } = await ok(cast.admin.post(`${surveyPath}/import`, file));
    let refused = 0;
    for (const [row, text] of hostile.entries()) {
      const body: Record<string, unknown> = {};
      const placeOf = (name: string) => writePathOf(name, fieldOf(siteSurvey, name) as Field);
      for (const [name, field] of columns)
        putAt(body, placeOf(name), valueOfText(field, text, { language: 'en', currency: 'CNY' }));
      const answer = await cast.admin.post(surveyPath, body);
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

  it('holds the rows of a file to the rules inside an object, and names their fields', async () => {
    const columns = ['code', 'method', 'visit_at', 'enterprise_id', 'gate_code', 'place.city', 'place.floor', 'reason'];
    const row = ['parked-2', 'remote', '2030-06-01T08:00:00Z', 'Enterprise first', 'B', 'Berlin'];
    const mistakesOf = async (...rest: string[]) => {
      const body = { columns, rows: [[...row, ...rest]], dry_run: true };
      return (await ok(cast.admin.post(`${surveyPath}/import`, body))).mistakes;
    };
    expect(await mistakesOf('1', 'Steep')).toEqual([
      { row: 0, field: 'reason', message: 'Leave this empty with the other values as they are' },
    ]);
    expect(await mistakesOf('200', '')).toEqual([
      { row: 0, field: 'place.product', message: 'The current item cannot be empty' },
    ]);
  });

  it('is exported as its list has it', async () => {
    const { body } = await cast.sales.get(`${surveyPath}/export?sort=id`);
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
    expect((await cast.customer.get(`${surveyPath}/export`)).body).not.toContain('Surveyor');
  });

  it('comes back from its own export, value by value, and by what its references are called', async () => {
    const exported = async (query: string) =>
      parse<string[]>(
        String((await cast.admin.get(`${surveyPath}/export${query}`)).body)
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
    expect(await ok(cast.admin.post(`${surveyPath}/import`, body))).toMatchObject({
      created: lines.length,
      mistakes: [],
    });
    const again = (await exported('?sort=id&search=again-')).slice(1);
    const same = (all: string[][]) =>
      all.map((line) =>
        at.filter((index) => names[index] !== 'round').map((index) => line[index]?.replace('again-', '')),
      );
    expect(same(again)).toEqual(same(lines));
    expect(lines).toHaveLength(2);
    for (const { id } of (await ok(cast.admin.get(`${surveyPath}/list?search=again-`))).items)
      await ok(cast.admin.delete(`${surveyPath}/${id}`));
  });

  it('is the same after its own export was imported, and changes in each edited cell alone', async () => {
    const answer = await cast.app.request(`${surveyPath}/export?format=xlsx&sort=id`, {
      headers: { authorization: cast.admin.key },
    });
    const table = readTable(new Uint8Array(await answer.arrayBuffer()));
    const fields = updatableFields(siteSurvey, 'SuperAdmin', 'id');
    const file = toFileRows(table, { headingRow: findHeadingRow(table, fields) });
    const sheet = toImportSheet(file, matchHeadings(fields, file.headings), fields, 'id');
    const tried = (rows: readonly (readonly string[])[], language = 'en') =>
      ok(cast.admin.post(`${surveyPath}/import`, { ...sheet, rows, dry_run: true }, { 'X-LANG': language }));
    const all = sheet.rows.length;
    expect(all).toBeGreaterThan(2);
    for (const language of ['en', 'zh'])
      expect(await tried(sheet.rows, language)).toMatchObject({ counts: { new: 0, changed: 0, same: all, wrong: 0 } });
    // Some programs write line breaks within a cell as they end lines.
    for (const end of ['\r\n', '\r']) {
      const rows = sheet.rows.map((row) => row.map((cell) => cell.replaceAll('\n', end)));
      expect(rows).not.toEqual(sheet.rows);
      expect(await tried(rows)).toMatchObject({ counts: { new: 0, changed: 0, same: all, wrong: 0 } });
    }
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
      ok(client.post(`${surveyPath}/import`, { columns, rows, dry_run: true }));
    expect(await send(cast.sales, [mine])).toEqual({ rows: 1, created: 0, mistakes: [] });
    const { created, mistakes } = await send(cast.sales, [mine, foreign]);
    expect([created, mistakes.map(({ row, field }: { row: number; field: string }) => [row, field])]).toEqual([
      0,
      [
        [1, 'enterprise_id'],
        [1, 'place.city'],
      ],
    ]);
    expect((await cast.worker.post(`${surveyPath}/import`, { columns, rows: [mine] })).status).toBe(403);
    const twins = {
      columns: ['name', 'survey_id'],
      rows: [
        ['Dust', 'first'],
        ['dust', 'FIRST'],
        ['Dust', 'first'],
      ],
    };
    expect((await ok(cast.admin.post('/v1/survey_finding/import', twins))).mistakes).toEqual(
      [1, 2].map((row) => ({
        row,
        field: 'survey_id',
        message: 'There is already one with this survey and what was found',
      })),
    );
    const unnamed = { ...twins, rows: [['Fire', 'first']] };
    expect((await ok(cast.admin.post('/v1/survey_finding/import', unnamed))).mistakes).toEqual([
      { row: 0, field: 'finder_id', message: 'The current item cannot be empty' },
    ]);
    expect(await cast.codes(cast.admin)).toHaveLength(5);
  });
});

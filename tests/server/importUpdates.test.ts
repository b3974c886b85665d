import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import { importKeysFor, matchHeadings, mayUpdateByImport, updatableFields } from '../../contract/lists/import.ts';
import { xlsxBytes } from '../../server/http/files/xlsx.ts';
import { readTable } from '../../src/resources/import/read/readTable.ts';
import { findHeadingRow, toCsv, toFileRows, toImportSheet } from '../../src/resources/import/sheet.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { eitherEngine } from '../support/database.ts';
import { type Client, ok } from '../support/product.ts';
import { brief } from '../support/scale.ts';

let cast: Cast;
beforeAll(async () => {
  cast = await startCast(eitherEngine);
});
afterAll(() => cast.close());

const products = '/v1/product';
const columns = ['code', 'name', 'unit'];
const send = (client: Client, rows: readonly (readonly string[])[], more: object = {}) =>
  client.post(`${products}/import`, { columns, rows, key: 'code', ...more });
const byCode = async (code: string) =>
  (await ok(cast.admin.get(`${products}/list?search=${code}`))).items.find(
    (one: { code: string }) => one.code === code,
  );
const make = (code: string, more: object = {}) =>
  ok(cast.admin.post(products, { name: `Name ${code}`, code, deployment_id: 1, category_id: 1001, ...more }));

describe('an import by a key', () => {
  it('says what it would change, cell by cell, and changes exactly that', async () => {
    await make('UP-1', { metering: 'value', unit: 'TB' });
    await make('UP-2');
    const rows = [
      ['up-1', 'Name UP-1', 'GB'],
      ['UP-2', 'Name UP-2', ''],
      ['UP-2x', 'No product', ''],
    ];
    const trial = await ok(send(cast.admin, rows.slice(0, 2), { dry_run: true }));
    expect(trial).toMatchObject({
      created: 0,
      updated: 0,
      counts: { new: 0, changed: 1, same: 1, wrong: 0 },
      mistakes: [],
      versions: [1, 1],
    });
    expect(trial.changes).toContainEqual({ row: 0, field: 'unit', before: 'TB', after: 'GB' });
    expect(await byCode('UP-1')).toMatchObject({ unit: 'TB', version: 1 });
    const wrong = await ok(send(cast.admin, rows));
    expect(wrong.counts).toEqual({ new: 0, changed: 1, same: 1, wrong: 1 });
    expect(wrong.mistakes.every(({ row }: { row: number }) => row === 2)).toBe(true);
    expect(await byCode('UP-1')).toMatchObject({ unit: 'TB', version: 1 });
    const done = await ok(send(cast.admin, rows.slice(0, 2), { versions: trial.versions }));
    expect(done).toMatchObject({ created: 0, updated: 1, counts: { changed: 1, same: 1 } });
    expect(await byCode('UP-2')).toMatchObject({ version: 1 });
    const { items } = await ok(cast.admin.get('/v1/audit/list?search=product&per_page=20'));
    expect(
      items
        .slice(0, 2)
        .map(({ action }: { action: string }) => action)
        .sort(),
    ).toEqual(['import', 'update']);
  });

  it('shows the default that an empty cell stores, and leaves a key in other letters as it is', async () => {
    await make('DEF-1', { metering: 'value', unit: 'TB' });
    const columns = ['code', 'metering'];
    const trial = await ok(send(cast.admin, [['def-1', '']], { columns, dry_run: true }));
    const [change, ...others] = trial.changes;
    expect([change.field, change.after, others]).toEqual(['metering', expect.stringMatching(/\S/), []]);
    await ok(send(cast.admin, [['ｄｅｆ-1', '']], { columns }));
    expect(await byCode('DEF-1')).toMatchObject({ code: 'DEF-1', metering: 'host' });
  });

  it('creates what has no record, in the same file and all together', async () => {
    await make('MIX-1');
    const all = ['code', 'name', 'deployment_id', 'category_id'];
    const rows = [
      ['MIX-1', 'Renamed', '1', '1001'],
      ['MIX-2', 'Added', '1', '1001'],
    ];
    const answer = await ok(send(cast.admin, rows, { columns: all }));
    expect(answer).toMatchObject({ created: 1, updated: 1, counts: { new: 1, changed: 1, same: 0, wrong: 0 } });
    expect([(await byCode('MIX-1')).name, (await byCode('MIX-2')).name]).toEqual(['Renamed', 'Added']);
    const broken = [
      ['MIX-1', 'Renamed again', '1', '1001'],
      ['MIX-3', 'Added', '9', '1001'],
    ];
    expect(await ok(send(cast.admin, broken, { columns: all }))).toMatchObject({ created: 0, updated: 0 });
    expect((await byCode('MIX-1')).name).toBe('Renamed');
  });

  it('overwrites nothing that somebody else has changed since the preview', async () => {
    const { id } = await make('OLD-1');
    const { versions } = await ok(send(cast.admin, [['OLD-1', 'Mine', '']], { dry_run: true }));
    await ok(cast.operations.post(`${products}/${id}`, { name: 'Theirs' }));
    const answer = await ok(send(cast.admin, [['OLD-1', 'Mine', '']], { versions }));
    expect(answer).toMatchObject({ updated: 0, mistakes: [{ row: 0, field: '_' }] });
    expect((await byCode('OLD-1')).name).toBe('Theirs');
    // A record that did not exist at the preview is not overwritten either.
    expect(await ok(send(cast.admin, [['OLD-1', 'Mine', '']], { versions: [0] }))).toMatchObject({ updated: 0 });
  });

  it('takes each record once, and by a number only what is there', async () => {
    const { id } = await make('ONE-1');
    const twice = await ok(
      send(cast.admin, [
        ['ONE-1', 'A', ''],
        ['one-1', 'B', ''],
      ]),
    );
    expect(twice).toMatchObject({ updated: 0, mistakes: [{ row: 1, field: 'code' }] });
    const numbered = { columns: ['id', 'name'], key: 'id' };
    const answer = await ok(
      send(
        cast.admin,
        [
          [String(id), 'C'],
          ['99999999', 'D'],
        ],
        numbered,
      ),
    );
    expect(answer).toMatchObject({ updated: 0, mistakes: [{ row: 1, field: 'id' }] });
    expect(await ok(send(cast.admin, [[String(id), 'C']], numbered))).toMatchObject({ updated: 1 });
    // A number in full-width digits is the same one.
    const wide = String(id).replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
    expect(await ok(send(cast.admin, [[wide, 'E']], numbered))).toMatchObject({ created: 0, updated: 1 });
    // Programs whose numbers have decimals write it so.
    expect(await ok(send(cast.admin, [[`${id}.0`, 'F']], numbered))).toMatchObject({ created: 0, updated: 1 });
    const both = [
      [wide, 'F'],
      [String(id), 'G'],
    ];
    expect(await ok(send(cast.admin, both, numbered))).toMatchObject({
      updated: 0,
      mistakes: [{ row: 1, field: 'id' }],
    });
  });

  it('has the rules, rights and scope of a single edit', async () => {
    await ok(cast.sales.post('/v1/enterprise', { name: 'Mine to edit', code: 'MINEEDIT' }));
    const other = { name: 'Not mine', code: 'NOTMINE', sales_user_id: cast.otherSales.id };
    const { id } = await ok(cast.admin.post('/v1/enterprise', other));
    const path = '/v1/enterprise/import';
    const body = { key: 'code', columns: ['code', 'name', 'contact_mail'] };
    expect(await ok(cast.sales.post(path, { ...body, rows: [['MINEEDIT', 'Mine to edit', 'no mail']] }))).toMatchObject(
      { updated: 0, mistakes: [{ row: 0, field: 'contact_mail' }] },
    );
    expect(
      (await cast.sales.post(path, { ...body, columns: ['code', 'sales_user_id'], rows: [['MINEEDIT', 'x']] })).status,
    ).toBe(422);
    expect((await cast.customer.post(path, { ...body, rows: [['MINEEDIT', 'x', '']] })).status).toBe(403);
    expect(
      (await cast.sales.post(path, { ...body, key: 'name', columns: ['code'], rows: [['MINEEDIT']] })).status,
    ).toBe(422);
    expect((await cast.sales.post(path, { ...body, key: 'comment', rows: [['MINEEDIT', 'x', '']] })).status).toBe(422);
    const listed = await cast.sales.post(path, { ...body, key: ['code'], rows: [['MINEEDIT', 'x', '']] });
    expect([listed.status, listed.body.error.fields.key]).toEqual([422, [expect.any(String)]]);
    // What the caller does not see is a new record to them, which its code forbids.
    expect(await ok(cast.sales.post(path, { ...body, rows: [['NOTMINE', 'Taken over', '']] }))).toMatchObject({
      created: 0,
      updated: 0,
      counts: { wrong: 1 },
    });
    const byId = { key: 'id', columns: ['id', 'name'], rows: [[String(id), 'Taken over']] };
    expect(await ok(cast.sales.post(path, byId))).toMatchObject({ updated: 0, mistakes: [{ row: 0, field: 'id' }] });
    expect((await ok(cast.admin.get(`/v1/enterprise/${id}`))).name).toBe('Not mine');
  });
});

it('writes the lines of a text into a workbook as spreadsheets do, without the CR that some of them show', async () => {
  async function* batches() {
    yield [['Comment'], ['one\r\ntwo\rthree\nfour\u0001']];
  }
  const pieces: Uint8Array[] = [];
  for await (const piece of xlsxBytes(batches())) pieces.push(piece);
  const bytes = new Uint8Array(Buffer.concat(pieces));
  expect(new TextDecoder().decode(unzipSync(bytes)['xl/worksheets/sheet1.xml'])).not.toContain('_x000D_');
  expect(readTable(bytes).rows[1]?.cells).toEqual(['one\ntwo\nthree\nfour\u0001']);
});

/** The entities whose exports can be imported again, by a superadmin. */
const imported = contract.entities.filter(
  (one) => mayUpdateByImport(one, 'SuperAdmin') && !one.without?.includes('export'),
);

describe.each(imported.map((one) => [one.name, one] as const))(
  'an export of %s that is imported again',
  (_, entity) => {
    const fields = updatableFields(entity, 'SuperAdmin', 'id');

    const exported = async (format: string, language = 'en') => {
      const headers = { authorization: cast.admin.key, 'X-LANG': language };
      const answer = await cast.app.request(`/v1/${entity.path}/export?format=${format}&sort=id`, { headers });
      expect(answer.status).toBe(200);
      return readTable(new Uint8Array(await answer.arrayBuffer()));
    };
    const sheetOf = (table: ReturnType<typeof readTable>) => {
      const file = toFileRows(table, { headingRow: findHeadingRow(table, fields) });
      return toImportSheet(file, matchHeadings(fields, file.headings), fields, 'id');
    };
    const tried = (sheet: object, language = 'en') =>
      ok(cast.admin.post(`/v1/${entity.path}/import`, { ...sheet, dry_run: true }, { 'X-LANG': language }));

    beforeAll(async () => {
      for (const [at, name] of [
        "'=1+1",
        '=SUM(A1)',
        ' 00123',
        '9.11101E+17',
        'a,b;"c"',
        '名称\u3000二',
        '_x0041_',
      ].entries()) {
        const code = `TRIP${String.fromCharCode(65 + at)}`;
        const more =
          entity.name === 'product' ? { deployment_id: 1, category_id: 1001 } : { sales_user_id: cast.sales.id };
        await cast.admin.post(`/v1/${entity.path}`, { name, code, ...more });
      }
    });

    it.each(['xlsx', 'csv'])('changes nothing as it is, as %s in either language', async (format) => {
      for (const language of ['en', 'zh']) {
        const sheet = sheetOf(await exported(format, language));
        expect(sheet.rows.length).toBeGreaterThan(3);
        for (const reader of ['en', 'zh'])
          expect(await tried(sheet, reader)).toMatchObject({
            counts: { new: 0, changed: 0, same: sheet.rows.length, wrong: 0 },
          });
      }
    });

    it('is a workbook that names the place of each row and cell, without which other programs read none', async () => {
      const headers = { authorization: cast.admin.key };
      const answer = await cast.app.request(`/v1/${entity.path}/export?format=xlsx&sort=id`, { headers });
      const parts = unzipSync(new Uint8Array(await answer.arrayBuffer()));
      const partText = (name: string) => new TextDecoder().decode(parts[name]);
      const rows = [...partText('xl/worksheets/sheet1.xml').matchAll(/<row r="(\d+)">(.*?)<\/row>/gs)];
      expect(rows.map(([, number]) => Number(number))).toEqual(rows.map((_, at) => at + 1));
      expect(rows.length).toBeGreaterThan(3);
      for (const [, number, cells = ''] of rows) {
        const places = [...cells.matchAll(/<c [^>]*>/g)].map(([cell]) => / r="([A-Z]+\d+)"/.exec(cell)?.[1]);
        expect(places.slice(0, 3)).toEqual([`A${number}`, `B${number}`, `C${number}`]);
        expect(new Set(places).size).toBe(places.length);
      }
      expect(partText('xl/styles.xml')).toContain('<cellStyle name="Normal"');
    });

    it('changes exactly what was edited', async () => {
      const file = await exported('xlsx');
      const sheet = sheetOf(file);
      const texts = sheet.columns.flatMap((name, at) => (name === 'name' ? [at] : []));
      const edit = fc.record({
        row: fc.nat(sheet.rows.length - 1),
        column: fc.constantFrom(...texts),
        text: fc.stringMatching(/^[A-Za-z0-9=+'一-龥]{1,12}$/),
      });
      await fc.assert(
        fc.asyncProperty(
          fc.uniqueArray(edit, { minLength: 1, maxLength: 3, selector: ({ row }) => row }),
          async (edits) => {
            const unique = edits.map((one, at) => ({ ...one, text: `${one.text}${at}` }));
            const rows = sheet.rows.map((cells, row) =>
              cells.map((cell, at) => unique.find((one) => one.row === row && one.column === at)?.text ?? cell),
            );
            // Through a file again, as a spreadsheet saves it.
            const again = readTable(new Uint8Array(await toCsv([sheet.columns, ...rows]).arrayBuffer()));
            const { counts, changes } = await tried(sheetOf(again));
            const real = unique.filter((one) => one.text !== sheet.rows[one.row]?.[one.column]);
            expect(counts).toEqual({ new: 0, changed: real.length, same: rows.length - real.length, wrong: 0 });
            expect(changes.map(({ row, field, after }: Record<string, unknown>) => [row, field, after]).sort()).toEqual(
              real.map(({ row, column, text }) => [row, sheet.columns[column], text]).sort(),
            );
          },
        ),
        { numRuns: brief(3, 15) },
      );
    });

    it('can be matched by each of its keys', async () => {
      const names = importKeysFor(entity, 'SuperAdmin').map(({ name }) => name);
      expect(names).toContain('id');
      expect(names.length).toBeGreaterThan(1);
    });
  },
);

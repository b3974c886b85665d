import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyTree } from '../../examples/service-desk/copyTree.ts';
import { installPart } from '../../examples/service-desk/install.ts';
import { type Account, startConsole, type TestConsole } from '../support/console.ts';
import { pdf } from '../support/contents.ts';
import { followGuide, readSteps, type Step } from '../support/guide.ts';
import { walkManyLines, walkQuotes } from '../support/quoteDesk/walk.ts';
import { asker, type Bench, languages, openScreen } from '../support/resourceScreen.ts';
import { firstOf, scale } from '../support/scale.ts';
import { openSurveys } from '../support/survey/screen.ts';
import { openProduct } from '../support/ticketDesk/productScreen.ts';
import { openTickets } from '../support/ticketDesk/screen.ts';

/**
 * Runs a script in the tree.
 * @throws an error with its output
 */
const script = (...args: string[]) =>
  promisify(execFile)(process.execPath, args, { cwd: tree }).catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`${args[0]}: ${error.stdout}${error.stderr}`);
  });

/** Random letters after two that begin no SQL keyword and no name of the product. */
const name = `zq${[...randomBytes(8)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('')}`;
const title = `Zq${name.slice(2)}`;
/** A second resource, unchanged after the first command of the guide. */
const bare = `${name}_bare`;

/** A third one, with a field of each kind that the command writes. */
const filled = `${name}_filled`;
const everyKind =
  'serial:text! customer:reference(enterprise)! state:choice(open,closed) note:longText count:integer weight:decimal ' +
  'spare:boolean ends_on:date seen_at:dateTime contact:mail call:phone page:url';

const guide = readFileSync('docs/guide/new-resource.md', 'utf8')
  .replaceAll('warranty', name)
  .replaceAll('Warranty', title)
  .replaceAll('Warranties', `${title}s`);
const steps = readSteps(guide);
const isStart = (step: Step) => step.kind === 'run' && step.command === 'npm start';
const start = steps.findIndex(isStart);

const { tree, remove } = copyTree();
const settings = { DATA_DIR: mkdtempSync(join(tmpdir(), 'licence-guide-')) };
const run = (command: string) => followGuide(tree, { kind: 'run', command });

let desk: TestConsole;
let ask: ReturnType<typeof asker>;
const begin = async (built = false) => {
  desk = await startConsole(settings, tree, built);
  ask = asker(desk);
};

beforeAll(async () => {
  for (const step of steps.slice(0, start)) followGuide(tree, step);
  run(`npm run resource -- ${bare}`);
  run(`npm run resource -- ${filled} ${everyKind}`);
  // The tree is built only once, so it also gets the parts that do not belong to the guide.
  for (const part of ['surveys', 'tickets', 'quotes'] as const) installPart(tree, part);
  // Without arguments, the command writes the migrations of all entities that need one.
  run('npm run migration');
  await begin();
}, 600_000);
afterAll(async () => {
  await desk?.close();
  remove();
});

const path = `/v1/${name}`;
const whole = { serial: 'X-1', enterprise_id: 1, product_id: 1, contact: 'a@b.example', hours: 8 };
const items = async (account: Account, query = '') => (await ask(account, 'GET', `${path}/list${query}`)).body.items;
const serials = async (account: Account, query = '') =>
  (await items(account, query)).map((item: { serial: string }) => item.serial).sort();
const fieldsOf = (body: { error: { fields: object } }) => Object.keys(body.error.fields).sort();
const numbered = async (serial: string): Promise<number> => (await items('superadmin', `?search=${serial}`))[0].id;

describe('the API of a resource made by the guide', () => {
  it('is in the document, and asks for a key', async () => {
    const { body } = await ask(undefined, 'GET', '/v1/openapi.json');
    const paths = Object.keys(body.paths).filter((one) => one.startsWith(`${path}/`) || one === path);
    expect(paths.sort()).toEqual(
      [path, `${path}/export`, `${path}/list`, `${path}/restore/{id}`, `${path}/{id}`].sort(),
    );
    expect((await ask(undefined, 'GET', `${path}/list`)).status).toBe(401);
  });

  it('gives each role its own rows of the demo and no others', async () => {
    expect(await serials('superadmin')).toEqual(['WA-1001', 'WA-1002', 'WA-1003']);
    expect(await serials('operations')).toEqual(['WA-1001', 'WA-1002', 'WA-1003']);
    expect(await serials('sales')).toEqual(['WA-1001', 'WA-1002']);
    expect(await serials('enterprise')).toEqual(['WA-1001', 'WA-1002']);
    expect((await ask('subuser', 'GET', `${path}/list`)).status).toBe(403);
    const foreign = await numbered('WA-1003');
    for (const account of ['sales', 'enterprise'] as const) {
      expect((await ask(account, 'GET', `${path}/${foreign}`)).status).toBe(404);
      expect((await ask(account, 'POST', `${path}/${foreign}`, {})).status).toBe(404);
    }
    expect((await ask('sales', 'DELETE', `${path}/${await numbered('WA-1001')}`)).status).toBe(403);
    expect((await ask('enterprise', 'POST', path, whole)).status).toBe(403);
    expect((await ask('sales', 'POST', path, { ...whole, enterprise_id: 3 })).body.error.fields).toHaveProperty(
      'enterprise_id',
    );
  });

  it('refuses what the declaration does not allow, by field', async () => {
    const wrong = {
      level: 7,
      contact: 'nobody',
      hours: 73,
      on_site: 'yes',
      ends_at: 'tomorrow',
      place: 'x'.repeat(61),
    };
    const { status, body } = await ask('superadmin', 'POST', path, { ...wrong, product_id: 1, more: 1 });
    expect(status).toBe(422);
    expect(fieldsOf(body)).toEqual(['enterprise_id', 'more', 'serial', ...Object.keys(wrong)].sort());
    const points = await ask('superadmin', 'POST', path, { ...whole, product_id: 999 });
    expect([points.status, fieldsOf(points.body)]).toEqual([422, ['product_id']]);
    const own = await ask('enterprise', 'POST', `${path}/${await numbered('WA-1001')}`, { hours: 1, status: 2 });
    expect(own.status).toBe(403);
    const set = await ask('enterprise', 'POST', `${path}/${await numbered('WA-1001')}`, { hours: 1 });
    expect([set.status, fieldsOf(set.body)]).toEqual([422, ['hours']]);
  });

  it('makes, changes and deletes, keeps pairs apart, and tells the audit', async () => {
    const made = await ask('sales', 'POST', path, whole);
    expect(made.body).toMatchObject({ ...whole, level: 1, status: 0, on_site: false, enterprise: { id: 1 } });
    const twice = await ask('superadmin', 'POST', path, whole);
    expect([twice.status, fieldsOf(twice.body)]).toEqual([422, ['product_id', 'serial']]);
    const { id } = made.body;
    expect((await ask('sales', 'POST', `${path}/${id}`, { hours: 9, on_site: true })).body).toMatchObject({
      hours: 9,
      on_site: true,
      contact: 'a@b.example',
    });
    expect((await ask('sales', 'POST', `${path}/${id}`, { hours: 9 }, { 'If-Match': '"1"' })).status).toBe(422);
    expect((await ask('operations', 'DELETE', `${path}/${id}`)).status).toBe(200);
    expect((await ask('superadmin', 'GET', `${path}/${id}`)).status).toBe(404);
    expect((await ask('superadmin', 'DELETE', '/v1/product/1')).status).toBe(422);
    const audit = await ask('superadmin', 'GET', '/v1/audit/list?is_paginate=false');
    const ours = audit.body.items.filter((one: { entity: string; entity_id: number }) => one.entity === name);
    expect(ours.map((one: { action: string }) => one.action)).toEqual(
      expect.arrayContaining(['create', 'update', 'remove']),
    );
  });

  it('narrows, sorts, searches and exports', async () => {
    expect(await serials('superadmin', '?filter_level=2')).toEqual(['WA-1002', 'WA-1003']);
    expect(await serials('superadmin', '?filter_on_site=true')).toEqual(['WA-1002']);
    expect(await serials('superadmin', '?filter_product_id=1&filter_status=0')).toEqual(['WA-1001', 'WA-1003']);
    expect(await serials('superadmin', '?search=northwind')).toEqual(['WA-1003']);
    expect((await items('superadmin', '?sort=-serial')).map((one: { serial: string }) => one.serial)[0]).toBe(
      'WA-1003',
    );
    for (const query of ['?filter_place=x', '?sort=place', '?filter_level=9', '?start_at=soon'])
      expect((await ask('superadmin', 'GET', `${path}/list${query}`)).status).toBe(422);
    const { text } = await ask('sales', 'GET', `${path}/export?sort=serial`);
    const [head, ...rows] = text.trim().split('\r\n');
    expect(head).toContain('Serial number');
    expect(rows).toEqual([expect.stringContaining('WA-1001'), expect.stringContaining('WA-1002')]);
  });

  it('has the resource that was left as it was written', async () => {
    expect((await ask('superadmin', 'POST', `/v1/${bare}`, { name: 'First' })).status).toBe(200);
    const { body } = await ask('superadmin', 'GET', `/v1/${bare}/list?search=first`);
    expect(body.items).toMatchObject([{ name: 'First' }]);
    expect((await ask('operations', 'GET', `/v1/${bare}/list`)).status).toBe(403);
  });

  it('has the resource that was written with a field of each kind', async () => {
    const record = {
      serial: 'F-1',
      customer_id: 1,
      state: 'open',
      note: 'Two\nlines',
      count: 3,
      weight: '2.50',
      spare: true,
      ends_on: '2030-01-31',
      seen_at: '2026-01-02T03:04:05.000Z',
      contact: 'a@b.example',
      call: '+86 139 1188 7120',
      page: 'https://b.example/one',
    };
    expect((await ask('superadmin', 'POST', `/v1/${filled}`, { ...record, serial: null })).status).toBe(422);
    expect((await ask('superadmin', 'POST', `/v1/${filled}`, record)).body).toMatchObject({
      serial: 'F-1',
      state: 'open',
    });
    const { body } = await ask('superadmin', 'GET', `/v1/${filled}/list?search=f-1&filter_state=open`);
    expect(body.items).toMatchObject([record]);
  });
});

const [english, chinese] = languages;
/** Each walk runs in both languages; in the short version, in one. */
const walked = (short: Bench['words']) => scale([short], [...languages]);

describe('the screens of a resource made by the guide', () => {
  const bench = (words: Bench['words']): Bench => ({
    desk,
    name,
    title: words.language === 'en' ? `${title}s` : '保修单',
    one: title,
    words,
  });

  it.each(walked(english))(
    'let a SuperAdmin find, make, see, change, export and delete, in $language',
    async (words) => {
      const screen = await openScreen(bench(words), 'superadmin');
      await screen.isInMenu();
      await screen.seesRows(3);
      await screen.refusesAnEmptyForm();
      await screen.makes('B-1');
      await screen.opensDetail('B-1');
      await screen.changes('B-1', 'Hall 7');
      await screen.narrowsByLevel();
      await screen.exportsRows();
      await screen.deletes('B-1');
      await screen.close();
    },
  );

  it.each(walked(chinese))('let a salesman see and make his own, and delete none, in $language', async (words) => {
    const screen = await openScreen(bench(words), 'sales');
    await screen.isInMenu();
    await screen.seesRows(2);
    await expect.poll(() => screen.buttons('create', 'remove', 'claim')).toEqual([1, 0, 0]);
    await screen.close();
  });

  it.each(walked(chinese))('let an enterprise user claim, and an administrator settle, in $language', async (words) => {
    const serial = words.language === 'en' ? 'WA-1001' : 'WA-1002';
    const screen = await openScreen(bench(words), 'enterprise');
    await screen.seesRows(2);
    await expect.poll(() => screen.buttons('create', 'remove', 'edit')).toEqual([0, 0, 0]);
    await screen.claims(serial);
    await screen.close();
    const admin = await openScreen(bench(words), 'operations');
    await admin.settles(serial);
    await admin.close();
  });

  it.each(walked(english))('are closed to others, in $language', async ({ locale }) => {
    const page = await desk.open('subuser', { locale });
    await page.goto(`/${name}`);
    await page.waitForURL('**/login?denied=1');
  });
});

describe('the screen of an entity that uses every kind and option', () => {
  it('shows, narrows, makes and changes', async () => {
    const screen = await openSurveys(desk);
    await screen.showsEveryCell();
    await screen.narrows();
    expect(await screen.makes()).toMatchObject({
      code: 'SV-3',
      round: -4,
      currency: 'CNY',
      cost: 123_450,
      grade_id: 3,
      method: 'visit',
      urgent: true,
      visit_at: '2030-07-01T08:00:00.000Z',
      enterprise_id: 1,
      about: { product: expect.any(Number) },
      devices: [
        { name: 'Crane', count: null },
        { name: 'Ladder', count: 3 },
      ],
      products: [expect.any(Number), expect.any(Number)],
      contract: { name: '合同.pdf' },
      photos: [{ name: 'gate.png', type: 'image/png' }],
      results: [
        { name: 'Dust', finder_id: null },
        { name: 'Low gate', finder_id: null },
      ],
      floors: [-2, 12],
      helpers: [expect.any(Number), expect.any(Number)],
      tags: ['dock', '码头'],
      gate_code: 'G-3',
      password: 'open sesame',
      parking: { spots: 4 },
      reason: 'Steep',
      sheet: {
        serial: 'S-3',
        place: { city: 'Berlin', floor: -2, fee: 200, indoor: true, lift: 'remote', product: expect.any(Number) },
      },
    });
    const shown = ['G-3', 'Ring', 'Left', 'Crane, Ladder (Count 3)', '-2, 12', 'Chen Bo 陈博, Hanna Meyer'];
    expect(await screen.fetches('SV-3', '合同.pdf', ...shown)).toEqual({ name: '合同.pdf', content: pdf });
    await screen.keepsChildren('SV-3');
    await screen.narrowsByMany('SV-3', 'SV-1', ['DataBridge', 'VaultSync']);
    expect(await screen.changes('SV-3', 'summary', 'Another line')).toEqual({ summary: 'Another line' });
    await screen.shows('SV-3', 'G-3', 'Ring', 'Left', 'Another line');
    // Input of the step that is not filled in keeps the record's value.
    expect(await screen.plans('SV-3')).toEqual({
      status: 1,
      visit_at: '2030-08-01T08:00:00.000Z',
      place: { checked: true },
    });
    await screen.shows('SV-3', 'CN¥1,234.50', 'Berlin');
    await screen.close();
  });
});

describe('a ticket desk declared in one file (issue 13)', () => {
  it('is walked from the customer on a phone (zh) to the salesman (en) and back', async () => {
    const [en, zh] = languages;
    const customer = await openTickets(desk, 'enterprise', zh, { onPhone: true });
    await customer.files({ subject: '夜间停机', description: '**每晚**' }, '故障', '平台团队');
    await customer.looksAtPapers('夜间停机');
    const sales = await openTickets(desk, 'sales', en);
    await sales.takes('夜间停机', 'Take', 'In work');
    await sales.answers('夜间停机', 'Resolve', 'resolution', 'Update to 2.2', 'Resolved');
    await customer.comments('夜间停机', '谢谢', '已解决', 'Update to 2.2', '平台团队');
    await customer.takes('夜间停机', '结案', '已结案');
    await sales.reads('夜间停机', 'Closed', '谢谢');
    await Promise.all([customer.close(), sales.close()]);
  });

  it('is added to a product and taken out of it where the product is looked at, with a pointer (zh, 390 px) and by keys (en)', async () => {
    const [en, zh] = languages;
    const file = async (subject: string): Promise<string> => {
      const made = await ask('superadmin', 'POST', '/v1/ticket', { subject, description: 'x', enterprise_id: 1 });
      return made.body.number;
    };
    const [noise, leak] = [await file('Noise'), await file('Leak')];
    const product = (await ask('superadmin', 'GET', '/v1/product/1')).body;
    const onPhone = await openProduct(desk, product, zh, { onPhone: true });
    await onPhone.adds('Noise', noise);
    await onPhone.takesOut('Noise', noise);
    await onPhone.adds('Noise', noise);
    await onPhone.close();
    const atDesk = await openProduct(desk, product, en);
    await atDesk.refusesTwice(noise);
    await atDesk.addsByKeys('Leak', leak);
    await atDesk.goesToAll('Noise', 'Leak');
    await atDesk.close();
    const later = await openProduct(desk, product, en);
    await later.takesOut('Noise', noise);
    await later.tells(noise);
    await later.close();
  });
});

describe('the form of a record with the children that are saved with it', () => {
  it.each(firstOf(1, languages))('adds, changes, removes and keeps them, in $language', (words) =>
    walkQuotes(desk, ask, words),
  );
  it.each(firstOf(1, languages.toReversed()))('turns over as many as there are, in $language', (words) =>
    walkManyLines(desk, ask, words),
  );
});

describe('the changes of the guide', () => {
  it('keep the arrows and the rows, and compile', async () => {
    const before = await items('superadmin', '?sort=id');
    await desk.close();
    const outputs = steps.slice(start + 1).map((step) => (isStart(step) ? '' : followGuide(tree, step)));
    expect(outputs.filter((text) => /Wrote server\/db\/migrations\/\d{4}_/.test(text))).toHaveLength(2);
    // The guide does not change the tests.
    const ofProduct = { extends: './tsconfig.json', include: ['contract', 'server', 'src', 'scripts'] };
    writeFileSync(join(tree, 'tsconfig.guide.json'), JSON.stringify(ofProduct));
    await Promise.all([
      // Only the long version rebuilds the console; the server is rebuilt in both.
      begin(scale(true, false)),
      script('node_modules/typescript/bin/tsc', '-p', 'tsconfig.guide.json'),
      script('scripts/check-arrows.mjs'),
    ]);
    const after = await items('superadmin', '?sort=id');
    expect(after.map((one: { id: number }) => one.id)).toEqual(before.map((one: { id: number }) => one.id));
    for (const [index, { hours, place, updated_at: _at, ...same }] of before.entries())
      expect(after[index]).toMatchObject({
        ...same,
        response_hours: hours,
        place: place ?? 'Head office',
        remark: null,
      });
  });

  it('bring comments and files of each record, which those who see it may add and read', async () => {
    const [{ id }] = await items('enterprise');
    const comment = { [`${name}_id`]: id, body: 'Is it still under warranty?' };
    expect((await ask('enterprise', 'POST', `/v1/${name}_comment`, comment)).status).toBe(200);
    const { body } = await ask('sales', 'GET', `/v1/${name}_comment/list`);
    expect(body.items).toMatchObject([{ body: comment.body, author: { name: 'enterprise' } }]);
    expect((await ask('enterprise', 'POST', `/v1/${name}_file`, {})).status).toBe(403);
    expect((await ask('enterprise', 'GET', `/v1/${name}_file/list`)).body.items).toEqual([]);
  });

  it('bring rules, cells, inputs, actions and pages', async () => {
    const body = { serial: 'Y-1', enterprise_id: 1, product_id: 1, contact: 'a@b.example', place: 'Hall', level: 3 };
    const made = await ask('superadmin', 'POST', path, { ...body, response_hours: 72 });
    expect(made.body).toMatchObject({ level: 3, days_left: 365 });
    const claimed = await ask('enterprise', 'POST', `${path}/${made.body.id}`, { status: 1, fault: 'It smokes' });
    expect(claimed.body).toMatchObject({ status: 1, fault: 'It smokes', claimed_at: expect.stringMatching(/^20/) });
    if (scale(true, false)) return;
    const [words] = languages;
    const screen = await openScreen({ desk, name, title: `${title}s`, one: title, words }, 'superadmin');
    await screen.drawsByHand('Y-1');
    await screen.hasItsPage('Y-1');
    await screen.close();
    const page = await desk.open('sales');
    await page.goto(`/${name}/ending`);
    await page.waitForURL('**/login?denied=1');
  });
});

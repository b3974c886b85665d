import { readFile } from 'node:fs/promises';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settled, startConsole, type TestConsole } from '../support/console.ts';

let desk: TestConsole;
beforeAll(async () => {
  desk = await startConsole();
});
afterAll(() => desk.close());

const dialog = (page: Page) => page.getByRole('dialog');
const shown = (page: Page, text: string | RegExp) => dialog(page).getByText(text).first().waitFor();

const openImport = async (options = {}, open = 'Import'): Promise<Page> => {
  const page = await desk.open('superadmin', { reducedMotion: 'reduce', ...options });
  await page.goto('/enterprise/product');
  await settled(page);
  await page.getByRole('button', { name: open }).click();
  return page;
};
const choose = (page: Page, name: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
const picture = async (page: Page, name: string) => {
  const folder = process.env['SCREENSHOTS'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
};

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const workbook = (rows: string, after = ''): Buffer =>
  Buffer.from(
    zipSync({
      'xl/workbook.xml': strToU8(
        `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/><sheet name="B" sheetId="2" r:id="rId1"/></sheets></workbook>`,
      ),
      'xl/_rels/workbook.xml.rels': strToU8(
        `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      ),
      'xl/worksheets/sheet1.xml': strToU8(
        `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData>${after}</worksheet>`,
      ),
    }),
  );
const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;

describe('a file that is imported in a browser', () => {
  it('is read beside the page: a cell at the far end is named, and a long reading can be stopped', async () => {
    const page = await openImport();
    const failures: string[] = [];
    page.on('pageerror', ({ message }) => failures.push(message));
    await choose(page, 'far.xlsx', workbook(`<row r="1048576">${cell('XFD1048576', 'x')}</row>`));
    await shown(page, /XFD1048576/);
    await choose(page, 'long.csv', Buffer.from(`Name,Code\n${'\n'.repeat(7_900_000)}A,1\n`));
    await dialog(page).getByRole('button', { name: 'Cancel reading' }).click();
    await shown(page, 'Reading was cancelled.');
    expect(failures).toEqual([]);
  });

  it.each([
    ['a desktop', 1440, 'en-US', 'Import'],
    ['a phone', 390, 'zh-CN', '导入'],
  ])('says how it was read and what a spreadsheet has spoilt, on %s', async (_what, width, locale, open) => {
    const page = await openImport({ locale }, open);
    await page.setViewportSize({ width, height: 900 });
    await picture(page, `import-1-${width}`);
    const rows =
      `<row r="1">${cell('A1', 'Products of 2026')}</row>` +
      `<row r="3">${cell('A3', 'Name')}${cell('B3', '编码')}${cell('C3', 'Deployment')}${cell('D3', 'Category')}</row>` +
      `<row r="5" hidden="1">${cell('A5', 'Hidden one')}${cell('B5', `HID-${width}`)}${cell('C5', '1')}${cell('D5', '1001')}</row>` +
      `<row r="7">${cell('A7', 'Spoilt one')}<c r="B7"><v>911101199001011000</v></c>${cell('C7', '1')}${cell('D7', '1001')}</row>`;
    await choose(page, 'products.xlsx', workbook(rows, '<mergeCells><mergeCell ref="A7:A8"/></mergeCells>'));
    await shown(page, /A7:A8/);
    await picture(page, `import-2-${width}`);
    await dialog(page).getByRole('checkbox').check();
    await dialog(page)
      .getByRole('button', { name: /Check 1 row|检查 1 行/ })
      .click();
    await shown(page, '911101199001011000');
    const go = dialog(page).getByRole('button', { name: /Import 1 row|导入 1 行/ });
    await dialog(page).getByRole('checkbox').waitFor();
    expect(await go.isEnabled()).toBe(false);
    await picture(page, `import-3-${width}`);
    // The row has the number that the spreadsheet shows.
    expect(await dialog(page).locator('tbody tr td').first().textContent()).toBe('7');
    await dialog(page).getByRole('checkbox').check();
    await expect.poll(() => go.isEnabled()).toBe(true);
  });

  it('is chosen on a phone beside the heading, without a look into the filters', async () => {
    const page = await openImport({ viewport: { width: 390, height: 844 }, locale: 'zh-CN' }, '导入');
    await dialog(page).getByRole('heading', { name: /^导入/ }).waitFor();
  });

  it('shows its question and each choice whole on a phone', async () => {
    const page = await openImport({ viewport: { width: 390, height: 844 } });
    const gbk = [0xc3, 0xfb, 0xb3, 0xc6, ...Buffer.from(',Code\n'), 0xb2, 0xfa, 0xc6, 0xb7, ...Buffer.from(',X-2\n')];
    await choose(page, 'gbk.csv', Buffer.from(gbk));
    const button = dialog(page).getByRole('button', { name: 'They are right' });
    await button.waitFor();
    await picture(page, 'import-question-390');
    expect((await button.boundingBox())?.height).toBeLessThan(48);
    const existing = dialog(page).getByRole('combobox', { name: 'Existing records' });
    expect(await existing.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  });

  it('asks about letters that are in doubt, and takes another encoding', async () => {
    const page = await openImport();
    await choose(
      page,
      'latin.csv',
      Buffer.from([...Buffer.from('Name;Code;Deployment;Category\nM'), 0xfc, ...Buffer.from('ll;X-1;1;1001\n')]),
    );
    await dialog(page).getByRole('combobox', { name: 'Encoding' }).click();
    await page.getByRole('option', { name: 'Windows-1252' }).click();
    await shown(page, 'Müll');
    await dialog(page).getByRole('combobox', { name: 'Encoding' }).click();
    await page.getByRole('option', { name: 'UTF-8' }).click();
    await shown(page, /cannot be UTF-8/);
    await picture(page, 'import-encoding');
    expect(await dialog(page).getByRole('button', { name: 'Check 1 row' }).isEnabled()).toBe(false);
  });
});

describe('the columns of a file', () => {
  const fieldFor = (page: Page, heading: string) =>
    dialog(page).getByRole('combobox', { name: new RegExp(`^Field for ${heading}\\b`) });
  const select = async (page: Page, box: string, option: string | RegExp) => {
    await dialog(page)
      .getByRole('combobox', { name: new RegExp(`^${box}\\b`) })
      .click();
    await page.getByRole('option', { name: option }).click();
  };

  it('are matched by the row of headings and the key, and stay as the user chose', async () => {
    const page = await openImport();
    await choose(page, 'moved.csv', Buffer.from('Name;Code;Deployment\nA;Code;Category\nB;B-1;1001\n'));
    await expect.poll(() => fieldFor(page, 'Name').textContent()).toBe('Name *');
    await select(page, 'Field for Code', 'Left out');
    await select(page, 'Existing records', 'Update those with the same Code');
    expect(await fieldFor(page, 'Code').textContent()).toBe('Left out');
    await select(page, 'Headings in', /A/);
    await expect.poll(() => fieldFor(page, 'Category').textContent()).toMatch(/^Category/);
    expect(await fieldFor(page, 'Code').textContent()).toBe('Left out');
    expect(await fieldFor(page, 'A').textContent()).toBe('Left out');
  });
});

describe('a list as a workbook', () => {
  it('changes what was edited in it once it is imported again', async () => {
    const page = await desk.open('superadmin', { reducedMotion: 'reduce', viewport: { width: 1440, height: 900 } });
    await page.goto('/enterprise/product');
    await settled(page);
    await picture(page, 'list-1440');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Excel', exact: true }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/\.xlsx$/);
    const parts = unzipSync(await readFile(await file.path()));
    const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] as Uint8Array);
    const [, name = ''] =
      /<row[^>]*>.*?<\/row><row[^>]*><c[^>]*>.*?<\/c><c[^>]*><is><t[^>]*>(.*?)<\/t>/.exec(sheet) ?? [];
    expect(name).not.toBe('');
    parts['xl/worksheets/sheet1.xml'] = strToU8(sheet.replace(`>${name}<`, '>Edited in a workbook<'));
    await page.getByRole('button', { name: 'Import' }).click();
    await choose(page, 'edited.xlsx', Buffer.from(zipSync(parts)));
    await picture(page, 'update-2');
    await dialog(page)
      .getByRole('button', { name: /^Check/ })
      .click();
    await shown(page, /0 new, 1 changed/);
    await dialog(page).getByText('Edited in a workbook').waitFor();
    await picture(page, 'update-3');
    await dialog(page).getByRole('button', { name: 'Import 1 row' }).click();
    await page.getByText('1 record updated').waitFor();
    await page.locator('tbody').getByText('Edited in a workbook').waitFor();
  });
});

describe('a file that was chosen and not imported', () => {
  const offer = (page: Page) => dialog(page).getByText(/^You had chosen kept\.csv/);
  const reopen = async (page: Page, at = '/enterprise/product') => {
    await page.goto(at);
    await settled(page);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await dialog(page).getByRole('button', { name: 'Choose a file' }).waitFor();
  };
  /** The names of the files that the browser stores. */
  const storedFiles = (page: Page): Promise<string[]> =>
    page.evaluate(async () => {
      const known = await indexedDB.databases();
      if (!known.some(({ name }) => name === 'licence.imports')) return [];
      const opened = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open('licence.imports');
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      const all = await new Promise<{ content: File }[]>((resolve) => {
        const request = opened.transaction('files').objectStore('files').getAll();
        request.onsuccess = () => resolve(request.result);
      });
      opened.close();
      return all.map(({ content }) => content.name);
    });
  const column = (page: Page, heading: string) =>
    dialog(page)
      .getByRole('combobox', { name: new RegExp(heading) })
      .first();
  const rows = (code: string) => Buffer.from(`Name;Code;Deployment;Category;Kind\nKept ${code};${code};1;1001;host\n`);
  /** Chooses a file, looks at the check, and goes back to say what its last column is. */
  async function chooseAndMatch(page: Page, code: string) {
    await choose(page, 'kept.csv', rows(code));
    await dialog(page)
      .getByRole('button', { name: /^Check/ })
      .click();
    await dialog(page)
      .getByRole('button', { name: /^Import 1/ })
      .waitFor();
    await dialog(page).getByRole('button', { name: 'Back' }).click();
    await column(page, 'Kind').click();
    await page.getByRole('option', { name: 'Metering' }).click();
    await expect.poll(() => storedFiles(page)).toEqual(['kept.csv']);
  }

  it('is offered after a reload with its fields, and forgotten once it is imported', async () => {
    const page = await openImport();
    page.on('dialog', (warning) => void warning.accept());
    await chooseAndMatch(page, 'KEPT-1');
    await page.reload();
    await settled(page);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await offer(page).waitFor();
    await dialog(page).getByRole('button', { name: 'Restore' }).click();
    await expect.poll(() => column(page, 'Kind').textContent()).toContain('Metering');
    await expect.poll(() => column(page, 'Name').textContent()).toContain('Name');
    await dialog(page)
      .getByRole('button', { name: /^Check/ })
      .click();
    await dialog(page)
      .getByRole('button', { name: /^Import 1/ })
      .click();
    await dialog(page).waitFor({ state: 'detached' });
    await expect.poll(() => storedFiles(page)).toEqual([]);
    await reopen(page);
    expect(await offer(page).count()).toBe(0);
  });

  it('is forgotten when it is discarded, after a day, and when its person signs out', async () => {
    const page = await openImport();
    page.on('dialog', (warning) => void warning.accept());
    await chooseAndMatch(page, 'KEPT-2');
    await reopen(page);
    await offer(page).waitFor();
    await dialog(page).getByRole('button', { name: 'Discard' }).click();
    await expect.poll(() => storedFiles(page)).toEqual([]);
    expect(await offer(page).count()).toBe(0);

    await chooseAndMatch(page, 'KEPT-2');
    await page.evaluate(() => {
      const mark = JSON.parse(localStorage.getItem('licence.imports') ?? '{}');
      localStorage.setItem('licence.imports', JSON.stringify({ ...mark, at: Date.now() - 25 * 3_600_000 }));
    });
    await reopen(page);
    await expect.poll(() => storedFiles(page)).toEqual([]);
    expect(await offer(page).count()).toBe(0);

    await chooseAndMatch(page, 'KEPT-2');
    await reopen(page);
    await offer(page).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'User menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(/\/login/);
    await expect.poll(() => storedFiles(page)).toEqual([]);
  });
});

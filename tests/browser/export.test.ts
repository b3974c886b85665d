import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, settled, startConsole, type TestConsole } from '../support/console.ts';

let desk: TestConsole;
beforeAll(async () => {
  desk = await startConsole();
});
afterAll(() => desk.close());

const open = async (account: Account, path: string) => {
  const page = await desk.open(account);
  await page.goto(path);
  await settled(page);
  await page.locator('tbody a').first().waitFor();
  return page;
};

describe('an export', () => {
  it('is a file of the list as it is narrowed, with a byte order mark, and is audited', async () => {
    const page = await open('operations', '/authorization/order');
    await page.getByRole('combobox', { name: 'Status' }).click();
    await Promise.all([
      page.waitForResponse(/filter_status=2/),
      page.getByRole('option', { name: 'Approved' }).click(),
    ]);
    const total = await page.evaluate(async () => {
      const session = JSON.parse(localStorage.getItem('licence.session') ?? '{}');
      const headers = { authorization: session.api_key as string };
      return (await (await fetch('/v1/order/list?filter_status=2', { headers })).json()).total as number;
    });
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/\.csv$/);
    const text = await readFile(await file.path(), 'utf8');
    expect(text.charCodeAt(0)).toBe(0xfeff);
    const lines = text.trim().split('\r\n');
    expect(lines.length).toBe(total + 1);
    expect(lines[0]).toContain('Order code');
    expect(lines.slice(1).every((one) => one.includes('Approved'))).toBe(true);
    const audit = await open('superadmin', '/audit');
    await audit.getByRole('searchbox').fill('export');
    await audit.getByRole('row').filter({ hasText: 'Operations' }).filter({ hasText: 'Export' }).first().waitFor();
  });
});

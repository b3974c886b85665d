import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionOf } from '../../src/authProvider/session.ts';
import { launchBrowser } from '../support/chromium.ts';
import { settled, startConsole, type TestConsole } from '../support/console.ts';
import { makeCustomer } from '../support/customer.ts';
import { patiently } from '../support/slowPages.ts';

/** A host name as in an office network: its pages are served without TLS and are not a secure context. */
const host = 'licence.example';

let desk: TestConsole;
let browser: Browser;
beforeAll(async () => {
  desk = await startConsole();
  browser = await launchBrowser([`--host-resolver-rules=MAP ${host} 127.0.0.1`]);
});
afterAll(async () => {
  await browser.close();
  await desk.close();
});

/** Opens tabs of one profile at a plain HTTP address, and collects their requests for changes. */
async function tabsOf(account: string, path: string, count: number): Promise<{ tabs: Page[]; asked: Request[] }> {
  const { port } = new URL(desk.server.url);
  const origin = `http://${host}:${port}`;
  const { welcome } = await desk.api(account);
  const item = { name: 'licence.session', value: JSON.stringify(sessionOf(welcome)) };
  const profile = await browser.newContext({
    baseURL: origin,
    locale: 'en-US',
    timezoneId: 'UTC',
    viewport: { width: 1440, height: 900 },
    storageState: { cookies: [], origins: [{ origin, localStorage: [item] }] },
  });
  const asked: Request[] = [];
  profile.on('request', (request) => {
    if (request.url().includes('/v1/events')) asked.push(request);
  });
  const tabs: Page[] = [];
  for (let tab = 0; tab < count; tab += 1) {
    const page = await profile.newPage();
    page.setDefaultTimeout(patiently(30_000));
    await page.goto(path);
    await settled(page);
    tabs.push(page);
  }
  return { tabs, asked };
}

describe('a console at an address without TLS, where a browser has no locks', () => {
  it('tells two tabs what others change, and keeps no connection for it', async () => {
    const customer = await makeCustomer(desk);
    const { tabs, asked } = await tabsOf('operations', '/authorization/order', 2);
    const secure = await Promise.all(
      tabs.map((page) => page.evaluate(() => [window.isSecureContext, 'locks' in navigator])),
    );
    expect(secure).toEqual([
      [false, false],
      [false, false],
    ]);
    await expect.poll(() => asked.length, { timeout: patiently(15_000) }).toBeGreaterThan(1);
    await customer.order(2);
    const news = tabs.map((page) => page.getByRole('status').getByRole('button', { name: '1 new' }));
    // A visible tab polls every five seconds.
    await Promise.all(news.map((one) => one.waitFor({ timeout: patiently(15_000) })));
    expect(asked.filter((request) => !request.url().includes('wait=0')).map((request) => request.url())).toEqual([]);
    // Newly opened pages follow changes too: a confirmed record is shown as such in both tabs.
    const { items } = await customer.call('GET', '/v1/order/list');
    for (const page of tabs) await page.goto(`/authorization/order/${items[0].id}`);
    for (const page of tabs) await page.getByRole('dialog').locator('dl').waitFor();
    await customer.staff.sales.call('POST', `/v1/order/${items[0].id}`, {
      status: 1,
      use_period: 30,
      assign_period: 9,
    });
    for (const page of tabs) await page.getByRole('dialog').getByRole('button', { name: 'Agree' }).waitFor();
  });

  it('writes, and shows itself what it wrote', async () => {
    const customer = await makeCustomer(desk);
    const { tabs } = await tabsOf(customer.name, '/authorization/project', 1);
    const [page] = tabs as [Page];
    await page.getByRole('button', { name: 'New project' }).first().click();
    const form = page.getByRole('dialog');
    await form.getByRole('textbox', { name: /^Name/ }).fill('Plain pier');
    await form.getByRole('combobox', { name: /^Product/ }).click();
    await page.getByRole('option').first().click();
    await form.getByRole('button', { name: /^(Save|Create|Confirm|New project)$/ }).click();
    await page.getByRole('link', { name: 'Plain pier' }).waitFor();
  });
});

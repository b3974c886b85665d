import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findings } from '../support/axe.ts';
import { startConsole, still, type TestConsole } from '../support/console.ts';
import { patiently } from '../support/slowPages.ts';

/** The API reference: `/docs/api`, drawn by a library of our own server (issue 34, section 3). */

let desk: TestConsole;
beforeAll(async () => {
  desk = await startConsole();
}, 120_000);
afterAll(() => desk.close());

/** The violations of WCAG once nothing moves any more. */
async function violations(page: Page): Promise<string[]> {
  await still(page);
  return findings(page);
}

const words = {
  en: {
    heading: 'Licence console API',
    list: 'Orders: List',
    test: /Test Request/,
    send: /^Send/,
    errors: 'Error codes',
  },
  zh: { heading: '许可管理系统接口', list: '订单：列表', test: /测试请求/, send: /^发送/, errors: '错误代码' },
} as const;

it.each([
  ['en', 1440, 'light'],
  ['zh', 390, 'dark'],
] as const)(
  'is drawn within the policy, without another server, and tries a call by the own session: %s, %i px',
  async (language, width, colorScheme) => {
    const { heading, list, test, send, errors } = words[language];
    const page = await desk.open('enterprise', { viewport: { width, height: 900 }, colorScheme });
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('request', (request) => {
      if (!request.url().startsWith(desk.server.url) && !/^(data|blob):/.test(request.url()))
        complaints.push(request.url());
    });
    await page.goto(`/docs/api?lang=${language}#tag/order/GET/v1/order/list`);
    // The library and the document are the largest that the product serves.
    await page.getByRole('heading', { name: heading, exact: true }).waitFor({ timeout: patiently(30_000) });
    await page.getByRole('heading', { name: list, exact: true }).waitFor();

    expect(await violations(page)).toEqual([]);

    await page.getByRole('button', { name: test }).filter({ hasText: '/v1/order/list' }).click();
    const answered = page.waitForResponse((response) => response.url().includes('/v1/order/list'));
    await page.getByRole('dialog').getByRole('button', { name: send }).first().click();
    const answer = await answered;
    expect([answer.status(), ((await answer.json()) as { total: number }).total]).toEqual([200, expect.any(Number)]);
    expect(complaints).toEqual([]);
    // A parameter with choices but no value yet is named after its row.
    await page.getByRole('dialog').getByRole('button', { name: 'is_paginate' }).waitFor();
    expect(await violations(page)).toEqual([]);

    await page.goto(`/docs/api/errors?lang=${language}#stale`);
    await page.getByRole('heading', { name: errors, exact: true }).waitFor();
    expect(await findings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  },
);

it('lists the calls where no script runs', async () => {
  const page = await desk.open(undefined, { javaScriptEnabled: false, locale: 'en-US' });
  await page.goto('/docs/api?lang=en');
  await page.getByText('GET /v1/order/list', { exact: true }).waitFor();
});

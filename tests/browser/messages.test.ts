import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settled, startConsole, type TestConsole, walkers } from '../support/console.ts';
import { withUnread } from '../support/messageCauses.ts';

let desk: TestConsole;
beforeAll(async () => {
  desk = await startConsole();
});
afterAll(() => desk.close());

// Found by its label, because an open dialog removes the roles of everything outside it.
const bell = (page: Page) => page.locator('header button[aria-label]').filter({ has: page.locator('.MuiBadge-root') });
const dot = (page: Page) => bell(page).locator('.MuiBadge-dot');
const popover = (page: Page) => page.locator('.MuiPopover-paper');
const items = (page: Page) => popover(page).locator('.MuiListItemButton-root');
const isRead = (url: string) => url.endsWith('/v1/notification/update');
const isUnreadList = (url: string) => /\/v1\/notification\/list\?.*filter_status=false/.test(url);

/** A time in a time zone, formatted by the browser's own calendar. */
const reads = (moment: string, timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone }).format(new Date(moment));

async function openDashboard(account: string, options = {}): Promise<[Page, { uuid: string }[]]> {
  const page = await desk.open(account, options);
  const listed = page.waitForResponse((answer) => isUnreadList(answer.url()));
  await page.goto('/dashboard');
  const list = (await (await listed).json()) as { items: { uuid: string }[] };
  await settled(page);
  return [page, list.items];
}

describe.each(walkers)('the bell of %s', (account) => {
  it('has a dot, a count and every unread item with title and time; a click marks one read and asks again; without any it says so (R-HEAD-07, R-MSG-01, R-MSG-02, R-MSG-03, R-MSG-04, R-MSG-05)', async () => {
    await withUnread(desk, account, 2);
    const timezoneId = 'Asia/Shanghai';
    const [page, unread] = await openDashboard(account, { timezoneId });
    const shown = unread as { uuid: string; notice_title: string; created_at: string; module: string | null }[];
    expect(shown).toHaveLength(2);
    expect((await dot(page).boundingBox())?.width).toBeGreaterThan(4);
    await bell(page).click();
    await popover(page).waitFor();
    await expect.poll(async () => (await popover(page).boundingBox())?.width).toBe(400);
    await popover(page).getByRole('heading', { name: 'Messages', exact: true }).waitFor();
    await popover(page).getByText('2 unread', { exact: true }).waitFor();
    expect((await items(page).allInnerTexts()).map((text) => text.split(/\n+/))).toEqual(
      shown.map(({ notice_title, created_at }) => [notice_title, reads(created_at, timezoneId)]),
    );

    for (const left of [1, 0]) {
      const calls: string[] = [];
      page.on('request', (request) => {
        if (isRead(request.url())) calls.push(`read ${request.postData()}`);
        if (isUnreadList(request.url())) calls.push('list');
      });
      const { uuid, notice_title, module } = shown[1 - left] as (typeof shown)[0];
      if (left === 0) await bell(page).click();
      await items(page).filter({ hasText: notice_title }).first().click();
      await expect.poll(() => bell(page).getAttribute('aria-label')).toBe(`Messages: ${left} unread`);
      // The message list may also be requested when it opens or after a change; it must be requested after the click.
      const since = calls.slice(calls.findIndex((call) => call !== 'list'));
      expect(since.slice(0, 2)).toEqual([`read {"ids":["${uuid}"]}`, 'list']);
      page.removeAllListeners('request');
      if (module !== 'order') continue;
      // A message about an order opens its detail.
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await expect.poll(async () => (await dot(page).boundingBox())?.width).toBe(0);
    await bell(page).click();
    await popover(page).getByText('No new messages', { exact: true }).waitFor();
    await popover(page).getByText('0 unread', { exact: true }).waitFor();
    expect(await items(page).count()).toBe(0);
    await popover(page).getByRole('button', { name: 'Show more' }).click();
    await page.waitForURL('**/message');
    await page.getByRole('heading', { level: 1, name: 'System notifications' }).waitFor();
  });

  it('speaks Chinese (R-MSG-01, R-MSG-03, R-MSG-04)', async () => {
    await withUnread(desk, account, 0);
    const [page] = await openDashboard(account, { locale: 'zh-CN' });
    await bell(page).click();
    await popover(page).getByRole('heading', { name: '消息', exact: true }).waitFor();
    await popover(page).getByText('0 条未读', { exact: true }).waitFor();
    await popover(page).getByText('暂无新消息', { exact: true }).waitFor();
    await popover(page).getByRole('button', { name: '查看更多' }).click();
    await page.waitForURL('**/message');
  });
});

it('an order opened from the bell closes by Escape at once, while the messages still fade out (R-MSG-06)', async () => {
  await withUnread(desk, 'sales', 2);
  const [page, unread] = await openDashboard('sales');
  await page.evaluate(() => {
    // Makes every fade longer than this test.
    const schedule = window.setTimeout.bind(window);
    const slowed = (run: TimerHandler, delay = 0) => schedule(run, delay >= 100 && delay <= 400 ? 60_000 : delay);
    Object.assign(window, { setTimeout: slowed });
  });
  const order = (unread as { uuid: string; notice_title?: string; module?: string }[]).find(
    ({ module }) => module === 'order',
  );
  await bell(page).click();
  await items(page)
    .filter({ hasText: order?.notice_title ?? 'no message of an order' })
    .first()
    .click();
  await page.locator('[role=dialog].record').waitFor();
  expect(await popover(page).count()).toBe(1);
  await page.keyboard.press('Escape');
  await page.locator('[role=dialog].record').waitFor({ state: 'detached' });
});

it('the bell asks again, every 60 s where nothing is told, when the window is looked at, and after an own change (B32)', async () => {
  await withUnread(desk, 'operations', 0);
  const page = await desk.open('operations');
  await page.clock.install();
  await page.route('**/v1/events*', (route) => route.abort());
  await page.goto('/enterprise');
  await settled(page);
  const label = () => bell(page).getAttribute('aria-label');
  await expect.poll(label).toBe('Messages: 0 unread');
  await withUnread(desk, 'operations', 1);
  await page.clock.fastForward(50_000);
  await settled(page);
  expect(await label()).toBe('Messages: 0 unread');
  await page.clock.fastForward(11_000);
  await expect.poll(label).toBe('Messages: 1 unread');
  await withUnread(desk, 'operations', 2);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect.poll(label).toBe('Messages: 2 unread');
  await withUnread(desk, 'operations', 1);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save view' }).click();
  await page.getByRole('textbox', { name: 'View name' }).fill('Mine');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(label).toBe('Messages: 1 unread');
  await page.goto('/message');
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect.poll(label).toBe('Messages: 0 unread');
});

describe('a message about licences or applications', () => {
  it.each([
    ['1', 'Licence allocation', '许可分配'],
    ['2', 'Applications', '许可申请'],
  ])('opens part %s of the allocation page (R-MSG-10)', async (active, english, chinese) => {
    for (const [locale, name] of [
      ['en-US', english],
      ['zh-CN', chinese],
    ] as const) {
      const page = await desk.open('enterprise', { locale });
      await page.goto(`/authorization/assignment?active=${active}`);
      await settled(page);
      const selected = page.getByRole('tab', { selected: true });
      await expect.poll(() => selected.getAttribute('id')).toBe(`tab-${active}`);
      await page.getByRole('heading', { level: 1, name }).waitFor();
    }
  });
});

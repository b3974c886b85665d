import { QueryClient } from '@tanstack/react-query';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { contract } from '../../contract/index.ts';
import { clearSession, sessionOf } from '../../src/authProvider/session.ts';
import { ChangeBatcher } from '../../src/dataProvider/live/changeBatcher.ts';
import type { ChangeListener, ChangeMessage } from '../../src/dataProvider/live/changeMessage.ts';
import { liveTimings } from '../../src/dataProvider/live/liveTimings.ts';
import { shareConnection } from '../../src/dataProvider/live/shareConnection.ts';
import { startLiveUpdates } from '../../src/dataProvider/live/startLiveUpdates.ts';
import { type Customer, makeCustomer } from '../support/customer.ts';
import { patiently } from '../support/slowPages.ts';
import { type Desk, type Page, settled, startDesk } from './support/desk.ts';
import { useFakeClock } from './support/fakeClock.ts';
import { button, dialog, field, openNew, pick, poll, toast } from './support/form.ts';

let desk: Desk;
let customer: Customer;
const usual = { ...liveTimings };
const setTimings = (times: Partial<typeof liveTimings>) => Object.assign(liveTimings, times);
beforeAll(async () => {
  desk = await startDesk();
  customer = await makeCustomer(desk);
});
afterAll(() => {
  setTimings(usual);
  return desk.close();
});
beforeEach(() => {
  setTimings({ ...usual, batch: 20, recordsGap: 100, reportsGap: 100 });
});

const orders = '/authorization/order';
const codes = (page: Page) => page.locator('tbody tr td a').allInnerTexts();
const bar = (page: Page) => page.getByRole('status').getByRole('button');
/** Opens a page as an account and waits until it follows changes of other users. */
async function follow(account: string, path: string, options = {}): Promise<Page> {
  const page = await desk.open(account, options);
  const followed = page.waitForRequest(/\/v1\/events$/);
  await page.goto(path);
  await followed;
  await settled(page);
  return page;
}

describe('a list', () => {
  it('shows new records once they are asked for, and keeps its rows and the focus till then', async () => {
    for (const [locale, words, again] of [
      ['en-US', '1 new', '2 new'],
      ['zh-CN', '1 条新记录', '2 条新记录'],
    ] as const) {
      const page = await follow('operations', orders, { locale });
      await poll(() => page.locator('tbody tr').count()).toBe(20);
      const before = await codes(page);
      const search = page.getByRole('searchbox');
      await search.click();
      await customer.order(2);
      await poll(() => bar(page).allInnerTexts()).toEqual([words]);
      await customer.order(3);
      await poll(() => bar(page).allInnerTexts()).toEqual([again]);
      expect(await codes(page)).toEqual(before);
      expect(document.activeElement?.getAttribute('type')).toBe('search');
      await bar(page).click();
      await poll(() => bar(page).count()).toBe(0);
      await poll(() => codes(page).then((all) => all.slice(2, 4))).toEqual(before.slice(0, 2));
      expect(document.activeElement?.getAttribute('role')).toBe('status');
    }
  });

  it('follows what others change of its rows, in their place', async () => {
    const id = await customer.order(2);
    const page = await follow('operations', orders);
    await poll(() => page.locator('tbody tr').count()).toBe(20);
    const before = await codes(page);
    const row = page.locator('tbody tr').first();
    const text = await row.textContent();
    await customer.call('POST', `/v1/order/${id}`, { status: 8 });
    await poll(() => row.textContent()).not.toBe(text);
    expect(await codes(page)).toEqual(before);
    expect(await bar(page).count()).toBe(0);
    // The next page was prefetched before the change, so it is requested again.
    const again = page.waitForRequest(/order\/list\?page=2/);
    await page.getByRole('button', { name: 'Next page' }).click();
    await again;
  });

  it('says nothing of what is done here', async () => {
    await customer.project({ name: 'Jetty' });
    const page = await follow(customer.name, '/authorization/project');
    const id = await customer.project({ name: 'Mole' });
    await poll(() => bar(page).allInnerTexts()).toEqual(['1 new']);
    await bar(page).click();
    await openNew(page, 'New project');
    await field(page, 'name').fill('Lighthouse');
    await field(page, 'license_key').fill('KEY-LIGHTHOUSE');
    await pick(page, 'product_id', customer.product.name);
    await button(dialog(page), 'Create').click();
    await toast(page, 'Creation Successful');
    await poll(() => page.locator('tbody').textContent()).toContain('Lighthouse');
    // This change is published after the own one, so the own one has arrived too.
    await customer.call('POST', `/v1/project/${id}`, { name: 'Old mole' });
    await poll(() => page.locator('tbody').textContent()).toContain('Old mole');
    expect(await bar(page).count()).toBe(0);
  });
});

it('the bell and an open record follow', async () => {
  const id = await customer.order(2);
  const page = await follow(customer.name, `${orders}?id=${id}`);
  const bell = page.getByRole('button', { name: /^Messages: / });
  const unread = await bell.getAttribute('aria-label');
  await customer.staff.sales.call('POST', `/v1/order/${id}`, { status: 1, use_period: 365, assign_period: 180 });
  await customer.staff.operations.call('POST', `/v1/order/${id}`, { status: 2 });
  await poll(() => bell.getAttribute('aria-label')).not.toBe(unread);
  await poll(() => page.locator('.record').first().textContent()).toContain('Approved');
});

describe('what is open', () => {
  /** Confirms and approves an order, which sends its customer two messages. */
  const approve = async (id: number) => {
    await customer.staff.sales.call('POST', `/v1/order/${id}`, { status: 1, use_period: 365, assign_period: 180 });
    await customer.staff.operations.call('POST', `/v1/order/${id}`, { status: 2 });
  };
  const popover = (page: Page) => page.locator('.MuiPopover-paper');

  it('keeps its messages in their places, and says how many more there are', async () => {
    await approve(await customer.order(2));
    for (const [locale, bell, one] of [
      ['en-US', /^Messages: /, '1 new'],
      ['zh-CN', /^消息/, '1 条新记录'],
    ] as const) {
      const id = await customer.order(2);
      const page = await follow(customer.name, '/dashboard', { locale });
      await page.getByRole('button', { name: bell }).click();
      const titles = () => popover(page).locator('.MuiListItemText-primary').allInnerTexts();
      await poll(titles).not.toEqual([]);
      const before = await titles();
      await approve(id);
      await button(popover(page), one).waitFor();
      expect(await titles()).toEqual(before);
      await button(popover(page), one).click();
      await poll(() => titles().then((all) => all.length)).toBe(before.length + 1);
      await poll(() => button(popover(page), one).count()).toBe(0);
    }
  });

  it('keeps the page of messages, and the lists of a record, in their places', async () => {
    const messages = await follow(customer.name, '/message');
    await approve(await customer.order(2));
    await poll(() => bar(messages).allInnerTexts()).toEqual(['1 new']);
    const admin = await follow('superadmin', `/enterprise/${customer.enterprise.id}`);
    await dialog(admin).getByRole('tab', { name: 'Orders' }).click();
    const its = () => dialog(admin).locator('tbody tr td a').allInnerTexts();
    await poll(its).not.toEqual([]);
    const before = await its();
    await customer.order(5);
    const news = dialog(admin).getByRole('status').getByRole('button');
    await poll(() => news.allInnerTexts()).toEqual(['1 new']);
    expect(await its()).toEqual(before);
    await news.click();
    await poll(its).not.toEqual(before);
  });
});

it('an open record that others delete says that it is gone, and nothing fails', async () => {
  const id = await customer.order(2);
  const page = await follow('sales', `${orders}?id=${id}`);
  await page.locator('.record').getByRole('button', { name: 'Confirm', exact: true }).waitFor();
  await customer.call('DELETE', `/v1/order/${id}`);
  await page.locator('.record').getByText('Record not found').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await button(page, 'Back to the list').click();
  await poll(() => page.locator('.record').count()).toBe(0);
});

it('an open record that goes to somebody else says that it is gone, and so does what belongs to it', async () => {
  const id = await customer.order(2);
  const admin = await desk.api('superadmin');
  const { sales_user_id } = await admin.call('GET', `/v1/enterprise/${customer.enterprise.id}`);
  const found = await admin.call('GET', '/v1/user/list?filter_role_id=3');
  const other = found.items.find((one: { id: number }) => one.id !== sales_user_id).id;
  const owned = (owner: number) =>
    admin.call('POST', `/v1/enterprise/${customer.enterprise.id}`, { sales_user_id: owner });
  onTestFinished(() => owned(sales_user_id));
  const page = await follow('sales', `${orders}?id=${id}`);
  await page.locator('.record').getByRole('button', { name: 'Confirm', exact: true }).waitFor();
  await owned(other);
  await page.locator('.record').getByText('Record not found').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

it('a form keeps what was typed when others change its record', async () => {
  const id = await customer.project({ name: 'Harbour' });
  const page = await follow(customer.name, '/authorization/project');
  const listed = page.locator('tbody tr').filter({ hasText: 'Harbour' }).first();
  await listed.getByRole('button', { name: /^Edit: / }).click();
  await field(page, 'name').fill('Harbour East');
  const asked = page.waitForResponse(/\/v1\/project\/list/);
  await customer.call('POST', `/v1/project/${id}`, { name: 'Harbour West' });
  await asked;
  await poll(() => page.locator('tbody').textContent()).toContain('Harbour West');
  expect(await field(page, 'name').inputValue()).toBe('Harbour East');
});

describe('the stream', () => {
  /** Resolves at the next end of a stream. */
  const end = (page: Page) =>
    new Promise<void>((resolve) => {
      page.on('requestfinished', (call) => call.url().endsWith('/v1/events') && resolve());
    });

  it('ends with the session', async () => {
    const page = await desk.open(customer.name);
    const begun = page.waitForRequest(/\/v1\/events$/);
    const stop = startLiveUpdates(contract, new QueryClient());
    await begun;
    const ended = end(page);
    clearSession();
    await ended;
    stop();
  });

  it('begins anew when another tab signs in as somebody else', async () => {
    const page = await follow(customer.name, '/message');
    const { welcome } = await desk.api('superadmin');
    const [ended, again] = [end(page), page.waitForRequest(/\/v1\/events$/)];
    localStorage.setItem('licence.session', JSON.stringify(sessionOf(welcome)));
    window.dispatchEvent(new StorageEvent('storage', { key: 'licence.session' }));
    await ended;
    expect((await again).headers()['authorization']).toBe(welcome.api_key);
    await settled(page);
  });

  it('goes on after what was told last when the network is there again, and nothing is missed', async () => {
    const page = await follow('operations', orders);
    await customer.order(2);
    await poll(() => bar(page).allInnerTexts()).toEqual(['1 new']);
    await page.setOffline(true);
    await customer.order(3);
    await page.setOffline(false);
    const again = page.waitForRequest(/\/v1\/events$/);
    window.dispatchEvent(new Event('online'));
    expect((await again).headers()['last-event-id']).toMatch(/./);
    await poll(() => bar(page).allInnerTexts()).toEqual(['2 new']);
  });

  it('is no stream where a browser has no locks, as without TLS: pieces follow as well', async () => {
    setTimings({ pollUnshared: 50 });
    const { locks } = navigator;
    Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true });
    onTestFinished(() => void Object.defineProperty(navigator, 'locks', { value: locks, configurable: true }));
    const page = await desk.open('operations');
    const streams: string[] = [];
    page.on('request', (call) => call.url().endsWith('/v1/events') && streams.push(call.url()));
    const piece = () => page.waitForRequest(/\/v1\/events\?wait=0$/);
    await Promise.all([piece(), page.goto(orders)]);
    await settled(page);
    await piece();
    await customer.order(2);
    await poll(() => bar(page).allInnerTexts()).toEqual(['1 new']);
    expect(streams).toEqual([]);
  });

  it('is asked for in pieces where a proxy keeps it back', async () => {
    setTimings({ firstByte: patiently(500), poll: 50 });
    const page = await desk.open('operations');
    await page.route(/\/v1\/events$/, () => undefined);
    const piece = () => page.waitForRequest(/\/v1\/events\?wait=0$/);
    await Promise.all([piece(), page.goto(orders)]);
    await settled(page);
    await piece();
    await customer.order(2);
    await poll(() => bar(page).allInnerTexts()).toEqual(['1 new']);
  });
});

describe('what is told', () => {
  const change = { entity: 'order', id: 1, version: 1, action: 'update' } as const;
  const hide = (hidden: boolean) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
    document.dispatchEvent(new Event('visibilitychange'));
  };
  /** Collects changes at the usual pace, with a fake clock. `handed` contains the number of changes in each batch. */
  const start = async () => {
    // An open page would set timers of its own on the fake clock.
    await desk.leave();
    setTimings(usual);
    useFakeClock();
    const handed: number[] = [];
    const gatherer = new ChangeBatcher(
      () => liveTimings.recordsGap,
      ({ changes }) => void handed.push(changes.length),
    );
    onTestFinished(() => {
      gatherer.end();
      Reflect.deleteProperty(document, 'hidden');
    });
    const tell = (times: number, every: number) => {
      for (let left = times; left > 0; left -= 1) {
        gatherer.add({ changes: [change], missed: false });
        vi.advanceTimersByTime(every);
      }
    };
    return { handed, tell };
  };

  it('is looked at once a second at most, however much comes', async () => {
    const { handed, tell } = await start();
    tell(300, 10);
    vi.advanceTimersByTime(liveTimings.recordsGap);
    expect(handed.length).toBeLessThanOrEqual(4);
    expect(handed.reduce((sum, one) => sum + one, 0)).toBe(300);
  });

  it('leaves a tab in the background alone; it is brought up to date by one look when it is shown', async () => {
    const { handed, tell } = await start();
    hide(true);
    tell(100, 100);
    expect(handed).toEqual([]);
    hide(false);
    vi.advanceTimersByTime(liveTimings.batch);
    expect(handed).toEqual([100]);
  });
});

describe('the tabs of a browser', () => {
  interface Fake {
    onmessage?: (event: { data: unknown }) => void;
    postMessage(data: unknown): void;
    close(): void;
  }
  /** Locks and channels, as the tabs of one browser share them. */
  function browser() {
    const queues = new Map<string, (() => Promise<void>)[]>();
    const next = (name: string) => queues.get(name)?.[0]?.();
    const request = (name: string, { signal }: { signal: AbortSignal }, lead: () => Promise<void>) => {
      const queue = queues.get(name) ?? [];
      queues.set(name, queue);
      const turn = async () => {
        await lead();
        queue.shift();
        next(name);
      };
      signal.addEventListener('abort', () => queue.indexOf(turn) > 0 && queue.splice(queue.indexOf(turn), 1));
      if (queue.push(turn) === 1) void turn();
      return Promise.resolve();
    };
    const channels = new Map<string, Set<Fake>>();
    const openChannel = (name: string): Fake => {
      const all = channels.get(name) ?? new Set();
      channels.set(name, all);
      const one: Fake = {
        postMessage: (data: unknown) => {
          for (const other of all) if (other !== one) other.onmessage?.({ data });
        },
        close: () => void all.delete(one),
      };
      all.add(one);
      return one;
    };
    const leaders: { key: string; from: string | undefined; listener: ChangeListener; isShared: boolean }[] = [];
    const follow = (
      key: string,
      from: string | undefined,
      listener: ChangeListener,
      signal: AbortSignal,
      isShared: boolean,
    ) => {
      leaders.push({ key, from, listener, isShared });
      return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    };
    return { leaders, surroundings: { locks: { request }, openChannel, follow } as never };
  }
  const tab = () => {
    const heard: ChangeMessage[] = [];
    const states: boolean[] = [];
    const listener = {
      onMessage: (message: ChangeMessage) => void heard.push(message),
      onFollowing: (isFollowing: boolean) => void states.push(isFollowing),
    };
    return { heard, states, listener };
  };
  const change = { entity: 'order', id: 1, version: 2, action: 'update' } as const;

  it('share one connection, and another goes on where the first was when it closes', async () => {
    const { leaders, surroundings } = browser();
    const [first, second, foreign] = [tab(), tab(), tab()];
    const closeFirst = shareConnection('key', first.listener, surroundings);
    leaders[0]?.listener.onFollowing(true);
    const closeSecond = shareConnection('key', second.listener, surroundings);
    const closeForeign = shareConnection('other key', foreign.listener, surroundings);
    expect(leaders.map(({ key }) => key)).toEqual(['key', 'other key']);
    expect(leaders.map(({ isShared }) => isShared)).toEqual([true, true]);
    const message = { change, position: 'p1' };
    leaders[0]?.listener.onMessage(message);
    expect([first.heard, second.heard, foreign.heard]).toEqual([[message], [message], []]);
    expect(second.states).toEqual([true]);
    closeFirst();
    await expect.poll(() => leaders.length).toBe(3);
    expect(leaders[2]).toMatchObject({ key: 'key', from: 'p1' });
    leaders[2]?.listener.onMessage({ missed: true });
    expect(second.heard).toEqual([message, { missed: true }]);
    expect(first.heard).toEqual([message]);
    closeSecond();
    closeForeign();
  });

  it('each ask for themselves where a browser has no locks, and none of them keeps a connection', () => {
    const { leaders, surroundings } = browser();
    const without = { ...(surroundings as object), locks: undefined } as never;
    const ends = [tab(), tab()].map(({ listener }) => shareConnection('key', listener, without));
    expect(leaders.map(({ isShared }) => isShared)).toEqual([false, false]);
    for (const end of ends) end();
  });
});

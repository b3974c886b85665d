import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, type Page, settled, startDesk } from './support/desk.ts';
import { button, depth, dialog, poll, sent } from './support/form.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const at = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;
const open = async (account: string, path = '/dashboard', options = {}) => {
  const page = await desk.open(account, options);
  await page.goto(path);
  await settled(page);
  return page;
};
const input = (page: Page) => dialog(page).getByRole('combobox');
const option = (page: Page, name: string | RegExp) => dialog(page).getByRole('option', { name });
const options = (page: Page) => dialog(page).getByRole('option').allInnerTexts();
const palette = async (page: Page, text = '') => {
  await page.keyboard.press('Control+k');
  await input(page).waitFor();
  if (text) await input(page).fill(text);
};

describe('the palette', () => {
  it.each([
    ['л', 'Russian'],
    ['κ', 'Greek'],
    ['ن', 'Arabic'],
    ['ㅏ', 'Korean'],
  ])('opens by Ctrl+K where that key types %s, on a %s layout (issue 33)', async (key) => {
    const page = await open('enterprise');
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key, code: 'KeyK', ctrlKey: true, bubbles: true, cancelable: true }),
    );
    await input(page).waitFor();
  });

  it('opens an order by its code, and offers it again as a recent one', async () => {
    const page = await open('enterprise');
    const { call } = await desk.api('enterprise');
    const { items } = (await call('GET', '/v1/order/list')) as { items: { id: number; code: string }[] };
    const { id, code = '' } = items[0] ?? {};
    // Enter works before the search has its result.
    await palette(page, code.replace(/\D/g, ''));
    await page.keyboard.press('Enter');
    await poll(() => at(page)).toContain(`/order/${id}`);
    // The palette contains the code too, until it is closed.
    await input(page).waitFor({ state: 'detached' });
    await dialog(page).getByText(code).first().waitFor();
    await page.keyboard.press('Escape');
    await poll(() => depth(page)).toBe(0);
    await button(page, 'Search or go to').click();
    await poll(async () => (await options(page))[0]).toContain(code);
  });

  it('finds pages and actions by words of either language, goes by the arrows, and leaves by Escape', async () => {
    const page = await open('operations');
    await palette(page, '企业');
    await option(page, /^Enterprises/).waitFor();
    await input(page).fill('audit');
    await poll(async () => (await options(page)).filter((one) => one.startsWith('Audit'))).toEqual([]);
    await input(page).fill('product');
    await option(page, /^Sales products/).waitFor();
    const first = await input(page).getAttribute('aria-activedescendant');
    await page.keyboard.press('ArrowDown');
    await poll(() => input(page).getAttribute('aria-activedescendant')).not.toBe(first);
    await page.keyboard.press('Escape');
    await poll(() => depth(page)).toBe(0);
    await palette(page, 'dark');
    await poll(async () => (await options(page)).length).toBe(1);
    await page.keyboard.press('Enter');
    await poll(
      () => Object.entries(localStorage).filter(([key, value]) => key.endsWith('theme') && value === '"dark"').length,
    ).toBe(1);
  });

  it('begins a new record', async () => {
    const page = await open('enterprise');
    await palette(page, 'new order');
    await option(page, 'New order').click();
    await poll(() => at(page)).toContain('/authorization/order');
    await poll(async () => (await dialog(page).locator('h2').allInnerTexts()).join()).toContain('New order');
  });

  it('lets a salesman act for whom it finds', async () => {
    const page = await open('sales');
    const calls = sent(page, 'POST', /login\/user/);
    await palette(page, 'enterprise');
    await option(page, /^Act for /)
      .first()
      .click();
    await poll(() => calls.length).toBe(1);
    await page.getByText('You are acting for', { exact: false }).first().waitFor();
  });

  it.each([
    ['en-US', 'Act for ENTERPRISE', 'act', /^Act for …/, 'For whom?'],
    ['zh-CN', '代客操作 enterprise', '代客', /^代客操作 …/, '为谁操作？'],
    ['en-US', '代客操作enterprise', '代客操作', /^Act for …/, 'For whom?'],
  ])('lets a salesman act for whom they write (%s, %s)', async (locale, whole, begun, first, asked) => {
    const page = await open('sales', '/dashboard', { locale });
    const calls = sent(page, 'POST', /login\/user/);
    await palette(page, begun);
    await option(page, first).click();
    await dialog(page).getByText(asked).waitFor();
    const { id } = (await desk.api('enterprise')).welcome.user;
    await input(page).fill(whole);
    await poll(async () => (await options(page)).length).toBeGreaterThan(0);
    await page.keyboard.press('Enter');
    await poll(() => calls.length).toBe(1);
    await poll(() => JSON.parse(localStorage.getItem('licence.session') ?? '{}').user?.id).toBe(id);
  });

  it('takes the same words for a search where nobody acts, and finds by the enterprise whom to act for', async () => {
    const admin = await open('operations');
    await palette(admin, 'act for nobody-at-all');
    await dialog(admin).getByText('Nothing found for “act for nobody-at-all”').waitFor();
    const { enterprise } = (await desk.api('enterprise')).welcome.user;
    const page = await open('sales');
    await palette(page, `act for ${enterprise?.name}`);
    await option(page, /^Act for /)
      .first()
      .waitFor();
    await input(page).fill('act for nobody-at-all');
    await dialog(page).getByText('Nothing found for “nobody-at-all”').waitFor();
  });

  it('begins a new record by other words for it', async () => {
    const page = await open('enterprise');
    for (const words of ['create order', 'add an order', '新增订单', '创建订单']) {
      await palette(page, words);
      await poll(async () => (await options(page))[0] ?? '').toMatch(/^New order/);
      await page.keyboard.press('Escape');
      await poll(() => depth(page)).toBe(0);
    }
  });

  it('offers again what was opened on any page, also after a reload and in other tabs, until its user signs out', async () => {
    const { call } = await desk.api('sales');
    const { items } = (await call('GET', '/v1/enterprise/list')) as { items: { id: number; name: string }[] };
    const [one = { id: 0, name: '' }, other = { id: 0, name: '' }] = items;
    const page = await open('sales', `/enterprise/${one.id}`);
    await dialog(page).getByText(one.name).first().waitFor();
    const firsts = async () => {
      await palette(page);
      await poll(async () => (await options(page)).length).toBeGreaterThan(3);
      const found = await options(page);
      await page.keyboard.press('Escape');
      await input(page).waitFor({ state: 'detached' });
      return found.slice(0, 2);
    };
    await page.goto('/dashboard');
    await settled(page);
    expect((await firsts())[0]).toContain(one.name);
    // Another tab of the same browser opens another record.
    const key = Object.keys(localStorage).find((found) => found.includes('.recent ')) ?? '';
    const [mine] = JSON.parse(localStorage.getItem(key) ?? '[]');
    const stored = JSON.stringify([
      { ...mine, id: other.id, title: other.name, path: `/enterprise/${other.id}` },
      mine,
    ]);
    localStorage.setItem(key, stored);
    window.dispatchEvent(new StorageEvent('storage', { key, newValue: stored }));
    const [first = '', second = ''] = await firsts();
    expect([first.includes(other.name), second.includes(one.name)]).toEqual([true, true]);
    // A deleted record is not suggested any more once it was not found.
    const lost = JSON.stringify([{ ...mine, id: 999_999, title: 'Gone', path: '/enterprise/999999' }, mine]);
    localStorage.setItem(key, lost);
    await page.goto('/enterprise/999999');
    await poll(() => localStorage.getItem(key)).not.toContain('Gone');
    await page.goto('/dashboard');
    await settled(page);
    await palette(page, 'sign out');
    await option(page, 'Sign out').click();
    await poll(() => localStorage.getItem('licence.session')).toBeNull();
    expect(localStorage.getItem(key)).toBeNull();
  });

  it('says when it finds nothing, waits, and when it failed', async () => {
    const page = await open('sales');
    await palette(page, 'zzzz-no-such-thing');
    await dialog(page).getByText('Nothing found for “zzzz-no-such-thing”').waitFor();
    await page.route(/v1\/search/, (route) => route.fulfill({ status: 500, json: { title: 'Broken' } }));
    await input(page).fill('zzzz-other');
    await dialog(page).getByText('The search failed.').waitFor();
  });
});

describe('keys', () => {
  it('go to places, list themselves, and search in the list', async () => {
    const page = await open('enterprise');
    await page.keyboard.press('g');
    await page.keyboard.press('o');
    await poll(() => at(page)).toContain('/authorization/order');
    // The page before stays for a moment after the address has changed, and it is settled too.
    await page.locator('tbody tr').first().waitFor();
    await settled(page);
    await page.keyboard.press('?');
    await dialog(page).getByText('Next row').waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    expect(at(page)).toContain('/authorization/order');
    await page.keyboard.press('Escape');
    await poll(() => depth(page)).toBe(0);
    await page.keyboard.press('/');
    expect(document.activeElement?.closest('[role=search]')).not.toBeNull();
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    expect(at(page)).toContain('/authorization/order');
  });

  it('search in a list whose script is on its way, and what is written there meanwhile', async () => {
    const page = await open('enterprise');
    const press = (key: string) =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    const coming = new MutationObserver(() => {
      if (!document.querySelector('main .MuiSkeleton-root') || at(page) === '/dashboard') return;
      coming.disconnect();
      for (const key of ['/', 'g', 'd', 'x', 'Backspace']) press(key);
    });
    coming.observe(document.body, { childList: true, subtree: true });
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    const search = () => document.querySelector<HTMLInputElement>('main [role=search] input');
    await poll(() => search()?.value).toBe('gd');
    expect(document.activeElement).toBe(search());
    await poll(() => new URL(page.url()).searchParams.get('filter')).toBe('{"search":"gd"}');
  });

  it('move through the rows, select, edit and open them', async () => {
    const page = await open('superadmin', '/enterprise');
    const row = () => document.activeElement?.closest('tr');
    await page.keyboard.press('j');
    const first = row();
    expect(first).not.toBeNull();
    await page.keyboard.press('j');
    expect(row()).toBe(first?.nextElementSibling);
    await page.keyboard.press('k');
    expect(row()).toBe(first);
    await page.keyboard.press('e');
    await poll(() => depth(page)).toBe(1);
    await page.keyboard.press('Escape');
    await poll(() => depth(page)).toBe(0);
    first?.querySelector('a')?.focus();
    await page.keyboard.press('Enter');
    await poll(() => at(page)).toMatch(/\/enterprise\/\d+/);
  });

  it('mean the same with CapsLock on, and are done once a press', async () => {
    const page = await open('superadmin', '/enterprise');
    const row = () => document.activeElement?.closest('tr');
    await page.keyboard.press('J');
    const first = row();
    expect(first).not.toBeNull();
    await page.keyboard.press('J');
    expect(row()).toBe(first?.nextElementSibling);
    await page.keyboard.press('K');
    // Holding the key moves from row to row.
    await page.keyboard.press('j>3/');
    expect([...(first?.parentElement?.children ?? [])].indexOf(row() as Element)).toBe(3);
    await page.keyboard.press('E');
    await poll(() => depth(page)).toBe(1);
    // A repeated event of the Escape key does not close the dialog; a new press does.
    const repeated = new KeyboardEvent('keydown', { key: 'Escape', repeat: true, bubbles: true, cancelable: true });
    expect(document.activeElement?.dispatchEvent(repeated)).toBe(false);
    expect(await depth(page)).toBe(1);
    await page.keyboard.press('Escape');
    await poll(() => depth(page)).toBe(0);
    await page.keyboard.press('G');
    await page.keyboard.press('P');
    await poll(() => at(page)).toBe('/enterprise/product');
  });

  it('are listed as far as the page has something for them', async () => {
    const page = await open('operations', '/userinfo');
    const listed = async () => {
      await page.keyboard.press('?');
      await dialog(page).getByText('Everywhere').waitFor();
      const names = await dialog(page).locator('h3').allInnerTexts();
      const keys = await dialog(page).locator('dt').allInnerTexts();
      await page.keyboard.press('Escape');
      return { names, keys };
    };
    expect((await listed()).names).toEqual(['Everywhere', 'Go to']);
    await page.goto('/authorization/order?active=1');
    await settled(page);
    const list = await listed();
    expect(list.names).toEqual(['Everywhere', 'In lists', 'Go to']);
    expect(list.keys).toEqual(expect.arrayContaining(['Next row', 'Open the row', 'Search in the list']));
    expect(list.keys).not.toContain('Undo the last deletion');
    await page.locator('tbody a').first().click();
    await poll(() => depth(page)).toBe(1);
    await settled(page);
    const beside = await listed();
    expect(beside.names).toContain('In a record');
    expect(beside.keys).toEqual(expect.arrayContaining(['Next record', 'Previous record', 'Close the record']));
    expect(beside.keys).not.toContain('Next row');
  });

  it('are an input method’s while it composes', async () => {
    const page = await open('enterprise');
    const press = (init: KeyboardEventInit) =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }));
    press({ key: '?', isComposing: true });
    press({ key: '?', keyCode: 229 });
    expect(await depth(page)).toBe(0);
    press({ key: '?' });
    await poll(() => depth(page)).toBe(1);
  });

  it('reach the page itself first', async () => {
    await open('enterprise');
    const focusable = document.querySelectorAll<HTMLElement>('a[href], button, input');
    expect(focusable[0]?.textContent).toBe('Skip to content');
    focusable[0]?.click();
    expect(document.activeElement?.tagName).toBe('MAIN');
  });
});

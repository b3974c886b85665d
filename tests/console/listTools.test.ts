import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { password } from '../support/account.ts';
import { makeCustomer } from '../support/customer.ts';
import { type Desk, type Page, settled, startDesk } from './support/desk.ts';
import { dialog } from './support/form.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const open = async (account: string, path: string) => {
  const page = await desk.open(account);
  await page.goto(path);
  await settled(page);
  await page.locator('tbody a').first().waitFor();
  return page;
};
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const heads = (page: Page) => page.locator('thead th').allTextContents();

describe('the columns of a list', () => {
  it('are chosen by its reader, and stay chosen', async () => {
    const page = await open('operations', '/authorization/order');
    expect(await heads(page)).toContain('Availability');
    await button(page, 'Columns').click();
    await page.getByRole('menuitemcheckbox', { name: 'Availability' }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => heads(page)).not.toContain('Availability');
    await page.reload();
    await page.locator('tbody a').first().waitFor();
    await expect.poll(() => heads(page)).not.toContain('Availability');
    expect(await heads(page)).toContain('Status');
  });

  it('that are optional are there for who chooses them, beside what was shown', async () => {
    const page = await open('operations', '/authorization/project');
    const before = await heads(page);
    expect(before).not.toContain('Code');
    await button(page, 'Columns').click();
    await page.getByRole('menuitemcheckbox', { name: 'Code', checked: false }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => heads(page)).toContain('Code');
    expect((await heads(page)).filter((one) => one !== 'Code')).toEqual(before);
    await page.reload();
    await page.locator('tbody a').first().waitFor();
    await expect.poll(() => heads(page)).toContain('Code');
  });
});

describe('what the reader of lists chose', () => {
  const savedViews = async (account: string): Promise<string[]> => {
    const { items } = await (await desk.api(account)).call('GET', '/v1/saved_view/list?search=choice&per_page=100');
    return items.map(({ screen, query }: Record<string, string>) => `${screen}: ${query}`);
  };
  const rowHeight = (page: Page) => page.locator('table').first().getAttribute('style');

  it('is in its place in another browser: the order of columns, by the keyboard alone, and the density', async () => {
    const page = await open('sales', '/authorization/order');
    const before = await heads(page);
    const place = before.indexOf('Status') - 2;
    expect(await rowHeight(page)).toContain('40px');
    await button(page, 'Columns').click();
    const entry = page.getByRole('menuitemcheckbox', { name: 'Status' });
    await entry.waitFor();
    await entry.focus();
    for (let times = 2; times > 0; times -= 1) await page.keyboard.press('Alt+ArrowUp');
    await page.getByText(/^Status: \d+ of \d+$/).waitFor();
    await page.getByRole('menuitemradio', { name: 'Comfortable rows' }).click();
    await page.keyboard.press('Escape');
    await expect.poll(async () => (await heads(page)).indexOf('Status')).toBe(place);
    await expect
      .poll(() => savedViews('sales'))
      .toEqual([expect.stringContaining('columns /authorization/order: {"hidden":'), 'density: "comfortable"']);
    const elsewhere = await open('sales', '/authorization/order');
    await expect.poll(() => heads(elsewhere).then((all) => all.indexOf('Status'))).toBe(place);
    expect(await rowHeight(elsewhere)).toContain('52px');
    await button(elsewhere, 'Columns').click();
    await elsewhere.getByRole('menuitem', { name: 'Reset to default' }).click();
    await expect.poll(() => heads(elsewhere)).toEqual(before);
  });

  it('is kept in the browser while the server does not answer, is told to be so, and is saved when it does', async () => {
    const page = await open('enterprise', '/authorization/order');
    await page.route('**/v1/saved_view**', (route) => route.abort());
    await button(page, 'Columns').click();
    await page.getByRole('menuitemradio', { name: 'Comfortable rows' }).click();
    await page.getByText('Your choice is saved in this browser.', { exact: false }).waitFor();
    await page.unroute('**/v1/saved_view**');
    await page.reload();
    await page.locator('tbody a').first().waitFor();
    expect(await rowHeight(page)).toContain('52px');
    await expect.poll(() => savedViews('enterprise')).toEqual(['density: "comfortable"']);
  });
});

describe('a view', () => {
  const views = async (page: Page) => {
    await button(page, /^Views/).click();
    await page.getByRole('menuitem', { name: 'Loading' }).waitFor({ state: 'detached' });
  };
  const entry = (page: Page, name: string) => page.getByRole('menuitemradio', { name });
  const choose = async (page: Page, name: string | RegExp, role: 'menuitem' | 'menuitemcheckbox' = 'menuitem') => {
    await views(page);
    await page.getByRole(role, { name }).click();
  };
  const save = async (page: Page, name: string, shared?: string) => {
    await choose(page, 'Save view');
    await dialog(page).getByRole('textbox').fill(name);
    if (shared) await dialog(page).getByRole('switch', { name: shared }).click();
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await dialog(page).waitFor({ state: 'detached' });
  };
  const savedViews = async (account: string, search: string) =>
    (await (await desk.api(account)).call('GET', `/v1/saved_view/list?search=${search}`)).items;
  const hide = async (page: Page, column: string) => {
    await button(page, 'Columns').click();
    await page.getByRole('menuitemcheckbox', { name: column }).click();
    await page.keyboard.press('Escape');
  };

  it('keeps filters, order and columns for its user alone, is saved anew under its name, and goes', async () => {
    const page = await open('operations', '/authorization/order');
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Rejected' }).click();
    await button(page, 'Order code').click();
    await hide(page, 'Product');
    await save(page, 'Rejected by code');
    const stranger = await open('superadmin', '/authorization/order');
    await views(stranger);
    await stranger.getByText('No saved views').waitFor();
    const elsewhere = await open('operations', '/authorization/order');
    await hide(elsewhere, 'Product');
    expect(await heads(elsewhere)).toContain('Product');
    await views(elsewhere);
    const [request] = await Promise.all([
      elsewhere.waitForRequest((one) => one.url().includes('filter_status=9') && one.url().includes('sort=code')),
      entry(elsewhere, 'Rejected by code').click(),
    ]);
    expect(request.method()).toBe('GET');
    expect(await heads(elsewhere)).not.toContain('Product');
    // After leaving the view, the list is as its reader had arranged it.
    await choose(elsewhere, 'Exit view');
    await expect.poll(() => heads(elsewhere)).toContain('Product');
    await views(elsewhere);
    await entry(elsewhere, 'Rejected by code').click();
    // Saving a view under the same name replaces it; there is no second one.
    await button(elsewhere, 'Order code').click();
    await save(elsewhere, 'Rejected by code');
    const found = await savedViews('operations', 'Rejected');
    expect(found.map((view: { query: string }) => JSON.parse(view.query))).toEqual([
      {
        filter: { status: 9 },
        sort: { field: 'code', order: 'DESC' },
        density: 'compact',
        columns: { hidden: expect.arrayContaining(['product_id']), order: expect.anything() },
      },
    ]);
    await choose(elsewhere, 'Delete the view “Rejected by code”');
    await dialog(elsewhere).getByRole('button', { name: 'Delete', exact: true }).click();
    await elsewhere.getByRole('dialog').waitFor({ state: 'detached' });
    await views(elsewhere);
    await elsewhere.getByText('No saved views').waitFor();
    await elsewhere.keyboard.press('Escape');
    await button(elsewhere, 'Undo').click();
    await elsewhere.getByText('“Rejected by code” restored').waitFor();
    await views(elsewhere);
    await entry(elsewhere, 'Rejected by code').waitFor();
  });

  it('that is shared is opened by who may see it, not changed by them, without what their list does not take', async () => {
    const { name, enterprise, staff } = await makeCustomer(desk);
    await staff.superadmin.call('POST', '/v1/user', {
      name: `${name}b`,
      nick_name: 'Colleague',
      role_id: 4,
      password,
      enterprise_id: enterprise.id,
    });
    await desk.settle(`${name}b`);
    const page = await desk.open(name);
    await page.goto('/authorization/order');
    await page.getByText('Nothing here yet').waitFor();
    await save(page, 'Ours', 'Share with everybody at your enterprise');
    const [view] = await savedViews(name, 'Ours');
    const query = JSON.stringify({ filter: { no_such_filter: 1 }, sort: { field: 'id', order: 'ASC' } });
    await (await desk.api(name)).call('POST', `/v1/saved_view/${view.id}`, { query });
    const other = await desk.open(`${name}b`);
    await other.goto('/authorization/order');
    await views(other);
    await entry(other, 'Ours').getByText('shared by', { exact: false }).waitFor();
    await entry(other, 'Ours').click();
    await other.getByText('does not apply to your lists', { exact: false }).waitFor();
    await button(other, 'Views: Ours').click();
    await other.getByRole('menuitem', { name: 'Exit view' }).waitFor();
    expect(await other.getByRole('menuitem', { name: 'Delete the view “Ours”' }).count()).toBe(0);
  });

  it('is what the list opens with, in every browser, as it is now, until it is gone', async () => {
    const page = await open('sales', '/authorization/order');
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Approved' }).click();
    await save(page, 'Mine at first');
    await choose(page, 'Open the list with this view', 'menuitemcheckbox');
    await expect
      .poll(async () => JSON.stringify(await savedViews('sales', 'choice')))
      .toContain('opens /authorization/order');
    const elsewhere = await desk.open('sales');
    await Promise.all([
      elsewhere.waitForRequest((one) => /order\/list\?.*filter_status=2/.test(one.url())),
      elsewhere.goto('/authorization/order'),
    ]);
    await button(elsewhere, 'Views: Mine at first').waitFor();
    // Deleting the open view does not change the list. After undoing, the list opens with the view again.
    await choose(elsewhere, 'Delete the view “Mine at first”');
    await dialog(elsewhere).getByRole('button', { name: 'Delete', exact: true }).click();
    await elsewhere.getByRole('dialog').waitFor({ state: 'detached' });
    await button(elsewhere, /^Views$/).waitFor();
    expect(await elsewhere.getByRole('combobox', { name: 'Status' }).textContent()).toContain('Approved');
    await button(elsewhere, 'Undo').click();
    await elsewhere.getByText('“Mine at first” restored').waitFor();
    await views(elsewhere);
    await entry(elsewhere, 'Mine at first').getByText('default', { exact: false }).waitFor();
    const api = await desk.api('sales');
    const [view] = await savedViews('sales', 'Mine');
    await api.call('DELETE', `/v1/saved_view/${view.id}`);
    const again = await open('sales', '/authorization/order');
    await again.getByText('no longer exists', { exact: false }).waitFor();
    await button(again, /^Views$/).waitFor();
    await expect.poll(() => again.getByRole('combobox', { name: 'Status' }).textContent()).toContain('All');
  });
});

/** Three orders that are being cancelled; the first request waits until the test continues it. */
async function cancelling(): Promise<{ page: Page; go: () => void }> {
  const customer = await makeCustomer(desk);
  await Promise.all([customer.order(1), customer.order(1), customer.order(1)]);
  const page = await open(customer.name, '/authorization/order');
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  let go: () => void = () => undefined;
  const first = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route(/\/v1\/order\/\d+$/, async (route) => {
    await first;
    await route.continue();
  });
  await button(page, 'Cancel order (3)').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order (3)' }).click();
  await page.getByText('0 of 3 done').waitFor();
  return { page, go: () => go() };
}

describe('several rows at once', () => {
  it('are rejected together, with a result for each', async () => {
    const page = await open('operations', '/authorization/order');
    await page.getByRole('combobox', { name: 'Status' }).click();
    await Promise.all([
      page.waitForResponse(/filter_status=1/),
      page.getByRole('option', { name: 'Pending review' }).click(),
    ]);
    await expect.poll(() => page.locator('tbody tr').filter({ hasNotText: 'Pending review' }).count()).toBe(0);
    await expect.poll(() => page.locator('tbody a').count()).toBeGreaterThan(1);
    const codes = (await page.locator('tbody a').allTextContents()).slice(0, 2);
    for (const code of codes) await page.getByRole('checkbox', { name: `Select ${code}` }).click();
    await page.getByText('2 selected').waitFor();
    // Meanwhile, another user decides on the second order.
    const operations = await desk.api('operations');
    const { items } = await operations.call('GET', `/v1/order/list?search=${codes[1]}`);
    await operations.call('POST', `/v1/order/${items[0].id}`, { status: 9 });
    await button(page, 'Reject').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
    const results = page.getByRole('list', { name: 'Results' });
    await results
      .getByRole('listitem')
      .filter({ hasText: codes[0] ?? '' })
      .getByText('Done')
      .waitFor();
    await results
      .getByRole('listitem')
      .filter({ hasText: codes[1] ?? '' })
      .getByText('This is not possible in the current state')
      .waitFor();
    const first = (await operations.call('GET', `/v1/order/list?search=${codes[0]}`)).items[0];
    expect(first.status).toBe(9);
  });

  it('are selected on every page by their filter, stay so while paging, and are exported alone', async () => {
    const page = await open('sales', '/authorization/order');
    const { total } = await (await desk.api('sales')).call('GET', '/v1/order/list?per_page=1');
    await page.locator('tbody input[type=checkbox]').first().click();
    await button(page, `Select all ${total} that match`).click();
    await page.getByText(`${total} selected`).waitFor();
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect.poll(() => page.locator('tbody input[type=checkbox]:not(:checked)').count()).toBe(0);
    const [answer] = await Promise.all([
      page.waitForResponse(/\/order\/export\?/),
      button(page, 'Export selected').click(),
    ]);
    expect(new URL(answer.url()).searchParams.get('filter_id')?.split(',')).toHaveLength(total);
  });

  it('are ticked wherever they can be exported, on every page, whatever else can be done with them', async () => {
    for (const [account, path] of [
      ['superadmin', '/authorization/order'],
      ['superadmin', '/audit'],
      ['superadmin', '/enterprise/product'],
      ['sales', '/enterprise'],
      ['enterprise', '/authorization/order'],
    ] as const) {
      const page = await open(account, path);
      await page.locator('tbody a').first().waitFor();
      const ticks = page.locator('tbody input[type=checkbox]');
      expect([account, path, await ticks.count()]).toEqual([account, path, await page.locator('tbody tr').count()]);
      await ticks.first().click();
      await button(page, 'Export selected').waitFor();
    }
  });

  it('are deleted together, and come back together by Undo (D12)', async () => {
    const customer = await makeCustomer(desk);
    const ids = [await customer.order(1), await customer.order(1), await customer.order(1)];
    const page = await open(customer.name, '/authorization/order');
    for (const at of [0, 1]) await page.locator('tbody input[type=checkbox]').nth(at).click();
    await button(page, 'Delete (2)').click();
    await page.getByRole('dialog').getByText('They can be restored for 30 days.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete order (2)' }).click();
    await page.getByRole('list', { name: 'Results' }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
    await button(page, 'Undo').click();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(ids.length);
  });

  it('are left as they are from where it is stopped on', async () => {
    const { page, go } = await cancelling();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
    go();
    await page.getByText('Stopped: 2 were left as they were.').waitFor();
  });

  it('are stopped by whoever would leave meanwhile, and what was done until then is told', async () => {
    for (const leave of [
      (page: Page) => page.keyboard.press('Escape'),
      (page: Page) => page.locator('.MuiDialog-container').last().click(),
      (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Close' }).click(),
    ]) {
      const { page, go } = await cancelling();
      // The form that had the focus is gone; shortly afterwards the dialog gets the focus.
      await expect.poll(() => page.getByRole('dialog').getByRole('button', { name: 'Close' }).isEnabled()).toBe(true);
      await expect.poll(() => document.activeElement?.closest('.MuiDialog-root') !== null).toBe(true);
      await leave(page);
      go();
      await page.getByText('Stopped: 2 were left as they were.').waitFor();
      expect(await page.getByRole('list', { name: 'Results' }).getByRole('listitem').count()).toBe(1);
      await page.keyboard.press('Escape');
      await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    }
  });

  it('are all ticked by one box, which the keyboard reaches', async () => {
    const page = await open('sales', '/authorization/order');
    const all = page.getByRole('checkbox', { name: 'Select all on this page' });
    await all.focus();
    await page.keyboard.press('Space');
    await expect.poll(() => page.getByText(/^\d+ selected/).count()).toBe(1);
    expect(await all.isChecked()).toBe(true);
  });
});

describe('the totals under a list', () => {
  const path = '/userinfo?active=payments';
  const totals = (page: Page) => page.getByRole('region', { name: 'Totals' });

  it('are those of the filter that stands, by currency, and by a choice or a month where one is asked', async () => {
    const { call } = await desk.api('superadmin');
    const { items } = (await call('GET', '/v1/payment/temp/list?is_paginate=false')) as {
      items: { amount: number; currency: string; status: number }[];
    };
    const page = await open('superadmin', path);
    const sum = (status?: number) =>
      items
        .filter((one) => one.currency === 'CNY' && (status === undefined || one.status === status))
        .reduce((all, { amount }) => all + amount, 0);
    const shown = (minor: number) => `CN¥${(minor / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;
    await totals(page).getByText(shown(sum())).waitFor();
    await totals(page).getByRole('combobox', { name: 'Group by' }).click();
    await page.getByRole('option', { name: 'Paid at, by month' }).click();
    const months = page.getByRole('table', { name: 'Totals by paid at' });
    await months
      .getByText(/^\d{4}-\d\d$/)
      .first()
      .waitFor();
    await totals(page).getByRole('combobox', { name: 'Group by' }).click();
    await page.getByRole('option', { name: 'Status' }).click();
    await page.getByRole('table', { name: 'Totals by status' }).waitFor();
  });

  it('say that they did not come, and come when asked again, while the list stands', async () => {
    const page = await desk.open('superadmin');
    await page.route(/\/totals/, (route) => route.fulfill({ status: 500, json: { title: 'No' } }));
    await page.goto(path);
    await totals(page).getByText('The totals could not be loaded.').waitFor();
    expect(await page.locator('tbody tr').count()).toBeGreaterThan(0);
    await page.unroute(/\/totals/);
    await totals(page).getByRole('button', { name: 'Try again' }).click();
    await totals(page).getByText('Count').waitFor();
  });
});

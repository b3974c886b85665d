import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
    expect(await heads(page)).not.toContain('Availability');
    await page.reload();
    await page.locator('tbody a').first().waitFor();
    expect(await heads(page)).not.toContain('Availability');
    expect(await heads(page)).toContain('Status');
  });

  it('that are optional are there for who chooses them, beside what was shown', async () => {
    const page = await open('operations', '/authorization/project');
    const before = await heads(page);
    expect(before).not.toContain('Code');
    await button(page, 'Columns').click();
    await page.getByRole('menuitemcheckbox', { name: 'Code', checked: false }).click();
    await page.keyboard.press('Escape');
    expect((await heads(page)).filter((one) => one !== 'Code')).toEqual(before);
    await page.reload();
    await page.locator('tbody a').first().waitFor();
    expect(await heads(page)).toContain('Code');
  });
});

describe('what the reader of lists chose', () => {
  const kept = async (account: string): Promise<string[]> => {
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
    expect((await heads(page)).indexOf('Status')).toBe(place);
    await expect
      .poll(() => kept('sales'))
      .toEqual([expect.stringContaining('columns /authorization/order: {"hidden":'), 'density: "comfortable"']);
    const elsewhere = await open('sales', '/authorization/order');
    await expect.poll(() => heads(elsewhere).then((all) => all.indexOf('Status'))).toBe(place);
    expect(await rowHeight(elsewhere)).toContain('52px');
    await button(elsewhere, 'Columns').click();
    await elsewhere.getByRole('menuitem', { name: 'Restore the default' }).click();
    await expect.poll(() => heads(elsewhere)).toEqual(before);
  });

  it('is kept in the browser while the server does not answer, is told to be so, and is saved when it does', async () => {
    const page = await open('enterprise', '/authorization/order');
    await page.route('**/v1/saved_view**', (route) => route.abort());
    await button(page, 'Columns').click();
    await page.getByRole('menuitemradio', { name: 'Comfortable rows' }).click();
    await page.getByText('Your choice is kept in this browser.', { exact: false }).waitFor();
    await page.unroute('**/v1/saved_view**');
    await page.reload();
    await page.locator('tbody a').first().waitFor();
    expect(await rowHeight(page)).toContain('52px');
    await expect.poll(() => kept('enterprise')).toEqual(['density: "comfortable"']);
  });
});

describe('a view', () => {
  it('is saved on the server for its user alone, with filters and order, and opens in another browser', async () => {
    const page = await open('operations', '/authorization/order');
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Rejected' }).click();
    await button(page, 'Order code').click();
    await button(page, 'Views').click();
    await page.getByRole('menuitem', { name: 'Save this view' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('Rejected by code');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('The view has been saved').waitFor();
    const stranger = await open('superadmin', '/authorization/order');
    await button(stranger, 'Views').click();
    await stranger.getByText('No saved views').waitFor();
    const elsewhere = await open('operations', '/authorization/order');
    await button(elsewhere, 'Views').click();
    const [request] = await Promise.all([
      elsewhere.waitForRequest((one) => one.url().includes('filter_status=9') && one.url().includes('sort=code')),
      elsewhere.getByRole('menuitem', { name: 'Rejected by code' }).first().click(),
    ]);
    expect(request.method()).toBe('GET');
    // Saved anew under its name, it keeps what stands now; there is no second one.
    await button(elsewhere, 'Order code').click();
    await button(elsewhere, 'Views').click();
    await elsewhere.getByRole('menuitem', { name: 'Save this view' }).click();
    await elsewhere.getByRole('dialog').getByRole('textbox').fill('Rejected by code');
    await elsewhere.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await elsewhere.getByRole('dialog').waitFor({ state: 'detached' });
    const { items } = await (await desk.api('operations')).call('GET', '/v1/saved_view/list?search=Rejected');
    expect(items.map((view: { query: string }) => JSON.parse(view.query))).toEqual([
      { filter: { status: 9 }, sort: { field: 'code', order: 'DESC' } },
    ]);
    await button(elsewhere, 'Views').click();
    await elsewhere.getByRole('menuitem', { name: 'Delete the view Rejected by code' }).click();
    await dialog(elsewhere).getByRole('button', { name: 'Delete', exact: true }).click();
    await elsewhere.getByRole('dialog').waitFor({ state: 'detached' });
    await button(elsewhere, 'Views').click();
    await elsewhere.getByText('No saved views').waitFor();
  });
});

describe('several rows at once', () => {
  it('are rejected together, with a result for each', async () => {
    const page = await open('operations', '/authorization/order');
    await page.getByRole('combobox', { name: 'Status' }).click();
    await Promise.all([
      page.waitForResponse(/filter_status=1/),
      page.getByRole('option', { name: 'Pending review' }).click(),
    ]);
    await expect.poll(() => page.locator('tbody tr').filter({ hasNotText: 'Pending review' }).count()).toBe(0);
    const codes = (await page.locator('tbody a').allTextContents()).slice(0, 2);
    for (const code of codes) await page.getByRole('checkbox', { name: `Select ${code}` }).click();
    await page.getByText('2 selected').waitFor();
    // Meanwhile somebody else decides the second one.
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
      .getByText('This step is not possible in the present state')
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
      button(page, 'Export the selected').click(),
    ]);
    expect(new URL(answer.url()).searchParams.get('filter_id')?.split(',')).toHaveLength(total);
  });

  it('are deleted together, and come back together by Undo (D12)', async () => {
    const customer = await makeCustomer(desk);
    const ids = [await customer.order(1), await customer.order(1), await customer.order(1)];
    const page = await open(customer.name, '/authorization/order');
    for (const at of [0, 1]) await page.locator('tbody input[type=checkbox]').nth(at).click();
    await button(page, 'Delete (2)').click();
    await page.getByRole('dialog').getByText('They can be restored for 30 days.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete (2)' }).click();
    await page.getByRole('list', { name: 'Results' }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
    await button(page, 'Undo').click();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(ids.length);
  });

  it('are left as they are from where it is stopped on', async () => {
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
    await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
    go();
    await page.getByText('Stopped: 2 were left as they were.').waitFor();
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

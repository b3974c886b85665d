import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Customer, confirm, delivery, makeCustomer } from '../support/customer.ts';
import { type Desk, type Page, settled, startDesk } from './support/desk.ts';
import { button, depth, dialog, field, poll, sent } from './support/form.ts';

let desk: Desk;
let customer: Customer;
beforeAll(async () => {
  desk = await startDesk();
  customer = await makeCustomer(desk);
});
afterAll(() => desk.close());

const open = async (account: string, path: string): Promise<Page> => {
  const page = await desk.open(account);
  await page.goto(path);
  await settled(page);
  return page;
};
const at = () => window.location.pathname + window.location.search;
const heading = (page: Page, name: string | RegExp) => dialog(page).getByRole('heading', { level: 2, name });

describe('a record', () => {
  it('opens at its address beside its list, goes on by J and K, and closes by Escape and by the way back (D1)', async () => {
    const page = await open('superadmin', '/enterprise');
    const names = await page.locator('tbody a').allTextContents();
    await page.locator('tbody a').first().click();
    await heading(page, `Enterprise ${names[0]}`).waitFor();
    expect(at()).toMatch(/^\/enterprise\/\d+$/);
    await page.keyboard.press('j');
    await heading(page, `Enterprise ${names[1]}`).waitFor();
    await page.keyboard.press('k');
    await heading(page, `Enterprise ${names[0]}`).waitFor();
    await page.keyboard.press('Escape');
    await poll(at).toBe('/enterprise');
    await poll(() => depth(page)).toBe(0);
    await page.locator('tbody a').nth(1).click();
    await heading(page, `Enterprise ${names[1]}`).waitFor();
    window.history.back();
    await poll(() => depth(page)).toBe(0);
    expect(at()).toBe('/enterprise');
  });

  it('goes on by J and K over the end of the page, and closes to the page that it is on', async () => {
    const page = await open('superadmin', '/authorization/order');
    const links = page.locator('tbody a');
    await links.nth(19).waitFor();
    const position = async () => (await dialog(page).locator('header p').textContent()) ?? '';
    const last = (await links.allTextContents()).at(-1);
    await links.last().click();
    await heading(page, `Order ${last}`).waitFor();
    await poll(position).toMatch(/^20 \/ /);
    await page.keyboard.press('j');
    await poll(position).toMatch(/^21 \/ /);
    expect(new URLSearchParams(window.location.search).get('page')).toBe('2');
    await page.keyboard.press('k');
    await heading(page, `Order ${last}`).waitFor();
    await poll(position).toMatch(/^20 \/ /);
    await dialog(page)
      .getByRole('button', { name: /^Next record/ })
      .click();
    await poll(position).toMatch(/^21 \/ /);
    await page.keyboard.press('Escape');
    await poll(() => depth(page)).toBe(0);
    expect(new URLSearchParams(window.location.search).get('page')).toBe('2');
  });

  it('leaves its keys alone wherever somebody writes, as its page does, and nowhere else', async () => {
    const page = await open('superadmin', '/enterprise');
    await page.locator('tbody a').first().click();
    await dialog(page).locator('dl').waitFor();
    const first = at();
    const place = document.querySelector('.record')?.appendChild(document.createElement('div'));
    const press = (html: string, key: string) => {
      if (place) place.innerHTML = html;
      const init = { key, bubbles: true, cancelable: true };
      return place?.firstElementChild?.dispatchEvent(new KeyboardEvent('keydown', init));
    };
    for (const html of ['<p contenteditable></p>', '<p role="textbox"></p>', '<input>', '<textarea></textarea>'])
      for (const key of ['j', 'e', '?']) expect(press(html, key), `${key} in ${html}`).toBe(true);
    // Enter is handled by the control itself.
    for (const type of ['checkbox', 'radio']) expect(press(`<input type="${type}">`, 'Enter')).toBe(true);
    expect(at()).toBe(first);
    expect(press('<input type="radio">', 'j')).toBe(false);
    await poll(at).not.toBe(first);
  });

  it('that is not there, or not the reader’s, says so and leads back to the list', async () => {
    const page = await open('sales', '/enterprise/999999');
    await dialog(page).getByText('Record not found').waitFor();
    await button(dialog(page), 'Back to the list').click();
    await poll(at).toBe('/enterprise');
    await poll(() => depth(page)).toBe(0);
  });

  it('folds what is empty away, and shows it on demand', async () => {
    const page = await open('superadmin', `/enterprise/${customer.enterprise.id}`);
    await dialog(page).locator('dl').waitFor();
    const comment = dialog(page).getByText('Comment', { exact: true });
    expect(await comment.count()).toBe(0);
    await dialog(page)
      .getByRole('button', { name: /^Show \d+ empty fields$/ })
      .click();
    await comment.waitFor();
  });

  it('lists what belongs to it in tabs, which its address names; closing what was opened there leads back', async () => {
    const order = await customer.order(1);
    const { code } = await customer.call('GET', `/v1/order/${order}`);
    const page = await open('superadmin', `/enterprise/${customer.enterprise.id}?tab=order`);
    await dialog(page).getByRole('link', { name: code }).click();
    await heading(page, `Order ${code}`).waitFor();
    expect(at()).toBe(`/authorization/order/${order}`);
    await page.keyboard.press('Escape');
    await poll(at).toBe(`/enterprise/${customer.enterprise.id}?tab=order`);
    await heading(page, `Enterprise ${customer.enterprise.name}`).waitFor();
  });
});

it('a record leads to those that it refers to, for who finds them all, and for nobody else', async () => {
  const page = await open('superadmin', '/authorization/order');
  await page.locator('tbody a').first().click();
  const facts = dialog(page).locator('dl').first();
  await facts.getByRole('link').first().waitFor();
  const names = await facts.getByRole('link').allTextContents();
  const wanted = names.find((one) => !one.includes('/')) ?? '';
  await facts.getByRole('link', { name: wanted, exact: true }).click();
  await heading(page, `Enterprise ${wanted}`).waitFor();
  expect(at()).toMatch(/^\/enterprise\/\d+$/);
  // A user that no list of the console shows has no link, because the creator may have any role.
  await dialog(page).locator('dl').first().waitFor();
  const people = await dialog(page)
    .locator('dl')
    .first()
    .getByRole('link')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href')));
  for (const to of people) expect(to).toMatch(/^\/user\/salesman\/\d+$/);
  const own = await open('enterprise', '/authorization/order');
  await own.locator('tbody a').first().click();
  await dialog(own).locator('dl').first().waitFor();
  expect(await dialog(own).locator('dl').first().getByRole('link').count()).toBe(0);
});

it('a record that is deleted in its panel closes it, and the way back is offered beside the list (D12)', async () => {
  const made = { name: 'Skiff', code: 'SKIFF', deployment_id: 1, category_id: 1001 };
  const { id } = await customer.staff.superadmin.call('POST', '/v1/product', made);
  const page = await open('superadmin', `/enterprise/product/${id}`);
  await button(dialog(page), 'Delete').click();
  await button(dialog(page), 'Cancel').waitFor();
  await button(dialog(page), 'Delete').click();
  await poll(at).toBe('/enterprise/product');
  await poll(() => depth(page)).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('link', { name: 'Skiff' }).waitFor();
});

describe('what belongs to a record', () => {
  const idOf = async (api: Customer['staff']['sales'], path: string) => (await api.call('GET', path)).items[0].id;
  const tabs = async (page: Page) => {
    await dialog(page).getByRole('tab').first().waitFor();
    return dialog(page).getByRole('tab').allInnerTexts();
  };

  it('is in tabs for each role that finds it, and for the kind of record that it is', async () => {
    const { superadmin } = customer.staff;
    const own = await desk.api('enterprise');
    const salesman = await idOf(superadmin, '/v1/user/list?filter_role_id=3&search=sales');
    const subUser = await idOf(own, '/v1/user/list?filter_role_id=5');
    const licence = await idOf(own, '/v1/assignment/list?filter_status=1');
    const enterprise = own.welcome.user.enterprise_id;
    const project = await idOf(own, '/v1/project/list');
    const ofProject = ['Licences', 'Orders for this project', 'Applications'];
    const places: readonly [string, string, readonly string[]][] = [
      [
        'sales',
        `/enterprise/${enterprise}`,
        ['Orders', 'Projects', 'Licences', 'Users', 'Enterprise products', 'Usage', 'History'],
      ],
      ['superadmin', `/user/salesman/${salesman}`, ['Enterprises', 'Customers', 'Sales products', 'History']],
      ['enterprise', `/user/subuser/${subUser}`, ['Projects', 'Licences', 'Applications']],
      ['enterprise', `/authorization/project/${project}`, ofProject],
      ['enterprise', `/authorization/assignment/${licence}`, ['E-mails', 'Renewals and additions', 'Usage']],
    ];
    for (const [account, path, expected] of places)
      expect([account, path, await tabs(await open(account, path))]).toEqual([
        account,
        path,
        ['Overview', ...expected],
      ]);
  });

  it('opens: a licence of an enterprise for its salesman, and the order that renews a licence', async () => {
    const order = await customer.approved(5);
    const licence = await customer.licence(await customer.project({ name: 'Wharf' }), order, 2);
    const params = { ...delivery, renews: licence };
    const renewal = await customer.order(2, { params });
    const { code } = await customer.call('GET', `/v1/order/${renewal}`);
    const sales = await open('sales', `/enterprise/${customer.enterprise.id}?tab=assignment`);
    await dialog(sales).getByRole('link', { name: 'Wharf' }).click();
    const { code: of } = await customer.call('GET', `/v1/order/${order}`);
    await heading(sales, `Licence Wharf · ${of}`).waitFor();
    const page = await open(customer.name, `/authorization/assignment/${licence}?tab=order`);
    await dialog(page).getByRole('link', { name: code }).click();
    await heading(page, `Order ${code}`).waitFor();
    await dialog(page).getByText(`Wharf · ${of}`, { exact: true }).waitFor();
  });

  it('is in the other language too, and empty says so', async () => {
    const { id } = customer.product;
    const page = await desk.open('superadmin', { locale: 'zh-CN' });
    await page.goto(`/enterprise/product/${id}?tab=user_product`);
    await settled(page);
    await poll(() => tabs(page)).toEqual(['概览', '订单', '用户', '可订购的企业', '可销售的人员', '历史']);
    const none = await customer.staff.superadmin.call('POST', '/v1/product', {
      name: 'Idle',
      code: 'IDLE',
      deployment_id: 1,
      category_id: 1001,
    });
    await page.goto(`/enterprise/product/${none.id}?tab=order`);
    await dialog(page).getByText('暂无数据').waitFor();
  });
});

it('that others use says why it cannot be deleted, to who could, and leads to them', async () => {
  const { superadmin } = customer.staff;
  const made = { name: 'Kept', code: 'KEPT', deployment_id: 1, category_id: 1001 };
  const { id } = await superadmin.call('POST', '/v1/product', made);
  const path = `/enterprise/product/${id}`;
  const page = await open('superadmin', path);
  await button(dialog(page), 'Delete').waitFor();
  await superadmin.call('POST', '/v1/enterprise_product', { enterprise_id: customer.enterprise.id, product_id: id });
  const chinese = await desk.open('superadmin', { locale: 'zh-CN' });
  await chinese.goto(path);
  await dialog(chinese).getByText('企业产品（1 条）正在使用该产品，因此不能删除。').waitFor();
  const used = await open('superadmin', path);
  await dialog(used).getByText('1 enterprise product uses this product, so it cannot be deleted.').waitFor();
  expect(await button(dialog(used), 'Delete').count()).toBe(0);
  await dialog(used).getByRole('link', { name: '1 enterprise product' }).click();
  await poll(at).toMatch(/^\/enterprise\/enterprise_product\?filter=/);
  await poll(() => used.locator('tbody tr').count()).toBe(1);
  // Sales may not delete products, and sees nothing of it.
  const theirs = await open('sales', `/enterprise/${customer.enterprise.id}`);
  await dialog(theirs).locator('dl').waitFor();
  expect(
    await dialog(theirs)
      .getByText(/cannot be deleted/)
      .count(),
  ).toBe(0);
});

it('an entry of the audit is found by words, says by their names what differs, and leads to its record', async () => {
  const id = await customer.order(2);
  await confirm(customer.staff, id);
  const { code } = await customer.call('GET', `/v1/order/${id}`);
  const page = await open('superadmin', '/audit');
  await page.getByRole('searchbox').fill(`confirm ${code}`);
  await poll(() => page.locator('tbody tr').count()).toBe(1);
  const kind = page.getByRole('combobox', { name: 'Object' });
  await kind.click();
  await page.getByRole('option', { name: 'Licence', exact: true }).click();
  await poll(() => page.locator('tbody tr').filter({ hasText: code }).count()).toBe(0);
  await kind.click();
  await page.getByRole('option', { name: 'Order', exact: true }).click();
  await poll(() => page.locator('tbody tr').count()).toBe(1);
  const done = page.getByRole('combobox', { name: 'Action' });
  await done.click();
  await page.getByRole('option', { name: 'Delete', exact: true }).click();
  await poll(() => page.locator('tbody tr').filter({ hasText: code }).count()).toBe(0);
  await done.click();
  await page.getByRole('option', { name: 'Confirm', exact: true }).click();
  await poll(() => page.locator('tbody tr').count()).toBe(1);
  await page.locator('tbody a').first().click();
  const changed = dialog(page).locator('section').filter({ hasText: 'What changed' });
  await changed.getByText('Usage period').waitFor();
  await poll(() => changed.textContent()).toContain('Pending review');
  await dialog(page).getByRole('link', { name: code, exact: true }).click();
  await heading(page, `Order ${code}`).waitFor();
});

it('a record tells the vendor’s people its history field by field, and says so when it has none or it does not come', async () => {
  const id = await customer.order(2);
  await confirm(customer.staff, id);
  const path = `/authorization/order/${id}?tab=history`;
  const page = await desk.open('superadmin');
  await page.route(`**/v1/history/order/${id}?page=1`, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(path);
  await button(dialog(page), 'Try again').waitFor();
  await page.unroute(`**/v1/history/order/${id}?page=1`);
  await button(dialog(page), 'Try again').click();
  const entries = dialog(page).getByRole('list', { name: 'History' }).getByRole('listitem');
  await entries.first().waitFor();
  const [confirmed = '', made = ''] = await entries.allTextContents();
  expect(confirmed).toMatch(/^Confirm\d{4}-\d\d-\d\d \d\d:\d\d:\d\d · .+ · Sales/);
  expect(confirmed).toMatch(/StatusPending confirmation → Pending reviewUsage period365 days/);
  expect(made).toMatch(/^Create/);
  await page.route(`**/v1/history/order/${id}?page=1`, (route) =>
    route.fulfill({ json: { items: [], total: 0, page: 1, per_page: 20 } }),
  );
  await dialog(page).getByRole('tab', { name: 'Overview' }).click();
  await dialog(page).getByRole('tab', { name: 'History' }).click();
  await dialog(page).getByText('No changes yet').waitFor();
  const theirs = await open(customer.name, path);
  await dialog(theirs).locator('dl').first().waitFor();
  expect(await dialog(theirs).getByRole('tab', { name: 'History' }).count()).toBe(0);
});

it('a key that is held approves one order and no more, and one that found nothing to do leads nowhere', async () => {
  const ids = [await customer.order(1), await customer.order(2)];
  for (const id of ids) await confirm(customer.staff, id);
  const [next, first] = ids as [number, number];
  const stateOf = async (id: number) => (await customer.call('GET', `/v1/order/${id}`)).status;
  const page = await open('operations', `/authorization/order/${first}`);
  await button(dialog(page), 'Agree').waitFor();
  document.querySelector<HTMLElement>('.record')?.focus();
  const repeated = (key: string) => {
    const init = { key, repeat: true, bubbles: true, cancelable: true };
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', init));
  };
  await page.keyboard.press('e');
  await poll(() => stateOf(first)).toBe(2);
  const { code } = await customer.call('GET', `/v1/order/${next}`);
  await heading(page, `Order ${code}`).waitFor();
  await button(dialog(page), 'Agree').waitFor();
  const bodies = sent(page, 'POST', /^\/v1\/order\/\d+$/);
  document.querySelector<HTMLElement>('.record')?.focus();
  for (const key of ['e', 'E', 'Enter', 'Escape']) repeated(key);
  await settled(page);
  await heading(page, `Order ${code}`).waitFor();
  expect(bodies).toEqual([]);
  // Approving by key fails on invalid input. Clicking the button afterwards approves only this order.
  await field(page, 'use_period').fill('0');
  await dialog(page).locator('h2').first().click();
  document.querySelector<HTMLElement>('.record')?.focus();
  await page.keyboard.press('e');
  await dialog(page).locator('[aria-invalid=true]').first().waitFor();
  await field(page, 'use_period').fill('365');
  await button(dialog(page), 'Agree').click();
  await poll(() => stateOf(next)).toBe(2);
  await poll(() => depth(page)).toBe(0);
});

it('orders are approved by one key each, which goes on to the next that waits, and by no letter that is typed', async () => {
  const ids = [await customer.order(1), await customer.order(2)];
  for (const id of ids) await confirm(customer.staff, id);
  const page = await open('operations', `/authorization/order/${ids[1]}`);
  await field(page, 'use_period').waitFor();
  await field(page, 'comment').first().fill('eject');
  await field(page, 'comment').first().fill('');
  for (const id of [...ids].reverse()) {
    const { code, status } = await customer.call('GET', `/v1/order/${id}`);
    expect(status).toBe(1);
    await heading(page, `Order ${code}`).waitFor();
    await button(dialog(page), 'Agree').waitFor();
    document.querySelector<HTMLElement>('.record')?.focus();
    await page.keyboard.press('e');
    await poll(async () => (await customer.call('GET', `/v1/order/${id}`)).status).toBe(2);
  }
});

it('approving goes on over the end of the page to the next order that waits, though those before have left the list', async () => {
  // A new customer, who has no waiting orders.
  const customer = await makeCustomer(desk);
  const mine: number[] = [];
  for (const hosts of [1, 2, 3, 4, 5]) mine.push(await customer.order(hosts));
  for (const id of mine) await confirm(customer.staff, id);
  const filter = JSON.stringify({ status: 1, enterprise_id: customer.enterprise.id });
  const [first, ...others] = [...mine].reverse();
  const list = new URLSearchParams({ page: '1', perPage: '2', sort: 'created_at', order: 'DESC', filter });
  const page = await open('operations', `/authorization/order/${first}?${list}`);
  for (const id of [first, ...others]) {
    const { code } = await customer.call('GET', `/v1/order/${id}`);
    await heading(page, `Order ${code}`).waitFor();
    await button(dialog(page), 'Agree').waitFor();
    document.querySelector<HTMLElement>('.record')?.focus();
    await page.keyboard.press('e');
    await poll(async () => (await customer.call('GET', `/v1/order/${id}`)).status).toBe(2);
  }
  // The console first checks whether another order is waiting on later pages.
  await expect.poll(() => depth(page)).toBe(0);
});

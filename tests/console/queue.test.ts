import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Customer, confirm, makeCustomer } from '../support/customer.ts';
import { type Desk, type Page, settled, startDesk } from './support/desk.ts';
import { button, dialog, field, poll, sent, toast } from './support/form.ts';

let desk: Desk;
let customer: Customer;
let licence: number;
/** The title of the licence: its project and order. */
let called: string;
beforeAll(async () => {
  desk = await startDesk();
  customer = await makeCustomer(desk);
  const order = await customer.approved(6);
  const mails = { project_mail: 'quay@b.example' };
  licence = await customer.licence(await customer.project({ name: 'Quay' }), order, 4, { mails });
  called = `Quay · ${(await customer.call('GET', `/v1/order/${order}`)).code}`;
});
afterAll(() => desk.close());

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const codes = (page: Page, name: string) => section(page, name).locator('li a').allInnerTexts();
/** Another administrator approves the order. */
async function approved(code: string): Promise<void> {
  const { operations } = customer.staff;
  const { items } = await operations.call('GET', `/v1/order/list?search=${code}`);
  await operations.call('POST', `/v1/order/${items[0].id}`, { status: 2 });
}
/** The question that is asked in a row. */
const question = (page: Page, name: string) => section(page, name).getByRole('group');
const focused = () => document.activeElement?.getAttribute('aria-label') ?? '';

async function open(account: string, options = {}): Promise<Page> {
  const page = await desk.open(account, options);
  await page.goto('/dashboard');
  await settled(page);
  return page;
}

describe('what waits for operations', () => {
  it('is approved after a question in its row, the longest waiting first, and the keyboard goes on to the next', async () => {
    const page = await open('operations');
    const bodies = sent(page, 'POST', /^\/v1\/order\/\d+$/);
    const [first = '', second = '', third = ''] = await codes(page, 'Orders to approve');
    const { operations } = customer.staff;
    const [order] = (await operations.call('GET', `/v1/order/list?search=${first}`)).items;
    const row = section(page, 'Orders to approve').getByRole('listitem').first();
    await row.getByRole('button', { name: `Agree: ${first}` }).click();
    const asked = question(page, 'Orders to approve');
    await asked.getByText(`Order ${first} will be approved`).waitFor();
    await asked.getByText(`Quantity ${order.purchased.hosts.value}`).waitFor();
    await asked.getByText(/^Allocation ends \d{4}-\d\d-\d\d .* if approved now$/).waitFor();
    await asked.getByText(/^Licences end \d{4}-\d\d-\d\d .* if issued now$/).waitFor();
    expect(bodies).toEqual([]);
    // Escape takes it back, to the button that has asked.
    await page.keyboard.press('Escape');
    await asked.waitFor({ state: 'detached' });
    await poll(focused).toBe(`Agree: ${first}`);
    // And also from the rest of the row.
    await page.keyboard.press('Enter');
    await poll(() => document.activeElement?.textContent).toBe('Agree');
    await row.getByRole('button', { name: `Agree: ${first}` }).focus();
    await page.keyboard.press('Escape');
    await asked.waitFor({ state: 'detached' });
    await poll(focused).toBe(`Agree: ${first}`);
    await page.keyboard.press('Enter');
    await poll(() => document.activeElement?.textContent).toBe('Agree');
    await row.hover();
    await page.keyboard.press('Enter');
    await poll(focused).toBe(`Agree: ${second}`);
    // The pointer is over the rows, so that they stay.
    await row.getByText(/^Approved/).waitFor();
    expect((await codes(page, 'Orders to approve')).slice(0, 2)).toEqual([first, second]);
    await toast(page, `Operation successful · Order ${first} approved`);
    await page.locator('h1').hover();
    await poll(() => codes(page, 'Orders to approve').then((all) => all[0])).toBe(second);
    await page.keyboard.press('Enter');
    await poll(() => document.activeElement?.textContent).toBe('Agree');
    await page.keyboard.press('Enter');
    await poll(focused).toBe(`Agree: ${third}`);
    expect(bodies).toEqual([{ status: 2 }, { status: 2 }]);
  });

  it('is named by the notice, which leads to it, and which the next notice replaces', async () => {
    const other = await makeCustomer(desk);
    for (const size of [2, 3]) await confirm(other.staff, await other.order(size));
    const page = await open('operations', { locale: 'zh-CN' });
    const [first = '', second = ''] = await codes(page, '待审批订单');
    const alerts = page.getByRole('alert');
    for (const code of [first, second]) {
      await section(page, '待审批订单')
        .getByRole('button', { name: `通过: ${code}` })
        .click();
      await question(page, '待审批订单').getByText(`确认通过订单 ${code}？`).waitFor();
      await button(question(page, '待审批订单'), '通过').click();
      await alerts.filter({ hasText: `操作成功 · 订单 ${code} 已通过` }).waitFor();
      expect(await alerts.count()).toBe(1);
    }
    await alerts.getByRole('link', { name: '查看' }).click();
    await dialog(page)
      .getByRole('heading', { level: 2, name: `订单 ${second}` })
      .waitFor();
  });

  it('stays in its place under the pointer while others decide, and moves when that is elsewhere', async () => {
    for (const size of [2, 3, 4]) await confirm(customer.staff, await customer.order(size));
    for (const [locale, queue, agree, gone, changed] of [
      ['en-US', 'Orders to approve', 'Agree', 'Already done', 'The list has changed. Show changes'],
      ['zh-CN', '待审批订单', '通过', '已无需处理', '列表有变化，点击显示'],
    ] as const) {
      const page = await open('operations', { locale });
      const bodies = sent(page, 'POST', /^\/v1\/order\/\d+$/);
      const before = await codes(page, queue);
      const [first = '', second = ''] = before;
      const lines = section(page, queue).getByRole('listitem');
      const its = (code: string) => section(page, queue).getByRole('button', { name: `${agree}: ${code}` });
      await its(first).hover();
      await approved(first);
      await lines.first().getByText(gone).waitFor();
      expect(await codes(page, queue)).toEqual(before);
      await poll(() => its(first).isDisabled()).toBe(true);
      await button(section(page, queue), changed).waitFor();
      await page.locator('h1').hover();
      await poll(() => codes(page, queue).then((all) => all[0])).toBe(second);
      // The same by keyboard: the focused item stays until the focus moves on.
      await its(second).focus();
      await approved(second);
      await lines.first().getByText(gone).waitFor();
      await page.keyboard.press('Enter');
      expect(bodies).toEqual([]);
      await page.locator('h3 a').first().focus();
      await poll(() => codes(page, queue).then((all) => all.includes(second))).toBe(false);
    }
  });

  it('stays so as well where nothing is told and the window is looked at again', async () => {
    for (const size of [2, 3]) await confirm(customer.staff, await customer.order(size));
    const page = await desk.open('operations');
    await page.route(/\/v1\/events/, (route) => route.abort());
    await page.goto('/dashboard');
    await settled(page);
    const queue = section(page, 'Orders to approve');
    const [first = '', second = ''] = await codes(page, 'Orders to approve');
    await queue.getByRole('button', { name: `Agree: ${first}` }).hover();
    await approved(first);
    window.dispatchEvent(new Event('focus'));
    await queue.getByRole('listitem').first().getByText('Already done').waitFor();
    await page.locator('h1').hover();
    await poll(() => codes(page, 'Orders to approve').then((all) => all[0])).toBe(second);
  });

  it('is taken once by a double click, and by a key that is held', async () => {
    for (const size of [2, 3]) await confirm(customer.staff, await customer.order(size));
    const page = await open('operations');
    const bodies = sent(page, 'POST', /^\/v1\/order\/\d+$/);
    const [first = '', second = '', third = ''] = await codes(page, 'Orders to approve');
    const its = (code: string) => section(page, 'Orders to approve').getByRole('button', { name: `Agree: ${code}` });
    // The second half of a double click is ignored, because the item of the first click is gone.
    await its(first).evaluate((one) => one.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 })));
    expect(await question(page, 'Orders to approve').count()).toBe(0);
    await its(first).focus();
    await page.keyboard.press('Enter');
    const answer = button(question(page, 'Orders to approve'), 'Agree');
    await answer.waitFor();
    // Neither does the key that asks answer as well, while it repeats.
    const repeated = new KeyboardEvent('keydown', { key: 'Enter', repeat: true, bubbles: true, cancelable: true });
    expect(document.activeElement?.dispatchEvent(repeated)).toBe(false);
    await answer.evaluate((one) => one.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 })));
    expect(bodies).toEqual([]);
    await page.keyboard.press('Enter');
    await poll(focused).toBe(`Agree: ${second}`);
    await page.keyboard.press('Enter');
    await answer.waitFor();
    await page.keyboard.press('Enter');
    await poll(focused).toBe(`Agree: ${third}`);
    expect(bodies).toEqual([{ status: 2 }, { status: 2 }]);
  });

  it('waits since it was confirmed, however long ago it was filed', async () => {
    const old = await customer.order(2);
    await desk.backend.executeSql("update orders set created_at = now() - interval '40 days' where id = $1", [old]);
    await confirm(customer.staff, old);
    const { code, confirmed_at } = await customer.call('GET', `/v1/order/${old}`);
    expect(Date.now() - Date.parse(confirmed_at)).toBeLessThan(60_000);
    const { items } = await customer.staff.operations.call('GET', '/v1/order/list?filter_status=1&sort=confirmed_at');
    expect(items.at(-1).code).toBe(code);
    const page = await open('operations');
    const queue = section(page, 'Orders to approve');
    const more = queue.getByRole('button', { name: /more/ });
    if ((await more.count()) > 0) await more.click();
    await poll(() => codes(page, 'Orders to approve').then((all) => all.at(-1))).toBe(code);
    expect(await queue.locator('li').filter({ hasText: code }).textContent()).not.toContain('40 days');
    await customer.staff.operations.call('POST', `/v1/order/${old}`, { status: 9 });
  });

  it('is looked at under its own address, from which closing leads back', async () => {
    const page = await open('operations');
    const [first = ''] = await codes(page, 'Orders to approve');
    await section(page, 'Orders to approve').getByRole('link', { name: first }).click();
    await dialog(page)
      .getByRole('heading', { level: 2, name: `Order ${first}` })
      .waitFor();
    expect(window.location.pathname).toMatch(/^\/authorization\/order\/\d+$/);
    await page.keyboard.press('Escape');
    await poll(() => window.location.pathname).toBe('/dashboard');
  });

  it('asks before it is rejected, and stays where the server refuses', async () => {
    const id = await customer.order(2);
    await confirm(customer.staff, id);
    const page = await open('operations');
    await poll(() => section(page, 'Orders to approve').locator('li').count()).toBeGreaterThan(0);
    const [first = ''] = await codes(page, 'Orders to approve');
    await section(page, 'Orders to approve')
      .getByRole('button', { name: `Reject: ${first}` })
      .click();
    await dialog(page).getByText('This closes the order for good', { exact: false }).waitFor();
    await button(dialog(page), 'Cancel').click();
    await page.route(/\/v1\/order\/\d+$/, (route) =>
      route.fulfill({ status: 422, json: { title: 'No', error: { fields: { status: ['Not now'] } } } }),
    );
    await section(page, 'Orders to approve')
      .getByRole('button', { name: `Agree: ${first}` })
      .click();
    await button(question(page, 'Orders to approve'), 'Agree').click();
    await toast(page, 'Not now');
    await question(page, 'Orders to approve').waitFor();
    expect((await codes(page, 'Orders to approve'))[0]).toBe(first);
  });
});

describe('what waits for sales', () => {
  it('is confirmed in its dialog, one after the other', async () => {
    const page = await open('sales');
    const [first = '', second = ''] = await codes(page, 'Orders to confirm');
    await section(page, 'Orders to confirm')
      .getByRole('button', { name: `Confirm: ${first}` })
      .click();
    await dialog(page).getByText(first).waitFor();
    await field(page, 'assign_period').fill('30');
    await field(page, 'use_period').fill('60');
    await button(dialog(page), 'Confirm').click();
    await toast(page, `Order ${first} confirmed`);
    await dialog(page).getByText(second).waitFor();
    expect(await page.locator('.MuiDialog-root').count()).toBe(1);
  });
});

describe('what waits for an enterprise', () => {
  it('says so when nothing does, with a way on, in both languages', async () => {
    const idle = await makeCustomer(desk);
    for (const [locale, nothing, next] of [
      ['en-US', 'You’re all caught up', 'View orders'],
      ['zh-CN', '暂无待办事项', '查看订单'],
    ] as const) {
      const page = await open(idle.name, { locale });
      await page.getByText(nothing).waitFor();
      expect(await page.getByRole('link', { name: next }).getAttribute('href')).toBe('/authorization/order');
    }
  });

  it('says that it could not be loaded, where it could not, and tries again', async () => {
    const page = await desk.open(customer.name);
    await page.route('**/v1/allocation/list**', (route) => route.fulfill({ status: 500, json: { title: 'Broken' } }));
    await page.goto('/dashboard');
    const failed = section(page, 'Applications to approve');
    await failed.getByText('The data could not be loaded.').waitFor();
    await page.unroute('**/v1/allocation/list**');
    await failed.getByRole('button', { name: 'Try again' }).click();
    await failed.waitFor({ state: 'detached' });
  });

  it('renews a licence by two clicks; its allocation begins with the same project (D4)', async () => {
    const end = new Date(Date.now() + 20 * 86_400_000);
    await desk.backend.executeSql('update assignment set expired_at = $1 where id = $2', [end, licence]);
    const page = await open(customer.name);
    const bodies = sent(page, 'POST', '/v1/order');
    const queue = section(page, 'Licences expiring within 30 days');
    // A number of hosts has no unit in English (R-FMT-04), and there is no heading here.
    await queue.getByText('Quantity 4', { exact: true }).waitFor();
    const [, code = ''] = called.split(' · ');
    await poll(async () => (await queue.textContent())?.split(code)).toHaveLength(2);
    await queue.getByRole('button', { name: `Renew: ${called}` }).click();
    await button(dialog(page), 'Place order').click();
    await toast(page, 'Order created');
    await page.locator('h1').hover();
    await queue.waitFor({ state: 'detached' });
    expect(bodies).toMatchObject([
      { category_id: 1001, product_id: customer.product.id, purchased: { hosts: 4 }, params: { renews: licence } },
    ]);
    const { items } = await customer.call('GET', '/v1/order/list?sort=-created_at&per_page=1');
    await confirm(customer.staff, items[0].id);
    await customer.staff.operations.call('POST', `/v1/order/${items[0].id}`, { status: 2 });
    const later = await open(customer.name);
    await section(later, 'Orders to allocate')
      .getByRole('button', { name: `Allocate: ${items[0].code}` })
      .click();
    await poll(() => field(later, 'project_id').inputValue()).toBe('Quay');
    await poll(() => dialog(later).getByRole('spinbutton').first().inputValue()).toBe('4');
  });

  it('sends a failed mail again at once, and asks before a failed issue is tried again', async () => {
    const [{ id }] = (await customer.call('GET', '/v1/mail/list?search=quay')).items;
    await desk.backend.executeSql('update mail set status = 9 where id = $1', [id]);
    const page = await open(customer.name);
    const mails = section(page, 'Failed e-mails');
    await mails.getByText(called, { exact: true }).waitFor();
    await mails.getByRole('button', { name: 'Send again', exact: false }).click();
    await toast(page, 'E-mail sent');
    await page.locator('h1').hover();
    await mails.waitFor({ state: 'detached' });
    await desk.backend.executeSql("update assignment set status = 0, task_status = 'failed' where id = $1", [licence]);
    const later = await open(customer.name);
    const issues = section(later, 'Failed licences');
    await issues.getByRole('button', { name: `Retry: ${called}` }).click();
    await question(later, 'Failed licences').getByText('Try to issue this licence again?').waitFor();
    await button(question(later, 'Failed licences'), 'Retry').click();
    await toast(later, `Licence ${called} is being issued again`);
    await later.locator('h1').hover();
    await issues.waitFor({ state: 'detached' });
  });
});

it('a licence that ends is applied for anew by its sub-user, who orders nothing, with what it has (C15)', async () => {
  const subUser = await desk.api('subuser');
  const project = (await subUser.call('GET', '/v1/project/list?filter_effectuate=true')).items[0];
  const [ending] = (await subUser.call('GET', `/v1/assignment/list?filter_project_id=${project.id}&filter_status=1`))
    .items;
  const end = new Date(Date.now() + 86_400_000);
  await desk.backend.executeSql('update assignment set expired_at = $1 where id = $2', [end, ending.id]);
  const page = await open('subuser');
  const bodies = sent(page, 'POST', '/v1/allocation');
  await section(page, 'Licences expiring within 30 days')
    .getByRole('button', { name: `Apply: ${project.name} · ${ending.order.code}` })
    .click();
  await poll(() => field(page, 'project_id').inputValue()).toBe(project.name);
  await button(dialog(page), 'Submit application').click();
  await toast(page, 'Creation Successful');
  expect(bodies).toMatchObject([{ project_id: project.id, hosts: ending.hosts }]);
});

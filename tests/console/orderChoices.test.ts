import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Customer, delivery, makeCustomer } from '../support/customer.ts';
import { scale } from '../support/scale.ts';
import { type Desk, type Page, startDesk } from './support/desk.ts';
import { below, button, depth, dialog, field, openNew, pick, poll, toast } from './support/form.ts';

let desk: Desk;
let customer: Customer;
let codes: Readonly<Record<'fit' | 'spent' | 'waiting' | 'trial' | 'payg' | 'reissue', string>>;
let orders: Readonly<Record<keyof typeof codes, number>>;
let project: number;
beforeAll(async () => {
  desk = await startDesk();
  customer = await makeCustomer(desk);
  const reissueOf = (parent_order_id: number, hosts: number) =>
    customer.order(hosts, { category_id: 1002, product_id: null, parent_order_id });
  const fit = await customer.approved(9);
  const spent = await customer.approved(3);
  orders = {
    fit,
    spent,
    waiting: await customer.order(4),
    trial: await customer.order(1, { category_id: 1003 }),
    payg: await customer.order(2, { category_id: 1004 }),
    reissue: await reissueOf(spent, 3),
  };
  const codeOf = async (id: number) => (await customer.call('GET', `/v1/order/${id}`)).code as string;
  const named = Object.entries(orders).map(async ([name, id]) => [name, await codeOf(id)]);
  codes = Object.fromEntries(await Promise.all(named));
  project = await customer.project({ name: 'Harbour' });
});
afterAll(() => desk.close());

const row = (page: Page, code: string) => dialog(page).getByRole('row').filter({ hasText: code });

describe('the original of a reissue', () => {
  it.each(scale(['operations', 'enterprise'] as const, ['sales', 'operations', 'enterprise'] as const))(
    'is chosen among new purchases alone; one that is spent or waits cannot be (%s) (R-SELO-01, R-SELO-02, R-SELO-03, R-OCRE-05)',
    async (account) => {
      const zh = account === 'operations';
      const say = (en: string, chinese: string) => (zh ? chinese : en);
      const page = await desk.open(account === 'enterprise' ? customer.name : account, {
        locale: zh ? 'zh-CN' : 'en-US',
      });
      await page.goto('/authorization/order');
      await openNew(page, say('New order', '新建订单'));
      expect(await field(page, 'parent_order_id').count()).toBe(0);
      await pick(page, 'category_id', say('Reissue', '补发'));
      if (account !== 'enterprise') {
        await pick(page, 'enterprise_id', customer.enterprise.name);
        await pick(page, 'user_id', String(customer.welcome.user.nick_name));
      }
      await poll(() => field(page, 'product_id').isDisabled()).toBe(true);
      const asked = page.waitForRequest((request) => request.url().includes('filter_category_id=1001'));
      await button(dialog(page), say('Choose original order', '选择原订单')).click();
      expect(new URL((await asked).url()).pathname).toBe('/v1/order/list');
      await row(page, codes.fit).waitFor();
      const texts = async () => (await dialog(page).locator('tbody tr td:first-child').allTextContents()).sort();
      await poll(texts).toEqual([codes.fit, codes.spent, codes.waiting].sort());
      const select = (code: string) => button(row(page, code), say('Select', '选择'));
      const details = say('Details', '详情');
      const enabled = () =>
        Promise.all([codes.fit, codes.spent, codes.waiting].map((code) => select(code).isEnabled()));
      await poll(enabled).toEqual([true, false, false]);
      await poll(() => button(dialog(page).locator('tbody'), details).count()).toBe(3);
      await button(row(page, codes.fit), details).click();
      await poll(() => depth(page)).toBe(3);
      await dialog(page).getByText(codes.fit).first().waitFor();
      await page.keyboard.press('Escape');
      await poll(() => depth(page)).toBe(2);

      const narrowed = page.waitForRequest((request) => request.url().includes(`filter_project_id=${project}`));
      await dialog(page)
        .getByRole('combobox', { name: say('Project', '项目') })
        .click();
      await page.getByRole('option', { name: 'Harbour' }).click();
      await narrowed;
      for (const [label, value] of [
        [say('Product', '产品'), customer.product.name],
        [say('Code', '编码'), customer.product.code],
      ] as const) {
        const input = dialog(page).getByRole('textbox', { name: label, exact: true });
        await poll(async () => [await input.inputValue(), await input.isDisabled()]).toEqual([value, true]);
      }
      await select(codes.fit).click();
      await poll(() => field(page, 'parent_order_id').inputValue()).toBe(codes.fit);
      await poll(() => field(page, 'product_id').inputValue()).toContain(customer.product.name);
      await pick(page, 'category_id', say('Trial', '试用'));
      await poll(() => field(page, 'parent_order_id').count()).toBe(0);
    },
  );

  it('pages when there are many', async () => {
    const many = await makeCustomer(desk);
    for (let one = 0; one < 21; one += 1) await many.order(1);
    const page = await desk.open(many.name);
    await page.goto('/authorization/order');
    await openNew(page, 'New order');
    await pick(page, 'category_id', 'Reissue');
    await button(dialog(page), 'Choose original order').click();
    await poll(() => dialog(page).locator('tbody tr').count()).toBe(20);
    await dialog(page).getByRole('button', { name: 'Page 2' }).click();
    await poll(() => dialog(page).locator('tbody tr').count()).toBe(1);
  });
});

describe('the orders of an allocation', () => {
  const allocate = async (page: Page, name: string) => {
    await page.goto('/authorization/assignment');
    await openNew(page, 'Allocate licences');
    await pick(page, 'project_id', name);
  };
  const count = (page: Page, code: string) => dialog(page).getByRole('spinbutton', { name: `Quantity: ${code}` });

  it('are ticked and counted from 1 to what is available; one that has nothing is closed (R-OLST-01, R-VALID-07)', async () => {
    const used = await customer.approved(2);
    await customer.licence(project, used, 2);
    const usedCode = (await customer.call('GET', `/v1/order/${used}`)).code;
    const page = await desk.open(customer.name);
    const sent: unknown[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/v1/assignment')) sent.push(request.postDataJSON());
    });
    await allocate(page, 'Harbour');
    await poll(() => dialog(page).getByRole('checkbox', { name: usedCode }).isDisabled()).toBe(true);
    await poll(() => count(page, codes.fit).isDisabled()).toBe(true);
    await button(dialog(page), 'Allocate').click();
    await dialog(page).getByText('Choose at least one order').waitFor();
    await dialog(page).getByRole('checkbox', { name: codes.fit }).check();
    await poll(() => count(page, codes.fit).inputValue()).toBe('1');
    const refusals = [
      ['0', 'The smallest allowed value is 1'],
      ['-1', 'The smallest allowed value is 1'],
      ['1.5', 'Enter a whole number'],
      ['10', 'Only 9 are available'],
    ] as const;
    for (const [typed, reason] of refusals) {
      await count(page, codes.fit).fill(typed);
      await button(dialog(page), 'Allocate').click();
      await row(page, codes.fit).getByText(reason).waitFor();
      await poll(() => count(page, codes.fit).evaluate((input) => input === document.activeElement)).toBe(true);
    }
    expect(sent).toEqual([]);
    const over = { project_id: project, orders: [{ order_id: orders.fit, hosts: 10 }] };
    await expect(customer.call('POST', '/v1/assignment', over)).rejects.toThrow('422');
    await count(page, codes.fit).fill('9');
    await button(dialog(page), 'Allocate').click();
    await toast(page, 'Licences are being issued');
    expect(sent).toMatchObject([{ orders: [{ order_id: orders.fit, hosts: 9 }] }]);
  });

  it('are none: a link leads to a new order, whose submit stays its own (R-OLST-02)', async () => {
    const other = await makeCustomer(desk);
    await other.project({ name: 'Empty' });
    const page = await desk.open(other.name);
    await allocate(page, 'Empty');
    await dialog(page).getByText('No orders are available for this project.').waitFor();
    await button(dialog(page), 'Create an order').click();
    await poll(() => depth(page)).toBe(2);
    await dialog(page).getByRole('heading', { name: 'New order' }).waitFor();
    // The only product is selected already.
    await poll(() => field(page, 'product_id').inputValue()).not.toBe('');
    await field(page, 'product_id').fill('');
    await button(dialog(page), 'Create').click();
    await poll(() => below(page, 'product_id')).toBe('The current item cannot be empty');
    await pick(page, 'product_id', other.product.name);
    await pick(page, 'params.delivery_method', 'Payment after delivery');
    await button(dialog(page), 'Create').click();
    await toast(page, 'Order created');
    await poll(() => depth(page)).toBe(1);
    expect(await dialog(page).getByText('Choose at least one order').count()).toBe(0);
    const { items } = await other.call('GET', '/v1/order/list');
    expect(items[0]).toMatchObject({ status: 0, product_id: other.product.id, params: delivery });
  });
});

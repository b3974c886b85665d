import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Customer, makeCustomer } from '../support/customer.ts';
import { scale } from '../support/scale.ts';
import { type Desk, type Page, startDesk } from './support/desk.ts';
import {
  below,
  button,
  control,
  depth,
  dialog,
  field,
  openNew,
  options,
  pick,
  poll,
  sent,
  toast,
} from './support/form.ts';

let desk: Desk;
let customer: Customer;
let recovery: Customer;
const original: Record<'migration' | 'recovery', string> = { migration: '', recovery: '' };
beforeAll(async () => {
  desk = await startDesk();
  customer = await makeCustomer(desk);
  recovery = await makeCustomer(desk, { category_id: 1002 });
  const codeOf = async (one: Customer) => (await one.call('GET', `/v1/order/${await one.approved(9)}`)).code;
  original.migration = await codeOf(customer);
  original.recovery = await codeOf(recovery);
});
afterAll(() => desk.close());

type Buyer = 'sales' | 'operations' | 'enterprise';
/** Operations fill in the same inputs as sales, so the short version tests them only where they differ. */
const buyers = scale<readonly Buyer[]>(['sales', 'enterprise'], ['sales', 'operations', 'enterprise']);
const empty = 'The current item cannot be empty';

async function openForm(account: Buyer, of = customer): Promise<Page> {
  const page = await desk.open(account === 'enterprise' ? of.name : account);
  await page.goto('/authorization/order');
  await openNew(page, 'New order');
  return page;
}
const isThere = async (page: Page, name: string) => (await field(page, name).count()) === 1;
const shown = async (page: Page, names: readonly string[]) => {
  const found = await Promise.all(names.map((name) => isThere(page, name)));
  return names.filter((_, at) => found[at]);
};

async function chooseBuyer(page: Page, account: Buyer, of = customer): Promise<void> {
  if (account === 'enterprise') return;
  await pick(page, 'enterprise_id', of.enterprise.name);
  await pick(page, 'user_id', String(of.welcome.user.nick_name));
}

async function chooseOriginal(page: Page, code: string): Promise<void> {
  await button(dialog(page), 'Choose original order').click();
  await button(dialog(page).getByRole('row').filter({ hasText: code }), 'Select').click();
  await poll(() => field(page, 'parent_order_id').inputValue()).toBe(code);
}

/** Types a time into its input. */
const at = (page: Page, name: string, moment: string) => field(page, name).fill(moment);
const stamps = ['stamp_method', 'stamp_time', 'entity_stamp_type', 'electron_stamp_type'].map((one) => `params.${one}`);

describe.each(buyers)('the form of a new order, for %s', (account) => {
  const own = account === 'enterprise';

  it('marks what is needed and sends nothing while it is empty; the focus goes to the first (R-VALID-19, R-OCRE-11, R-OCRE-13)', async () => {
    const page = await openForm(account);
    const bodies = sent(page, 'POST', '/v1/order');
    const asked = ['enterprise_id', 'user_id'].filter(() => !own);
    await poll(() => shown(page, ['enterprise_id', 'user_id'])).toEqual(asked);
    await poll(() => dialog(page).getByRole('textbox', { name: 'Sales' }).count()).toBe(
      account === 'operations' ? 1 : 0,
    );
    await field(page, 'purchased_hosts').fill('');
    const needed = [...asked, 'product_id', 'purchased_hosts'];
    if (own) await poll(() => field(page, 'product_id').inputValue()).not.toBe('');
    await field(page, 'product_id').fill('');
    for (const name of [...needed, 'params.delivery_method']) {
      await poll(async () => [name, await control(page, name).locator('.MuiInputLabel-asterisk').count()]).toEqual([
        name,
        1,
      ]);
    }
    await button(dialog(page), 'Create').click();
    for (const name of needed) await poll(async () => [name, await below(page, name)]).toEqual([name, empty]);
    const focused = page.locator(':focus');
    await poll(() => focused.getAttribute('aria-invalid')).toBe('true');
    const first = dialog(page).locator('[aria-invalid=true]').first();
    await poll(() => first.evaluate((one) => one === document.activeElement)).toBe(true);
    await field(page, 'purchased_hosts').fill('1');
    await poll(() => below(page, 'purchased_hosts')).toBe('');
    expect(bodies).toEqual([]);
  });

  it('offers no product that was not found for the words typed, and is not sent by Enter while one is looked for', async () => {
    const page = await openForm(account);
    const bodies = sent(page, 'POST', '/v1/order');
    await chooseBuyer(page, account);
    await field(page, 'product_id').fill('');
    await control(page, 'product_id').getByRole('combobox').click();
    await page.getByRole('option').first().waitFor();
    const searched = page.waitForRequest((request) => request.url().includes('search=nosuch'));
    await field(page, 'product_id').fill('nosuch');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await searched;
    expect(await field(page, 'product_id').inputValue()).toBe('nosuch');
    expect(await page.locator('[aria-invalid=true]').count()).toBe(0);
    await page.getByText('Nothing found').waitFor();
    await poll(() => page.getByRole('option').count()).toBe(0);
    expect(bodies).toEqual([]);
  });

  it('leaves what is typed into a picker while its only choice is loading', async () => {
    const page = await desk.open(own ? customer.name : account);
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/v1\/enterprise_product\/list/, async (route) => {
      if (!route.request().url().includes('search=Quay')) await held;
      await route.continue();
    });
    await page.goto('/authorization/order');
    await openNew(page, 'New order');
    await chooseBuyer(page, account);
    await field(page, 'product_id').fill('Quay');
    const answered = page.waitForResponse(/\/v1\/enterprise_product\/list(?!.*search=Quay)/);
    release();
    await answered;
    await page.getByText('Nothing found').waitFor();
    expect(await field(page, 'product_id').inputValue()).toBe('Quay');
    await field(page, 'product_id').fill('');
    await page.getByRole('option', { name: customer.product.name }).click();
    await poll(() => field(page, 'product_id').inputValue()).toContain(customer.product.name);
  });

  it('shows what the choices reveal, and clears it with the type (R-OCRE-01, R-OCRE-02, R-OCRE-06, R-OCRE-07, R-OCRE-08, R-OCRE-09, R-OCRE-10)', async () => {
    const page = await openForm(account);
    await chooseBuyer(page, account);
    await pick(page, 'product_id', customer.product.name);
    expect(await isThere(page, 'params.expected_payment_time')).toBe(false);
    await pick(page, 'params.delivery_method', 'Send upon payment');
    await poll(() => isThere(page, 'params.expected_payment_time')).toBe(true);
    await pick(page, 'params.delivery_method', 'Payment after delivery');
    await poll(() => isThere(page, 'params.expected_payment_time')).toBe(false);
    await poll(() => shown(page, stamps)).toEqual([]);
    await dialog(page).getByRole('switch', { name: 'Company seal required' }).check();
    await poll(() => shown(page, stamps)).toEqual(['params.stamp_method', 'params.stamp_time']);
    await pick(page, 'params.stamp_method', 'Physical seal');
    await poll(() => shown(page, stamps)).toEqual(stamps.slice(0, 3));
    const seals = [
      ['official_seal', 'Official seal'],
      ['contract_seal', 'Contract seal'],
      ['legal_representative_seal', 'Legal representative seal'],
      ['financial_seal', 'Financial seal'],
    ];
    expect(await options(page, 'params.entity_stamp_type')).toEqual(seals);
    await pick(page, 'params.stamp_method', 'Electronic seal');
    await poll(() => shown(page, stamps)).toEqual([stamps[0], stamps[1], stamps[3]]);
    expect(await options(page, 'params.electron_stamp_type')).toEqual(seals.slice(0, 2));
    await pick(page, 'params.electron_stamp_type', 'Contract seal');
    await at(page, 'params.stamp_time', '2027-01-06 08:00:00');

    await pick(page, 'category_id', 'Trial');
    await poll(() => field(page, 'product_id').inputValue()).toBe('');
    const buyer = own ? [] : ['enterprise_id', 'user_id'];
    for (const name of buyer) await poll(async () => [name, await field(page, name).inputValue()]).toEqual([name, '']);
    await poll(() => shown(page, stamps)).toEqual([]);
    await dialog(page).getByRole('switch', { name: 'Company seal required' }).check();
    await poll(() => field(page, 'params.stamp_method').inputValue()).toBe('');
    await poll(() => field(page, 'params.stamp_time').inputValue()).toBe('');
    await pick(page, 'category_id', 'Reissue');
    await chooseBuyer(page, account);
    await chooseOriginal(page, original.migration);
    await poll(() => isThere(page, 'params.service_type')).toBe(false);
    await pick(page, 'category_id', 'New purchase');
    await pick(page, 'category_id', 'Reissue');
    await poll(() => field(page, 'parent_order_id').inputValue()).toBe('');
  });

  it('sends every option, once, and the order has them (R-OPAY-01, R-OPAY-02, R-OCRE-10, R-OCRE-11, R-ERR-12)', async () => {
    const page = await openForm(account, recovery);
    const bodies = sent(page, 'POST', '/v1/order');
    await chooseBuyer(page, account, recovery);
    await pick(page, 'product_id', recovery.product.name);
    expect(await isThere(page, 'params.service_type')).toBe(false);
    await pick(page, 'category_id', 'Reissue');
    await chooseBuyer(page, account, recovery);
    expect(await isThere(page, 'params.service_type')).toBe(false);
    await chooseOriginal(page, original.recovery);
    await field(page, 'purchased_hosts').fill('1');
    await pick(page, 'params.service_type', 'Failback');
    await pick(page, 'params.delivery_method', 'Send upon payment');
    await at(page, 'params.expected_payment_time', '2027-01-05 08:00:00');
    await dialog(page).getByRole('switch', { name: 'Company seal required' }).check();
    const digital = account === 'sales';
    await pick(page, 'params.stamp_method', digital ? 'Electronic seal' : 'Physical seal');
    await pick(page, `params.${digital ? 'electron' : 'entity'}_stamp_type`, 'Contract seal');
    await at(page, 'params.stamp_time', '2027-01-06 08:00:00');
    await field(page, 'comment').first().fill('  By spring ');
    await button(dialog(page), 'Create').dblclick();
    await toast(page, 'Order created');
    const { items } = await recovery.call('GET', '/v1/order/list?filter_category_id=1002');
    const parent = await recovery.call('GET', `/v1/order/${items[0].parent_order_id}`);
    const params = {
      service_type: 'failback',
      delivery_method: 'send_upon_payment',
      expected_payment_time: '2027-01-05T08:00:00.000Z',
      is_stamp: true,
      stamp_method: digital ? 'digital' : 'entity',
      [digital ? 'electron_stamp_type' : 'entity_stamp_type']: 'contract_seal',
      stamp_time: '2027-01-06T08:00:00.000Z',
    };
    const ids = { enterprise_id: recovery.enterprise.id, user_id: recovery.welcome.user.id };
    const body = { category_id: 1002, purchased: { hosts: 1 }, parent_order_id: parent.id, comment: 'By spring' };
    expect(bodies).toEqual([{ ...body, ...(!own && ids), params }]);
    const originator = account === 'sales' ? 'sales' : 'enterprise';
    expect(parent.code).toBe(original.recovery);
    expect(items[0]).toMatchObject({ ...ids, category_id: 1002, status: 0, product_id: recovery.product.id });
    expect(items[0].params).toEqual({ ...params, originator });
    expect(items[0].comment).toBe('By spring');
  });
});

describe('for staff, the enterprise', () => {
  it.each(scale(['operations'] as const, ['sales', 'operations'] as const))(
    'brings its users, and its products unless it is a reissue (%s) (R-OCRE-03, R-OCRE-04, R-OPAY-01)',
    async (account) => {
      const page = await openForm(account);
      const calls: URL[] = [];
      page.on('request', (request) => calls.push(new URL(request.url())));
      const asked = (path: string) => calls.filter(({ pathname }) => pathname === path).map((url) => url.searchParams);
      const bodies = sent(page, 'POST', '/v1/order');
      await pick(page, 'category_id', 'Reissue');
      await pick(page, 'enterprise_id', customer.enterprise.name);
      await poll(() => asked('/v1/role_user/list').length).toBe(1);
      const [query] = asked('/v1/role_user/list');
      expect(query?.get('filter_enterprise_id')).toBe(String(customer.enterprise.id));
      expect(query?.get('filter_role_alias')).toBe('Enterprise');
      await expect
        .poll(() => options(page, 'user_id'))
        .toEqual([[String(customer.welcome.user.id), customer.welcome.user.nick_name]]);
      expect(asked('/v1/enterprise_product/list')).toEqual([]);
      await pick(page, 'category_id', 'New purchase');
      await chooseBuyer(page, account);
      await poll(() => asked('/v1/enterprise_product/list').length).toBe(1);
      expect(asked('/v1/enterprise_product/list')[0]?.get('filter_enterprise_id')).toBe(String(customer.enterprise.id));
      if (account === 'operations')
        await poll(() => dialog(page).getByRole('textbox', { name: 'Sales' }).inputValue()).toBe('Lin Yue 林悦');
      await pick(page, 'product_id', customer.product.name);
      await field(page, 'purchased_hosts').fill('7');
      await pick(page, 'params.delivery_method', 'Payment after delivery');
      await button(dialog(page), 'Create').click();
      await toast(page, 'Order created');
      await poll(() => depth(page)).toBe(0);
      const ids = { enterprise_id: customer.enterprise.id, user_id: customer.welcome.user.id };
      const params = { delivery_method: 'payment_after_delivery', is_stamp: false };
      const body = { category_id: 1001, product_id: customer.product.id, purchased: { hosts: 7 }, params };
      expect(bodies).toMatchObject([{ ...body, ...ids }]);
    },
  );
});

describe('after a reissue', () => {
  const question = /^Reissue ORD\d+ created\. /;
  const reissue = async (page: Page) => {
    await field(page, 'purchased_hosts').fill('1');
    await pick(page, 'params.delivery_method', 'Payment after delivery');
    await button(dialog(page), 'Create').click();
    await toast(page, 'Order created');
    await dialog(page).getByText(question).waitFor();
  };

  it('a salesman is asked whether to go to its confirmation, and stays or goes (R-OCRE-12)', async () => {
    for (const answer of ['Later', 'Confirm now']) {
      const page = await openForm('sales');
      await pick(page, 'category_id', 'Reissue');
      await chooseBuyer(page, 'sales');
      await chooseOriginal(page, original.migration);
      await reissue(page);
      await button(dialog(page), answer).click();
      const { items } = await customer.call('GET', '/v1/order/list?filter_category_id=1002');
      if (answer === 'Confirm now') await dialog(page).getByText(items[0].code).first().waitFor();
      else await poll(() => depth(page)).toBe(0);
      expect(new URL(page.url()).search).toBe(answer === 'Confirm now' ? `?id=${items[0].id}` : '');
      await poll(() => button(dialog(page), 'Confirm').count()).toBe(answer === 'Confirm now' ? 1 : 0);
    }
  });

  it('whoever acts goes back to sales on the way; who does not, is not asked (R-OCRE-12, A12)', async () => {
    const page = await desk.open('sales');
    await page.goto('/user/enterprise_user');
    await button(page.getByRole('row').filter({ hasText: customer.enterprise.name }), 'Act for this user').click();
    await button(page.getByRole('banner'), 'Back to sales').waitFor();
    await page.goto('/authorization/order');
    await openNew(page, 'New order');
    await pick(page, 'category_id', 'Reissue');
    await chooseOriginal(page, original.migration);
    await reissue(page);
    await button(dialog(page), 'Confirm now').click();
    const { items } = await customer.call('GET', '/v1/order/list?filter_category_id=1002');
    await page.waitForURL(`**/authorization/order?id=${items[0].id}`);
    await button(dialog(page), 'Confirm').waitFor();
    expect(await button(page.locator('header'), 'Back to sales').count()).toBe(0);
    const own = await openForm('enterprise');
    await pick(own, 'category_id', 'Reissue');
    await chooseOriginal(own, original.migration);
    await field(own, 'purchased_hosts').fill('1');
    await pick(own, 'params.delivery_method', 'Payment after delivery');
    await button(dialog(own), 'Create').click();
    await toast(own, 'Order created');
    await poll(() => depth(own)).toBe(0);
    expect(await own.getByText(question).count()).toBe(0);
  });
});

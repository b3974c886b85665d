import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '../support/account.ts';
import { type Customer, delivery, makeCustomer } from '../support/customer.ts';
import { scale } from '../support/scale.ts';
import { type Desk, type Page, startDesk } from './support/desk.ts';
import { below, button, control, depth, dialog, field, openNew, pick, poll, sent, toast } from './support/form.ts';

let desk: Desk;
let customer: Customer;
beforeAll(async () => {
  desk = await startDesk();
  customer = await makeCustomer(desk);
});
afterAll(() => desk.close());

const open = async (account: string, path: string, locale = 'en-US'): Promise<Page> => {
  const page = await desk.open(account, { locale });
  await page.goto(path);
  return page;
};
it('an issuing profile that is on its way shows that it comes, has the keys, and can be given up', async () => {
  for (const [locale, label, loading] of [
    ['en-US', 'Issuing profile', 'Loading'],
    ['zh-CN', '签发配置', '加载中'],
  ] as const) {
    const page = await open('superadmin', '/enterprise/product', locale);
    let go: () => void = () => undefined;
    const paused = new Promise<void>((resolve) => (go = resolve));
    await page.route(/\/v1\/product\/license\/list/, async (route) => {
      await paused;
      await route.continue();
    });
    const its = page.locator('tbody tr').first().locator(`button[aria-label^="${label}"]`);
    await its.click();
    await page.getByRole('progressbar', { name: loading }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('progressbar', { name: loading }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('Escape');
    await poll(() => page.getByRole('progressbar').count()).toBe(0);
    await its.click();
    await page.getByRole('progressbar', { name: loading }).waitFor();
    go();
    await dialog(page).getByText(label, { exact: false }).first().waitFor();
  }
});

const focused = (page: Page, name: string) => field(page, name).evaluate((one) => one === document.activeElement);

interface Kind {
  readonly path: string;
  readonly entity: string;
  readonly label: readonly [string, string];
  fill(page: Page, word: string, account: Account): Promise<void>;
}
const kinds: Readonly<Record<'enterprise' | 'product' | 'project', Kind>> = {
  enterprise: {
    path: '/enterprise',
    entity: 'enterprise',
    label: ['New enterprise', '新建企业'],
    async fill(page, word, account) {
      await field(page, 'code').fill(word);
      // Enterprises created by operations are approved at once, which requires an owner (C2).
      if (account === 'operations') await pick(page, 'sales_user_id', 'Hanna Meyer');
    },
  },
  product: {
    path: '/enterprise/product',
    entity: 'product',
    label: ['New product', '新建产品'],
    async fill(page, word) {
      await field(page, 'code').fill(word);
      await pick(page, 'deployment_id', 'Public cloud');
      await pick(page, 'category_id', 'Migration');
    },
  },
  project: {
    path: '/authorization/project',
    entity: 'project',
    label: ['New project', '新建项目'],
    async fill(page, _word, account) {
      if (account !== 'enterprise') await pick(page, 'enterprise_id', customer.enterprise.name);
      await pick(page, 'product_id', customer.product.name);
    },
  },
};

type Made = readonly ['sales' | 'operations' | 'superadmin' | 'enterprise', 'enterprise' | 'product' | 'project'];
/** One role for each form; all roles in the long version. */
const made: readonly Made[] = [
  ['sales', 'enterprise'],
  ['superadmin', 'product'],
  ['enterprise', 'project'],
  ...scale<readonly Made[]>(
    [],
    [
      ['operations', 'enterprise'],
      ['superadmin', 'project'],
    ],
  ),
];

it.each(made)(
  '%s makes and changes a record of %s, sent once and clean, and is told so (R-ERR-11, R-VALID-08)',
  async (account, name) => {
    const kind = kinds[name];
    const word = `${account}${name}`.replace(/[^a-z]/g, '').slice(0, 18);
    const login = account === 'enterprise' ? customer.name : account;
    const page = await open(login, kind.path);
    const bodies = sent(page, 'POST', `/v1/${kind.entity}`);
    await openNew(page, kind.label[0]);
    await field(page, 'name').fill(`  The ${word} `);
    await kind.fill(page, word, account);
    await button(dialog(page), 'Create').dblclick();
    await toast(page, 'Creation Successful');
    expect(bodies).toHaveLength(1);
    expect(bodies[0]?.name).toBe(`The ${word}`);
    const row = page.getByRole('row').filter({ hasText: `The ${word}` });
    const changes = sent(page, 'POST', new RegExp(`^/v1/${kind.entity}/\\d+$`));
    await page.getByRole('button', { name: `Edit: The ${word}` }).click();
    await field(page, 'name').fill(` The ${word} again `);
    await button(dialog(page), 'Save').dblclick();
    await toast(page, 'Modification Successful');
    await row.filter({ hasText: `The ${word} again` }).waitFor();
    expect(changes.map((body) => body.name)).toEqual([`The ${word} again`]);
  },
);

it('in Chinese the two say 创建成功 and 修改成功 (R-ERR-11)', async () => {
  const page = await open(customer.name, '/authorization/project', 'zh-CN');
  await openNew(page, '新建项目');
  await field(page, 'name').fill('码头');
  await pick(page, 'product_id', customer.product.name);
  await button(dialog(page), '创建').click();
  await toast(page, '创建成功');
  await page.getByRole('button', { name: '编辑: 码头' }).click();
  await button(dialog(page), '保存').click();
  await toast(page, '修改成功');
});

it.each(scale(['enterprise'] as const, ['superadmin', 'operations', 'enterprise'] as const))(
  '%s cannot give a project a mail that is none (R-VALID-03)',
  async (account) => {
    const page = await open(account === 'enterprise' ? customer.name : account, '/authorization/project');
    await openNew(page, 'New project');
    for (const [typed, message] of [
      ['abc', 'Email format is incorrect'],
      ['a@', 'Email format is incorrect'],
      ['a@b.co', ''],
    ] as const) {
      await field(page, 'mail').fill(typed);
      await field(page, 'mail').blur();
      await poll(() => below(page, 'mail')).toBe(message);
    }
  },
);

describe('what the server alone can refuse', () => {
  it('stands at its field, which has the focus (A19)', async () => {
    await customer.project({ license_key: 'TAKEN-1' });
    const page = await open(customer.name, '/authorization/project');
    await openNew(page, 'New project');
    await field(page, 'name').fill('Twice');
    await pick(page, 'product_id', customer.product.name);
    await field(page, 'license_key').fill('TAKEN-1');
    await button(dialog(page), 'Create').click();
    const taken = 'There is already one with this product and licence key';
    await poll(() => below(page, 'product_id')).toBe(taken);
    // One sentence about both fields is shown once.
    expect(await dialog(page).getByText(taken).count()).toBe(1);
    expect(await below(page, 'license_key')).toBe('Shown by the installed product');
    const first = dialog(page).locator('[aria-invalid=true]').first();
    await poll(() => first.evaluate((one) => one === document.activeElement)).toBe(true);
    await field(page, 'license_key').fill('FREE-1');
    await poll(() => below(page, 'license_key')).toBe('Shown by the installed product');
    await button(dialog(page), 'Create').click();
    await poll(() => depth(page)).toBe(0);
    const staff = await open('sales', '/enterprise');
    await openNew(staff, 'New enterprise');
    await field(staff, 'name').fill('Once more');
    await field(staff, 'code').fill(customer.enterprise.name.split(' ')[1] ?? '');
    await button(dialog(staff), 'Create').click();
    await poll(() => focused(staff, 'code')).toBe(true);
    await poll(() => below(staff, 'code')).toBe('This value is already in use');
  });
});

describe('numbers', () => {
  const wrong = [
    ['0', 'The smallest allowed value is 1'],
    ['-1', 'The smallest allowed value is 1'],
    ['1.5', 'Enter a whole number'],
    ['abc', 'The current item cannot be empty'],
  ] as const;
  const type = async (page: Page, name: string, typed: string) => {
    await field(page, name).fill('');
    await field(page, name).pressSequentially(typed);
  };

  it.each([
    ...scale(['operations'], ['sales', 'operations', 'enterprise']).map((account) => [
      account,
      '/authorization/order',
      'New order',
      'purchased_hosts',
    ]),
    ['subuser', '/authorization/application', 'New application', 'hosts'],
  ])('of %s at %s are whole and from 1 (R-VALID-07)', async (account, path, label, name) => {
    const page = await open(account, path);
    await openNew(page, label);
    for (const [typed, message] of wrong) {
      await type(page, name, typed);
      await dialog(page).locator('button[type=submit]').click();
      await poll(() => below(page, name)).toBe(message);
    }
    const order = { category_id: 1001, product_id: customer.product.id, params: delivery };
    for (const hosts of [0, -1, 1.5, 'abc'])
      await expect(customer.call('POST', '/v1/order', { ...order, purchased: { hosts } })).rejects.toThrow('422');
  });

  it('of a period are whole and from 1, and the first wrong one has the focus (R-VALID-07)', async () => {
    const page = await open('sales', `/authorization/order?id=${await customer.order(1)}`);
    const bodies = sent(page, 'POST', /^\/v1\/order\/\d+$/);
    await field(page, 'use_period').fill('365');
    for (const typed of ['0', '-1', '1.5', 'abc']) {
      await type(page, 'assign_period', typed);
      await button(dialog(page), 'Confirm').click();
      await poll(() => focused(page, 'assign_period')).toBe(true);
      await poll(() => field(page, 'assign_period').getAttribute('aria-invalid')).toBe('true');
    }
    expect(bodies).toEqual([]);
  });
});

it('an activation begins now, for a year; its end follows its start until somebody writes into it', async () => {
  const page = await open('superadmin', '/userinfo?active=subscriptions');
  const bodies = sent(page, 'POST', '/v1/subscription/temp/update_status');
  await button(page, 'Activate').first().click();
  const [from, until] = [field(page, 'period_start_at'), field(page, 'period_end_at')];
  const year = async () => [await from.inputValue(), await until.inputValue()].map((one) => Number(one.slice(0, 4)));
  await poll(() => from.inputValue()).not.toBe('');
  // The customer is known; the product must be chosen.
  await poll(() => page.locator(':focus').getAttribute('name')).toBe('product_id');
  await poll(() => field(page, 'enterprise_id').inputValue()).not.toBe('');
  const [begins = 0, ends] = await year();
  expect(ends).toBe(begins + 1);
  await from.fill('2027-03-01 08:00:00');
  await poll(() => until.inputValue()).toBe('2028-03-01 08:00:00');
  await until.fill('2027-09-01 08:00:00');
  await from.fill('2027-04-01 08:00:00');
  await poll(() => from.inputValue()).toBe('2027-04-01 08:00:00');
  expect(await until.inputValue()).toBe('2027-09-01 08:00:00');
  await until.fill('');
  for (const name of ['enterprise_id', 'product_id'])
    if ((await field(page, name).inputValue()) === '') {
      await control(page, name).getByRole('combobox').click();
      await page.getByRole('option').first().click();
    }
  await button(dialog(page), 'Activate').click();
  await poll(() => below(page, 'period_end_at')).toBe('The current item cannot be empty');
  await until.fill('2027-09-01 08:00:00');
  await button(dialog(page), 'Activate').click();
  await toast(page, 'Operation successful');
  expect(bodies).toMatchObject([
    { status: 1, period_start_at: expect.stringMatching(/^2027-0/), period_end_at: expect.stringMatching(/^2027-0/) },
  ]);
});

it('auto-renewal asks for Yes, letter by letter (R-VALID-25)', async () => {
  for (const [locale, on] of [
    ['zh-CN', '开启自动续订'],
    ['en-US', 'Turn on auto-renew'],
  ] as const) {
    const page = await open('enterprise', '/userinfo?active=subscriptions', locale);
    const bodies = sent(page, 'POST', '/v1/subscription/temp/update_status');
    await button(page, on).first().click();
    const submit = button(dialog(page), on);
    for (const [typed, enabled] of [
      ['', false],
      ['no', false],
      ['yes', false],
      ['yes ', false],
      ['Yes ', false],
      ['YES', false],
      ['Yes', true],
    ] as const) {
      await field(page, 'confirm').fill(typed);
      await poll(async () => [typed, await submit.isEnabled()]).toEqual([typed, enabled]);
    }
    if (locale === 'zh-CN') continue;
    await submit.dblclick();
    await toast(page, 'Operation successful');
    expect(bodies).toMatchObject([{ auto_renew: true, confirm: 'Yes' }]);
  }
});

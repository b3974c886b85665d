import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { passwordRuleText, usualPasswordRule } from '../../contract/access/passwordRule.ts';
import { password } from '../support/account.ts';
import { type Customer, makeCustomer } from '../support/customer.ts';
import { type Desk, type Page, startDesk } from './support/desk.ts';
import { below, button, depth, dialog, field, openNew, pick, poll, sent, toast } from './support/form.ts';

let desk: Desk;
let customer: Customer;
beforeAll(async () => {
  desk = await startDesk();
  customer = await makeCustomer(desk);
});
afterAll(() => desk.close());

const empty = { en: 'The current item cannot be empty', zh: '当前项不能为空' } as const;
const wrongMail = { en: 'Email format is incorrect', zh: '邮箱格式不正确' } as const;

const own = ['name', 'password', 'password_repeat', 'nick_name'];
const liaison = ['params.liaison_man', 'params.liaison_phone', 'params.liaison_mail'];
const forms = {
  general: { needed: [...own, 'phone'], more: ['invite', 'params.liaison_mail', 'role_id'] },
  salesman: { needed: [...own, 'phone'], more: ['invite', 'params.liaison_mail', 'params.comment'] },
  enterprise_user: {
    needed: [...own, 'enterprise_id', 'parent_id', ...liaison],
    more: ['invite', 'params.tutelage', 'params.comment'],
  },
  own_enterprise_user: {
    needed: [...own, 'enterprise_id', ...liaison],
    more: ['invite', 'params.tutelage', 'params.comment'],
  },
  subuser: { needed: [...own, 'phone'], more: ['invite', 'params.liaison_mail', 'visible', 'params.comment'] },
} as const;
type Form = keyof typeof forms;
const makers: readonly (readonly [string, Form])[] = [
  ['superadmin', 'general'],
  ['superadmin', 'salesman'],
  ['superadmin', 'enterprise_user'],
  ['operations', 'salesman'],
  ['operations', 'enterprise_user'],
  ['sales', 'own_enterprise_user'],
  ['enterprise', 'subuser'],
];
/** The noun for a user in each form, in both languages. */
const nouns: Readonly<Record<Form, { en: string; zh: string }>> = {
  general: { en: 'administrator', zh: '管理员' },
  salesman: { en: 'salesman', zh: '销售人员' },
  enterprise_user: { en: 'enterprise user', zh: '企业用户' },
  own_enterprise_user: { en: 'enterprise user', zh: '企业用户' },
  subuser: { en: 'sub-user', zh: '子用户' },
};
const pathOf = (form: Form) => `/user/${form.replace('own_', '')}`;

async function openForm(account: string, form: Form, locale = 'en-US'): Promise<Page> {
  const page = await desk.open(account, { locale });
  await page.goto(pathOf(form));
  await openNew(page, locale === 'zh-CN' ? `新建${nouns[form].zh}` : `New ${nouns[form].en}`);
  return page;
}

/** Fills in the required inputs, with surrounding spaces. */
async function fill(page: Page, form: Form, name: string): Promise<void> {
  const values: Record<string, string> = {
    name: ` ${name} `,
    nick_name: '  Ann Berg ',
    password,
    password_repeat: password,
    phone: ' +86 21 5550 0177 ',
    'params.liaison_man': ' Ann ',
    'params.liaison_phone': '+86 21 5550 0177',
    'params.liaison_mail': ' ann@harbour.example ',
  };
  for (const input of forms[form].needed) if (values[input]) await field(page, input).fill(values[input]);
  if (form.includes('enterprise_user')) await pick(page, 'enterprise_id', customer.enterprise.name);
  if (form === 'enterprise_user') await pick(page, 'parent_id', 'Hanna Meyer');
}

describe.each(makers)('%s, making a user at %s', (account, form) => {
  it('has the fields of that kind of user; those that are needed say so when left empty (R-DLG-01, R-VALID-01, R-VALID-03, R-VALID-04)', async () => {
    const language = account === 'operations' ? 'zh' : 'en';
    const page = await openForm(account, form, language === 'zh' ? 'zh-CN' : 'en-US');
    const { needed, more } = forms[form];
    const narrowed = account === 'superadmin' ? ['variant_id'] : [];
    const inputs = dialog(page).locator('input[name], textarea[name]');
    const names = async () =>
      (await inputs.evaluateAll((all) => all.map((one) => one.getAttribute('name')))).toSorted();
    await poll(names).toEqual([...needed, ...more, ...narrowed].toSorted());
    for (const name of needed) {
      expect(await below(page, name)).not.toBe(empty[language]);
      await field(page, name).focus();
      await field(page, name).blur();
      await poll(() => below(page, name)).toBe(empty[language]);
    }
    await field(page, 'password').fill('Harbour-2026');
    await field(page, 'password_repeat').fill('Harbour-2027');
    await page.keyboard.press('Tab');
    const differs = language === 'zh' ? '两次输入密码不一致！' : 'Two inconsistencies in password input!';
    await poll(() => below(page, 'password_repeat')).toBe(differs);
    const mail = 'params.liaison_mail';
    if (!(await field(page, mail).count())) return;
    for (const [typed, message] of [
      ['abc', wrongMail[language]],
      ['a@', wrongMail[language]],
      ['a@b.co', ''],
    ] as const) {
      await field(page, mail).fill(typed);
      await page.keyboard.press('Tab');
      await poll(() => below(page, mail)).toBe(message);
    }
  });
});

describe.each([
  ['superadmin', 'general'],
  ['operations', 'enterprise_user'],
  ['sales', 'own_enterprise_user'],
  ['enterprise', 'subuser'],
] as const)('%s makes and changes a user at %s', (account, form) => {
  const name = `made.by.${account}`;

  it('after the name was found free, with clean texts; the name then stands, the password may stay (R-VALID-02, R-VALID-05, R-VALID-06, R-VALID-08, R-ERR-11, R-PERM-02, R-PERM-05, R-PERM-06)', async () => {
    const page = await openForm(account === 'enterprise' ? customer.name : account, form);
    const bodies = sent(page, 'POST', '/v1/user');
    const checks = sent(page, 'POST', '/v1/user/check');
    const finish = form === 'own_enterprise_user' ? 'Next' : 'Create';
    expect(await button(dialog(page), form === 'own_enterprise_user' ? 'Create' : 'Next').count()).toBe(0);
    await fill(page, form, 'Enterprise');
    await button(dialog(page), finish).click();
    const { reason } = await customer.call('POST', '/v1/user/check', { type: 'name', name: 'Enterprise' });
    await poll(() => below(page, 'name')).toBe(reason);
    await poll(() => field(page, 'name').evaluate((one) => one === document.activeElement)).toBe(true);
    expect([checks.length, bodies.length]).toEqual([1, 0]);
    await field(page, 'name').fill(` ${name} `);
    await button(dialog(page), finish).dblclick();
    if (form === 'own_enterprise_user') {
      await dialog(page).getByText('Products of the enterprise').waitFor();
      expect(bodies).toEqual([]);
      await button(dialog(page), 'Create').dblclick();
    }
    await toast(page, 'Creation Successful');
    await poll(() => depth(page)).toBe(0);
    expect([checks.length, bodies.length]).toEqual([2, 1]);
    const enterprise = { liaison_man: 'Ann', liaison_mail: 'ann@harbour.example', tutelage: false };
    expect(bodies[0]).toMatchObject({
      name,
      nick_name: 'Ann Berg',
      ...(form.includes('enterprise') ? { params: enterprise } : { phone: '+86 21 5550 0177' }),
    });
    expect(bodies[0]).not.toHaveProperty('password_repeat');
    if (form === 'own_enterprise_user') expect(bodies[0]).not.toHaveProperty('parent_id');
    const { items } = await customer.staff.superadmin.call('GET', `/v1/user/list?search=${name}`);
    if (account === 'operations') expect(items[0].parent.nick_name).toBe('Hanna Meyer');

    await page.getByRole('searchbox').fill(name);
    await button(page.getByRole('row').filter({ hasText: name }), `Edit: ${name}`).click();
    await poll(async () => [await field(page, 'name').inputValue(), await field(page, 'name').isDisabled()]).toEqual([
      name,
      true,
    ]);
    await poll(() => field(page, 'password_repeat').count()).toBe(0);
    await poll(() => below(page, 'password')).toBe(
      `Leave empty to keep the password. For a new one: ${passwordRuleText(usualPasswordRule).en}`,
    );
    await field(page, 'nick_name').fill(' Ann Nordberg ');
    const changes = sent(page, 'POST', `/v1/user/${items[0].id}`);
    await button(dialog(page), 'Save').dblclick();
    await toast(page, 'Modification Successful');
    await page.getByRole('row').filter({ hasText: name }).filter({ hasText: 'Ann Nordberg' }).waitFor();
    expect(changes).toHaveLength(1);
    expect(changes[0]).toMatchObject({ nick_name: 'Ann Nordberg' });
    expect(changes[0]).not.toHaveProperty('password');
    expect(changes[0]).not.toHaveProperty('name');
    expect((await desk.api(name)).welcome.user.nick_name).toBe('Ann Nordberg');
    if (account !== 'enterprise') return;
    await button(page.getByRole('row').filter({ hasText: name }), `Delete: ${name}`).click();
    await button(dialog(page), 'Delete').dblclick();
    await toast(page, 'deleted');
    await page.getByRole('row').filter({ hasText: name }).waitFor({ state: 'detached' });
    await expect(desk.api(name)).rejects.toThrow('422');
    await button(page, 'Undo').click();
    await toast(page, 'restored');
    await page.getByRole('row').filter({ hasText: name }).waitFor();
    expect((await desk.api(name)).welcome.user.nick_name).toBe('Ann Nordberg');
  });
});

it('a user in tutelage cannot sign in, and sales acts for them (R-PERM-04)', async () => {
  const managed = await makeCustomer(desk);
  const list = async () => {
    const page = await desk.open('sales');
    await page.goto('/user/enterprise_user');
    return { page, row: page.getByRole('row').filter({ hasText: managed.enterprise.name }) };
  };
  const { page, row } = await list();
  await button(row, `Edit: ${managed.name}`).click();
  const needed = { liaison_man: 'Ann', liaison_phone: '+86 21 5550 0177', liaison_mail: 'ann@harbour.example' };
  for (const [name, value] of Object.entries(needed)) await field(page, `params.${name}`).fill(value);
  await dialog(page).getByRole('switch', { name: 'Managed by sales' }).check();
  await button(dialog(page), 'Save').click();
  await toast(page, 'Modification Successful');
  await poll(() => depth(page)).toBe(0);
  for (const [locale, refusal] of [
    ['en-US', 'This account is managed by your sales contact and cannot sign in'],
    ['zh-CN', '该账号由销售托管，不能登录'],
  ] as const) {
    const other = await desk.open(undefined, { locale });
    await other.goto('/login');
    await other.locator('#name').fill(managed.name);
    await other.locator('#password').fill(password);
    await other.locator('button[type=submit]').click();
    await other.getByRole('alert').filter({ hasText: refusal }).waitFor();
    await other.close();
  }
  const { page: again, row: same } = await list();
  await button(same, 'Act for this user').click();
  await button(again.getByRole('banner'), 'Back to sales').waitFor();
  await button(again.getByRole('banner'), 'Back to sales').click();
  await toast(again, 'Switch Successful');
  await again.waitForURL('**/user/enterprise_user');
});

it('what the server refuses in the second step leads back to the first, to its field', async () => {
  const page = await openForm('sales', 'own_enterprise_user');
  await fill(page, 'own_enterprise_user', 'late.name');
  await button(dialog(page), 'Next').click();
  await dialog(page).getByText('Products of the enterprise').waitFor();
  const person = { name: 'late.name', nick_name: 'Quick', role_id: 5, password };
  await customer.call('POST', '/v1/user', person);
  await button(dialog(page), 'Create').click();
  await poll(() => below(page, 'name')).toBe('This value is already in use');
  await poll(() => field(page, 'name').evaluate((one) => one === document.activeElement)).toBe(true);
});

it.each([
  ['en-US', 'New administrator', 'Delete: operations', 'Delete administrator', 'new user', 'New salesman'],
  ['zh-CN', '新建管理员', '删除: operations', '删除管理员', '新建用户', '新建销售人员'],
] as const)(
  'in %s, a user is called what they are, wherever they stand',
  async (locale, created, bin, asked, typed, other) => {
    const page = await desk.open('superadmin', { locale });
    await page.goto('/user/general');
    await openNew(page, created);
    await poll(() => dialog(page).locator('h2').first().textContent()).toBe(created);
    await page.keyboard.press('Escape');
    await poll(() => depth(page)).toBe(0);
    await button(page, bin).click();
    await poll(() => dialog(page).locator('h2').first().textContent()).toBe(asked);
    await page.keyboard.press('Escape');
    await poll(() => depth(page)).toBe(0);
    await page.keyboard.press('Control+k');
    await dialog(page).getByRole('combobox').fill(typed);
    await page.getByRole('option', { name: created }).waitFor();
    await page.getByRole('option', { name: other }).waitFor();
  },
);

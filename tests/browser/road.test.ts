import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assignment } from '../../contract/entities/assignment.ts';
import { enterprise } from '../../contract/entities/enterprise.ts';
import { enterpriseProduct } from '../../contract/entities/enterpriseProduct.ts';
import { order } from '../../contract/entities/order.ts';
import { product } from '../../contract/entities/product.ts';
import { project } from '../../contract/entities/project.ts';
import { user } from '../../contract/entities/user.ts';
import { userProduct } from '../../contract/entities/userProduct.ts';
import type { Label } from '../../contract/messages/label.ts';
import { roleIds } from '../../contract/schema/access.ts';
import type { DeclaredEntity } from '../../contract/schema/entity.ts';
import { recordNoun } from '../../contract/screens/recordNoun.ts';
import { en } from '../../src/i18n/en.ts';
import { zh } from '../../src/i18n/zh.ts';
import { sharedBrowser } from '../support/chromium.ts';
import { shared } from '../support/scale.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { patience, patiently } from '../support/slowPages.ts';
import { startSmtp, type TestMailServer } from '../support/smtp.ts';

const password = 'Licence-2026';
/** The initial password that the salesman gives to the customer, who then chooses another one (D7). */
const given = 'Given-2026';

const languages = [
  { language: 'en', locale: 'en-US', words: en, code: 'ROADEN' },
  { language: 'zh', locale: 'zh-CN', words: zh, code: 'ROADZH' },
] as const;

describe.each(shared(languages))('the main road in $language', ({ language, locale, words, code }) => {
  let server: RunningServer;
  let smtp: TestMailServer;
  let context: BrowserContext;
  let page: Page;
  const say = (label: Label) => label[language];
  const problems: string[] = [];

  beforeAll(async () => {
    smtp = await startSmtp();
    server = await startServer({ SMTP_URL: smtp.url }, undefined, process.env.TEST_DEMO_DIR);
    const browser = await sharedBrowser();
    context = await browser.newContext({ locale, viewport: { width: 1440, height: 900 } });
    page = await context.newPage();
    page.setDefaultTimeout(patience);
    page.on('pageerror', (error) => problems.push(error.message));
  });
  afterAll(async () => {
    await context?.close();
    await server?.stop();
    await smtp?.close();
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = () => page.getByRole('dialog').last();
  const field = (label: string) =>
    dialog()
      .getByRole('textbox', { name: new RegExp(`^${label}( \\*)?$`) })
      .first();
  const fill = async (values: [Label, string][]) => {
    for (const [label, value] of values) await field(say(label)).fill(value);
  };
  /** Opens a select or a picker in the dialog and chooses the option with the given text. */
  const pick = async (label: Label, option: string) => {
    const input = dialog().getByRole('combobox', { name: say(label) });
    // An open menu hides the dialog from assistive technology, so the kind of input is determined first.
    const typed = (await input.evaluate((element) => element.tagName)) === 'INPUT';
    await input.click();
    if (typed) await input.fill(option);
    await page.getByRole('option', { name: option }).first().click();
  };
  const submit = async (name: string) => {
    await dialog().getByRole('button', { name, exact: true }).click();
    await dialog().waitFor({ state: 'detached' });
  };
  const create = async (entity: DeclaredEntity, preset?: object) => {
    await button(words.list.create(say(recordNoun(entity, { ...preset }))))
      .first()
      .click();
    await dialog().waitFor();
  };
  const toast = async (text: string) => {
    const alert = page.getByRole('alert').filter({ hasText: text }).first();
    // Other notices before it are closed.
    const before = page.locator('.MuiSnackbar-root').filter({ hasNotText: text });
    const close = before.getByRole('button', { name: words.actions.close });
    await alert.or(before).first().waitFor();
    if ((await alert.count()) === 0) await close.click();
    await alert.waitFor();
  };
  const signIn = async (name: string, secret = password) => {
    await page.goto(`${server.url}/login`);
    await page.locator('#name').fill(name);
    await page.locator('#password').fill(secret);
    await page.locator('button[type=submit]').click();
    await page.waitForURL('**/dashboard');
  };
  const signOut = async () => {
    await button(words.header.user).click();
    await page.getByRole('menuitem', { name: words.header.logout }).click();
    await page.waitForURL('**/login');
  };
  const open = async (path: string) => {
    await page.goto(server.url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
  };

  it('begins with a customer that the demo does not know', async () => {
    await signIn('operations');
    await expect.poll(() => page.title()).toBe(language === 'zh' ? '仪表盘 · 许可管理系统' : 'Dashboard · License');
    await open('/enterprise/product');
    await create(product);
    await fill([
      [product.fields.name.label, `Mover ${code}`],
      [product.fields.code.label, `MV-${code}`],
    ]);
    await pick(product.fields.deployment_id.label, language === 'zh' ? '公有云' : 'Public cloud');
    await pick(product.fields.category_id.label, language === 'zh' ? '迁移' : 'Migration');
    await submit(words.actions.create);
    await toast(words.done.created);
    await open('/enterprise/sales_product');
    await create(userProduct);
    await pick(userProduct.fields.user_id.label, 'Lin Yue');
    await pick(userProduct.fields.product_id.label, `Mover ${code}`);
    await submit(words.actions.create);
    await open('/enterprise');
    await create(enterprise);
    await fill([
      [enterprise.fields.name.label, `Second ${code}`],
      [enterprise.fields.code.label, code],
    ]);
    await pick(enterprise.fields.sales_user_id.label, 'Lin Yue');
    await submit(words.actions.create);
    await page.getByText(`Second ${code}`).first().waitFor();
    await signOut();
    await signIn('sales');
    await open('/enterprise/enterprise_product');
    await create(enterpriseProduct);
    await pick(enterpriseProduct.fields.enterprise_id.label, `Second ${code}`);
    await pick(enterpriseProduct.fields.product_id.label, `Mover ${code}`);
    await submit(words.actions.create);
    await open('/user/enterprise_user');
    await create(user, { role_id: roleIds.Enterprise });
    await fill([
      [user.fields.name.label, code.toLowerCase()],
      [user.fields.nick_name.label, `Buyer ${code}`],
    ]);
    await dialog().locator('input[name=password]').fill(given);
    await dialog().locator('input[name=password_repeat]').fill(given);
    await pick(user.fields.enterprise_id.label, `Second ${code}`);
    const { liaison_man, liaison_phone, liaison_mail } = user.fields.params.fields ?? {};
    await fill([
      [liaison_man?.label as Label, 'Ann'],
      [liaison_phone?.label as Label, '+86 21 5550 0177'],
      [liaison_mail?.label as Label, 'ann@road.example'],
    ]);
    await dialog().getByRole('button', { name: words.steps.next, exact: true }).click();
    await dialog().getByText(words.steps.products).waitFor();
    await dialog().getByRole('checkbox', { checked: true }).waitFor();
    await submit(words.actions.create);
    await signOut();
  });

  it('the enterprise orders 5 hosts for a project of its own (R-FLOW-02, R-ERR-12)', async () => {
    await signIn(code.toLowerCase(), given);
    for (const [at, secret] of [given, password, password].entries())
      await dialog().locator('input').nth(at).fill(secret);
    await submit(words.actions.save);
    await open('/authorization/project');
    await create(project);
    await fill([
      [project.fields.name.label, `Project ${code}`],
      [project.fields.mail.label, `ops@${code.toLowerCase()}.example`],
      [project.fields.license_key.label, `KEY-${code}`],
    ]);
    await pick(project.fields.product_id.label, `Mover ${code}`);
    await submit(words.actions.create);
    await page
      .getByRole('row')
      .filter({ hasText: `Project ${code}` })
      .getByRole('button', { name: language === 'zh' ? '生效' : 'Activate' })
      .click();
    await submit(language === 'zh' ? '生效' : 'Activate');
    await toast(words.done.operation);
    await open('/authorization/order');
    await create(order);
    await pick(order.fields.product_id.label, `Mover ${code}`);
    await dialog().locator('input[name=purchased_hosts]').fill('5');
    await pick({ en: 'Delivery method', zh: '交付方式' }, language === 'zh' ? '货到付款' : 'Payment after delivery');
    await submit(words.actions.create);
    await toast(words.done.order);
    await signOut();
  });

  const openFirstOrder = async () => {
    await open('/authorization/order');
    await page.getByRole('searchbox', { name: words.list.search }).fill(`Mover ${code}`);
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    // The list of before the search may be as short.
    const own = page.getByRole('row').filter({ hasText: new RegExp(`Mover ${code}`, 'i') });
    await own.getByRole('link').first().click();
    await dialog().waitFor();
  };

  it('sales confirms with both periods, operations agrees (R-FLOW-03, R-ODLG-05, R-ODLG-06, R-ODLG-07)', async () => {
    await signIn('sales');
    await openFirstOrder();
    const confirm = language === 'zh' ? '确认' : 'Confirm';
    await dialog().getByRole('button', { name: confirm, exact: true }).click();
    await dialog()
      .getByText(language === 'zh' ? '当前项不能为空' : 'The current item cannot be empty')
      .first()
      .waitFor();
    await dialog().locator('input[name=assign_period]').fill('30');
    const due = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    await dialog().getByText(due).waitFor();
    await dialog().locator('input[name=use_period]').fill('365');
    await submit(confirm);
    await toast(words.done.operation);
    await signOut();
    await signIn('operations');
    await openFirstOrder();
    await expect.poll(() => dialog().locator('input[name=use_period]').inputValue()).toBe('365');
    await submit(language === 'zh' ? '通过' : 'Agree');
    await toast(words.done.operation);
    await signOut();
  });

  const session = () => page.evaluate(() => JSON.parse(localStorage.getItem('licence.session') ?? '{}'));
  const anyKey = expect.stringMatching(/.{20}/);

  it('the salesman acts for the enterprise and returns (R-FLOW-06, R-HEAD-04, R-HEAD-05, R-SESS-01)', async () => {
    await signIn('sales');
    const own = await session();
    expect(own).toMatchObject({ user: { name: 'sales' }, role: 'SalesMan', api_key: anyKey });
    expect(own).not.toHaveProperty('sales_login_id');
    await open('/user/enterprise_user');
    await page.getByRole('searchbox', { name: words.list.search }).fill(code.toLowerCase());
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await button(words.actions.actFor).click();
    await page
      .getByRole('navigation', { name: words.header.menu })
      .getByText(say(assignment.screens?.[0]?.label ?? assignment.label))
      .waitFor();
    const lent = await session();
    expect(lent).toMatchObject({ user: { name: code.toLowerCase() }, role: 'Enterprise', api_key: anyKey });
    expect(lent).toMatchObject({ sales_login_id: own.user.id });
    expect(lent.api_key).not.toBe(own.api_key);
    await open('/authorization/assignment');
    expect(await session()).toEqual(lent);
    await allocate(1);
    const next = page.waitForRequest((one) => one.url().includes('/v1/user/list'));
    await page.getByRole('banner').getByRole('button', { name: words.header.backToSales }).click();
    await page.waitForURL('**/user/enterprise_user');
    await toast(words.done.switched);
    const restored = await session();
    expect(restored).toMatchObject({ user: { name: 'sales' }, role: 'SalesMan', api_key: anyKey });
    expect(restored).not.toHaveProperty('sales_login_id');
    expect((await next).headers().authorization).toBe(restored.api_key);
    await signOut();
  });

  const allocate = async (hosts: number) => {
    await button(words.allocation.action).click();
    await dialog().getByRole('combobox', { name: words.allocation.project }).click();
    await page.getByRole('option', { name: `Project ${code}` }).click();
    await dialog().getByRole('checkbox').first().check();
    await dialog().getByRole('spinbutton').first().fill(String(hosts));
    await submit(words.allocation.submit);
    await toast(words.done.allocated);
  };

  it('the enterprise allocates 2 hosts, and the licence is issued, mailed and verified (R-FLOW-04, R-FLOW-05)', async () => {
    await signIn(code.toLowerCase());
    await open('/authorization/assignment');
    await allocate(2);
    const issued = language === 'zh' ? '签发成功' : 'Issued successfully';
    await expect
      .poll(() => page.getByRole('row').filter({ hasText: issued }).count(), { timeout: patiently(30_000) })
      .toBe(2);
    const mail = await smtp.waitFor(
      (one) =>
        one.to?.[0]?.address === `ops@${code.toLowerCase()}.example` &&
        (one.text ?? '').includes(language === 'zh' ? '数量：2' : 'Quantity: 2'),
    );
    expect(mail.text).toContain(`KEY-${code}`);
    expect(mail.html).toContain(`Project ${code}`);
    const attached = mail.attachments.find(({ filename }) => filename?.endsWith('.jws'));
    expect(attached?.filename).toMatch(/^licence-.*\.jws$/);
    const token = Buffer.from(attached?.content as ArrayBuffer)
      .toString()
      .trim();
    await page.getByRole('row').nth(1).getByRole('link').first().click();
    await dialog().waitFor();
    expect(await page.getByTestId('secret').textContent()).not.toContain(token.slice(0, 20));
    await dialog().getByRole('button', { name: words.actions.reveal, exact: true }).click();
    await expect.poll(() => page.getByTestId('secret').textContent()).toBe(token);
    const file = join(mkdtempSync(join(tmpdir(), 'licence-road-')), 'licence.jws');
    writeFileSync(file, token);
    const verifier = [
      '--import',
      'tsx',
      'scripts/verify-licence.ts',
      file,
      '--issuer',
      server.url,
      '--audience',
      `MV-${code}`,
    ];
    expect(execFileSync(process.execPath, verifier).toString()).toContain(`"licence_key": "KEY-${code}"`);
    expect(problems).toEqual([]);
  });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import { findings } from '../support/axe.ts';
import { settled, startConsole, type TestConsole } from '../support/console.ts';
import { makeCustomer } from '../support/customer.ts';
import { takePicture } from '../support/pictures.ts';
import { wordsOf } from '../support/places.ts';
import { firstOf } from '../support/scale.ts';

/** A variant of a role: made, given to a person, and what that person then sees (issue 37, section 2). */

let desk: TestConsole;
beforeAll(async () => {
  desk = await startConsole();
}, 120_000);
afterAll(() => desk.close());

const [variant, order, user] = ['role_variant', 'order', 'user'].map((name) => contract.entity(name)) as [
  ReturnType<typeof contract.entity>,
  ReturnType<typeof contract.entity>,
  ReturnType<typeof contract.entity>,
];

const cases = [
  ['zh', 'zh-CN', 390],
  ['en', 'en-US', 1440],
] as const;

it.each(firstOf(1, cases))(
  'a salesman without export, in %s',
  async (language, locale, width) => {
    const { words, say } = wordsOf(language);
    const name = `Without export ${language}`;
    const { call } = await desk.api('superadmin');
    const { items } = await call('GET', '/v1/user/list?search=sales&filter_role_id=3');
    const sales = items.find((one: { name: string }) => one.name === 'sales');
    await call('POST', `/v1/user/${sales.id}`, { variant_id: null });

    // The salesman works already.
    const seller = await desk.open('sales', { locale, viewport: { width: 1440, height: 900 } });
    const rows = seller.locator('tbody a').first();
    await seller.goto('/authorization/order');
    await rows.waitFor();
    const exportButton = seller.getByRole('button', { name: new RegExp(`^${words.views.export}`) });

    const page = await desk.open('superadmin', { locale, viewport: { width, height: 900 } });
    const shot = (picture: string) => takePicture(page, `${picture}-${language}`, true);
    await page.goto('/user/role_variant');
    await page
      .getByRole('button', { name: words.list.create(say(variant.label)) })
      .first()
      .click();
    const form = page.getByRole('dialog');
    await form.getByRole('textbox', { name: say(variant.fields['name']?.label) }).fill(name);
    await form.getByText(words.roleVariant.chooseRole).waitFor();
    await form.getByRole('combobox', { name: say(variant.fields['role_id']?.label) }).click();
    const salesLabel = variant.fields['role_id']?.choices?.find(({ id }) => id === 3)?.label;
    await page.getByRole('option', { name: say(salesLabel) }).click();
    const section = form.locator('details').filter({ has: page.locator('summary', { hasText: say(order.labels) }) });
    await section.first().locator('summary').click();
    // By the keyboard: a tick that is removed withholds the right.
    const tick = form.getByRole('checkbox', {
      name: words.roleVariant.mayOf(words.roleVariant.operations.export, say(order.labels)),
      exact: true,
    });
    await tick.focus();
    await page.keyboard.press('Space');
    await expect.poll(() => tick.isChecked()).toBe(false);
    await form.getByText(words.roleVariant.less(1)).first().waitFor();
    const hosts = form.getByRole('checkbox', {
      name: words.roleVariant.seesOf(say(order.fields['confirmed_at']?.label), say(order.labels)),
      exact: true,
    });
    await hosts.uncheck();
    await shot('variant-form');
    expect(await findings(page)).toEqual([]);
    await form.getByRole('button', { name: words.actions.create }).click();
    await form.waitFor({ state: 'detached' });
    const { items: made } = await call('GET', `/v1/role_variant/list?search=${encodeURIComponent(name)}`);
    await page.goto(`/user/role_variant/${made[0].id}`);
    if (width === 390) {
      await page.getByRole('combobox', { name: words.record.tabs }).click();
      await page.getByRole('option', { name: words.roleVariant.preview }).click();
      await page.getByRole('listbox').waitFor({ state: 'detached' });
    } else await page.getByRole('tab', { name: words.roleVariant.preview }).click();
    await page.getByText(words.roleVariant.previewHint).waitFor();
    await expect.poll(() => page.locator('s').allInnerTexts()).toContain(words.roleVariant.operations.export);
    await shot('variant-preview');
    expect(await findings(page)).toEqual([]);

    await page.goto(`/user/salesman/${sales.id}`);
    await page.getByRole('button', { name: words.actions.edit, exact: true }).first().click();
    await page
      .getByRole('dialog')
      .getByRole('combobox', { name: say(user.fields['variant_id']?.label) })
      .fill(name);
    await page.getByRole('option', { name: new RegExp(name) }).click();
    await shot('variant-user');
    await page.getByRole('dialog').getByRole('button', { name: words.actions.save }).click();
    await expect.poll(async () => (await call('GET', `/v1/user/${sales.id}`)).variant_id).toBe(made[0].id);

    // The next request of the running session tells its console, which draws itself anew.
    await seller
      .getByRole('link', { name: say(contract.entity('enterprise').labels) })
      .first()
      .click()
      .catch(() => undefined);
    await expect
      .poll(() => seller.evaluate(() => JSON.parse(localStorage.getItem('licence.session') ?? '{}').withheld ?? []))
      .toContain('order:export');
    await seller.goto('/authorization/order');
    await rows.waitFor();
    expect(await exportButton.count()).toBe(0);
    await takePicture(seller, `variant-orders-${language}`, true);
    await call('POST', `/v1/user/${sales.id}`, { variant_id: null });
  },
  120_000,
);

it('an order is shown and created without what a variant withholds', async () => {
  const { words, say } = wordsOf('en');
  const customer = await makeCustomer(desk);
  const id = await customer.approved(5, { comment: 'For the audit' });
  const { call } = customer.staff.superadmin;
  const withheld = ['order.comment:read', 'order.available_hosts:read', 'order_project:read'];
  const made = await call('POST', '/v1/role_variant', { name: 'Orders in short', role_id: 4, withheld });
  await call('POST', `/v1/user/${customer.welcome.user.id}`, { variant_id: made.id });
  const page = await desk.open(customer.name);
  const refused: string[] = [];
  page.on('response', (response) => response.status() === 403 && refused.push(response.url()));
  await page.goto(`/authorization/order/${id}`);
  await page.getByRole('heading', { name: words.order.history }).waitFor();
  await settled(page);
  // Neither as an empty value, nor as a number that is none, nor as a part that could not be loaded.
  const lost = [say(order.fields['comment']?.label), words.order.ties, words.errors.notLoaded];
  for (const word of lost) expect([word, await page.getByText(word, { exact: true }).count()]).toEqual([word, 0]);
  expect(await page.getByText('NaN').count()).toBe(0);
  expect(refused).toEqual([]);

  await page.goto('/authorization/order');
  await page
    .getByRole('button', { name: words.list.create(say(order.label)) })
    .first()
    .click();
  const form = page.getByRole('dialog');
  await form.locator('[name=purchased_hosts]').fill('3');
  await expect.poll(() => form.getByRole('textbox', { name: say(order.fields['comment']?.label) }).count()).toBe(0);
  await form.getByRole('button', { name: words.actions.create }).click();
  await form.waitFor({ state: 'detached' });
  const { items } = await customer.call('GET', '/v1/order/list');
  expect(items.map((one: { purchased: { hosts: { value: number } } }) => one.purchased.hosts.value)).toContain(3);
}, 120_000);

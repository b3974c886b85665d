import { afterAll, beforeAll, expect, it } from 'vitest';
import { password } from '../support/account.ts';
import { type Desk, type Page, settled, startDesk } from './support/desk.ts';
import { button, dialog, field, openNew, pick, poll } from './support/form.ts';

/** The console asks again who somebody is when their sign-in is more than ten minutes old (issue 35, section 2). */

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
  const { call } = await desk.api('superadmin');
  await call('POST', '/v1/service_account', { name: 'Build server', role: 'GeneralAdmin' });
});
afterAll(() => desk.close());

/** Opens the form of a new token and fills it in; the sign-in is then eleven minutes old. */
async function fillToken(): Promise<Page> {
  const page = await desk.open('superadmin');
  await page.goto('/setting/service_token');
  await settled(page);
  await openNew(page, 'New token');
  await field(page, 'name').fill('Nightly');
  await pick(page, 'account_id', 'Build server');
  await desk.backend.executeSql("update session set created_at = created_at - interval '11 minutes'", []);
  return page;
}
const question = (page: Page) => page.getByRole('dialog', { name: 'Is it you?' });
const tokens = async () => {
  const { call } = await desk.api('superadmin');
  return (await call('GET', '/v1/service_token/list')).total;
};

it('goes on with what was asked for once the password is right', async () => {
  const page = await fillToken();
  await button(dialog(page), 'Create').click();
  await question(page).waitFor();
  await question(page).getByLabel('Your password').fill('Wrong-2026');
  await button(question(page), 'Continue').click();
  await question(page).getByText('The password is incorrect').waitFor();
  await question(page).getByLabel('Your password').fill(password);
  await button(question(page), 'Continue').click();
  await page.getByTestId('token').waitFor();
  await poll(() => question(page).count()).toBe(0);
  expect(await tokens()).toBe(1);
});

it('leaves the form as it is when the question is cancelled, and asks again', async () => {
  const page = await fillToken();
  await button(dialog(page), 'Create').click();
  await question(page).waitFor();
  await button(question(page), 'Cancel').click();
  await poll(() => question(page).count()).toBe(0);
  expect(await field(page, 'name').inputValue()).toBe('Nightly');
  await button(dialog(page), 'Create').click();
  await question(page).waitFor();
  expect(await tokens()).toBe(1);
});

it('does not ask the next one who signs in', async () => {
  const page = await fillToken();
  await button(dialog(page), 'Create').click();
  await question(page).waitFor();
  const next = await desk.open('operations');
  await next.goto('/enterprise');
  await settled(next);
  await next.getByRole('button', { name: 'New enterprise', exact: true }).waitFor();
  expect(await next.getByRole('dialog').count()).toBe(0);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { agents } from '../support/agents.ts';
import { findings } from '../support/axe.ts';
import { password, startConsole, still, type TestConsole } from '../support/console.ts';
import { takePicture } from '../support/pictures.ts';
import { wordsOf } from '../support/places.ts';

/** The list of one's sessions, and the end of all others (issue 35, section 4; B25). */

let desk: TestConsole;
beforeAll(async () => {
  desk = await startConsole();
}, 120_000);
afterAll(() => desk.close());

const signInWith = (name: string, agent: string) =>
  fetch(`${desk.server.url}/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': agent },
    body: JSON.stringify({ name, password }),
  });

it.each([
  ['en', 1440, 'enterprise'],
  ['zh', 1440, 'superadmin'],
  ['en', 749, 'sales'],
  ['zh', 390, 'subuser'],
] as const)('ends all other sessions, %s at %i px', async (language, width, account) => {
  const { words } = wordsOf(language);
  for (const agent of [agents.chrome, agents.iphone]) await signInWith(account, agent);
  const locale = language === 'zh' ? 'zh-CN' : 'en-US';
  const page = await desk.open(account, { locale, viewport: { width, height: 900 } });
  await page.goto('/userinfo?active=sessions');
  const rows = page.getByRole('table').locator('tbody tr');
  await rows.filter({ hasText: 'Safari 18, iOS' }).first().waitFor();
  expect(await rows.filter({ hasText: 'Chrome 131, Windows' }).count()).toBe(1);
  expect(await rows.filter({ hasText: words.account.current }).count()).toBe(1);
  await still(page);
  await takePicture(page, `sessions-${language}-${width}`);
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: words.account.endOthers }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await still(page);
  await takePicture(page, `sessions-end-${language}-${width}`);
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole('button', { name: words.account.endOthers }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => rows.count()).toBe(1);
  expect(await rows.filter({ hasText: words.account.current }).count()).toBe(1);
  // Nothing is left that could be ended.
  await expect.poll(() => page.getByRole('button', { name: words.account.endOthers }).count()).toBe(0);
});

it.each([
  ['en', 1440, 'confirm_with_password', 'Is it you?'],
  ['zh', 390, 'confirm_with_code', '确认身份'],
  ['zh', 749, 'confirm_by_sign_in', '确认身份'],
] as const)('asks over an open dialog who it is, %s at %i px: %s', async (language, width, code, title) => {
  const { words } = wordsOf(language);
  await signInWith('operations', agents.chrome);
  const locale = language === 'zh' ? 'zh-CN' : 'en-US';
  const page = await desk.open('operations', { locale, viewport: { width, height: 900 } });
  // As the server answers to an older sign-in; tests/console/identity.test.ts has the whole way.
  await page.route('**/v1/session/*', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 403, json: { title: code, code, error: { fields: {} } } })
      : route.continue(),
  );
  await page.goto('/userinfo?active=sessions');
  const other = page.getByRole('table').locator('tbody tr').filter({ hasText: 'Chrome 131, Windows' }).first();
  await other.getByRole('button', { name: words.account.signOut }).click();
  await page.getByRole('dialog').getByRole('button', { name: words.account.endSession }).click();
  const question = page.getByRole('dialog', { name: title });
  await question.waitFor();
  await still(page);
  await takePicture(page, `identity-${language}-${width}`);
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  // The dialog below is there as before.
  await page.getByRole('dialog').getByRole('button', { name: words.account.endSession }).waitFor();
});

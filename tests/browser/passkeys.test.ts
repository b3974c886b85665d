import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { Language } from '../../contract/messages/label.ts';
import { password, settled, startConsole, still, type TestConsole } from '../support/console.ts';
import { wordsOf } from '../support/places.ts';
import { firstOf } from '../support/scale.ts';
import { look, newPerson } from '../support/signInWalks.ts';

/** Passkeys with the virtual authenticator of Chromium: added, used to sign in, removed (issue 35, section 2). */

let desk: TestConsole;
beforeAll(async () => {
  desk = await startConsole({ REQUIRE_SECOND_FACTOR: 'GeneralAdmin', SECOND_FACTOR_GRACE_DAYS: '0' });
}, 120_000);
afterAll(() => desk.close());

const languages = [
  ['en', 1440],
  ['zh', 390],
  ['en', 749],
] as const;

const texts = {
  en: {
    title: 'Passkeys',
    add: 'Add a passkey',
    name: 'Name',
    next: 'Next',
    saved: 'I have saved them',
    unused: 'not used yet',
    used: 'last used',
    signIn: 'Sign in with a passkey',
    use: 'Use a passkey',
    cancelled: 'No passkey was used. Try again, or choose another way',
    step: 'Confirm that it is you',
    isIt: 'Is it you?',
    rename: 'Rename passkey Laptop',
    save: 'Save',
    remove: 'Remove passkey Work laptop',
    sure: 'Remove',
    none: 'You have no passkey yet.',
    elsewhere: 'Passkeys work only at this address:',
    due: 'Set up two-step verification',
    instead: 'Use a passkey instead',
    on: 'On by your passkeys.',
    left: '10 recovery codes left',
    renew: 'New recovery codes',
  },
  zh: {
    title: '通行密钥',
    add: '添加通行密钥',
    name: '名称',
    next: '下一步',
    saved: '我已保存',
    unused: '尚未使用',
    used: '最近使用',
    signIn: '使用通行密钥登录',
    use: '使用通行密钥',
    cancelled: '未使用通行密钥，请重试或选择其他方式',
    step: '确认是您本人',
    isIt: '确认身份',
    rename: '重命名通行密钥 Laptop',
    save: '保存',
    remove: '移除通行密钥 Work laptop',
    sure: '移除',
    none: '您尚未添加通行密钥。',
    elsewhere: '通行密钥仅可在以下地址使用：',
    due: '设置两步验证',
    instead: '改用通行密钥',
    on: '已通过通行密钥启用',
    left: '剩余 10 个恢复码',
    renew: '更换恢复码',
  },
} as const;

/** The address at which passkeys work: without PUBLIC_URL, this computer by its name. */
const site = () => desk.server.url.replace('127.0.0.1', 'localhost');

/** Gives a page an authenticator with a fingerprint reader. */
async function authenticatorOf(page: Page): Promise<{ session: CDPSession; authenticatorId: string }> {
  const session = await page.context().newCDPSession(page);
  onTestFinished(() => session.detach());
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { session, authenticatorId };
}

const person = (role_id: number) => newPerson(desk, 'passkey.person', role_id);

const optionsOf = (language: Language, width: number) => ({
  locale: language === 'zh' ? 'zh-CN' : 'en-US',
  viewport: { width, height: 900 },
  baseURL: site(),
});

async function typePassword(page: Page, name: string, language: Language) {
  const { login } = wordsOf(language).words;
  await page.goto('/login');
  await page.getByLabel(login.name, { exact: true }).fill(name);
  await page.getByLabel(login.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: login.submit, exact: true }).click();
}

/** Signs out by the menu of the dashboard. */
async function leave(page: Page, language: Language): Promise<void> {
  const { header } = wordsOf(language).words;
  await page.waitForURL('**/dashboard');
  await settled(page);
  await page.getByRole('button', { name: header.user }).click();
  await page.getByRole('menuitem', { name: header.logout }).click();
  await page.waitForURL('**/login');
}

it.each(firstOf(2, languages))('is added, signs in and is removed, in %s at %i px', async (language, width) => {
  const words = texts[language];
  const name = await person(3);
  await desk.settle(name);
  const page = await desk.open(undefined, optionsOf(language, width));
  const { session, authenticatorId } = await authenticatorOf(page);
  const shot = (picture: string) => look(page, picture, language, width);
  await typePassword(page, name, language);
  await page.waitForURL('**/dashboard');
  await page.goto('/userinfo');
  await page.getByText(words.none).waitFor();
  await shot('passkeys-none');

  // By the keyboard alone.
  await page.getByRole('button', { name: words.add, exact: true }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await shot('passkeys-add');
  await page.keyboard.type('Laptop');
  await page.keyboard.press('Enter');
  await page.getByTestId('recovery-codes').waitFor();
  await page.getByRole('button', { name: words.saved }).click();
  await page.getByText(words.unused).waitFor();
  await page.getByText(words.on).waitFor();
  await page.getByText(words.left).waitFor();
  await shot('passkeys-one');

  // In place of name and password.
  await page.goto('/dashboard');
  await leave(page, language);
  await page.getByRole('button', { name: words.signIn }).waitFor();
  await shot('passkeys-login');
  await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await page.getByRole('button', { name: words.signIn }).click();
  await page.getByText(words.cancelled).waitFor();
  await shot('passkeys-login-cancelled');
  await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await page.getByRole('button', { name: words.signIn }).focus();
  await page.keyboard.press('Enter');

  // After the password.
  await leave(page, language);
  await typePassword(page, name, language);
  await page.getByRole('heading', { name: words.step }).waitFor();
  await page.getByRole('button', { name: words.use }).waitFor();
  await shot('passkeys-step');
  await page.getByRole('button', { name: words.use }).click();
  await page.waitForURL('**/dashboard');

  await page.goto('/userinfo');
  await page.getByText(words.used).waitFor();
  await page.getByRole('button', { name: words.rename }).click();
  await dialog.getByLabel(words.name).fill('Work laptop');
  await dialog.getByRole('button', { name: words.save, exact: true }).click();

  // As the server answers to an older sign-in, once.
  let asked = 0;
  await page.route('**/v1/auth/passkey/remove/*', (route) => {
    asked += 1;
    const code = 'confirm_with_passkey';
    return asked === 1
      ? route.fulfill({ status: 403, json: { title: code, code, error: { fields: {} } } })
      : route.continue();
  });
  await page.getByRole('button', { name: words.remove }).click();
  await dialog.getByRole('button', { name: words.sure, exact: true }).click();
  const question = page.getByRole('dialog', { name: words.isIt });
  await question.getByRole('button', { name: words.use }).waitFor();
  await shot('passkeys-identity');
  await question.getByRole('button', { name: words.use }).click();
  await page.getByText(words.none).waitFor();
  await dialog.waitFor({ state: 'detached' });
});

it('says at another address where passkeys work, and offers none there', async () => {
  const name = await person(3);
  await desk.settle(name);
  const page = await desk.open(name, { viewport: { width: 390, height: 900 } });
  await page.goto('/userinfo');
  await page.getByText(texts.en.elsewhere).waitFor();
  expect(await page.getByRole('link', { name: site(), exact: true }).getAttribute('href')).toBe(`${site()}/userinfo`);
  expect(await page.getByRole('button', { name: texts.en.add, exact: true }).count()).toBe(0);
  await look(page, 'passkeys-elsewhere', 'en', 390);
  const login = await desk.open();
  const config = login.waitForResponse('**/v1/auth/config');
  await login.goto('/login');
  await (await config).finished();
  await still(login);
  expect(await login.getByRole('button', { name: texts.en.signIn }).count()).toBe(0);
});

it.each([
  ['en', 1440],
  ['zh', 390],
] as const)('takes the place of the app where the role needs a factor, in %s at %i px', async (language, width) => {
  const words = texts[language];
  const name = await person(2);
  const page = await desk.open(undefined, optionsOf(language, width));
  await authenticatorOf(page);
  await typePassword(page, name, language);
  // First the password that somebody else set.
  const dialog = page.getByRole('dialog');
  await dialog.locator('[name="password"]').fill(password);
  await dialog.locator('[name="password1"]').fill(`${password}x`);
  await dialog.locator('[name="password2"]').fill(`${password}x`);
  await dialog.getByRole('button', { name: wordsOf(language).words.actions.save, exact: true }).click();
  await page.getByRole('dialog', { name: words.due }).waitFor();
  await dialog.getByRole('button', { name: words.instead }).waitFor();
  await look(page, 'passkeys-due', language, width);
  await dialog.getByRole('button', { name: words.instead }).click();
  await dialog.getByLabel(words.name).fill('Laptop');
  await dialog.getByRole('button', { name: words.next, exact: true }).click();
  await page.getByTestId('recovery-codes').waitFor();
  await page.getByRole('button', { name: words.saved }).click();
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

import { readFileSync } from 'node:fs';
import { type TOTP, URI } from 'otpauth';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Language } from '../../contract/messages/label.ts';
import { password, startConsole, type TestConsole } from '../support/console.ts';
import { wordsOf } from '../support/places.ts';
import { readCode } from '../support/readCode.ts';
import { firstOf } from '../support/scale.ts';
import { look, newPerson, windowOf } from '../support/signInWalks.ts';
import { totpCode } from '../support/totpCode.ts';

/** The second factor: set up on the account page, used to sign in, and required by a role (issue 35, section 2). */

let desk: TestConsole;
beforeAll(async () => {
  desk = await startConsole({ REQUIRE_SECOND_FACTOR: 'GeneralAdmin', SECOND_FACTOR_GRACE_DAYS: '0' });
}, 120_000);
afterAll(() => desk.close());

const languages = [
  ['en', 1440],
  ['zh', 390],
] as const;

const texts = {
  en: {
    title: 'Two-step verification',
    setUp: 'Set up',
    password: 'Your password',
    next: 'Next',
    picture: 'QR code for the authenticator app',
    code: 'Code from the app',
    anyCode: 'Code from the app, or a recovery code',
    confirm: 'Confirm',
    download: 'Download as text',
    saved: 'I have saved them',
    left: (count: number) => `${count} recovery codes left`,
    renew: 'New recovery codes',
    turnOff: 'Turn off',
    off: 'Off. With an authenticator app',
    step: 'Enter the code',
    signIn: 'Sign in',
    wrong: 'The code is wrong or was used already: wait for the next one, or check the clock of your device',
    due: 'Set up two-step verification',
  },
  zh: {
    title: '两步验证',
    setUp: '设置',
    password: '您的密码',
    next: '下一步',
    picture: '身份验证器二维码',
    code: '验证器中的验证码',
    anyCode: '验证器中的验证码或恢复码',
    confirm: '确认',
    download: '下载为文本',
    saved: '我已保存',
    left: (count: number) => `剩余 ${count} 个恢复码`,
    renew: '更换恢复码',
    turnOff: '停用',
    off: '未启用。',
    step: '输入验证码',
    signIn: '登录',
    wrong: '验证码错误或已使用，请等待下一个验证码，或检查设备时间',
    due: '设置两步验证',
  },
} as const;

const person = (role_id: number) => newPerson(desk, 'factor.person', role_id);

/** Sets up the second factor in the dialog that is open, up to the recovery codes. */
async function enrol(page: Page, language: Language, shot: (name: string) => Promise<void>, secretWord = password) {
  const words = texts[language];
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(words.password).fill(secretWord);
  await dialog.getByRole('button', { name: words.next, exact: true }).click();
  const picture = dialog.getByRole('img', { name: words.picture });
  await picture.waitFor();
  await shot('factor-scan');
  const [uri = ''] = await readCode(await picture.screenshot());
  const shown = (await page.getByTestId('factor-secret').textContent()) ?? '';
  const secret = shown.replaceAll(' ', '');
  expect((URI.parse(uri) as TOTP).secret.base32).toBe(secret);
  await dialog.getByLabel(words.code).fill(totpCode(secret));
  await dialog.getByRole('button', { name: words.confirm, exact: true }).click();
  await page.getByTestId('recovery-codes').waitFor();
  await shot('factor-codes');
  const codes = await page.getByTestId('recovery-codes').getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  return { secret, codes };
}

it.each(firstOf(1, languages))('is set up, signs in and is turned off, in %s at %i px', async (language, width) => {
  const words = texts[language];
  const catalogue = wordsOf(language).words;
  const name = await person(3);
  await desk.settle(name);
  const page = await desk.open(name, windowOf(language, width));
  const shot = (picture: string) => look(page, picture, language, width);
  await page.goto('/userinfo');
  await page.getByRole('heading', { name: words.title }).waitFor();
  await page.getByText(words.off).waitFor();
  await shot('factor-off');
  await page.getByRole('button', { name: words.setUp, exact: true }).click();
  const { secret, codes } = await enrol(page, language, shot);
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: words.download }).click();
  const file = readFileSync(await (await coming).path(), 'utf8');
  for (const code of codes) expect(file).toContain(code);
  await page.getByRole('button', { name: words.saved }).click();
  await page.getByText(words.left(10)).waitFor();
  await shot('factor-on');

  const login = await desk.open(undefined, windowOf(language, width));
  await login.goto('/login');
  await login.getByLabel(catalogue.login.name, { exact: true }).fill(name);
  await login.getByLabel(catalogue.login.password, { exact: true }).fill(password);
  await login.getByRole('button', { name: catalogue.login.submit, exact: true }).click();
  await login.getByRole('heading', { name: words.step }).waitFor();
  await look(login, 'factor-step', language, width);
  expect(await login.evaluate(() => localStorage.getItem('licence.session'))).toBeNull();
  const wrong = [0, 1, 2]
    .map((at) => `00000${at}`)
    .find((one) => ![-1, 0, 1].map((at) => totpCode(secret, at)).includes(one));
  await login.getByLabel(words.anyCode).fill(wrong ?? '');
  await login.keyboard.press('Enter');
  await login.getByText(words.wrong).waitFor();
  await look(login, 'factor-step-wrong', language, width);
  await login.getByLabel(words.anyCode).fill(totpCode(secret, 1));
  await login.getByRole('button', { name: words.signIn, exact: true }).click();
  await login.waitForURL('**/dashboard');

  await login.goto('/userinfo');
  await login.getByRole('button', { name: words.renew, exact: true }).click();
  await login
    .getByRole('dialog')
    .getByLabel(words.anyCode)
    .fill(codes[0] ?? '');
  await login.getByRole('dialog').getByRole('button', { name: words.renew, exact: true }).click();
  await login.getByTestId('recovery-codes').waitFor();
  const [renewed = ''] = await login.getByTestId('recovery-codes').getByRole('listitem').allTextContents();
  expect(codes).not.toContain(renewed);
  await login.getByRole('button', { name: words.saved }).click();
  await login.getByRole('button', { name: words.turnOff, exact: true }).click();
  await login.getByRole('dialog').getByLabel(words.anyCode).fill(renewed);
  await login.getByRole('dialog').getByRole('button', { name: words.turnOff, exact: true }).click();
  await login.getByText(words.off).waitFor();
});

it.each(firstOf(1, languages.toReversed()))(
  'is set up before anything else where the role needs it, in %s at %i px',
  async (language, width) => {
    const words = texts[language];
    const catalogue = wordsOf(language).words;
    const operations = await person(2);
    const page = await desk.open(undefined, windowOf(language, width));
    await page.goto('/login');
    await page.getByLabel(catalogue.login.name, { exact: true }).fill(operations);
    await page.getByLabel(catalogue.login.password, { exact: true }).fill(password);
    await page.getByRole('button', { name: catalogue.login.submit, exact: true }).click();
    // First the password that somebody else set.
    const dialog = page.getByRole('dialog');
    await dialog.locator('[name="password"]').fill(password);
    await dialog.locator('[name="password1"]').fill(`${password}x`);
    await dialog.locator('[name="password2"]').fill(`${password}x`);
    await dialog.getByRole('button', { name: catalogue.actions.save, exact: true }).click();
    await page.getByRole('dialog', { name: words.due }).waitFor();
    await look(page, 'factor-due', language, width);
    expect(await page.getByRole('navigation').count()).toBe(0);
    await enrol(page, language, async () => undefined, `${password}x`);
    await page.getByRole('button', { name: words.saved }).click();
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.goto('/authorization/order');
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/authorization/order');
  },
);

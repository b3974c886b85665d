import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { passwordRuleText } from '../../contract/access/passwordRule.ts';
import { mailEncryptions } from '../../contract/choices/setting.ts';
import { setupSteps } from '../../contract/choices/setup.ts';
import { contract } from '../../contract/index.ts';
import { messages, translateMessage } from '../../contract/messages/catalogue.ts';
import { message } from '../../contract/messages/message.ts';
import { findings } from '../support/axe.ts';
import { startConsole, type TestConsole } from '../support/console.ts';
import { button, poll } from '../support/form.ts';
import { overflowingParts } from '../support/overflowingParts.ts';
import { takePicture } from '../support/pictures.ts';
import { wordsOf } from '../support/places.ts';
import { firstOf } from '../support/scale.ts';

/** The settings pages of a SuperAdmin (issue 35, section 6). */

let desk: TestConsole;
beforeAll(async () => {
  desk = await startConsole({ SIGN_IN_MAILS: '0' });
}, 120_000);
afterAll(() => desk.close());

const cases = [
  ['en', 'en-US', 1440],
  ['zh', 'zh-CN', 390],
] as const;

it.each(firstOf(1, cases))(
  'a sign-in setting is changed, and one of the environment is locked, in %s',
  async (language, locale, width) => {
    const { words, say } = wordsOf(language);
    const { fields, label } = contract.entity('sign_in_setting');
    const page = await desk.open('superadmin', { locale, viewport: { width, height: 900 } });
    await page.goto('/setting/sign_in');
    await page.getByRole('heading', { level: 1, name: say(label) }).waitFor();
    const idle = page.getByRole('textbox', { name: say(fields['idle_hours']?.label) });
    const save = page.getByRole('button', { name: words.actions.save, exact: true });

    const locked = page.getByRole('switch', { name: say(fields['sign_in_mails']?.label) });
    expect(await locked.isDisabled()).toBe(true);
    expect(await locked.isChecked()).toBe(false);
    await page.getByText(messages.set_by_environment[language].replace('{variable}', 'SIGN_IN_MAILS')).waitFor();

    await idle.fill('0');
    await save.click();
    await page.locator('[aria-invalid=true]').waitFor();
    await page.getByRole('spinbutton', { name: say(fields['grace_days']?.label) }).fill('9');
    await takePicture(page, `setting-sign-in-wrong-${language}`, true);
    const hours = language === 'en' ? '8' : '6';
    await idle.fill(hours);
    await save.click();
    await page.getByText(words.done.modified).waitFor();
    await page.reload();
    await expect.poll(() => idle.inputValue()).toMatch(new RegExp(`^${hours}`));
    expect(await findings(page)).toEqual([]);
    expect(await overflowingParts(page)).toEqual([]);
    await takePicture(page, `setting-sign-in-${language}`, true);
    await page
      .getByRole(width < 750 ? 'combobox' : 'tab', { name: width < 750 ? words.record.tabs : words.record.history })
      .click();
    if (width < 750) await page.getByRole('option', { name: words.record.history }).click();
    await page.getByText(say(fields['grace_days']?.label)).first().waitFor();
  },
);

it('what two administrators change at once is not overwritten, and what is typed stays', async () => {
  const { words, say } = wordsOf('en');
  const { fields } = contract.entity('sign_in_setting');
  const page = await desk.open('superadmin');
  await page.goto('/setting/sign_in');
  const days = page.getByRole('textbox', { name: say(fields['max_days']?.label) });
  await days.fill('5');
  const { call } = await desk.api('superadmin');
  await call('POST', '/v1/setting/sign_in/1', { grace_days: 11 });
  await page.getByRole('button', { name: words.actions.save, exact: true }).click();
  await page.getByText(words.form.stale).waitFor();
  await page.getByRole('button', { name: words.actions.reload }).click();
  const grace = page.getByRole('spinbutton', { name: say(fields['grace_days']?.label) });
  await expect.poll(() => grace.inputValue()).toBe('11');
  await expect.poll(() => days.inputValue()).toBe('5');
  await page.getByRole('button', { name: words.actions.save, exact: true }).click();
  await page.getByText(words.done.modified).waitFor();
  expect(await call('GET', '/v1/setting/sign_in/1')).toMatchObject({ grace_days: 11, max_days: '5.0' });
});

it.each(firstOf(1, cases.toReversed()))(
  'the e-mail settings are tested, and the reason of a failure is said, in %s',
  async (language, locale, width) => {
    const { words, say } = wordsOf(language);
    const { fields } = contract.entity('mail_setting');
    const { call, welcome } = await desk.api('superadmin');
    await call('POST', `/v1/user/${welcome.user.id}`, { params: { liaison_mail: 'admin@vendor.example' } });
    await call('POST', '/v1/setting/mail/1', { smtp_host: null });
    const page = await desk.open('superadmin', { locale, viewport: { width, height: 900 } });
    await page.goto('/setting/mail');
    const test = page.getByRole('button', { name: language === 'en' ? 'Send a test e-mail' : '发送测试邮件' });
    await test.click();
    await page.getByRole('alert').filter({ hasText: 'admin@vendor.example' }).waitFor();

    await page.getByRole('textbox', { name: say(fields['smtp_host']?.label) }).fill('127.0.0.1');
    await page.getByRole('spinbutton', { name: say(fields['smtp_port']?.label) }).fill('9');
    await page.getByRole('combobox', { name: say(fields['smtp_encryption']?.label) }).click();
    await page.getByRole('option', { name: say(mailEncryptions[2].label) }).click();
    await page.getByRole('button', { name: words.actions.save, exact: true }).click();
    await page.getByText(words.done.modified).waitFor();
    await test.click();
    const [reason = ''] = messages.mail_test_unreachable[language].split('{');
    await page.getByRole('alert').filter({ hasText: reason }).waitFor();
    expect(await findings(page)).toEqual([]);
    expect(await overflowingParts(page)).toEqual([]);
    await takePicture(page, `setting-mail-${language}`, true);
  },
);

it.each(firstOf(1, cases))(
  'the product is called by its new name in the console and at the login, in %s',
  async (language, locale, width) => {
    const { words, say } = wordsOf(language);
    const { fields } = contract.entity('product_setting');
    const name = language === 'en' ? 'Harbor Keys' : '港湾许可中心';
    const page = await desk.open('superadmin', { locale, viewport: { width, height: 900 } });
    await page.goto('/setting/product');
    await page.getByRole('textbox', { name: say(fields[`name_${language}`]?.label) }).fill(name);
    await page.getByRole('button', { name: words.actions.save, exact: true }).click();
    await page.getByText(words.done.modified).waitFor();
    await expect
      .poll(async () => {
        await page.reload();
        return page.title();
      })
      .toContain(name);
    await page.getByText(name, { exact: true }).first().waitFor();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await takePicture(page, `setting-product-${language}`, true);
    const login = await desk.open(undefined, { locale, viewport: { width, height: 900 } });
    await login.goto('/login');
    await login.getByText(name, { exact: true }).waitFor();
    await expect.poll(() => login.title()).toContain(name);
    expect(await findings(login)).toEqual([]);
    expect(await overflowingParts(login)).toEqual([]);
    await takePicture(login, `setting-login-${language}`, true);
  },
);

it.each(firstOf(1, cases.toReversed()))(
  'a shorter retention says what it deletes before it is saved, in %s',
  async (language, locale, width) => {
    const { words, say } = wordsOf(language);
    const { fields, label } = contract.entity('retention_setting');
    const { call } = await desk.api('superadmin');
    await call('POST', '/v1/setting/retention/1', { session_days: 30, delete_older: true });
    const page = await desk.open('superadmin', { locale, viewport: { width, height: 900 } });
    const deletes = translateMessage(message('retention_deletes', { value: 1234 }), language);
    // As the server answers where something is old enough; tests/server/retention.test.ts has the whole way.
    await page.route('**/v1/setting/retention/1', (route) => {
      const { delete_older = true } = route.request().method() === 'POST' ? route.request().postDataJSON() : {};
      const error = { fields: { session_days: [deletes] } };
      return delete_older
        ? route.continue()
        : route.fulfill({ status: 422, json: { title: deletes, code: 'invalid', error } });
    });
    await page.goto('/setting/retention');
    await page.getByRole('heading', { level: 1, name: say(label) }).waitFor();
    const days = page.getByRole('spinbutton', { name: say(fields['session_days']?.label) });
    const save = page.getByRole('button', { name: words.actions.save, exact: true });
    await days.fill('6');
    await save.click();
    await page.getByText(messages.min[language].replace('{value}', '7')).waitFor();
    await days.fill('7');
    await save.click();
    await page.getByText(deletes).first().waitFor();
    expect(await findings(page)).toEqual([]);
    expect(await overflowingParts(page)).toEqual([]);
    await takePicture(page, `setting-retention-wrong-${language}`, true);
    await page.getByRole('switch', { name: say(fields['delete_older']?.label) }).check();
    await save.click();
    await page.getByText(words.done.modified).waitFor();
    await page.reload();
    await expect.poll(() => days.inputValue()).toBe('7');
    await expect
      .poll(() => page.getByRole('switch', { name: say(fields['delete_older']?.label) }).isChecked())
      .toBe(false);
    await takePicture(page, `setting-retention-${language}`, true);
  },
);

it.each(firstOf(1, cases))(
  'a new password has the rule of the settings below it, in %s',
  async (language, locale, width) => {
    const { words } = wordsOf(language);
    const { call } = await desk.api('superadmin');
    await call('POST', '/v1/setting/sign_in/1', { password_length: 15, password_personal: false });
    const rule = passwordRuleText({ length: 15, personal: false })[language];
    const page = await desk.open('superadmin', { locale, viewport: { width, height: 900 } });
    await expect
      .poll(async () => {
        await page.goto('/setting/sign_in');
        return page.locator('#password-rule').count();
      })
      .toBe(1);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('button', { name: words.header.user, exact: true }).click();
    await page.getByText(words.header.password, { exact: true }).click();
    await page.getByRole('dialog').getByText(rule).waitFor();
    expect(await findings(page)).toEqual([]);
    expect(await overflowingParts(page)).toEqual([]);
    await takePicture(page, `setting-password-${language}`);
    const login = await desk.open(undefined, { locale, viewport: { width, height: 900 } });
    await login.goto('/forgot_password');
    await login.getByRole('textbox').first().fill('nobody');
    await login.getByRole('button', { name: language === 'en' ? 'Send the e-mail' : '发送邮件' }).click();
    await login.getByText(rule).waitFor();
    await takePicture(login, `setting-password-forgotten-${language}`, true);
  },
);

describe('what is typed into the settings and not saved', () => {
  const { words, say } = wordsOf('en');
  const secret = (page: Page) => page.locator('[name="smtp_password"]');
  const question = (page: Page) => page.getByRole('dialog').getByText(words.ask.leave);
  const typed = async (): Promise<Page> => {
    const page = await desk.open('superadmin', { reducedMotion: 'reduce' });
    await page.goto('/setting/product');
    await page.locator('nav a[href="/setting/mail"]').click();
    await secret(page).fill('secret of the pier');
    return page;
  };

  it('is not lost to a link, nor to the way back, unless that is meant', async () => {
    const page = await typed();
    const ways = [
      () => page.getByRole('navigation').getByRole('link').first().click(),
      () => page.evaluate(() => window.history.back()),
    ];
    for (const leave of ways) {
      await leave();
      await question(page).waitFor();
      await button(page, words.ask.stay).click();
      await poll(() => question(page).count()).toBe(0);
      expect(new URL(page.url()).pathname).toBe('/setting/mail');
      expect(await secret(page).inputValue()).toBe('secret of the pier');
    }
    await page.getByRole('navigation').getByRole('link').first().click();
    await button(page, words.ask.discard).click();
    await page.waitForURL('**/dashboard');
    await page.evaluate(() => window.history.back());
    await page.waitForURL('**/setting/mail');
    await poll(() => secret(page).inputValue()).toBe('');
    await page.evaluate(() => window.history.forward());
    await page.waitForURL('**/dashboard');
    expect(await question(page).count()).toBe(0);
  });

  it('is not lost to a look at the history, unless that is meant, nor to printing', async () => {
    const page = await typed();
    await page.getByRole('tab', { name: words.record.overview }).click();
    await page.getByRole('tab', { name: words.record.history }).click();
    await question(page).waitFor();
    await button(page, words.ask.stay).click();
    await poll(() => question(page).count()).toBe(0);
    expect(await secret(page).inputValue()).toBe('secret of the pier');
    await page.emulateMedia({ media: 'print' });
    await page.getByRole('region', { name: words.record.history }).waitFor();
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('tab', { name: words.record.history }).waitFor();
    expect(await secret(page).inputValue()).toBe('secret of the pier');
    await page.getByRole('tab', { name: words.record.history }).click();
    await button(page, words.ask.discard).click();
    await secret(page).waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: words.record.overview }).click();
    await poll(() => secret(page).inputValue()).toBe('');
  });

  it('is not lost to another step of the setup, nor to signing out, unless that is meant', async () => {
    const page = await desk.open('superadmin', { reducedMotion: 'reduce' });
    await page.goto('/setup');
    const step = (name: 'product_name' | 'mail') => button(page, say(setupSteps.find(({ id }) => id === name)?.label));
    await step('mail').click();
    await secret(page).fill('secret of the quay');
    await step('product_name').click();
    await button(page, words.ask.stay).click();
    await poll(() => question(page).count()).toBe(0);
    expect(await secret(page).inputValue()).toBe('secret of the quay');
    await step('product_name').click();
    await button(page, words.ask.discard).click();
    await page.locator('[name="name_en"]').waitFor();
    await step('mail').click();
    await poll(() => secret(page).inputValue()).toBe('');
    await poll(() => question(page).count()).toBe(0);
    await secret(page).fill('secret of the quay');
    await page.getByRole('button', { name: words.header.user }).click();
    await page.getByRole('menuitem', { name: words.header.logout }).click();
    await button(page, words.ask.discard).click();
    await page.waitForURL('**/login');
  });
});

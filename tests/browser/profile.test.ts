import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Language } from '../../contract/messages/label.ts';
import { password, startConsole, type TestConsole } from '../support/console.ts';
import { wordsOf } from '../support/places.ts';
import { firstOf } from '../support/scale.ts';
import { look, newPerson, windowOf } from '../support/signInWalks.ts';

/** The profile and the notices on the account page (issue 35, section 6). */

let desk: TestConsole;
beforeAll(async () => {
  desk = await startConsole();
}, 120_000);
afterAll(() => desk.close());

const languages = [
  ['en', 1440],
  ['zh', 390],
  ['en', 749],
  ['zh', 1440],
  ['en', 390],
] as const;

const texts = {
  en: {
    edit: 'Edit profile',
    nick: 'Display name',
    mail: 'Contact e-mail',
    phone: 'Phone',
    language: 'Language',
    browser: 'As my browser',
    zone: 'Time zone of e-mails',
    saved: 'Profile saved',
    badMail: 'Email format is incorrect',
    notices: 'Notices',
    daily: 'Once a day, in the morning',
    noMail: 'You have no contact e-mail',
    bell: 'Under the bell: Order … has been approved',
    byMail: 'By e-mail: Order … has been approved',
    expires: 'By e-mail: The licence for … expires on …, in … days',
    always: 'Always sent',
    restore: 'Restore',
  },
  zh: {
    edit: '编辑资料',
    nick: '显示名称',
    mail: '联系邮箱',
    phone: '电话',
    language: '语言',
    browser: '跟随浏览器',
    zone: '邮件时区',
    saved: '个人资料已保存',
    badMail: '邮箱',
    notices: '通知',
    daily: '每天早晨汇总一封',
    noMail: '您尚未填写联系邮箱',
    bell: '站内消息：订单 … 已通过',
    byMail: '邮件：订单 … 已通过',
    expires: '邮件：项目 … 的许可将于 … 到期，还有 … 天',
    always: '始终发送',
    restore: '恢复',
  },
} as const;

async function opened(language: Language, width: number) {
  const name = await newPerson(desk, 'own.person', 3);
  await desk.settle(name);
  const page = await desk.open(name, windowOf(language, width));
  return { name, page };
}

const answered = (page: Page, path: string) =>
  page.waitForResponse((answer) => answer.url().endsWith(path) && answer.request().method() === 'POST');

it.each(firstOf(2, languages))('the profile is edited, in %s at %i px', async (language, width) => {
  const words = texts[language];
  const { name, page } = await opened(language, width);
  await page.goto('/userinfo');
  await page.getByRole('button', { name: words.edit }).waitFor();
  await look(page, 'profile', language, width);
  await page.getByRole('button', { name: words.edit }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(words.nick).fill('Ann');
  await dialog.getByLabel(words.mail).fill('nothing');
  await dialog.getByLabel(words.phone).fill('13800000000');
  await dialog.getByLabel(words.zone).fill('tokyo');
  await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
  await page.getByText(words.badMail).last().waitFor();
  await look(page, 'profile-edit', language, width);
  // What was typed survives a reload.
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('licence.drafts'))).toContain('Tokyo');
  await page.reload();
  await page.getByRole('button', { name: words.edit }).click();
  await dialog.getByRole('button', { name: words.restore, exact: true }).click();
  await expect.poll(() => dialog.getByLabel(words.nick).inputValue()).toBe('Ann');
  await dialog.getByLabel(words.mail).fill(`${name}@mail.example`);
  await dialog.getByLabel(words.mail).press('Enter');
  await page.getByText(words.saved).waitFor();
  await dialog.waitFor({ state: 'detached' });
  for (const value of ['Ann', `${name}@mail.example`, '13800000000', 'Asia/Tokyo', words.browser])
    await page.getByRole('main').getByText(value, { exact: true }).first().waitFor();
  const { welcome } = await desk.api(name);
  expect(welcome.user).toMatchObject({ nick_name: 'Ann', phone: '13800000000', language: null });
});

it('the language of the profile is that of the console from then on, and follows the browser again', async () => {
  const { page } = await opened('en', 1440);
  const choose = async (words: (typeof texts)[Language], option: string) => {
    await page.getByRole('button', { name: words.edit }).click();
    await page.getByRole('dialog').getByLabel(words.language).click();
    await page.getByRole('option', { name: option, exact: true }).click();
    await page.getByRole('button', { name: wordsOf(words === texts.en ? 'en' : 'zh').words.actions.save }).click();
  };
  await page.goto('/userinfo');
  await choose(texts.en, 'Chinese');
  await page.getByRole('button', { name: texts.zh.edit }).waitFor();
  await choose(texts.zh, texts.zh.browser);
  await page.getByRole('button', { name: texts.en.edit }).waitFor();
});

it('a new e-mail address asks for the password again, and keeps what was typed', async () => {
  const { name, page } = await opened('en', 1440);
  await page.goto('/userinfo');
  await page.getByRole('button', { name: texts.en.edit }).click();
  let refusals = 0;
  await page.route('**/v1/profile', async (route) => {
    if (route.request().method() !== 'POST' || refusals > 0) return route.continue();
    refusals += 1;
    const body = { title: 'Confirm', code: 'confirm_with_password', error: { fields: {} } };
    return route.fulfill({ status: 403, contentType: 'application/json', body: JSON.stringify(body) });
  });
  await page.getByRole('dialog').getByLabel(texts.en.mail).fill(`${name}@mail.example`);
  await page.getByRole('dialog').getByLabel(texts.en.mail).press('Enter');
  const question = page.getByRole('dialog').last();
  await question.getByLabel('Your password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByText(texts.en.saved).waitFor();
  await page.getByRole('main').getByText(`${name}@mail.example`).waitFor();
});

it.each(firstOf(2, languages))('notices are chosen, in %s at %i px', async (language, width) => {
  const words = texts[language];
  const { name, page } = await opened(language, width);
  await page.goto('/userinfo');
  await page.getByRole('tab', { name: words.notices }).click();
  await page.getByText(words.noMail).waitFor();
  await page.getByRole('heading', { name: words.always }).waitFor();
  await look(page, 'notices', language, width);
  const [bell, mail] = [page.getByLabel(words.bell), page.getByLabel(words.byMail)];
  await expect.poll(() => Promise.all([bell.isChecked(), mail.isChecked()])).toEqual([true, false]);
  await expect.poll(() => page.getByLabel(words.expires).isChecked()).toBe(true);
  // By the keyboard.
  await bell.focus();
  const saved = answered(page, '/v1/profile/notices');
  await page.keyboard.press('Space');
  await saved;
  const mailed = answered(page, '/v1/profile/notices');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await mailed;
  const paced = answered(page, '/v1/profile/notices');
  const daily = page.getByLabel(words.daily);
  await daily.check();
  await paced;
  await page.reload();
  await expect.poll(() => Promise.all([bell, mail, daily].map((one) => one.isChecked()))).toEqual([false, true, true]);
  const { call } = await desk.api(name);
  expect(await call('GET', '/v1/profile/notices')).toMatchObject({ pace: 'daily' });
});

it('a choice that cannot be saved is undone, and the reason is shown', async () => {
  const { page } = await opened('en', 1440);
  await page.goto('/userinfo?active=notices');
  const bell = page.getByLabel(texts.en.bell);
  await bell.waitFor();
  await page.route('**/v1/profile/notices', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await bell.click();
  await page.locator('.RaNotification-error').waitFor();
  await expect.poll(() => bell.isChecked()).toBe(true);
});

it('neither is offered to a salesman who acts for a customer', async () => {
  const page = await desk.open('sales', { acting: true });
  await page.goto('/userinfo');
  await page.getByRole('tab', { name: 'Sessions' }).waitFor();
  expect(await page.getByRole('button', { name: texts.en.edit }).count()).toBe(0);
  expect(await page.getByRole('tab', { name: texts.en.notices }).count()).toBe(0);
});

import type { Page } from 'playwright-core';
import type { Email } from 'postal-mime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import type { Language } from '../../contract/messages/label.ts';
import { findings } from '../support/axe.ts';
import { password, startConsole, still, type TestConsole } from '../support/console.ts';
import { takePicture } from '../support/pictures.ts';
import { wordsOf } from '../support/places.ts';
import { firstOf } from '../support/scale.ts';
import { startSmtp, type TestMailServer } from '../support/smtp.ts';

/** A forgotten password and an invitation, from the e-mail to the sign-in (issue 35, section 3). */

const user = contract.entity('user');
let desk: TestConsole;
let smtp: TestMailServer;
beforeAll(async () => {
  smtp = await startSmtp();
  desk = await startConsole({ SMTP_URL: smtp.url });
}, 120_000);
afterAll(async () => {
  await desk.close();
  await smtp.close();
});

const languages = [
  ['en', 1440],
  ['zh', 390],
  ['en', 749],
] as const;

/** The texts of the pages, which are loaded with the pages. */
const texts = {
  en: {
    title: 'Forgot password?',
    account: 'User name or e-mail',
    send: 'Send the e-mail',
    code: 'Code from the e-mail',
    password1: 'New password',
    password2: 'Repeat the new password',
    set: 'Set the password',
    done: 'Your password is set',
    signIn: 'Sign in',
    ended: 'This link no longer works',
    again: 'Ask for a new link',
    differs: 'The repeated password is not right',
    sent: 'Check your e-mail',
    invited: 'Choose your password',
    haveCode: 'I have a code already',
    wrongCode: 'The code is wrong, was used already or has expired: check it, or ask for a new e-mail',
  },
  zh: {
    title: '忘记密码？',
    account: '用户名或邮箱',
    send: '发送邮件',
    code: '邮件中的验证码',
    password1: '新密码',
    password2: '重复新密码',
    set: '设置密码',
    done: '密码已设置',
    signIn: '登录',
    ended: '该链接已失效',
    again: '重新获取链接',
    differs: '两次输入的新密码不一致',
    sent: '请查收邮件',
    invited: '设置密码',
    haveCode: '已有验证码',
    wrongCode: '验证码错误、已使用或已过期，请核对或重新获取邮件',
  },
} as const;

async function openPage(language: Language, width: number, account?: string) {
  const locale = language === 'zh' ? 'zh-CN' : 'en-US';
  const page = await desk.open(account, { locale, viewport: { width, height: 900 } });
  const shot = async (name: string) => {
    await still(page);
    await takePicture(page, `${name}-${language}-${width}`);
    expect(await findings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  };
  return { page, shot };
}

let serial = 0;
/** A new user with a mail address. */
async function person() {
  serial += 1;
  const [name, address] = [`reset.person.${serial}`, `reset${serial}@mail.example`];
  const { call } = await desk.api('superadmin');
  await call('POST', '/v1/user', {
    name,
    nick_name: `Person ${serial}`,
    role_id: 2,
    password,
    params: { liaison_mail: address },
  });
  return { name, address };
}

const isTo = (address: string) => (mail: Email) => mail.to?.[0]?.address === address;
const linkIn = (mail: Email): string => /http\S+\/set_password#[\w-]{43}/.exec(mail.text ?? '')?.[0] ?? '';
const codeIn = (mail: Email): string => /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(mail.text ?? '')?.[0] ?? '';

const input = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const choosePassword = async (page: Page, language: Language, first: string, second = first) => {
  const words = texts[language];
  await input(page, words.password1).fill(first);
  await input(page, words.password2).fill(second);
  await page.getByRole('button', { name: words.set, exact: true }).click();
};

/** Signs in on the login page, which the page leads to, and waits for the console. */
async function signIn(page: Page, language: Language, name: string, secret: string): Promise<void> {
  const { words } = wordsOf(language);
  await page.waitForURL('**/login');
  await input(page, words.login.name).fill(name);
  await input(page, words.login.password).fill(secret);
  await page.getByRole('button', { name: words.login.submit, exact: true }).click();
  await page.waitForURL('**/dashboard');
}

it.each(firstOf(2, languages))(
  'a forgotten password is replaced by the link of an e-mail, in %s at %i px',
  async (language, width) => {
    const words = texts[language];
    const { name, address } = await person();
    const { page, shot } = await openPage(language, width);
    await page.goto('/login');
    await shot('login');
    await page.getByRole('link', { name: words.title }).click();
    await page.getByRole('heading', { name: words.title }).waitFor();
    await shot('forgot');
    await input(page, words.account).fill(name);
    await page.getByRole('button', { name: words.send }).click();
    await page.getByRole('heading', { name: words.sent }).waitFor();
    await shot('sent');
    const link = linkIn(await smtp.waitFor(isTo(address)));
    // A scanner opens the page, even with its scripts, and nothing is used up.
    const { page: scanner, shot: scannerShot } = await openPage(language, width);
    await scanner.goto(link);
    await scanner.getByRole('button', { name: words.set, exact: true }).waitFor();
    await page.goto(link);
    const named = page.getByRole('textbox', { name: wordsOf(language).say(user.fields['name']?.label) });
    await expect.poll(() => named.inputValue()).toBe(name);
    await choosePassword(page, language, 'Chosen-2026', 'Chosen-2027');
    await page.getByText(words.differs).waitFor();
    await expect.poll(() => input(page, words.password2).evaluate((one) => one === document.activeElement)).toBe(true);
    await shot('set-wrong');
    await choosePassword(page, language, 'Chosen-2026');
    await page.getByRole('heading', { name: words.done }).waitFor();
    await shot('done');
    await page.getByRole('link', { name: words.signIn, exact: true }).click();
    await signIn(page, language, name, 'Chosen-2026');
    await scanner.goto('about:blank');
    await scanner.goto(link);
    await scanner.getByRole('heading', { name: words.ended }).waitFor();
    await scannerShot('ended');
    await scanner.getByRole('link', { name: words.again }).click();
    await scanner.getByRole('heading', { name: words.title }).waitFor();
  },
);

it.each(firstOf(2, languages))(
  'a forgotten password is replaced by the code of an e-mail, in %s at %i px',
  async (language, width) => {
    const words = texts[language];
    const { name, address } = await person();
    const { page, shot } = await openPage(language, width);
    await page.goto('/forgot_password');
    await input(page, words.account).fill(address);
    await page.keyboard.press('Enter');
    await input(page, words.code).fill('0000-0000');
    await choosePassword(page, language, 'Chosen-2026');
    await page.getByText(words.wrongCode).waitFor();
    await shot('code-wrong');
    await input(page, words.code).fill(codeIn(await smtp.waitFor(isTo(address))).toLowerCase());
    await choosePassword(page, language, 'Chosen-2026');
    await page.getByRole('heading', { name: words.done }).waitFor();
    await page.getByRole('link', { name: words.signIn, exact: true }).click();
    await signIn(page, language, name, 'Chosen-2026');
  },
);

it.each(firstOf(2, languages))(
  'an administrator invites a user, who chooses the password, in %s at %i px',
  async (language, width) => {
    const { words, say } = wordsOf(language);
    serial += 1;
    const [name, address] = [`invited.${serial}`, `invited${serial}@mail.example`];
    const { page, shot } = await openPage(language, width, 'superadmin');
    await page.goto('/user/salesman');
    const screen = user.screens?.find(({ path }) => path === '/user/salesman');
    await page
      .getByRole('button', { name: words.list.create(say(screen?.noun)) })
      .first()
      .click();
    const form = page.getByRole('dialog');
    const field = (path: string) => form.locator(`[name="${path}"]`);
    await field('name').fill(name);
    await expect.poll(() => field('password').count()).toBe(1);
    await field('invite').click();
    await expect.poll(() => field('password').count()).toBe(0);
    await field('nick_name').fill('Invited Person');
    await field('phone').fill('+86 21 5550 0177');
    await form.getByRole('button', { name: words.actions.create, exact: true }).click();
    // Without an address there is nowhere to send an invitation to.
    await expect.poll(() => field('params.liaison_mail').getAttribute('aria-invalid')).toBe('true');
    await shot('invite-form');
    await field('params.liaison_mail').fill(address);
    await form.getByRole('button', { name: words.actions.create, exact: true }).click();
    await form.waitFor({ state: 'detached' });
    const first = linkIn(await smtp.waitFor(isTo(address)));
    await page.getByRole('link', { name, exact: true }).first().click();
    const record = page.getByRole('dialog', { name });
    await record
      .getByRole('button', { name: say(user.actions?.['invite']?.label) })
      .first()
      .click();
    const question = page.getByRole('dialog', { name: new RegExp(say(user.actions?.['invite']?.label)) });
    await question.getByRole('button', { name: words.actions.confirm, exact: true }).click();
    const second = linkIn(await smtp.waitFor((mail) => isTo(address)(mail) && linkIn(mail) !== first));
    const { page: theirs, shot: theirShot } = await openPage(language, width);
    await theirs.goto(first);
    await theirs.getByRole('heading', { name: texts[language].ended }).waitFor();
    expect(await theirs.getByRole('link', { name: texts[language].again }).count()).toBe(0);
    await theirShot('invitation-ended');
    await theirs.goto('about:blank');
    await theirs.goto(second);
    await theirs.getByRole('heading', { name: texts[language].invited }).waitFor();
    await theirShot('invitation');
    await choosePassword(theirs, language, 'Chosen-2026');
    await theirs.getByRole('link', { name: texts[language].signIn, exact: true }).click();
    await signIn(theirs, language, name, 'Chosen-2026');
  },
);

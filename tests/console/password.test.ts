import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { password, walkers } from '../support/account.ts';
import { makeSimilarUser } from '../support/messageCauses.ts';
import { type Desk, type Page, settled, startDesk } from './support/desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterEach(() => desk.leave());
afterAll(() => desk.close());

const words = {
  en: {
    menu: 'User menu',
    open: 'Change password',
    labels: ['Old password', 'New password', 'Repeat password'],
    save: 'Save',
    empty: 'The current item cannot be empty',
    again: 'Please enter the new password again',
    wrong: 'The repeated password is not right',
    done: 'Password updated',
  },
  zh: {
    menu: '用户菜单',
    open: '修改密码',
    labels: ['原密码', '新密码', '确认密码'],
    save: '保存',
    empty: '当前项不能为空',
    again: '请再次输入新密码',
    wrong: '两次输入的新密码不一致',
    done: '密码修改成功',
  },
};
type Words = (typeof words)['en'];

async function openDialog(page: Page, say: Words): Promise<(values: readonly string[]) => Promise<void>> {
  await page.goto('/dashboard');
  await settled(page);
  await page.getByRole('button', { name: say.menu }).click();
  await page.getByRole('menuitem', { name: say.open }).click();
  const dialog = page.getByRole('dialog', { name: say.open });
  await dialog.waitFor();
  return async (values) => {
    for (const [index, label] of say.labels.entries()) await dialog.getByLabel(label).fill(values[index] ?? '');
    await dialog.getByRole('button', { name: say.save }).click();
  };
}

const signsIn = async (name: string, secret: string) =>
  (await desk.ask(undefined, 'POST', '/v1/auth/login', { name, password: secret })).status;

describe('the password dialog', () => {
  it.each([...walkers.map((account) => [account, 'en'] as const), ['enterprise', 'zh'] as const])(
    'of %s in %s: validates the repetition without a call, then changes the password and says so (R-PWD-01, R-VALID-15)',
    async (account, language) => {
      const name = await makeSimilarUser(desk, account);
      const say = words[language];
      const page = await desk.open(name, { locale: language === 'zh' ? 'zh-CN' : 'en-US' });
      const calls: string[] = [];
      page.on('request', (request) => request.url().endsWith('/v1/auth/password') && calls.push(request.method()));
      const submit = await openDialog(page, say);
      const next = 'Another-2027';
      await submit(['', next, '']);
      await page.getByText(say.empty).waitFor();
      await page.getByText(say.again).waitFor();
      await submit([password, next, '']);
      await page.getByText(say.again).waitFor();
      await submit([password, next, 'Another-2028']);
      await page.getByText(say.wrong).waitFor();
      expect(calls).toEqual([]);
      await submit([password, next, next]);
      await page.getByRole('alert').filter({ hasText: say.done }).waitFor();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(calls).toEqual(['POST']);
      expect(await signsIn(name, password)).toBe(422);
      expect(await signsIn(name, next)).toBe(200);
    },
  );

  it('shows the server’s reason at the field when the old password is not right (R-PWD-01)', async () => {
    const page = await desk.open(await makeSimilarUser(desk, 'sales'));
    const submit = await openDialog(page, words.en);
    await submit(['Not-Mine-2026', 'Another-2027', 'Another-2027']);
    await page.getByRole('dialog').getByText('The old password is incorrect').waitFor();
  });
});

describe('a password that somebody else set (D7)', () => {
  const given = 'Given-2026';
  const say = {
    en: {
      title: 'Choose your own password',
      why: 'Somebody else set the password that you signed in with',
      out: 'Sign out',
    },
    zh: { title: '请设置您自己的密码', why: '您登录所用的密码由他人设置', out: '退出登录' },
  };

  async function signIn(name: string, language: keyof typeof say): Promise<Page> {
    const page = await desk.open(undefined, { locale: language === 'zh' ? 'zh-CN' : 'en-US' });
    await page.goto('/login');
    await page.locator('#name').fill(name);
    await page.locator('#password').fill(given);
    await page.locator('button[type=submit]').click();
    return page;
  }
  async function fresh(): Promise<string> {
    const name = await makeSimilarUser(desk, 'sales');
    const { items } = await (await desk.api('superadmin')).call('GET', `/v1/user/list?search=${name}`);
    await (await desk.api('superadmin')).call('POST', `/v1/user/${items[0].id}`, { password: given });
    return name;
  }

  it.each(['en', 'zh'] as const)('is asked for in %s before anything else, and nothing else is asked', async (at) => {
    const { title, why } = say[at];
    const name = await fresh();
    const page = await signIn(name, at);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
    const dialog = page.getByRole('dialog', { name: title });
    await dialog.getByText(why).waitFor();
    await page.keyboard.press('Escape');
    await dialog.getByText(why).waitFor();
    expect(await dialog.getByRole('button', { name: at === 'en' ? 'Close' : '关闭' }).count()).toBe(0);
    for (const [index, label] of words[at].labels.entries())
      await dialog.getByLabel(label).fill([given, password, password][index] ?? '');
    expect(asked.filter((call) => call.includes('/v1/') && !call.endsWith('/v1/auth/config'))).toEqual([]);
    await dialog.getByRole('button', { name: words[at].save }).click();
    await page.getByRole('alert').filter({ hasText: words[at].done }).waitFor();
    await settled(page);
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(await signsIn(name, password)).toBe(200);
  });

  it('may be left by signing out, and is asked for again at the next login', async () => {
    const name = await fresh();
    const page = await signIn(name, 'en');
    await page.getByRole('dialog', { name: say.en.title }).getByRole('button', { name: say.en.out }).click();
    await page.waitForURL('**/login');
    const again = await desk.ask(undefined, 'POST', '/v1/auth/login', { name, password: given });
    expect((await again.json()).must_change_password).toBe(true);
  });
});

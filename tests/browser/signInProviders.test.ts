import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { password, startConsole, type TestConsole } from '../support/console.ts';
import { type OidcIssuer, oidcApp, startOidcIssuer } from '../support/oidcIssuer.ts';
import { firstOf } from '../support/scale.ts';
import { look, newPerson, windowOf } from '../support/signInWalks.ts';
import { totpCode } from '../support/totpCode.ts';

/** Sign-in providers: set up, signed in with by a button, and linked on the account page (issue 35, section 1). */

let issuer: OidcIssuer;
let desk: TestConsole;
beforeAll(async () => {
  issuer = await startOidcIssuer('');
  desk = await startConsole({ WEBHOOK_HTTP: '1', WEBHOOK_NETWORKS: '127.0.0.0/8' });
  issuer.redirectUri = `${desk.server.url}/login`;
  const { call } = await desk.api('superadmin');
  await call('POST', '/v1/identity_provider', {
    label_en: 'Sign in with Acme',
    label_zh: '使用 Acme 登录',
    issuer: issuer.url,
    ...oidcApp,
  });
}, 120_000);
afterAll(async () => {
  await desk.close();
  await issuer.close();
});
afterEach(() => {
  issuer.person = undefined;
});

/** A new SuperAdmin with two-step verification. */
async function emergencyAdmin(): Promise<number> {
  const name = await newPerson(desk, 'emergency', 1);
  await desk.settle(name);
  const { call, welcome } = await desk.api(name);
  const { secret } = (await call('POST', '/v1/auth/second_factor/begin', { password })) as { secret: string };
  await call('POST', '/v1/auth/second_factor/confirm', { code: totpCode(secret) });
  return welcome.user.id;
}

const languages = [
  ['en', 1440],
  ['zh', 390],
] as const;

const texts = {
  en: {
    button: 'Sign in with Acme',
    link: 'Link: Sign in with Acme',
    unlink: (name: string) => `Unlink ${name}`,
    confirm: 'Unlink',
    cancelled: 'The sign-in was cancelled at the provider',
    down: 'The sign-in provider cannot be reached. Try again later, or use your password',
    linkTitle: 'Link your account',
    password: 'Password of the account',
    submit: 'Link and sign in',
    add: 'New sign-in provider',
    issuer: 'Issuer',
    makes: 'Create accounts at the first sign-in',
    addRole: 'Add role',
    role: 'Role',
    sales: 'Sales',
    closed: 'Your password does not sign you in any more',
    useButton: 'Your account does not sign in with a password any more. Use this button instead: Sign in with Acme',
    userMenu: 'User menu',
    signOut: 'Sign out',
    ended: 'Your session has ended, please sign in again',
    test: 'Test it',
    open: 'Sign in at the provider',
    testTitle: 'Test: Sign in with Acme',
    refuses: 'What would happen: Refuses the sign-in',
    claims: 'Claims that came',
    again: 'Test again',
    failed: 'The provider did not confirm the sign-in: access_denied',
    wrong: 'There is no OpenID Connect provider with this issuer',
  },
  zh: {
    button: '使用 Acme 登录',
    link: '关联：使用 Acme 登录',
    unlink: (name: string) => `解除关联 ${name}`,
    confirm: '解除关联',
    cancelled: '您已在提供方取消登录',
    down: '暂时无法连接登录提供方，请稍后重试，或使用密码登录',
    linkTitle: '关联账号',
    password: '账号密码',
    submit: '关联并登录',
    add: '新建登录提供方',
    issuer: '签发者地址（Issuer）',
    makes: '首次登录时创建账号',
    addRole: '添加角色',
    role: '角色',
    sales: '销售',
    closed: '您的密码已停用',
    useButton: '您的账号已停用密码登录，请改用“使用 Acme 登录”',
    userMenu: '用户菜单',
    signOut: '退出登录',
    ended: '登录已失效，请重新登录',
    test: '测试',
    open: '前往提供方登录',
    testTitle: '测试：使用 Acme 登录',
    refuses: '登录结果：拒绝登录',
    claims: '返回的声明',
    again: '重新测试',
    failed: '登录提供方未确认此次登录：access_denied',
    wrong: '该地址不是有效的 OpenID Connect 签发者',
  },
} as const;

it.each(firstOf(1, languages))(
  'links an account on the account page, signs in with it, and unlinks it (%s, %i px)',
  async (language, width) => {
    const words = texts[language];
    issuer.person = { sub: `person-${language}`, name: `Lin ${language}` };
    const own = await desk.open('sales', windowOf(language, width));
    await own.goto('/userinfo');
    await own.getByRole('button', { name: words.link }).click();
    await own.waitForURL('**/userinfo');
    const unlink = own.getByRole('button', { name: words.unlink(`Lin ${language}`) });
    await unlink.waitFor();
    await look(own, 'provider-linked', language, width);

    const page = await desk.open(undefined, windowOf(language, width));
    await page.goto('/login');
    const button = page.getByRole('button', { name: words.button });
    await button.waitFor();
    await look(page, 'provider-button', language, width);
    await button.click();
    await page.waitForURL('**/dashboard');

    await unlink.click();
    await own.getByRole('dialog').getByRole('button', { name: words.confirm, exact: true }).click();
    await unlink.waitFor({ state: 'detached' });
  },
);

it.each(firstOf(1, languages.toReversed()))(
  'says why a sign-in failed, and the form stays (%s, %i px)',
  async (language, width) => {
    const words = texts[language];
    const page = await desk.open(undefined, windowOf(language, width));
    await page.goto('/login');
    await page.getByRole('button', { name: words.button }).click();
    await page.getByRole('alert').filter({ hasText: words.cancelled }).waitFor();
    expect(new URL(page.url()).search).toBe('');
    await look(page, 'provider-failed', language, width);
    await page.locator('#name').fill('sales');
    await page.locator('#password').fill(password);
    await page.locator('.login-submit').click();
    await page.waitForURL('**/dashboard');
  },
);

it.each(firstOf(1, languages))(
  'asks once for the password of the account with the same address (%s, %i px)',
  async (language, width) => {
    const words = texts[language];
    const { call } = await desk.api('superadmin');
    const mail = `linked.${language}@x.example`;
    const user = { name: `linked.${language}`, nick_name: 'Linked', role_id: 2, password, phone: '+86 138 0013 2045' };
    await call('POST', '/v1/user', { ...user, params: { liaison_mail: mail } });
    await desk.settle(user.name);
    issuer.person = { sub: mail, email: mail, email_verified: true };
    const page = await desk.open(undefined, windowOf(language, width));
    await page.goto('/login');
    await page.getByRole('button', { name: words.button }).click();
    await page.getByRole('heading', { level: 1, name: words.linkTitle }).waitFor();
    await look(page, 'provider-password', language, width);
    await page.getByLabel(words.password).fill(password);
    await page.getByRole('button', { name: words.submit }).click();
    await page.waitForURL('**/dashboard');
  },
);

it.each(firstOf(1, languages.toReversed()))(
  'shows what the provider answered at the field of a wrong issuer, and saves a right one with its roles (%s, %i px)',
  async (language, width) => {
    const words = texts[language];
    const page = await desk.open('superadmin', windowOf(language, width));
    await page.goto('/setting/identity_provider');
    await page.getByText('Sign in with Acme').first().waitFor();
    await look(page, 'provider-list', language, width);
    await page.getByRole('button', { name: words.add }).click();
    const form = page.getByRole('dialog');
    for (const [name, value] of Object.entries({
      label_en: 'Other',
      label_zh: '其他',
      issuer: `${issuer.url}/other`,
      client_id: 'a',
      client_secret: 'b',
    }))
      await form.locator(`[name="${name}"]`).fill(value);
    await form.locator('button[type="submit"]').click();
    await form.getByText(words.wrong).waitFor();
    await look(page, 'provider-form', language, width);
    await form.locator('[name="issuer"]').fill(issuer.url);
    await form.locator('[name="client_id"]').fill(oidcApp.client_id);
    await form.locator('[name="client_secret"]').fill(oidcApp.client_secret);
    await form.getByLabel(words.makes).check();
    await form.locator('[name="role_claim"]').fill('groups');
    await form.getByRole('button', { name: words.addRole }).click();
    await form.locator('[name="role_map.0.value"]').fill('sellers');
    await form.getByRole('combobox', { name: words.role, exact: true }).click();
    await page.getByRole('option', { name: words.sales, exact: true }).click();
    await look(page, 'provider-claims', language, width);
    await form.locator('button[type="submit"]').click();
    await form.waitFor({ state: 'detached' });
    await page.getByText('Other', { exact: true }).first().click();
    await page.getByText(`${desk.server.url}/login`).waitFor();
    await look(page, 'provider-detail', language, width);
    const { call } = await desk.api('superadmin');
    const { items } = (await call('GET', '/v1/identity_provider/list')) as {
      items: { id: number; role_map: object[] }[];
    };
    const [made] = items;
    expect(made?.role_map).toEqual([{ value: 'sellers', role: 'SalesMan' }]);
    await call('DELETE', `/v1/identity_provider/${made?.id}`);
  },
);

it.each(firstOf(1, languages))(
  'tests a provider in a window, and shows the claims and what would happen (%s, %i px)',
  async (language, width) => {
    const words = texts[language];
    const page = await desk.open('superadmin', windowOf(language, width));
    await page.goto('/setting/identity_provider');
    await page.getByText('Sign in with Acme').first().click();
    await page.getByRole('button', { name: words.test, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: words.testTitle });
    await dialog.getByText(`${issuer.url}/token`).waitFor();
    await look(page, 'provider-test', language, width);
    // Nobody agrees at the provider.
    await dialog.getByRole('button', { name: words.open }).click();
    await dialog.getByText(words.failed).waitFor();
    issuer.person = { sub: 'stranger', name: 'Stranger', groups: ['sellers', 'staff'] };
    await dialog.getByRole('button', { name: words.again }).click();
    const popup = page.waitForEvent('popup');
    await dialog.getByRole('button', { name: words.open }).click();
    await (await popup).waitForEvent('close');
    await dialog.getByText(words.refuses).waitFor();
    await dialog.getByText('["sellers","staff"]').waitFor();
    await look(page, 'provider-test-result', language, width);
    // The session of the administrator is as it was.
    await page.goto('/userinfo');
    await page.getByRole('heading', { level: 1 }).waitFor();
  },
);

it.each(firstOf(1, languages.toReversed()))(
  'closes passwords, and says with what to sign in instead (%s, %i px)',
  async (language, width) => {
    const words = texts[language];
    const { call } = await desk.api('superadmin');
    const name = await newPerson(desk, `closed.${language}`, 2);
    await desk.settle(name);
    issuer.person = { sub: name, name };
    const own = await desk.open(name, windowOf(language, width));
    await own.goto('/userinfo');
    await own.getByRole('button', { name: words.link }).click();
    await own.getByRole('button', { name: words.unlink(name) }).waitFor();
    const { items } = (await call('GET', '/v1/identity_provider/list')) as { items: { id: number }[] };
    const save = (values: object) => call('POST', `/v1/identity_provider/${items[0]?.id}`, values);
    await save({ closed_roles: ['GeneralAdmin'], break_glass_id: await emergencyAdmin() });
    await own.reload();
    await own.getByText(words.closed).waitFor();
    await look(own, 'provider-closed-account', language, width);

    const page = await desk.open(undefined, windowOf(language, width));
    await page.goto('/login');
    await page.locator('#name').fill(name);
    await page.locator('#password').fill(password);
    await page.locator('.login-submit').click();
    await page.getByRole('alert').filter({ hasText: words.useButton }).waitFor();
    await look(page, 'provider-closed', language, width);
    await page.getByRole('button', { name: words.button }).click();
    await page.waitForURL('**/dashboard');
    await save({ closed_roles: [], break_glass_id: null });
  },
);

it.each(firstOf(1, languages))(
  'signs out at the provider, too, and is signed out by the provider (%s, %i px)',
  async (language, width) => {
    const words = texts[language];
    const { call } = await desk.api('superadmin');
    const { items } = (await call('GET', '/v1/identity_provider/list')) as { items: { id: number }[] };
    await call('POST', `/v1/identity_provider/${items[0]?.id}`, { signs_out: true });
    const name = await newPerson(desk, `leaver.${language}`, 2);
    await desk.settle(name);
    const person = { sub: name, name };
    issuer.person = person;
    const own = await desk.open(name, windowOf(language, width));
    await own.goto('/userinfo');
    await own.getByRole('button', { name: words.link }).click();
    await own.getByRole('button', { name: words.unlink(name) }).waitFor();

    const page = await desk.open(undefined, windowOf(language, width));
    const signIn = async () => {
      issuer.person = person;
      await page.goto('/login');
      await page.getByRole('button', { name: words.button }).click();
      await page.waitForURL('**/dashboard');
    };
    await signIn();
    issuer.requests.length = 0;
    await page.getByRole('button', { name: words.userMenu }).click();
    await page.getByRole('menuitem', { name: words.signOut }).click();
    await page.getByRole('button', { name: words.button }).waitFor();
    expect([new URL(page.url()).pathname, issuer.person]).toEqual(['/login', undefined]);
    expect(issuer.requests).toContain('/end_session');

    await signIn();
    const body = new URLSearchParams({ logout_token: await issuer.logoutToken({ sub: name }) });
    const answer = await fetch(`${desk.server.url}/v1/oidc/backchannel_logout`, { method: 'POST', body });
    expect(answer.status).toBe(200);
    await page.goto('/userinfo');
    await page.getByText(words.ended).waitFor();
    await look(page, 'provider-ended', language, width);
    // A session that a password began goes on.
    await own.reload();
    await own.getByRole('button', { name: words.unlink(name) }).waitFor();
  },
);

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { follow, settled, startConsole, type TestConsole, walkers } from '../support/console.ts';
import { paths, redirectTargets } from '../support/routeTable.ts';

let desk: TestConsole;
beforeAll(async () => {
  desk = await startConsole();
});
afterAll(() => desk.close());

const landed = async (page: Page, path: string): Promise<string> => {
  await page.goto(path);
  await page.locator('h1').first().waitFor();
  return new URL(page.url()).pathname;
};

describe.each(walkers)('%s', (account) => {
  it('opens the pages of its role, and lands on the login for the others (R-GUARD-05, R-PERM-08, A3)', async () => {
    const page = await desk.open(account);
    const found: [string, string, string][] = [];
    for (const [path, requirement] of paths) found.push([requirement, path, await landed(page, path)]);
    expect(found).toEqual(
      paths.map(([path, requirement, who]) => [requirement, path, who.includes(account) ? path : '/login']),
    );
    expect(await page.evaluate(() => localStorage.getItem('licence.session'))).not.toBeNull();
    await page.goto('/audit');
    if (account !== 'superadmin') {
      await page.getByText('You do not have permission to open that page.').waitFor();
      await page.getByRole('link', { name: 'Back to the dashboard' }).click();
      await page.waitForURL('**/dashboard');
    }
  });

  it('is led by / and by each group to a page of its own (A1, R-ROUTE-05, R-ROUTE-07, R-ROUTE-15, R-ROUTE-20)', async () => {
    const page = await desk.open(account);
    expect(await landed(page, '/')).toBe('/dashboard');
    for (const [from, to] of Object.entries(redirectTargets[account]))
      expect([from, await landed(page, from)]).toEqual([from, to]);
  });
});

describe('while acting', () => {
  it('every page opens, and none leads to the login (R-GUARD-04, A6)', async () => {
    const page = await desk.open('sales', { acting: true });
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    for (const [path] of paths) expect([path, await landed(page, path)]).toEqual([path, path]);
    expect(errors).toEqual([]);
  });
});

describe('signed out', () => {
  it('every protected page leads to the login (R-GUARD-03, R-ROUTE-02)', async () => {
    const page = await desk.open();
    for (const [path] of paths) expect([path, await landed(page, path)]).toEqual([path, '/login']);
    expect(await landed(page, '/')).toBe('/login');
  });

  it.each([undefined, 'sales'] as const)(
    'the error page and the subscription stand open, without the frame (%s) (R-ROUTE-01, R-ROUTE-03, R-ROUTE-04, R-GUARD-02)',
    async (account) => {
      const page = await desk.open(account);
      expect(await landed(page, '/no/such/page')).toBe('/no/such/page');
      await page
        .getByText('Sorry, this page cannot be accessed. Please make sure the URL you entered is correct.')
        .waitFor();
      expect(await page.getByRole('banner').count()).toBe(0);
      expect(await landed(page, '/subscription')).toBe('/subscription');
      expect(await page.getByRole('banner').count()).toBe(0);
      expect(await landed(page, '/login')).toBe('/login');
      expect(await page.getByRole('navigation').count()).toBe(0);
      await landed(page, '/no/such/page');
      await page.getByRole('button', { name: '中文' }).click();
      await page.getByText('抱歉，无法访问该页面').waitFor();
      await page
        .getByRole('link', { name: account ? '返回仪表盘' : '登录' })
        .last()
        .click();
      await page.waitForURL(account ? '**/dashboard' : '**/login');
      const chinese = await desk.open(account, { locale: 'zh-CN' });
      await landed(chinese, '/no/such/page');
      await chinese.getByText('抱歉，无法访问该页面').waitFor();
    },
  );

  it.each([
    ['en-US', 'License'],
    ['zh-CN', '许可管理系统'],
  ])('the login in %s is what is installed by its name, in letters of its own, from one host', async (locale, name) => {
    const page = await desk.open(undefined, { locale });
    const hosts = new Set<string>();
    page.on('request', (request) => hosts.add(new URL(request.url()).origin));
    await landed(page, '/login');
    const found = await page.evaluate(async () => {
      await document.fonts.ready;
      const address = document.querySelector<HTMLLinkElement>('link[rel=manifest]')?.href ?? '';
      const manifest = await (await fetch(address)).json();
      const kinds = manifest.icons.map(async ({ src }: { src: string }) =>
        (await fetch(src)).headers.get('content-type'),
      );
      const shown = [...document.fonts].filter(
        ({ status, family }) => status === 'loaded' && /^"?Inter"?$/.test(family),
      );
      return { name: manifest.name, kinds: await Promise.all(kinds), fonts: shown.length };
    });
    expect(found).toEqual({ name, kinds: ['image/png', 'image/png', 'image/png'], fonts: 1 });
    expect([...hosts]).toEqual([desk.server.url]);
  });

  it('whoever leaves the subscription inside the app sees the error page; a fresh load is normal (R-GUARD-01, A32)', async () => {
    const page = await desk.open('sales');
    await landed(page, '/subscription');
    await follow(page, '/subscription');
    await page.getByRole('heading', { name: 'Subscribe online' }).waitFor();
    await follow(page, '/dashboard');
    await page.getByText('Sorry, this page cannot be accessed.').waitFor();
    // The subscription itself is never blocked.
    await page.goBack();
    await page.getByRole('heading', { name: 'Subscribe online' }).waitFor();
    await page.goForward();
    await page.getByText('Sorry, this page cannot be accessed.').waitFor();
    expect(await landed(page, '/dashboard')).toBe('/dashboard');
    await page.getByRole('banner').waitFor();
  });

  it.each([
    [undefined, '/subscription', 'Sign in', '/login'],
    [undefined, '/subscription/', 'Sign in', '/login'],
    ...(['superadmin', 'operations', 'sales', 'enterprise', 'subuser'] as const).map(
      (account) => [account, '/subscription', 'Back to the dashboard', '/dashboard'] as const,
    ),
  ] as const)(
    'the link of the subscription leads to the error page, as any other does, and its link loads the page (%s, %s) (E12, issue 33)',
    async (account, path, link, to) => {
      const page = await desk.open(account);
      await landed(page, path);
      await page.getByRole('link', { name: link }).last().click();
      await page.getByText('Sorry, this page cannot be accessed.').waitFor();
      expect(new URL(page.url()).pathname).toBe(to);
      expect(await page.getByRole('banner').count()).toBe(0);
      await page.getByRole('link', { name: link }).last().click();
      await (account ? page.getByRole('banner') : page.locator('#name')).waitFor();
    },
  );

  it('the public form sends a request, field by field and in both languages (B26)', async () => {
    const page = await desk.open(undefined, { locale: 'zh-CN' });
    await landed(page, '/subscription');
    await page.getByRole('button', { name: '提交' }).click();
    await expect.poll(() => page.getByText('当前项不能为空').count()).toBe(3);
    await page.locator('input[name=company]').fill('港湾公司');
    await page.locator('input[name=contact_man]').fill('安');
    await page.locator('input[name=contact_mail]').fill('an@harbour.example');
    await page.getByRole('button', { name: '提交' }).click();
    await page.getByText(/订阅申请编号为 SUB\d+/).waitFor();
  });
});

describe('signing in and out', () => {
  it('ends at the dashboard, from the login and from a deep link; out, and without the stored session, at the login (R-ROUTE-28, R-ROUTE-29, R-SESS-02)', async () => {
    const page = await desk.open();
    await page.goto('/authorization/order');
    await page.locator('#name').fill('sales');
    await page.locator('#password').fill('Licence-2026');
    await page.locator('button[type=submit]').click();
    // The page that was originally requested opens.
    await page.waitForURL('**/authorization/order');
    const key = await page.evaluate(
      () => JSON.parse(localStorage.getItem('licence.session') ?? '{}').api_key as string,
    );
    await page.getByRole('button', { name: 'User menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/login');
    await expect.poll(() => page.evaluate(() => localStorage.getItem('licence.session'))).toBeNull();
    expect((await fetch(`${desk.server.url}/v1/user/config`, { headers: { authorization: key } })).status).toBe(401);
    await page.locator('#name').fill('sales');
    await page.locator('#password').fill('Licence-2026');
    await page.locator('button[type=submit]').click();
    await page.waitForURL('**/dashboard');
    const lost = await desk.open('sales');
    await lost.goto('/dashboard');
    await settled(lost);
    await lost.evaluate(() => localStorage.removeItem('licence.session'));
    await lost.goto('/authorization/order');
    await lost.waitForURL('**/login');
  });

  it('is refused with the server’s reason', async () => {
    const page = await desk.open();
    await page.goto('/login');
    await page.locator('#name').fill('nobody.here');
    await page.locator('#password').fill('Wrong-2026');
    await page.locator('button[type=submit]').click();
    await page.getByRole('alert').filter({ hasText: 'User name or password is incorrect' }).waitFor();
  });
});

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, accounts, settled, startConsole, type TestConsole, walkers } from '../support/console.ts';

let desk: TestConsole;
beforeAll(async () => {
  desk = await startConsole();
});
afterAll(() => desk.close());

const languages = ['en', 'zh'] as const;
const locales = { en: 'en-US', zh: 'zh-CN' } as const;

/** SPEC 2, the side menu: the named entries, each once in either language. */
const entries = {
  dashboard: ['Dashboard', '仪表盘'],
  user: ['Users', '用户'],
  enterprise: ['Enterprises', '企业'],
  'enterprise user': ['Enterprise users', '企业用户'],
  product: ['Products', '产品'],
  authorization: ['Authorization', '授权管理'],
  'enterprise product': ['Enterprise products', '企业产品'],
  project: ['Projects', '项目'],
  order: ['Orders', '订单'],
  general: ['Administrators', '管理员'],
  salesman: ['Salesmen', '销售人员'],
  subuser: ['Sub-users', '子用户'],
  'third oauth': ['Third-party accounts', '第三方账号'],
  'sales product': ['Sales products', '销售产品'],
  'test project': ['Test projects', '测试项目'],
  'license allocation': ['Licence allocation', '许可分配'],
  application: ['Applications', '许可申请'],
  audit: ['Audit', '审计'],
  'back to sales': ['Back to sales', '返回销售'],
  'system notifications': ['System notifications', '系统通知'],
  'account info': ['Account', '账号信息'],
  'online subscription': ['Subscribe online', '在线订阅'],
} as const;
/** The entries besides those of SPEC 2: the settings (issues 34 and 35), and activations (issue 36). */
const furtherEntries = {
  setting: ['Settings', '设置'],
  'service account': ['Service accounts', '服务账号'],
  webhook: ['Webhooks', '事件推送'],
  delivery: ['Deliveries', '推送记录'],
  token: ['Tokens', '令牌'],
  activation: ['Activations', '激活记录'],
  provider: ['Sign-in providers', '登录提供方'],
  'role variant': ['Role variants', '角色变体'],
  branding: ['Branding', '品牌外观'],
  'sign-in setting': ['Sign-in and sessions', '登录与会话'],
  'mail setting': ['E-mail', '邮件'],
  retention: ['Data retention', '数据保留'],
  'signing keys': ['Signing keys', '签名密钥'],
} as const;
const named = { ...entries, ...furtherEntries };
type Name = keyof typeof named;

const settings: readonly Name[] = ['setting', 'service account', 'token', 'webhook', 'delivery'];

const vendorSettings: readonly Name[] = [
  'setting',
  'branding',
  'sign-in setting',
  'mail setting',
  'provider',
  'retention',
  'signing keys',
  ...settings.slice(1),
];

const administration: readonly Name[] = [
  'salesman',
  'enterprise user',
  'third oauth',
  'enterprise',
  'product',
  'product',
  'sales product',
  'enterprise product',
  'test project',
  'authorization',
  'project',
  'order',
];
/** The hand-written menu of each role, with open groups. */
const menus: Readonly<Record<Account, readonly Name[]>> = {
  superadmin: [
    'dashboard',
    'user',
    'general',
    ...administration.flatMap((name): Name[] => (name === 'third oauth' ? [name, 'role variant'] : [name])),
    'activation',
    'audit',
    ...vendorSettings,
  ],
  operations: ['dashboard', 'user', ...administration, 'activation', ...settings],
  sales: ['dashboard', 'enterprise user', 'enterprise', 'enterprise product', 'order'],
  enterprise: ['dashboard', 'subuser', 'project', 'order', 'license allocation', ...settings],
  subuser: ['dashboard', 'application'],
};

/** The hand-written breadcrumbs of each page: its group and itself. */
const trails: Readonly<Record<string, readonly Name[]>> = {
  '/dashboard': [],
  '/user/general': ['user', 'general'],
  '/user/salesman': ['user', 'salesman'],
  '/user/enterprise_user': ['user', 'enterprise user'],
  '/user/subuser': ['user', 'subuser'],
  '/user/third_oauth': ['user', 'third oauth'],
  '/enterprise': ['enterprise'],
  '/enterprise/product': ['product', 'product'],
  '/enterprise/sales_product': ['product', 'sales product'],
  '/enterprise/enterprise_product': ['product', 'enterprise product'],
  '/test_project': ['test project'],
  '/authorization/project': ['authorization', 'project'],
  '/authorization/order': ['authorization', 'order'],
  '/authorization/assignment': ['authorization', 'license allocation'],
  '/authorization/application': ['authorization', 'application'],
  '/audit': ['audit'],
  '/activation': ['activation'],
  '/setting/retention': ['setting', 'retention'],
  '/setting/signing_key': ['setting', 'signing keys'],
  '/setting/product': ['setting', 'branding'],
  '/setting/sign_in': ['setting', 'sign-in setting'],
  '/setting/mail': ['setting', 'mail setting'],
  '/setting/service_account': ['setting', 'service account'],
  '/setting/service_token': ['setting', 'token'],
  '/setting/webhook': ['setting', 'webhook'],
  '/setting/webhook_delivery': ['setting', 'delivery'],
  '/setting/identity_provider': ['setting', 'provider'],
  '/user/role_variant': ['user', 'role variant'],
  '/message': ['system notifications'],
  '/userinfo': ['account info'],
};

const menu = (page: Page) => page.locator('nav').filter({ has: page.locator('img') });
const crumbs = (page: Page) => page.getByRole('banner').locator('nav li:not([aria-hidden])').allInnerTexts();

async function unfold(page: Page): Promise<void> {
  const folded = menu(page).locator('[aria-expanded=false]');
  while ((await folded.count()) > 0) await folded.first().click();
}

describe.each(languages)('in %s', (language) => {
  const at = languages.indexOf(language);
  const home = ['Home', '首页'][at] as string;
  const seen = new Set<string>();

  it.each(accounts)(
    'the menu of %s has the entries of its role, and the breadcrumb follows every page (R-HEAD-01, R-MENU-02, R-MENU-03, R-MENU-04, R-MENU-05, R-MENU-06, R-ROUTE-08)',
    async (account: Account) => {
      const page = await desk.open(account, { locale: locales[language] });
      await page.goto('/dashboard');
      await settled(page);
      await unfold(page);
      const links = await menu(page).getByRole('link').all();
      const paths = await Promise.all(links.map((link) => link.getAttribute('href')));
      const words = await menu(page).locator('.MuiListItemText-primary').allInnerTexts();
      expect(words).toEqual(menus[account].map((name) => named[name][at]));
      for (const word of words) seen.add(word);
      const header = async (button: RegExp, item: string) => {
        await page.getByRole('banner').getByRole('button', { name: button }).click();
        await page.locator('.MuiPopover-paper').getByText(item, { exact: true }).click();
      };
      // The pages look the same to all roles, so only these accounts visit them.
      if (!walkers.includes(account)) return;
      const visits: [string, () => Promise<void>][] = [
        ...paths.map((path): [string, () => Promise<void>] => [
          path ?? '',
          () => menu(page).locator(`a[href="${path}"]`).click(),
        ]),
        ['/message', () => header(/^(Messages|消息)/, ['Show more', '查看更多'][at] ?? '')],
        ['/userinfo', () => header(/^(User menu|用户菜单)/, entries['account info'][at] ?? '')],
      ];
      for (const [path, go] of visits) {
        await go();
        await page.waitForURL(`**${path}`);
        const trail = (trails[path] ?? ['dashboard']).map((name) => named[name][at]);
        await expect.poll(() => crumbs(page)).toEqual([home, ...trail]);
        for (const word of trail) seen.add(word as string);
      }
    },
  );

  it('all 22 entries have a label, over all roles, acting, and the page of its own (R-MENU-01)', async () => {
    const acting = await desk.open('sales', { acting: true, locale: locales[language] });
    await acting.goto('/dashboard');
    await settled(acting);
    for (const word of await menu(acting).locator('.MuiListItemText-primary').allInnerTexts()) seen.add(word);
    await acting.goto('/subscription');
    seen.add((await acting.getByRole('heading', { level: 1 }).textContent()) ?? '');
    const wanted = Object.values(entries).map((words) => words[at] as string);
    expect(wanted.filter((word) => !seen.has(word))).toEqual([]);
    expect(new Set(wanted).size).toBe(22);
  });
});

describe('acting for an enterprise', () => {
  const look = async (account: Account, language: 'en' | 'zh', acting: boolean) => {
    const page = await desk.open(account, { acting, locale: locales[language] });
    await page.goto('/dashboard');
    await settled(page);
    const image = menu(page).locator('img');
    const size = await image.evaluate((element) => (element as HTMLImageElement).naturalWidth);
    expect(size).toBeGreaterThan(0);
    const back = entries['back to sales'][languages.indexOf(language)] as string;
    return {
      page,
      back,
      logo: await image.getAttribute('src'),
      colour: await menu(page).evaluate((element) => getComputedStyle(element).backgroundColor),
      inMenu: await menu(page).getByText(back, { exact: true }).count(),
      inHeader: await page.getByRole('banner').getByRole('button', { name: back }).count(),
    };
  };

  it('has a logo of its own in each language, other colours, and a way back in menu and header; nobody else has (R-MENU-10, R-MENU-11, R-HEAD-04)', async () => {
    const logos = new Set<string | null>();
    for (const language of languages) {
      const acting = await look('sales', language, true);
      const normal = await look('sales', language, false);
      logos.add(acting.logo).add(normal.logo);
      expect([acting.inMenu, acting.inHeader, normal.inMenu, normal.inHeader]).toEqual([1, 1, 0, 0]);
      expect(acting.colour).not.toBe(normal.colour);
      for (const account of language === 'en' ? walkers.filter((one) => one !== 'sales') : []) {
        const other = await look(account, language, false);
        expect([other.inMenu, other.inHeader, other.logo, other.colour]).toEqual([0, 0, normal.logo, normal.colour]);
        await other.page.close();
      }
    }
    expect(logos.size).toBe(4);
  });

  it.each(['menu', 'header'] as const)(
    'ends by the way back in the %s, also from a page that sales may not open (R-HEAD-04, R-MENU-11)',
    async (place) => {
      const { page, back } = await look('sales', 'en', true);
      await page.goto('/authorization/assignment');
      await settled(page);
      const way = place === 'menu' ? menu(page) : page.getByRole('banner');
      await way.getByRole('button', { name: back }).click();
      await page.waitForURL('**/user/enterprise_user');
      await page.getByRole('alert').filter({ hasText: 'Switch Successful' }).waitFor();
      await expect.poll(() => menu(page).getByText(back).count()).toBe(0);
      await expect.poll(() => page.getByRole('banner').getByRole('button', { name: back }).count()).toBe(0);
    },
  );
});

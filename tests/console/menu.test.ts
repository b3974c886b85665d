import { describe, expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import type { Role } from '../../contract/schema/access.ts';
import { parseAddresses } from '../../src/custom/allocation/parseAddresses.ts';
import { sendTypesOf } from '../../src/custom/licence/mails/MailDialog.tsx';
import { notificationAddress } from '../../src/custom/messages/notifications.ts';
import { periodDays } from '../../src/custom/order/PeriodInput.tsx';
import { queryString } from '../../src/dataProvider/http/queryString.ts';
import { languageOfBrowser } from '../../src/i18n/language.ts';
import { mayOpen, menuOf, redirectFor, type SideMenuEntry } from '../../src/shell/menu/menu.ts';
import { type Account, accounts } from '../support/account.ts';
import { paths, redirectTargets } from '../support/routeTable.ts';

const names = (entries: readonly SideMenuEntry[]): unknown[] =>
  entries.map((entry) => (entry.children ? { [entry.label.en]: names(entry.children) } : entry.label.en));

describe('the menu', () => {
  const users = ['Salesmen', 'Enterprise users', 'Third-party accounts'];
  const products = { Products: ['Products', 'Sales products', 'Enterprise products'] };
  const authorization = { Authorization: ['Projects', 'Orders'] };
  const settings = { Settings: ['Service accounts', 'Tokens', 'Webhooks', 'Deliveries'] };

  it.each<[Role, unknown[]]>([
    [
      'SuperAdmin',
      [
        'Dashboard',
        { Users: ['Administrators', ...users, 'Role variants'] },
        'Enterprises',
        products,
        'Test projects',
        authorization,
        'Activations',
        'Audit',
        {
          Settings: [
            'Branding',
            'Sign-in and sessions',
            'E-mail',
            'Sign-in providers',
            'Data retention',
            'Signing keys',
            ...settings.Settings,
          ],
        },
      ],
    ],
    [
      'GeneralAdmin',
      ['Dashboard', { Users: users }, 'Enterprises', products, 'Test projects', authorization, 'Activations', settings],
    ],
    ['SalesMan', ['Dashboard', 'Enterprise users', 'Enterprises', 'Enterprise products', 'Orders']],
    ['Enterprise', ['Dashboard', 'Sub-users', 'Projects', 'Orders', 'Licence allocation', settings]],
    ['Subordinate', ['Dashboard', 'Applications']],
  ])(
    'of %s: single children stand alone, an enterprise sees its own at the top (R-MENU-02, R-MENU-03, R-MENU-04, R-MENU-05, R-MENU-06, R-MENU-07, R-MENU-09)',
    (role, wanted) => {
      expect(names(menuOf(contract, role, { tags: 0 }))).toEqual(wanted);
    },
  );

  it('hides the allocation for tags 1 (R-MENU-08)', () => {
    expect(names(menuOf(contract, 'Enterprise', { tags: 1 }))).toEqual([
      'Dashboard',
      'Sub-users',
      'Projects',
      'Orders',
      settings,
    ]);
  });

  it('leads a group to its first child that the role may open (A1, R-ROUTE-05, R-ROUTE-07, R-ROUTE-15, R-ROUTE-20)', () => {
    expect(redirectFor(contract, '/', 'Subordinate')).toBe('/dashboard');
    expect(redirectFor(contract, '/user', 'SuperAdmin')).toBe('/user/general');
    expect(redirectFor(contract, '/user', 'SalesMan')).toBe('/user/enterprise_user');
    expect(redirectFor(contract, '/product', 'SuperAdmin')).toBe('/enterprise/product');
    expect(redirectFor(contract, '/authorization', 'Enterprise')).toBe('/authorization/project');
    expect(redirectFor(contract, '/authorization', 'SalesMan')).toBe('/authorization/order');
  });

  const roleOf: Readonly<Record<Account, Role>> = {
    superadmin: 'SuperAdmin',
    operations: 'GeneralAdmin',
    sales: 'SalesMan',
    enterprise: 'Enterprise',
    subuser: 'Subordinate',
  };

  it.each(accounts)('lets %s open the pages of the role and no other (R-GUARD-05, R-PERM-08)', (account) => {
    const found = paths.map(([path]) => [path, mayOpen(contract, path, roleOf[account], false)]);
    expect(found).toEqual(paths.map(([path, , who]) => [path, who.includes(account)]));
    expect(paths.every(([path]) => mayOpen(contract, path, 'Enterprise', true))).toBe(true);
  });

  it.each(accounts)('leads %s from each group to its page, or nowhere (A1, A2)', (account) => {
    const role = roleOf[account];
    const led = (from: string) =>
      [redirectFor(contract, from, role) ?? ''].find((to) => mayOpen(contract, to, role, false)) ?? '/login';
    for (const [from, to] of Object.entries(redirectTargets[account])) expect([from, led(from)]).toEqual([from, to]);
  });

  it('guards every path by role, and none while acting (R-GUARD-04, R-ROUTE-09, R-ROUTE-23, R-ROUTE-25)', () => {
    expect(mayOpen(contract, '/user/general', 'GeneralAdmin', false)).toBe(false);
    expect(mayOpen(contract, '/authorization/assignment', 'GeneralAdmin', false)).toBe(false);
    expect(mayOpen(contract, '/audit', 'SuperAdmin', false)).toBe(true);
    expect(mayOpen(contract, '/audit', 'Enterprise', true)).toBe(true);
  });
});

describe('small rules of the console', () => {
  it('reads the browser’s language (R-I18N-02, R-I18N-03)', () => {
    expect(['cn', 'zh', 'ZH-cn', 'zh-CN'].map(languageOfBrowser)).toEqual(Array(4).fill('zh-CN'));
    expect(['de-DE', 'fr', 'zh-TW', 'en-US'].map(languageOfBrowser)).toEqual(Array(4).fill('en'));
  });

  it('sends a query whose colons stay and whose traps are encoded (A5, R-CALLG-03)', () => {
    expect(queryString({ start_at: '2026-01-02T03:04:05Z', search: 'a&b=c#d+e%', empty: '' })).toBe(
      'start_at=2026-01-02T03:04:05Z&search=a%26b%3Dc%23d%2Be%25',
    );
  });

  it('counts periods in days (R-UNIT-01, R-VALID-10)', () => {
    expect([1, 2, 3].map((unit) => periodDays({ count: '2', unit }))).toEqual([2, 60, 730]);
    expect(['0', '-1', '1.5', 'abc', ''].map((count) => periodDays({ count, unit: 1 }))).toEqual(
      Array(5).fill(undefined),
    );
  });

  it('takes each address once', () => {
    expect(parseAddresses('a@b.co, c@d.co;a@b.co\n')).toEqual(['a@b.co', 'c@d.co']);
  });

  it('offers the standard mail alone for migration products (R-MAILST-03)', () => {
    expect(sendTypesOf(1001).map((one) => one.id)).toEqual(['standard']);
    expect(sendTypesOf(1002).map((one) => one.id)).toEqual(['standard', 'dr', 'failback']);
  });

  it('leads from a message to its page (R-MSG-06, R-MSG-07, R-MSG-08, R-MSG-09)', () => {
    const notice = (module: 'order' | 'assignment' | 'allocation') => ({
      uuid: '',
      notice_title: '',
      created_at: '',
      module,
      record_id: 7,
      status: false,
    });
    expect(notificationAddress(contract, notice('order'), 'SalesMan')).toBe('/authorization/order?id=7');
    expect(notificationAddress(contract, notice('order'), 'Enterprise')).toBe('/behalf_order?id=7');
    expect(notificationAddress(contract, notice('assignment'), 'Enterprise')).toBe(
      '/authorization/assignment?active=1',
    );
    expect(notificationAddress(contract, notice('assignment'), 'GeneralAdmin')).toBe('/authorization/assignment');
    expect(notificationAddress(contract, notice('allocation'), 'Subordinate')).toBe('/authorization/application');
    expect(notificationAddress(contract, notice('allocation'), 'Enterprise')).toBe(
      '/authorization/assignment?active=2',
    );
    // A message about another record opens it, if its reader has a screen for it (issue 13 point 6).
    const declared = { module: null, entity: 'product', record_id: 7 };
    expect(notificationAddress(contract, declared, 'SuperAdmin')).toBe('/enterprise/product/7');
    expect(notificationAddress(contract, declared, 'Subordinate')).toBeUndefined();
    expect(notificationAddress(contract, { ...declared, entity: 'gone' }, 'SuperAdmin')).toBeUndefined();
  });
});

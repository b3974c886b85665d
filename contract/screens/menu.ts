import { memoize } from '../lib/memoize.ts';
import type { Label } from '../messages/label.ts';
import type { Role } from '../schema/access.ts';
import { roles } from '../schema/access.ts';
import type { Contract } from '../schema/entity.ts';
import type { IconName } from '../schema/icon.ts';
import type { ScreenDeclaration } from '../schema/screen.ts';

/** A group of the side menu. Its path leads to `first`, otherwise to the first child that the role may open (A1). */
export interface MenuGroup {
  readonly name: string;
  readonly path: string;
  readonly label: Label;
  readonly order: number;
  readonly icon: IconName;
  /** The screen that its path leads to, for the roles that may open it. */
  readonly first: string;
  /** For these roles the children appear at the top level of the menu, without the group. */
  readonly lifted?: readonly Role[];
}

export const menuGroups: readonly MenuGroup[] = [
  {
    name: 'user',
    path: '/user',
    label: { en: 'Users', zh: '用户' },
    order: 10,
    icon: 'user',
    first: '/user/general',
  },
  {
    name: 'product',
    path: '/product',
    label: { en: 'Products', zh: '产品' },
    order: 30,
    icon: 'product',
    first: '/enterprise/product',
  },
  {
    name: 'authorization',
    path: '/authorization',
    label: { en: 'Authorization', zh: '授权管理' },
    order: 50,
    icon: 'authorization',
    first: '/authorization/project',
    lifted: ['Enterprise'],
  },
  {
    name: 'setting',
    path: '/setting',
    label: { en: 'Settings', zh: '设置' },
    order: 80,
    icon: 'session',
    first: '/setting/service_account',
  },
];

/** Paths that redirect every role to another screen (SPEC 2, A2). */
export const redirects: Readonly<Record<string, string>> = {
  '/': '/dashboard',
  '/product/product': '/enterprise/product',
  '/product/sales_product': '/enterprise/sales_product',
  '/product/enterprise_product': '/enterprise/enterprise_product',
};

/** A page that no entity declares. */
export interface Page extends ScreenDeclaration {
  readonly page: 'dashboard' | 'userinfo' | 'behalf_order' | 'setup' | 'signing_keys';
  /** The entity whose records have addresses below the page. */
  readonly shows?: string;
  /** The entities that are listed on tabs of the page, with the number of the tab. */
  readonly tabs?: Readonly<Record<string, number>>;
}

export const pages: readonly Page[] = [
  {
    page: 'dashboard',
    path: '/dashboard',
    roles,
    label: { en: 'Dashboard', zh: '仪表盘' },
    menu: { order: 1, icon: 'dashboard' },
  },
  {
    page: 'userinfo',
    path: '/userinfo',
    roles,
    label: { en: 'Account', zh: '账号信息' },
    tabs: { subscription: 3, payment: 4 },
  },
  {
    page: 'behalf_order',
    path: '/behalf_order',
    roles: ['Enterprise'],
    label: { en: 'Orders', zh: '订单' },
    shows: 'order',
  },
  {
    page: 'setup',
    path: '/setup',
    roles: ['SuperAdmin'],
    label: { en: 'Set up the console', zh: '初始设置' },
  },
  {
    page: 'signing_keys',
    path: '/setting/signing_key',
    roles: ['SuperAdmin'],
    label: { en: 'Signing keys', zh: '签名密钥' },
    menu: { group: 'setting', order: 80, icon: 'session' },
  },
];

/** A page, or a declared screen with the name of its entity. */
export type GuardedScreen = ScreenDeclaration & { readonly entity?: string; readonly shows?: string };

/** Every guarded route of the console: the declared screens and the pages. A menu entry has the icon of its entity. */
export const guardedScreens = memoize(({ entities }: Contract): readonly GuardedScreen[] => [
  ...pages,
  ...entities.flatMap((entity) =>
    (entity.screens ?? []).map((screen) => ({
      ...screen,
      ...(screen.menu && { menu: { icon: entity.icon, ...screen.menu } }),
      entity: entity.name,
    })),
  ),
]);

/** The screens of a role, in the order of the menu. */
export const screensOfRole = (contract: Contract, role: Role) =>
  guardedScreens(contract)
    .filter((screen) => screen.roles.includes(role))
    .sort((a, b) => (a.menu?.order ?? 0) - (b.menu?.order ?? 0));

const knownPaths = memoize(
  (contract: Contract): ReadonlySet<string> =>
    new Set([
      ...guardedScreens(contract).map(({ path }) => path),
      ...menuGroups.map(({ path }) => path),
      ...Object.keys(redirects),
    ]),
);

/**
 * True if the path is a guarded screen, a menu group or a redirect. Only whole segments match: `/users` is not `/user`.
 */
export const isKnownPath = (contract: Contract, path: string): boolean =>
  knownPaths(contract).has(path.replace(/([^/])\/$/, '$1'));

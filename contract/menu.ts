import type { Role } from './access.ts';
import { roles } from './access.ts';
import type { ScreenDeclaration } from './entity.ts';
import { entities } from './index.ts';
import type { Label } from './label.ts';

/** A group of the side menu; it leads to its first child that the role may open (A1). */
export interface MenuGroup {
  readonly name: string;
  readonly path: string;
  readonly label: Label;
  readonly order: number;
  readonly icon: string;
}

export const menuGroups: readonly MenuGroup[] = [
  { name: 'user', path: '/user', label: { en: 'Users', zh: '用户' }, order: 10, icon: 'user' },
  { name: 'product', path: '/product', label: { en: 'Products', zh: '产品' }, order: 30, icon: 'product' },
  {
    name: 'authorization',
    path: '/authorization',
    label: { en: 'Authorization', zh: '授权管理' },
    order: 50,
    icon: 'authorization',
  },
];

/** A page that no entity declares. */
export interface Page extends ScreenDeclaration {
  readonly page: 'dashboard' | 'userinfo' | 'behalf_order';
}

export const pages: readonly Page[] = [
  {
    page: 'dashboard',
    path: '/dashboard',
    roles,
    label: { en: 'Dashboard', zh: '仪表盘' },
    menu: { order: 1, icon: 'dashboard' },
  },
  { page: 'userinfo', path: '/userinfo', roles, label: { en: 'Account', zh: '账号信息' } },
  { page: 'behalf_order', path: '/behalf_order', roles: ['Enterprise'], label: { en: 'Order', zh: '订单' } },
];

/** Every guarded route of the console: the declared screens and the pages. */
export const screens: readonly (ScreenDeclaration & { entity?: string })[] = [
  ...pages,
  ...entities.flatMap((entity) => (entity.screens ?? []).map((screen) => ({ ...screen, entity: entity.name }))),
];

/** The screens of a role, in the order of the menu. */
export const screensOf = (role: Role) =>
  screens.filter((screen) => screen.roles.includes(role)).sort((a, b) => (a.menu?.order ?? 0) - (b.menu?.order ?? 0));

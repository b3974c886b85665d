import type { Role } from '../../contract/access.ts';
import type { Label } from '../../contract/label.ts';
import { menuGroups, screens, screensOf } from '../../contract/menu.ts';

export interface Entry {
  readonly path: string;
  readonly label: Label;
  readonly icon: string;
  readonly order: number;
  readonly children?: readonly Entry[];
}

const icons: Readonly<Record<string, string>> = { user: 'user', product: 'product', authorization: 'authorization' };

/**
 * The side menu of a role (R-MENU-02 to R-MENU-09): a group with one child is that child; an enterprise user's
 * authorization children stand at the top; `tags` 1 hides the allocation.
 */
export function menuOf(role: Role, tags: number): Entry[] {
  const mine = screensOf(role).filter((one) => one.menu && !(tags === 1 && one.path === '/authorization/assignment'));
  const entry = (one: (typeof mine)[number]): Entry => ({
    path: one.path,
    label: one.label,
    icon: one.menu?.icon ?? icons[one.menu?.group ?? ''] ?? 'page',
    order: one.menu?.order ?? 0,
  });
  const alone = mine.filter((one) => !one.menu?.group).map(entry);
  const grouped = menuGroups.flatMap((group): Entry[] => {
    const children = mine.filter((one) => one.menu?.group === group.name).map(entry);
    const lifted = role === 'Enterprise' && group.name === 'authorization';
    if (children.length < 2 || lifted) return children;
    return [{ path: group.path, label: group.label, icon: group.icon, order: group.order, children }];
  });
  return [...alone, ...grouped].sort((a, b) => a.order - b.order);
}

const targets: Readonly<Record<string, string>> = {
  '/user': '/user/general',
  '/authorization': '/authorization/project',
  '/product': '/enterprise/product',
};

/** Where a path without a page of its own leads: to its first child that the role may open (A1, A2). */
export function redirectOf(path: string, role: Role): string | undefined {
  if (path === '/') return '/dashboard';
  const child = path.match(/^\/product\/(product|sales_product|enterprise_product)$/)?.[1];
  if (child) return `/enterprise/${child}`;
  const group = menuGroups.find((one) => one.path === path);
  if (!group) return undefined;
  const children = screensOf(role).filter((one) => one.menu?.group === group.name);
  const stated = children.find((one) => one.path === targets[path]);
  return (stated ?? children[0])?.path ?? targets[path];
}

/** May the role open the path? While acting every path may be opened (R-GUARD-04). */
export function mayOpen(path: string, role: Role, acting: boolean): boolean {
  const screen = screens.find((one) => one.path === path);
  return acting || screen === undefined || screen.roles.includes(role);
}

import { answeredRecord, conditionHolds } from '../../../contract/conditions/evaluate.ts';
import type { Label } from '../../../contract/messages/label.ts';
import type { Condition, ConditionCaller, Role } from '../../../contract/schema/access.ts';
import type { Contract } from '../../../contract/schema/entity.ts';
import type { IconName } from '../../../contract/schema/icon.ts';
import type { ScreenDeclaration } from '../../../contract/schema/screen.ts';
import { parseAddress } from '../../../contract/screens/address.ts';
import { isKnownPath, menuGroups, redirects, screensOfRole } from '../../../contract/screens/menu.ts';

export interface SideMenuEntry {
  readonly path: string;
  readonly label: Label;
  readonly icon: IconName;
  readonly order: number;
  readonly children?: readonly SideMenuEntry[];
}

type Values = Readonly<Record<string, unknown>>;

const sideMenuEntryOf = ({ path, label, menu }: ScreenDeclaration): SideMenuEntry => ({
  path,
  label,
  icon: menu?.icon ?? 'page',
  order: menu?.order ?? 0,
});

/** True if the entry's condition applies to the signed-in user. */
function isHidden(contract: Contract, condition: Condition, user: Values): boolean {
  const caller = user as unknown as ConditionCaller;
  return conditionHolds(contract.entity('user'), condition, answeredRecord(user), caller, 'values') === true;
}

/** The screens in the menu of a role, without those that are hidden from this user. */
const menuScreens = (contract: Contract, role: Role, user: Values) =>
  screensOfRole(contract, role).filter(
    ({ menu }) => menu && !(menu.hiddenWhen && isHidden(contract, menu.hiddenWhen, user)),
  );

/**
 * The side menu of a user (R-MENU-02 to R-MENU-09). A group with one child is replaced by the child; the children of a
 * group that is lifted for the role are at the top level.
 */
export function menuOf(contract: Contract, role: Role, user: Values): SideMenuEntry[] {
  const visible = menuScreens(contract, role, user);
  const ungrouped = visible.filter(({ menu }) => !menu?.group).map(sideMenuEntryOf);
  const grouped = menuGroups.flatMap(({ name, lifted, ...group }): SideMenuEntry[] => {
    const children = visible.filter(({ menu }) => menu?.group === name).map(sideMenuEntryOf);
    return children.length < 2 || lifted?.includes(role) ? children : [{ ...group, children }];
  });
  return [...ungrouped, ...grouped].sort((a, b) => a.order - b.order);
}

/** The target of a path that has no page: the first child of the group that the role may open (A1, A2). */
export function redirectFor(contract: Contract, path: string, role: Role): string | undefined {
  const group = menuGroups.find((one) => one.path === path);
  if (!group) return redirects[path];
  const children = screensOfRole(contract, role).filter(({ menu }) => menu?.group === group.name);
  return (children.find((one) => one.path === group.first) ?? children[0])?.path ?? group.first;
}

/** True if the role may open the path. While acting, every path may be opened (R-GUARD-04). */
export function mayOpen(contract: Contract, path: string, role: Role, acting: boolean): boolean {
  const screen = parseAddress(contract, path)?.screen;
  return acting || screen === undefined || screen.roles.includes(role);
}

/** True if the path is one of the console's that require a session. */
export const isGuardedPath = (contract: Contract, path: string): boolean =>
  isKnownPath(contract, path) || parseAddress(contract, path) !== undefined;

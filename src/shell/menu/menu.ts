import { answeredRecord, holdsFor } from '../../../contract/conditions/evaluate.ts';
import { entityNamed } from '../../../contract/index.ts';
import type { Label } from '../../../contract/messages/label.ts';
import type { Condition, ConditionCaller, Role } from '../../../contract/schema/access.ts';
import type { IconName } from '../../../contract/schema/icon.ts';
import type { ScreenDeclaration } from '../../../contract/schema/screen.ts';
import { placeAt } from '../../../contract/screens/address.ts';
import { isKnownPath, menuGroups, redirects, screensOf } from '../../../contract/screens/menu.ts';

export interface Entry {
  readonly path: string;
  readonly label: Label;
  readonly icon: IconName;
  readonly order: number;
  readonly children?: readonly Entry[];
}

type Values = Readonly<Record<string, unknown>>;

const entryOf = ({ path, label, menu }: ScreenDeclaration): Entry => ({
  path,
  label,
  icon: menu?.icon ?? 'page',
  order: menu?.order ?? 0,
});

/** Does the condition of an entry hold for the user who is signed in? */
const isHidden = (condition: Condition, user: Values): boolean =>
  holdsFor(entityNamed('user'), condition, answeredRecord(user), user as unknown as ConditionCaller, 'values') === true;

/** The screens of the role that stand in its menu, without those that their condition hides from this user. */
const shownTo = (role: Role, user: Values) =>
  screensOf(role).filter(({ menu }) => menu && !(menu.hiddenWhen && isHidden(menu.hiddenWhen, user)));

/**
 * The side menu of a user (R-MENU-02 to R-MENU-09): a group with one child is that child, and the children of a group
 * that is lifted for the role stand at the top.
 */
export function menuOf(role: Role, user: Values): Entry[] {
  const mine = shownTo(role, user);
  const alone = mine.filter(({ menu }) => !menu?.group).map(entryOf);
  const grouped = menuGroups.flatMap(({ name, lifted, ...group }): Entry[] => {
    const children = mine.filter(({ menu }) => menu?.group === name).map(entryOf);
    return children.length < 2 || lifted?.includes(role) ? children : [{ ...group, children }];
  });
  return [...alone, ...grouped].sort((a, b) => a.order - b.order);
}

/** Where a path without a page of its own leads: to its first child that the role may open (A1, A2). */
export function redirectOf(path: string, role: Role): string | undefined {
  const group = menuGroups.find((one) => one.path === path);
  if (!group) return redirects[path];
  const children = screensOf(role).filter(({ menu }) => menu?.group === group.name);
  return (children.find((one) => one.path === group.first) ?? children[0])?.path ?? group.first;
}

/** May the role open the path? While acting every path may be opened (R-GUARD-04). */
export function mayOpen(path: string, role: Role, acting: boolean): boolean {
  const screen = placeAt(path)?.screen;
  return acting || screen === undefined || screen.roles.includes(role);
}

/** Is the path one of the console's, which nobody sees without a session? */
export const isGuarded = (path: string): boolean => isKnownPath(path) || placeAt(path) !== undefined;

import type { Label } from '../../../contract/messages/label.ts';
import type { Role } from '../../../contract/schema/access.ts';
import { pages, screensOf } from '../../../contract/screens/menu.ts';
import { type Entry, menuOf } from '../menu/menu.ts';

/** A page that one can go to. */
export interface PlaceToGo {
  readonly path: string;
  readonly label: Label;
  readonly icon: Entry['icon'];
  /** The group of the menu that it stands in. */
  readonly group?: Label;
  /** The letter that leads there after `g`. */
  readonly key?: string;
}

const leaves = (entries: readonly Entry[]): PlaceToGo[] =>
  entries.flatMap(({ children, path, label, icon }): PlaceToGo[] =>
    children
      ? children.map((child) => ({ path: child.path, label: child.label, icon: child.icon, group: label }))
      : [{ path, label, icon }],
  );

/** The pages of a role that its menu leaves out (A20). */
const beside = (role: Role, known: readonly PlaceToGo[]): PlaceToGo[] =>
  screensOf(role)
    .filter(
      ({ path, menu }) =>
        !menu &&
        !known.some((one) => one.path === path) &&
        !pages.some((page) => page.page === 'behalf_order' && page.path === path),
    )
    .map(({ path, label, entity }) => ({ path, label, icon: entity === 'notification' ? 'message' : 'user' }));

/** The letters that a page may be gone to by: those that its English words begin with, then all that they have. */
const lettersOf = ({ label: { en } }: PlaceToGo): string[] => {
  const words = en.toLowerCase().split(/[^a-z]+/);
  return [...words.map((word) => word[0] ?? ''), ...words.join('')].filter(Boolean);
};

/** Every page of a user, each with a letter of its own: pages of one word choose before those of several. */
export function placesOf(role: Role, user: Readonly<Record<string, unknown>>): PlaceToGo[] {
  const inMenu = leaves(menuOf(role, user));
  const all = [...inMenu, ...beside(role, inMenu)];
  const taken = new Map<string, PlaceToGo>();
  const length = ({ label }: PlaceToGo) => label.en.split(' ').length;
  for (const place of all.toSorted((one, other) => length(one) - length(other))) {
    const letter = lettersOf(place).find((one) => !taken.has(one));
    if (letter) taken.set(letter, place);
  }
  const keys = new Map([...taken].map(([letter, place]) => [place, letter]));
  return all.map((place) => ({ ...place, ...(keys.has(place) && { key: keys.get(place) as string }) }));
}

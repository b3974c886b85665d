import type { Label } from '../../../contract/messages/label.ts';
import type { Role } from '../../../contract/schema/access.ts';
import type { Contract } from '../../../contract/schema/entity.ts';
import { pages, screensOfRole } from '../../../contract/screens/menu.ts';
import { menuOf, type SideMenuEntry } from '../menu/menu.ts';

/** A page to go to. */
export interface PlaceToGo {
  readonly path: string;
  readonly label: Label;
  readonly icon: SideMenuEntry['icon'];
  /** Its group in the menu. */
  readonly group?: Label;
  /** The letter that goes there, after `g`. */
  readonly key?: string;
}

const menuPlaces = (entries: readonly SideMenuEntry[]): PlaceToGo[] =>
  entries.flatMap(({ children, path, label, icon }): PlaceToGo[] =>
    children
      ? children.map((child) => ({ path: child.path, label: child.label, icon: child.icon, group: label }))
      : [{ path, label, icon }],
  );

/** The pages of a role that are not in its menu (A20). */
const otherPlaces = (contract: Contract, role: Role, known: readonly PlaceToGo[]): PlaceToGo[] =>
  screensOfRole(contract, role)
    .filter(
      ({ path, menu }) =>
        !menu &&
        !known.some((one) => one.path === path) &&
        !pages.some((page) => page.page === 'behalf_order' && page.path === path),
    )
    .map(({ path, label, entity }) => ({ path, label, icon: entity === 'notification' ? 'message' : 'user' }));

/** The letters that may stand for a page: the first letters of its English words, and then all their letters. */
const lettersOf = ({ label: { en } }: PlaceToGo): string[] => {
  const words = en.toLowerCase().split(/[^a-z]+/);
  return [...words.map((word) => word[0] ?? ''), ...words.join('')].filter(Boolean);
};

/** Every page of a user, each with a unique letter. Pages with the fewest words choose first. */
export function placesOf(contract: Contract, role: Role, user: Readonly<Record<string, unknown>>): PlaceToGo[] {
  const inMenu = menuPlaces(menuOf(contract, role, user));
  const all = [...inMenu, ...otherPlaces(contract, role, inMenu)];
  const placeByLetter = new Map<string, PlaceToGo>();
  const length = ({ label }: PlaceToGo) => label.en.split(' ').length;
  for (const place of all.toSorted((one, other) => length(one) - length(other))) {
    const letter = lettersOf(place).find((one) => !placeByLetter.has(one));
    if (letter) placeByLetter.set(letter, place);
  }
  const keys = new Map([...placeByLetter].map(([letter, place]) => [place, letter]));
  return all.map((place) => ({ ...place, ...(keys.has(place) && { key: keys.get(place) as string }) }));
}

import { memoize } from '../lib/memoize.ts';
import { embeddedLists } from '../relations/embeddedLists.ts';
import { hasRight, type Role } from '../schema/access.ts';
import type { Contract, Entity } from '../schema/entity.ts';
import { type GuardedScreen, guardedScreens, pages } from './menu.ts';
import { screenListsRecord } from './recordNoun.ts';

/** The path of an application link in the console, before its token. */
export const applicationPage = '/application';

type Row = Readonly<Record<string, unknown>>;

/** A screen, and the record in its address. */
export interface ScreenAddress {
  readonly screen: GuardedScreen;
  readonly id: number | undefined;
}

const screensByPath = memoize(
  (contract: Contract) => new Map(guardedScreens(contract).map((screen) => [screen.path, screen])),
);

/**
 * Parses a path of the console: a screen, or with a number after it a record that opens beside the screen's list (D1).
 * Undefined for any other path.
 */
export function parseAddress(contract: Contract, path: string): ScreenAddress | undefined {
  const byPath = screensByPath(contract);
  const screen = byPath.get(path);
  if (screen) return { screen, id: undefined };
  const [, base = '', digits] = /^(.+)\/([1-9]\d{0,9})$/.exec(path) ?? [];
  const holder = byPath.get(base);
  return holder && (holder.entity ?? holder.shows) ? { screen: holder, id: Number(digits) } : undefined;
}

const screensFor = ({ screens: own = [] }: Entity, role: Role) => own.filter((screen) => screen.roles.includes(role));

/** The query that selects a tab of a screen, if the role sees more than one list there. */
function tabQuery(outer: Entity, name: string, role: Role): string {
  const tabs = embeddedLists(outer, role).filter(({ by }) => by === undefined);
  return tabs.length > 0 ? `?active=${tabs.findIndex(({ entity }) => entity.name === name) + 2}` : '';
}

/** The address of a record on a tab of another entity's screen, for roles that have no screen of the entity. */
function tabAddress(entity: Entity, id: number, role: Role): string | undefined {
  for (const { entity: name, by } of entity.embeddedIn?.filter((one) => one.roles.includes(role)) ?? []) {
    const outer = entity.contract.entity(name);
    const screen = by === undefined ? screensFor(outer, role)[0] : undefined;
    if (screen) return `${screen.path}/${id}${tabQuery(outer, entity.name, role)}`;
  }
  return undefined;
}

/**
 * The address of a record: below the path of a screen whose list includes it, or of the screen whose tab lists it (D1).
 * @param row The known part of the record.
 * @returns Undefined if the role has no such screen.
 */
export function recordAddress(entity: Entity, row: Row & { readonly id: number }, role: Role): string | undefined {
  const mine = screensFor(entity, role);
  const screen =
    mine.find((one) => screenListsRecord(one, row)) ?? mine.find((one) => screenListsRecord(one, row) === undefined);
  if (screen) return `${screen.path}/${row.id}${tabQuery(entity, entity.name, role)}`;
  return tabAddress(entity, row.id, role);
}

/** A row, with the known rows that its references point to, by the names of the references. */
export type RowWithHolders = Row & {
  readonly id: number;
  readonly holders?: Readonly<Record<string, RowWithHolders | null>>;
};

/** The address of a record on a page whose tabs list its entity. */
function pageAddress({ name, access }: Entity, id: number, role: Role): string | undefined {
  const page = pages.find(({ tabs = {}, roles }) => name in tabs && roles.includes(role));
  return page && hasRight(access, 'list', role) ? `${page.path}?active=${page.tabs?.[name]}&id=${id}` : undefined;
}

/**
 * The rows that embed a list with this row, with their entities: those shown to the role, or without a role all known
 * ones.
 */
function holdersOf(entity: Entity, row: RowWithHolders, role?: Role): (readonly [Entity, RowWithHolders])[] {
  const lists = (entity.embeddedIn ?? []).filter(({ roles }) => role === undefined || roles.includes(role));
  return lists.flatMap(({ entity: name, by = '' }) => {
    const id = row[by];
    const known = row.holders?.[by] ?? (role !== undefined && typeof id === 'number' ? { id } : undefined);
    return known ? [[entity.contract.entity(name), known] as const] : [];
  });
}

/**
 * The address where a role finds a record in the console: its own, otherwise that of the record whose details list it,
 * searched upwards.
 * @returns Undefined if the role cannot see the record anywhere.
 */
export function findRecordAddress(entity: Entity, row: RowWithHolders, role: Role): string | undefined {
  const own = recordAddress(entity, row, role) ?? pageAddress(entity, row.id, role);
  if (own) return own;
  for (const [holder, known] of holdersOf(entity, row, role)) {
    const address = recordAddress(holder, known, role);
    if (address) return address;
  }
  for (const [holder, known] of holdersOf(entity, row)) {
    const address = findRecordAddress(holder, known, role);
    if (address) return address;
  }
  return undefined;
}

/** True if the role can find records of the entity anywhere in the console. */
export const isShownInConsole = (entity: Entity, role: Role): boolean =>
  screensFor(entity, role).length > 0 || (entity.embeddedIn ?? []).some((one) => one.roles.includes(role));

import type { Role } from './access.ts';
import type { Entity, ScreenDeclaration } from './entity.ts';
import { entityNamed } from './index.ts';
import { innerOf } from './within.ts';

type Row = Readonly<Record<string, unknown>>;

/** Does the screen's list hold the row? One that is narrowed by what is no column cannot tell. */
const holds = ({ only = {} }: ScreenDeclaration, row: Row): boolean =>
  Object.entries(only).every(([name, wanted]) => [wanted].flat().some((one) => one === row[name]));

const screensFor = ({ screens = [] }: Entity, role: Role) => screens.filter((screen) => screen.roles.includes(role));

/** The tab of another entity's screen on which the records stand, for roles that have no screen of theirs. */
function tabOf(entity: Entity, role: Role): string | undefined {
  for (const { entity: name, by } of entity.within?.filter((one) => one.roles.includes(role)) ?? []) {
    const screen = by === undefined ? screensFor(entityNamed(name), role)[0] : undefined;
    if (!screen) continue;
    const beside = innerOf(name, role).filter((one) => one.by === undefined);
    return `${screen.path}?active=${beside.findIndex((one) => one.entity.name === entity.name) + 2}`;
  }
  return undefined;
}

/** The record that a row stands within, where its own entity has no place for the role. */
function holderOf(entity: Entity, row: Row, role: Role): string | undefined {
  for (const { entity: name, by = '' } of entity.within?.filter((one) => one.roles.includes(role)) ?? []) {
    const screen = screensFor(entityNamed(name), role).find(({ only }) => only === undefined);
    if (screen && typeof row[by] === 'number') return `${screen.path}?id=${row[by]}`;
  }
  return undefined;
}

/**
 * Where a role finds a record in the console: on a screen whose list holds it, on a tab beside another list, or in the
 * record that it stands within. In: the entity, the row with its stored values, and the role. Undefined where the role
 * has no place for it.
 */
export function recordAddress(entity: Entity, row: Row & { readonly id: number }, role: Role): string | undefined {
  const screen = screensFor(entity, role).find((one) => holds(one, row));
  if (screen) return `${screen.path}?id=${row.id}`;
  const tab = tabOf(entity, role);
  return tab ? `${tab}&id=${row.id}` : holderOf(entity, row, role);
}

/** May the role find records of the entity anywhere in the console? */
export const hasPlace = (entity: Entity, role: Role): boolean =>
  screensFor(entity, role).length > 0 || (entity.within ?? []).some((one) => one.roles.includes(role));

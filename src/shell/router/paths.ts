import { entities, entityNamed } from '../../../contract/index.ts';
import type { Role } from '../../../contract/schema/access.ts';
import { parseAddress, recordAddress } from '../../../contract/screens/address.ts';
import { screensOfRole } from '../../../contract/screens/menu.ts';
import { isGuardedPath } from '../menu/menu.ts';

const entityNames: ReadonlySet<string> = new Set(entities.map(({ name }) => name));
const reactAdminPages: ReadonlySet<string> = new Set(['/access-denied', '/authentication-error']);

/**
 * Parses the address of a record or a list that react-admin makes from a resource: `/order`, `/order/5`,
 * `/order/5/show`.
 */
function parseResourcePath(path: string): { name: string; id: string | undefined } | undefined {
  const [, name = '', id, page] = path.split('/');
  const isRecord = id === undefined || id === 'create' || /^\d+$/.test(id);
  const isPage = page === undefined || (page === 'show' && id !== 'create');
  return entityNames.has(name) && isRecord && isPage ? { name, id: id === 'create' ? undefined : id } : undefined;
}

/** True if the path belongs to the console; all others show the error page (R-ROUTE-04). */
export const isConsolePath = (path: string): boolean =>
  isGuardedPath(path) || reactAdminPages.has(path) || parseResourcePath(path) !== undefined;

/**
 * The target of an address that react-admin makes from a resource: the record's own address, or the entity's screen
 * that the role may open. Undefined if the role has none.
 */
export function screenAddress(path: string, role: Role): string | undefined {
  const { name = '', id } = parseResourcePath(path) ?? {};
  if (id !== undefined) return recordAddress(entityNamed(name), { id: Number(id) }, role);
  return screensOfRole(role).find(({ entity }) => entity === name)?.path;
}

/** The declared screen at a path: a list, a record in it, or a page. */
export const screenAt = (path: string) => parseAddress(path)?.screen;

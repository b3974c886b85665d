import type { Role } from '../../../contract/schema/access.ts';
import type { Contract } from '../../../contract/schema/entity.ts';
import { parseAddress, recordAddress } from '../../../contract/screens/address.ts';
import { screensOfRole } from '../../../contract/screens/menu.ts';
import { isGuardedPath } from '../menu/menu.ts';

const reactAdminPages: ReadonlySet<string> = new Set(['/access-denied', '/authentication-error']);

/**
 * Parses the address of a record or a list that react-admin makes from a resource: `/order`, `/order/5`,
 * `/order/5/show`.
 */
function parseResourcePath(contract: Contract, path: string): { name: string; id: string | undefined } | undefined {
  const [, name = '', id, page] = path.split('/');
  const isRecord = id === undefined || id === 'create' || /^\d+$/.test(id);
  const isPage = page === undefined || (page === 'show' && id !== 'create');
  return contract.byName.has(name) && isRecord && isPage ? { name, id: id === 'create' ? undefined : id } : undefined;
}

/** True if the path belongs to the console; all others show the error page (R-ROUTE-04). */
export const isConsolePath = (contract: Contract, path: string): boolean =>
  isGuardedPath(contract, path) || reactAdminPages.has(path) || parseResourcePath(contract, path) !== undefined;

/**
 * The target of an address that react-admin makes from a resource: the record's own address, or the entity's screen
 * that the role may open. Undefined if the role has none.
 */
export function screenAddress(contract: Contract, path: string, role: Role): string | undefined {
  const { name = '', id } = parseResourcePath(contract, path) ?? {};
  if (id !== undefined) return recordAddress(contract.entity(name), { id: Number(id) }, role);
  return screensOfRole(contract, role).find(({ entity }) => entity === name)?.path;
}

/** The declared screen at a path: a list, a record in it, or a page. */
export const screenAt = (contract: Contract, path: string) => parseAddress(contract, path)?.screen;

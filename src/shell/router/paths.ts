import { entities, entityNamed } from '../../../contract/index.ts';
import type { Role } from '../../../contract/schema/access.ts';
import { placeAt, recordAddress } from '../../../contract/screens/address.ts';
import { screensOf } from '../../../contract/screens/menu.ts';
import { isGuarded } from '../menu/menu.ts';

const names: ReadonlySet<string> = new Set(entities.map(({ name }) => name));
const pages: ReadonlySet<string> = new Set(['/access-denied', '/authentication-error']);

/** An address of a record or a list as react-admin makes it from a resource: `/order`, `/order/5`, `/order/5/show`. */
function resourcePath(path: string): { name: string; id: string | undefined } | undefined {
  const [, name = '', id, page] = path.split('/');
  const isRecord = id === undefined || id === 'create' || /^\d+$/.test(id);
  const isPage = page === undefined || (page === 'show' && id !== 'create');
  return names.has(name) && isRecord && isPage ? { name, id: id === 'create' ? undefined : id } : undefined;
}

/** Is the path one of the console's own? All others show the error page (R-ROUTE-04). */
export const isConsolePath = (path: string): boolean =>
  isGuarded(path) || pages.has(path) || resourcePath(path) !== undefined;

/**
 * Where an address that react-admin makes from a resource leads: to the record at its own address, or to the screen of the
 * entity that the role may open. Undefined where the role has none.
 */
export function screenAddress(path: string, role: Role): string | undefined {
  const { name = '', id } = resourcePath(path) ?? {};
  if (id !== undefined) return recordAddress(entityNamed(name), { id: Number(id) }, role);
  return screensOf(role).find(({ entity }) => entity === name)?.path;
}

/** The declared screen of a path, a list of an entity, a record in it or a page. */
export const screenAt = (path: string) => placeAt(path)?.screen;

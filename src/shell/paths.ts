import type { Role } from '../../contract/access.ts';
import { entities } from '../../contract/index.ts';
import { isKnownPath, screens, screensOf } from '../../contract/menu.ts';

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
  isKnownPath(path) || pages.has(path) || resourcePath(path) !== undefined;

/**
 * Where an address that react-admin makes from a resource leads: to the screen of the entity that the role may open,
 * with the detail of the record. Undefined where the role has none.
 */
export function screenAddress(path: string, role: Role): string | undefined {
  const asked = resourcePath(path);
  const screen = screensOf(role).find(({ entity }) => entity === asked?.name);
  return screen && screen.path + (asked?.id ? `?id=${asked.id}` : '');
}

/** The declared screen of a path, a list of an entity or a page. */
export const screenAt = (path: string) => screens.find((one) => one.path === path);

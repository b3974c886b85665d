import type { Role } from '../../contract/access.ts';

const own: ReadonlySet<string> = new Set(['enterprise_id', 'parent_id']);

/** An enterprise's users see what is their own alone: whose it is says nothing in a column, and narrows nothing. */
export const saysNothing = (name: string, role: Role): boolean =>
  own.has(name) && (role === 'Enterprise' || role === 'Subordinate');

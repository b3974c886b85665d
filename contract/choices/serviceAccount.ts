import { roleDeclarations } from '../roles/index.ts';
import type { Choice } from '../schema/field/options.ts';

/** The choices of service accounts and their tokens (issue 34). */

/**
 * The roles that a service account can have, by the name that `GET /v1/user/config` answers. A role whose users have
 * properties of their own is left out: an account has none.
 */
export const accountRoles = roleDeclarations
  .filter(({ own }) => own === undefined)
  .map(({ name, label }) => ({ id: name, label })) satisfies readonly Choice[];

/** The number of a token's days that never end. */
export const neverExpires = 0;

export const tokenLifetimes = [
  { id: 30, label: { en: '30 days', zh: '30 天' } },
  { id: 90, label: { en: '90 days', zh: '90 天' } },
  { id: 365, label: { en: '365 days', zh: '365 天' } },
  { id: neverExpires, label: { en: 'Never', zh: '永不过期' } },
] as const satisfies readonly Choice[];

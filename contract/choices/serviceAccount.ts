import type { Choice } from '../schema/field/options.ts';
import { roleChoices } from './user.ts';

/** The choices of service accounts and their tokens (issue 34). */

/** The roles that a service account can have, by the name that `GET /v1/user/config` answers. */
export const accountRoles = [
  { id: 'SuperAdmin', label: roleChoices[0].label },
  { id: 'GeneralAdmin', label: roleChoices[1].label },
  { id: 'SalesMan', label: roleChoices[2].label },
  { id: 'Enterprise', label: roleChoices[3].label },
  { id: 'Subordinate', label: roleChoices[4].label },
] as const satisfies readonly Choice[];

/** The number of a token's days that never end. */
export const neverExpires = 0;

export const tokenLifetimes = [
  { id: 30, label: { en: '30 days', zh: '30 天' } },
  { id: 90, label: { en: '90 days', zh: '90 天' } },
  { id: 365, label: { en: '365 days', zh: '365 天' } },
  { id: neverExpires, label: { en: 'Never', zh: '永不过期' } },
] as const satisfies readonly Choice[];

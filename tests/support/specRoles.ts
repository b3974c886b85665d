import type { Role } from '../../contract/roles/index.ts';

/** The five roles of SPEC 3. A tree can have more; these tests speak of the five. */
export const specRoles = [
  'SuperAdmin',
  'GeneralAdmin',
  'SalesMan',
  'Enterprise',
  'Subordinate',
] as const satisfies Role[];
export type SpecRole = (typeof specRoles)[number];

/** True for one of the five. */
export const isSpecRole = (role: Role): role is SpecRole => specRoles.some((one) => one === role);

import { type Condition, me } from '../../schema/access.ts';

/** The service accounts that each role manages, together with their tokens; a SuperAdmin manages all (issue 34). */
export const accountRows = {
  GeneralAdmin: { role: ['GeneralAdmin', 'SalesMan', 'Enterprise', 'Subordinate'] },
  Enterprise: { role: 'Enterprise', enterprise_id: me('enterprise_id') },
} as const satisfies Record<'GeneralAdmin' | 'Enterprise', Condition>;

import { type Condition, me } from '../../schema/access.ts';

/** The webhooks that each role manages, together with their deliveries; a SuperAdmin manages all (issue 34). */
export const webhookRows = {
  GeneralAdmin: { role: ['GeneralAdmin', 'Enterprise'] },
  Enterprise: { role: 'Enterprise', enterprise_id: me('enterprise_id') },
} as const satisfies Record<'GeneralAdmin' | 'Enterprise', Condition>;

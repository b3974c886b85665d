import { me } from '../conditions/condition.ts';
import { defineRole } from './role.ts';

/** A user who buys for an enterprise (SPEC 3). */
export const enterprise = defineRole({
  name: 'Enterprise',
  id: 4,
  label: { en: 'Enterprise', zh: '企业用户' },
  side: 'customer',
  createdBy: ['SuperAdmin', 'GeneralAdmin', 'SalesMan'],
  home: '/authorization/order',
  enterprises: { id: me('enterprise_id') },
});

import { me } from '../conditions/condition.ts';
import { defineRole } from './role.ts';

/** A salesman, who looks after the enterprises whose sales owner he is (SPEC 3). */
export const salesMan = defineRole({
  name: 'SalesMan',
  id: 3,
  label: { en: 'Sales', zh: '销售' },
  side: 'vendor',
  createdBy: ['SuperAdmin', 'GeneralAdmin'],
  home: '/user/enterprise_user',
  enterprises: { sales_user_id: me('id') },
});

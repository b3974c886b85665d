import { defineRole } from './role.ts';

/** Operations, who approve what sales confirmed (SPEC 3). */
export const generalAdmin = defineRole({
  name: 'GeneralAdmin',
  id: 2,
  label: { en: 'Operations', zh: '运营' },
  side: 'vendor',
  createdBy: ['SuperAdmin', 'GeneralAdmin'],
  home: '/authorization/order',
});

import { defineRole } from './role.ts';

/** The administrator, who sees and manages everything (SPEC 3). */
export const superAdmin = defineRole({
  name: 'SuperAdmin',
  id: 1,
  label: { en: 'Administrator', zh: '管理员' },
  side: 'vendor',
  createdBy: ['SuperAdmin', 'GeneralAdmin'],
  home: '/audit',
});

import { defineRole } from './role.ts';

/** A user of an enterprise who applies for licences and sees only what is theirs (SPEC 3). */
export const subordinate = defineRole({
  name: 'Subordinate',
  id: 5,
  label: { en: 'Enterprise sub-user', zh: '企业子用户' },
  side: 'customer',
  createdBy: ['SuperAdmin', 'GeneralAdmin', 'Enterprise'],
  home: '/authorization/application',
});

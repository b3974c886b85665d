import { admins, everything } from '../../../contract/schema/access.ts';
import { defineEntity } from '../../../contract/schema/entity.ts';
import { text } from '../../../contract/schema/field/field.ts';

/** A team for tickets. The author of a ticket looks it up by name and cannot list the teams. */
export const ticketTeam = defineEntity({
  name: 'ticket_team',
  label: { en: 'Team', zh: '团队' },
  title: 'name',
  fields: { name: text({ label: { en: 'Name', zh: '名称' }, required: true, max: 60 }) },
  access: {
    list: admins,
    create: admins,
    lookup: ['SalesMan', 'Enterprise'],
    rows: { SuperAdmin: everything, GeneralAdmin: everything, SalesMan: everything, Enterprise: everything },
  },
  list: { columns: ['name'], search: ['name'], sort: 'name' },
  form: ['name'],
  screens: [{ path: '/ticket_team', roles: admins, label: { en: 'Teams', zh: '团队' }, menu: { order: 71 } }],
  samples: [{ name: '平台团队' }],
});

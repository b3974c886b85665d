import { everything } from '../../../contract/schema/access.ts';
import { defineEntity } from '../../../contract/schema/entity.ts';
import { localizedText } from '../../../contract/schema/field/field.ts';

/** A team for tickets. The author of a ticket looks it up by name and cannot list the teams. */
export const ticketTeam = defineEntity({
  name: 'ticket_team',
  label: { en: 'Team', zh: '团队' },
  labels: { en: 'Teams', zh: '团队' },
  title: 'name',
  fields: { name: localizedText({ label: { en: 'Name', zh: '名称' }, required: true, max: 60 }) },
  access: {
    SuperAdmin: [everything, 'list create'],
    GeneralAdmin: [everything, 'list create'],
    SalesMan: [everything, 'lookup'],
    Enterprise: [everything, 'lookup'],
  },
  list: { columns: ['name'], search: ['name'], sort: 'name' },
  samples: [{ name: { en: 'Platform team', zh: '平台团队' } }],
});

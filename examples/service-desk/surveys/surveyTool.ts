import { admins, everything } from '../../../contract/schema/access.ts';
import { defineEntity } from '../../../contract/schema/entity.ts';
import { boolean, integer, text } from '../../../contract/schema/field/field.ts';

/** A tool of a surveyor. Some roles can only look it up by name, without access to its list and price. */
export const surveyTool = defineEntity({
  name: 'survey_tool',
  label: { en: 'Tool', zh: '工具' },
  title: 'name',
  fields: {
    name: text({ label: { en: 'Name', zh: '名称' }, required: true, max: 60 }),
    cost: integer({ label: { en: 'Cost', zh: '成本' }, default: 0 }),
    shared: boolean({ label: { en: 'Lent to customers', zh: '可借给客户' }, default: false }),
  },
  access: {
    list: admins,
    lookup: ['SalesMan', 'Enterprise'],
    rows: {
      SuperAdmin: everything,
      GeneralAdmin: everything,
      SalesMan: everything,
      Enterprise: { shared: true },
    },
  },
  list: { columns: ['name', 'cost', 'shared'], search: ['name'], sort: 'name' },
});

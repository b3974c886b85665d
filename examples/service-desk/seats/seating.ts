import { everything, me, staff } from '../../../contract/schema/access.ts';
import { defineEntity } from '../../../contract/schema/entity.ts';
import { reference, text } from '../../../contract/schema/field/field.ts';

/** A seating plan of a customer, whose seats are edited in its form. */
export const seating = defineEntity({
  name: 'seating',
  label: { en: 'Seating plan', zh: '座位表' },
  labels: { en: 'Seating plans', zh: '座位表' },
  title: 'name',
  fields: {
    name: text({ label: { en: 'Name', zh: '名称' }, required: true, max: 60 }),
    enterprise_id: reference('enterprise', {
      label: { en: 'Customer', zh: '客户' },
      required: true,
      createOnly: true,
      as: 'enterprise',
      embed: ['id', 'name'],
    }),
  },
  access: {
    SuperAdmin: [everything, 'list create edit remove'],
    GeneralAdmin: [everything, 'list create edit remove'],
    SalesMan: [{ enterprise_id: { sales_user_id: me('id') } }, 'list create edit'],
  },
  list: { columns: ['name', 'enterprise_id'], search: ['name'], sort: 'id' },
  children: {
    seats: {
      entity: 'seat',
      by: 'seating_id',
      label: { en: 'Seats', zh: '座位' },
      nested: true,
      add: ['place', 'badge', 'note', 'fixed'],
      onDelete: 'cascade',
    },
  },
  screens: [{ path: '/seating', roles: staff, menu: { order: 77 } }],
});

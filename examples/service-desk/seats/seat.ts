import { admins, everything, me } from '../../../contract/schema/access.ts';
import { defineEntity } from '../../../contract/schema/entity.ts';
import { boolean, integer, reference, text } from '../../../contract/schema/field/field.ts';

/** A seat, whose place is unique in its plan and whose badge is unique everywhere. A fixed seat cannot be changed. */
export const seat = defineEntity({
  name: 'seat',
  label: { en: 'Seat', zh: '座位' },
  labels: { en: 'Seats', zh: '座位' },
  title: 'badge',
  fields: {
    seating_id: reference('seating', {
      label: { en: 'Seating plan', zh: '座位表' },
      required: true,
      createOnly: true,
      as: 'seating',
      embed: ['id', 'name'],
    }),
    place: integer({ label: { en: 'Place', zh: '位置' }, required: true, min: 1, max: 99 }),
    badge: text({ label: { en: 'Badge', zh: '工牌' }, unique: true, max: 20 }),
    note: text({ label: { en: 'Note', zh: '备注' }, max: 40 }),
    fixed: boolean({ label: { en: 'Fixed', zh: '固定' }, default: false, write: admins }),
  },
  unique: [['seating_id', 'place']],
  access: {
    SuperAdmin: [everything, 'list create edit remove'],
    GeneralAdmin: [everything, 'list create edit remove'],
    SalesMan: [{ seating_id: { enterprise_id: { sales_user_id: me('id') } } }, 'list create edit remove'],
  },
  editWhile: { fixed: [false, null] },
  removeWhile: { fixed: [false, null] },
  list: {
    columns: ['place', 'badge', 'note', 'fixed'],
    filters: ['seating_id'],
    search: ['badge'],
    summaries: [{ by: ['seating_id'], sums: ['place'] }],
    notInGlobalSearch: true,
    sort: 'id',
  },
});

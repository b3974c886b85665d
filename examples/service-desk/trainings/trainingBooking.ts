import { everything, me, staff } from '../../../contract/schema/access.ts';
import { defineEntity } from '../../../contract/schema/entity.ts';
import { choice, integer, reference, text } from '../../../contract/schema/field/field.ts';

/** Seats of a training that a customer books. They are limited by the training, whose numbers the customer does not see. */
export const trainingBooking = defineEntity({
  name: 'training_booking',
  label: { en: 'Booking', zh: '预订' },
  labels: { en: 'Bookings', zh: '预订' },
  title: 'name',
  fields: {
    training_id: reference('training', {
      label: { en: 'Training', zh: '培训' },
      required: true,
      as: 'training',
      embed: ['id', 'subject'],
    }),
    enterprise_id: reference('enterprise', {
      label: { en: 'Customer', zh: '客户' },
      required: true,
      createOnly: true,
      default: me('enterprise_id'),
      fixedFor: ['Enterprise'],
      as: 'enterprise',
      embed: ['id', 'name'],
    }),
    name: text({ label: { en: 'Booked for', zh: '预订人' }, required: true, max: 60 }),
    people: integer({ label: { en: 'Seats', zh: '座位数' }, required: true, default: 1, max: 99 }),
    status: choice(
      [
        { id: 0, label: { en: 'Booked', zh: '已预订' }, tone: 'good' },
        { id: 1, label: { en: 'Released', zh: '已释放' }, tone: 'neutral' },
      ],
      { label: { en: 'Status', zh: '状态' }, default: 0, readOnly: true },
    ),
  },
  access: {
    SuperAdmin: [everything, 'list create edit remove'],
    GeneralAdmin: [everything, 'list create edit remove'],
    SalesMan: [everything, 'list create edit remove'],
    Enterprise: [{ enterprise_id: me('enterprise_id') }, 'list create edit'],
  },
  lifecycle: {
    field: 'status',
    transitions: {
      release: {
        from: [0],
        to: 1,
        roles: [...staff, 'Enterprise'],
        label: { en: 'Release the seats', zh: '释放座位' },
      },
      rebook: {
        from: [1],
        to: 0,
        roles: [...staff, 'Enterprise'],
        label: { en: 'Book again', zh: '重新预订' },
      },
    },
  },
  import: true,
  list: {
    columns: ['name', 'training_id', 'enterprise_id', 'people', 'status'],
    filters: ['training_id', 'status'],
    search: ['name'],
  },
  form: [
    ['training_id', 'enterprise_id'],
    ['name', 'people'],
  ],
  screens: [{ path: '/training_booking', roles: [...staff, 'Enterprise'], menu: { order: 79 } }],
});

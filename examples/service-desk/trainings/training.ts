import { atLeast, everything, staff } from '../../../contract/schema/access.ts';
import { fromRecord } from '../../../contract/schema/assignedValues.ts';
import { defineEntity } from '../../../contract/schema/entity.ts';
import { boolean, choice, computed, dateTime, integer, rollup, text } from '../../../contract/schema/field/field.ts';
import { when } from '../../../contract/schema/field/formula.ts';
import { after, now } from '../../../contract/schema/now.ts';

/** A training in a room, with a number of seats. One that is cancelled leaves its room to others. */
export const training = defineEntity({
  name: 'training',
  label: { en: 'Training', zh: '培训' },
  labels: { en: 'Trainings', zh: '培训' },
  title: 'subject',
  fields: {
    subject: text({ label: { en: 'Subject', zh: '主题' }, required: true, max: 60 }),
    room: text({ label: { en: 'Room', zh: '教室' }, max: 40 }),
    starts_at: dateTime({ label: { en: 'Starts at', zh: '开始时间' }, required: true }),
    ends_at: dateTime({ label: { en: 'Ends at', zh: '结束时间' }, required: true }),
    seats: integer({ label: { en: 'Seats', zh: '座位数' }, required: true, max: 500 }),
    needed: integer({ label: { en: 'Bookings needed', zh: '最少预订数' }, max: 500 }),
    booked: rollup(
      { entity: 'training_booking', by: 'training_id', sum: 'people', when: { status: 0 } },
      integer({ label: { en: 'Booked seats', zh: '已预订座位' }, read: staff }),
    ),
    full: computed(when('booked >= seats'), boolean({ label: { en: 'Full', zh: '已满' }, read: staff })),
    status: choice(
      [
        { id: 0, label: { en: 'Planned', zh: '已计划' }, tone: 'info' },
        { id: 1, label: { en: 'Confirmed', zh: '已确认' }, tone: 'good' },
        { id: 2, label: { en: 'Cancelled', zh: '已取消' }, tone: 'bad' },
      ],
      { label: { en: 'Status', zh: '状态' }, default: 0, readOnly: true },
    ),
  },
  check: {
    'booked <= seats': { en: 'There are not enough seats', zh: '座位不足' },
  },
  noOverlap: { by: ['room'], from: 'starts_at', until: 'ends_at', when: { status: [0, 1] } },
  access: {
    SuperAdmin: [everything, 'list create edit remove'],
    GeneralAdmin: [everything, 'list create edit remove'],
    SalesMan: [everything, 'list create edit'],
    Enterprise: [everything, 'list'],
  },
  lifecycle: {
    field: 'status',
    transitions: {
      confirm: {
        from: [0],
        to: 1,
        roles: staff,
        label: { en: 'Confirm', zh: '确认' },
        when: [
          {
            holds: { starts_at: after(now) },
            otherwise: { en: 'The training has already begun', zh: '培训已开始' },
            at: 'status',
          },
          {
            holds: { anyOf: [{ needed: null }, { booked: atLeast(fromRecord('needed')) }] },
            otherwise: { en: 'Fewer seats are booked than are needed', zh: '预订座位数未达到最少预订数' },
          },
        ],
      },
      cancel: {
        from: [0, 1],
        to: 2,
        roles: staff,
        label: { en: 'Cancel the training', zh: '取消培训' },
        takes: { bookings: 'release' },
      },
      reopen: { from: [2], to: 0, roles: staff, label: { en: 'Plan again', zh: '重新计划' } },
    },
  },
  actions: {
    release_bookings: {
      endpoint: {
        name: 'training_release_bookings',
        path: '/v1/training/{id}/release_bookings',
        label: { en: 'Release all bookings of a training', zh: '释放培训的全部预订' },
      },
      roles: staff,
      label: { en: 'Release all bookings', zh: '释放全部预订' },
      when: { booked: atLeast(1) },
      otherwise: { en: 'Nobody has booked', zh: '暂无预订' },
      takes: { bookings: 'release' },
      confirm: { en: 'Release all bookings of {subject}?', zh: '确定释放“{subject}”的全部预订？' },
      done: { en: 'has no bookings any more', zh: '预订已全部释放' },
      tone: 'danger',
    },
  },
  notices: {
    cancel: {
      to: { children: 'bookings', when: { status: 0 }, to: { role: 'Enterprise', of: 'enterprise_id' } },
      text: { en: 'The training {subject} of {starts_at} is cancelled', zh: '{starts_at} 的培训 {subject} 已取消' },
      mail: true,
    },
    soon: {
      schedule: { by: 'starts_at', days: -3 },
      when: { status: 1 },
      to: {
        children: 'bookings',
        when: { status: 0 },
        to: ['enterprise.sales_user_id', { role: 'Enterprise', of: 'enterprise_id' }],
      },
      text: { en: 'The training {subject} begins on {starts_at}', zh: '培训 {subject} 将于 {starts_at} 开始' },
    },
  },
  charts: {
    trainings_by_month: {
      label: { en: 'Trainings by month', zh: '每月培训' },
      roles: staff,
      order: 93,
      by: 'starts_at',
    },
  },
  import: true,
  list: {
    columns: ['subject', 'room', 'starts_at', 'ends_at', 'seats', 'booked', 'full', 'status'],
    calendar: { from: 'starts_at', until: 'ends_at', when: { status: [0, 1] } },
    filters: ['status', 'room', 'full', 'starts_at', 'ends_at'],
    search: ['subject', 'room'],
    sort: ['room', '-starts_at'],
  },
  form: ['subject', 'room', ['starts_at', 'ends_at'], ['seats', 'needed']],
  children: {
    bookings: {
      entity: 'training_booking',
      by: 'training_id',
      label: { en: 'Bookings', zh: '预订' },
      onDelete: 'cascade',
    },
  },
});

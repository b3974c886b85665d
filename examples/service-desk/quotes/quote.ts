import { admins, atLeast, everything, me, staff } from '../../../contract/schema/access.ts';
import { defineEntity } from '../../../contract/schema/entity.ts';
import {
  boolean,
  choice,
  decimal,
  integer,
  longText,
  reference,
  rollup,
  text,
} from '../../../contract/schema/field/field.ts';

/** A quote for a customer, saved together with its lines. */
export const quote = defineEntity({
  name: 'quote',
  table: 'quotes',
  label: { en: 'Quote', zh: '报价单' },
  labels: { en: 'Quotes', zh: '报价单' },
  title: 'subject',
  fields: {
    subject: text({ label: { en: 'Subject', zh: '主题' }, required: true, unique: true, max: 60 }),
    enterprise_id: reference('enterprise', {
      label: { en: 'Customer', zh: '客户' },
      required: true,
      createOnly: true,
      as: 'enterprise',
      embed: ['id', 'name'],
    }),
    terms: longText({ label: { en: 'Terms', zh: '条款' } }),
    lines_count: rollup(
      { entity: 'quote_line', by: 'quote_id' },
      integer({ label: { en: 'Number of lines', zh: '明细行数' }, read: admins }),
    ),
    total: rollup(
      { entity: 'quote_line', by: 'quote_id', sum: 'total' },
      decimal({ label: { en: 'Total', zh: '合计' }, scale: 2, read: admins }),
    ),
    closed: boolean({ label: { en: 'Closed', zh: '已关闭' }, default: false, write: admins }),
    status: choice(
      [
        { id: 0, label: { en: 'Draft', zh: '草稿' }, tone: 'neutral' },
        { id: 1, label: { en: 'Sent', zh: '已发送' }, tone: 'good' },
      ],
      { label: { en: 'Status', zh: '状态' }, default: 0, readOnly: true },
    ),
  },
  access: {
    list: [...staff, 'Enterprise'],
    create: staff,
    edit: [...staff, 'Enterprise'],
    remove: admins,
    rows: {
      SuperAdmin: everything,
      GeneralAdmin: everything,
      SalesMan: { enterprise_id: { sales_user_id: me('id') } },
      Enterprise: { enterprise_id: me('enterprise_id') },
    },
  },
  editWhile: { closed: [false, null] },
  lifecycle: {
    field: 'status',
    transitions: {
      send: {
        from: [0],
        to: 1,
        roles: staff,
        label: { en: 'Send', zh: '发送' },
        when: { lines_count: atLeast(1) },
        otherwise: { en: 'Add a line before the quote is sent', zh: '请先添加明细再发送报价单' },
      },
    },
  },
  list: {
    columns: ['subject', 'enterprise_id', 'lines_count', 'total', 'status'],
    filters: ['status', 'lines_count', 'total'],
    search: ['subject'],
    sort: 'id',
  },
  form: [['subject', 'enterprise_id'], 'terms', 'closed'],
  children: {
    lines: {
      entity: 'quote_line',
      by: 'quote_id',
      label: { en: 'Lines', zh: '明细' },
      nested: true,
      add: ['name', 'count', 'price', 'begins_on', 'ends_on', 'discount', 'fixed', 'internal', 'after_id'],
      onDelete: 'cascade',
    },
  },
  print: {
    sections: [
      { fields: ['subject', 'enterprise_id', 'status'] },
      { label: { en: 'Lines', zh: '明细' }, list: 'quote_line' },
      { fields: ['terms'] },
    ],
    signatures: [
      { en: 'Accepted by the customer', zh: '客户确认' },
      { en: 'For the vendor', zh: '供应商' },
    ],
  },
  timeline: { parts: { lines: { entity: 'quote_line', by: 'quote_id', names: 'name', only: ['create'] } } },
  screens: [
    {
      path: '/quote',
      roles: [...staff, 'Enterprise'],
      label: { en: 'Quotes', zh: '报价单' },
      menu: { order: 76 },
    },
  ],
});

import { admins, everything, me, staff } from '../../../contract/schema/access.ts';
import { defineEntity } from '../../../contract/schema/entity.ts';
import {
  boolean,
  computed,
  date,
  decimal,
  integer,
  reference,
  serial,
  text,
} from '../../../contract/schema/field/field.ts';
import { times } from '../../../contract/schema/field/formula.ts';

/** A line of a quote. A fixed line cannot be changed, and only administrators see internal ones. */
export const quoteLine = defineEntity({
  name: 'quote_line',
  label: { en: 'Line', zh: '明细行' },
  labels: { en: 'Lines', zh: '明细行' },
  title: 'name',
  fields: {
    number: serial('L-{0000}', { label: { en: 'Number', zh: '编号' } }),
    quote_id: reference('quote', {
      label: { en: 'Quote', zh: '报价单' },
      required: true,
      createOnly: true,
      as: 'quote',
      embed: ['id', 'subject'],
    }),
    name: text({ label: { en: 'Item', zh: '项目' }, required: true, max: 60 }),
    count: integer({ label: { en: 'Count', zh: '数量' }, required: true, default: 1, min: 1, max: 99 }),
    price: decimal({ label: { en: 'Price', zh: '单价' }, scale: 2 }),
    total: computed(times('count', 'price'), decimal({ label: { en: 'Total', zh: '小计' }, scale: 2 })),
    begins_on: date({ label: { en: 'Begins on', zh: '开始日期' } }),
    ends_on: date({ label: { en: 'Ends on', zh: '结束日期' } }),
    discount: integer({ label: { en: 'Discount in percent', zh: '折扣（%）' }, write: admins, max: 50 }),
    fixed: boolean({ label: { en: 'Fixed', zh: '固定' }, default: false, write: admins }),
    internal: boolean({ label: { en: 'Internal', zh: '内部' }, default: false, write: admins, read: admins }),
    after_id: reference('quote_line', {
      label: { en: 'Comes after', zh: '前一项' },
      as: 'after',
      embed: ['id', 'name'],
      onDelete: 'restrict',
    }),
  },
  unique: [['quote_id', 'name']],
  rules: [
    { field: 'ends_on', after: 'begins_on' },
    { field: 'price', requiredWhen: { count: 99 } },
  ],
  access: {
    list: [...staff, 'Enterprise'],
    create: staff,
    edit: [...staff, 'Enterprise'],
    remove: staff,
    rows: {
      SuperAdmin: everything,
      GeneralAdmin: everything,
      SalesMan: { internal: [false, null], quote_id: { enterprise_id: { sales_user_id: me('id') } } },
      Enterprise: { internal: [false, null], quote_id: { enterprise_id: me('enterprise_id') } },
    },
  },
  editWhile: { fixed: [false, null] },
  removeWhile: { fixed: [false, null] },
  notices: {
    create: {
      to: { role: 'Enterprise', of: 'quote.enterprise_id' },
      text: { en: 'A quote of yours has the line {name}', zh: '您的报价单新增了 {name}' },
    },
  },
  list: {
    columns: ['number', 'name', 'count', 'price', 'total', 'begins_on', 'ends_on', 'discount', 'fixed', 'internal'],
    filters: ['quote_id'],
    search: ['name'],
    notInGlobalSearch: true,
    sort: 'id',
  },
});

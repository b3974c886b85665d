import { admins, everything } from '../../../contract/schema/access.ts';
import { defineEntity } from '../../../contract/schema/entity.ts';
import {
  boolean,
  choice,
  date,
  decimal,
  integer,
  money,
  reference,
  text,
} from '../../../contract/schema/field/field.ts';

export const currencies = [
  { id: 'CNY', label: { en: 'Yuan', zh: '人民币' } },
  { id: 'EUR', label: { en: 'Euro', zh: '欧元' } },
] as const;

/** The price of a product in one currency during a period; no two apply on the same day. */
export const price = defineEntity({
  name: 'price',
  label: { en: 'Price', zh: '价格' },
  labels: { en: 'Prices', zh: '价格' },
  title: 'name',
  fields: {
    name: text({ label: { en: 'Name', zh: '名称' }, required: true, max: 60 }),
    product_id: reference('product', { label: { en: 'Product', zh: '产品' }, required: true }),
    currency: choice(currencies, { label: { en: 'Currency', zh: '币种' }, required: true, default: 'CNY' }),
    starts_on: date({ label: { en: 'Applies from', zh: '生效日期' } }),
    ends_on: date({ label: { en: 'Applies until', zh: '失效日期' } }),
    amount: money({ label: { en: 'List price', zh: '标价' }, currency: 'currency', required: true }),
    lowest: money({ label: { en: 'Lowest price', zh: '最低价' }, currency: 'currency' }),
    least: integer({ label: { en: 'Least quantity', zh: '最小数量' }, min: 1 }),
    most: integer({ label: { en: 'Greatest quantity', zh: '最大数量' }, min: 1 }),
    discount: decimal({ label: { en: 'Discount (%)', zh: '折扣（%）' }, precision: 5, scale: 2, max: 100 }),
    bonus: decimal({ label: { en: 'Bonus (%)', zh: '返利（%）' }, precision: 5, scale: 2, max: 100 }),
    internal: boolean({ label: { en: 'Internal', zh: '内部' }, default: false, write: admins }),
  },
  check: {
    'lowest <= amount': { en: 'The lowest price cannot exceed the list price', zh: '最低价不能高于标价' },
    'most >= least': { en: 'The greatest quantity is below the least', zh: '最大数量不能小于最小数量' },
    'discount + bonus <= 30.5 or most * 2 < 10': {
      en: 'Discount and bonus together are at most 30.5%, except for fewer than five',
      zh: '折扣与返利合计不得超过 30.5%，数量少于五的除外',
    },
    'ends_on - starts_on < 731': { en: 'A price applies for two years at most', zh: '价格有效期最长两年' },
  },
  noOverlap: { by: ['product_id', 'currency'], from: 'starts_on', until: 'ends_on' },
  access: {
    SuperAdmin: [everything, 'list create edit remove'],
    GeneralAdmin: [everything, 'list create edit remove'],
    SalesMan: [{ internal: false }, 'list create edit'],
    Enterprise: [{ internal: false }, 'lookup'],
  },
  import: true,
  list: {
    columns: ['name', 'product_id', 'amount', 'starts_on', 'ends_on'],
    filters: ['product_id', 'currency'],
    search: ['name'],
  },
  form: [
    'name',
    ['product_id', 'currency'],
    ['amount', 'lowest'],
    ['starts_on', 'ends_on'],
    ['least', 'most'],
    ['discount', 'bonus'],
    'internal',
  ],
  samples: [
    { name: 'Spring', product_id: 1, currency: 'CNY', amount: 120_000, starts_on: '2026-01-01', ends_on: '2026-06-30' },
    { name: 'Autumn', product_id: 1, currency: 'CNY', amount: 130_000, starts_on: '2026-07-01' },
  ],
});

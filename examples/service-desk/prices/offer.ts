import { everything, me, staff } from '../../../contract/schema/access.ts';
import { defineEntity } from '../../../contract/schema/entity.ts';
import { choice, date, decimal, money, reference, text } from '../../../contract/schema/field/field.ts';
import { currencies } from './price.ts';

/** An offer at a list price, which it starts with and may change. */
export const offer = defineEntity({
  name: 'offer',
  label: { en: 'Offer', zh: '报盘' },
  labels: { en: 'Offers', zh: '报盘' },
  title: 'subject',
  fields: {
    subject: text({ label: { en: 'Subject', zh: '主题' }, required: true, max: 60 }),
    enterprise_id: reference('enterprise', {
      label: { en: 'Customer', zh: '客户' },
      default: me('enterprise_id'),
      write: staff,
    }),
    price_id: reference('price', { label: { en: 'List price', zh: '标价' }, required: true }),
    currency: choice(currencies, {
      label: { en: 'Currency', zh: '币种' },
      required: true,
      default: { from: 'price_id', field: 'currency' },
    }),
    amount: money({
      label: { en: 'Price', zh: '价格' },
      currency: 'currency',
      required: true,
      default: { from: 'price_id', field: 'amount' },
    }),
    discount: decimal({
      label: { en: 'Discount (%)', zh: '折扣（%）' },
      precision: 5,
      scale: 2,
      max: 100,
      default: { from: 'price_id', field: 'discount' },
    }),
    valid_until: date({
      label: { en: 'Valid until', zh: '有效期至' },
      default: { from: 'price_id', field: 'ends_on' },
    }),
  },
  access: {
    SuperAdmin: [everything, 'list create edit remove'],
    SalesMan: [{ enterprise_id: { sales_user_id: me('id') } }, 'list create edit'],
    Enterprise: [{ enterprise_id: me('enterprise_id') }, 'list create'],
  },
  list: { columns: ['subject', 'enterprise_id', 'amount', 'valid_until'], search: ['subject'] },
  form: ['subject', 'enterprise_id', 'price_id', ['currency', 'amount'], ['discount', 'valid_until']],
});

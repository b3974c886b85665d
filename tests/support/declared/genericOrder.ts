import { everything, me } from '../../../contract/schema/access.ts';
import { defineEntity } from '../../../contract/schema/entity.ts';
import { choice, date, integer, reference, text } from '../../../contract/schema/field/field.ts';

const states = [
  { id: 0, label: { en: 'Open', zh: '待处理' }, tone: 'info' },
  { id: 1, label: { en: 'Delivered', zh: '已交付' }, tone: 'good' },
] as const;

/** An order like those that other systems are compared by: 7 fields, 2 relations, 3 roles, a scope and a hidden field. */
export const genericOrder = defineEntity({
  name: 'generic_order',
  label: { en: 'Purchase', zh: '采购单' },
  labels: { en: 'Purchases', zh: '采购单' },
  title: 'code',
  fields: {
    code: text({ label: { en: 'Code', zh: '编号' }, required: true, unique: true, max: 30 }),
    enterprise_id: reference('enterprise', { label: { en: 'Enterprise', zh: '企业' }, required: true }),
    product_id: reference('product', { label: { en: 'Product', zh: '产品' }, required: true }),
    quantity: integer({ label: { en: 'Quantity', zh: '数量' }, required: true, min: 1, default: 1 }),
    due_on: date({ label: { en: 'Due on', zh: '交付日期' } }),
    status: choice(states, { label: { en: 'Status', zh: '状态' }, default: 0 }),
    margin: integer({ label: { en: 'Margin', zh: '毛利' }, read: ['SuperAdmin'], write: ['SuperAdmin'] }),
  },
  access: {
    SuperAdmin: [everything, 'list create edit remove'],
    SalesMan: [{ enterprise_id: { sales_user_id: me('id') } }, 'list create edit'],
    Enterprise: [{ enterprise_id: me('enterprise_id') }, 'list'],
  },
  list: { columns: ['code', 'enterprise_id', 'product_id', 'due_on', 'status'], filters: ['status'], search: ['code'] },
});

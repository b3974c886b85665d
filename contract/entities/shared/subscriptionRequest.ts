import { integer, mail, phone, text } from '../../schema/field/field.ts';

/** What a visitor enters who requests a subscription (B26). */
export const subscriptionRequest = {
  company: text({ label: { en: 'Company', zh: '公司' }, readOnly: true, required: true, max: 100 }),
  contact_man: text({ label: { en: 'Contact person', zh: '联系人' }, readOnly: true, required: true, max: 50 }),
  contact_mail: mail({ label: { en: 'Work e-mail', zh: '工作邮箱' }, readOnly: true, required: true }),
  contact_phone: phone({ label: { en: 'Contact phone', zh: '联系电话' }, readOnly: true }),
  wish: text({ label: { en: 'Product of interest', zh: '意向产品' }, readOnly: true, max: 100 }),
  hosts: integer({
    label: { en: 'Quantity', zh: '数量' },
    unitOf: 'product',
    readOnly: true,
    required: true,
    min: 1,
    max: 1_000_000,
  }),
};

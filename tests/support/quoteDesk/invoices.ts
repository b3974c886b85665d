import { currencies } from '../../../contract/choices/payment.ts';
import { everything } from '../../../contract/schema/access.ts';
import type { ChildrenDeclaration } from '../../../contract/schema/children.ts';
import { defineEntity } from '../../../contract/schema/entity.ts';
import { choice, computed, integer, money, reference, rollup, text } from '../../../contract/schema/field/field.ts';
import { times } from '../../../contract/schema/field/formula.ts';

const label = { en: 'Text', zh: '文本' };
const currency = choice(currencies, { label: { en: 'Currency', zh: '币种' }, required: true, createOnly: true });

/** The rate of a service, which lines start with. */
export const tariff = defineEntity({
  name: 'tariff',
  label: { en: 'Tariff', zh: '费率' },
  title: 'name',
  fields: {
    name: text({ label, required: true }),
    currency,
    rate: money({ label: { en: 'Rate', zh: '费率' }, required: true, currency: 'currency', min: 100 }),
  },
  access: { SuperAdmin: [everything, 'list create edit'] },
  list: { columns: ['name', 'currency', 'rate'], search: ['name'], sort: 'id' },
});

const lines: ChildrenDeclaration = {
  entity: 'invoice_line',
  by: 'invoice_id',
  nested: true,
  add: ['name', 'tariff_id', 'rate', 'product_id', 'quantity'],
  onDelete: 'cascade',
};

/** An invoice in one currency, which is saved together with its lines. */
export const invoice = defineEntity({
  name: 'invoice',
  label: { en: 'Invoice', zh: '账单' },
  title: 'subject',
  fields: {
    subject: text({ label, required: true }),
    currency: { ...currency, default: 'CNY' },
    total: rollup(
      { entity: 'invoice_line', by: 'invoice_id', sum: 'amount' },
      money({ label: { en: 'Total', zh: '合计' }, currency: 'currency' }),
    ),
  },
  access: { SuperAdmin: [everything, 'list create edit remove'] },
  list: { columns: ['subject', 'currency', 'total'], filters: ['currency'], sort: 'id' },
  form: ['subject', 'currency'],
  children: { lines },
});

/** A line of an invoice: its currency is that of the invoice, its unit that of its product, its rate that of the tariff. */
export const invoiceLine = defineEntity({
  name: 'invoice_line',
  label: { en: 'Line', zh: '明细' },
  title: 'name',
  fields: {
    invoice_id: reference('invoice', {
      label: { en: 'Invoice', zh: '账单' },
      required: true,
      createOnly: true,
      shares: ['currency'],
    }),
    name: text({ label, required: true }),
    tariff_id: reference('tariff', { label: { en: 'Tariff', zh: '费率' }, as: 'tariff', embed: ['id', 'name'] }),
    product_id: reference('product', {
      label: { en: 'Product', zh: '产品' },
      as: 'product',
      embed: ['id', 'name', 'metering', 'unit'],
    }),
    currency: { ...currency, createOnly: false, readOnly: true, default: { from: 'invoice_id', field: 'currency' } },
    rate: money({
      label: { en: 'Rate', zh: '单价' },
      required: true,
      currency: 'currency',
      min: 100,
      default: { from: 'tariff_id', field: 'rate' },
    }),
    quantity: integer({ label: { en: 'Quantity', zh: '数量' }, required: true, default: 1, min: 1, unitOf: 'product' }),
    amount: computed(times('rate', 'quantity'), money({ label: { en: 'Amount', zh: '金额' }, currency: 'currency' })),
  },
  access: { SuperAdmin: [everything, 'list create edit remove'] },
  list: { columns: ['name', 'rate', 'quantity', 'amount'], filters: ['invoice_id', 'currency'], sort: 'id' },
});

/** The entities of an invoice, with another form of its lines. */
export const invoiceDesk = (otherLines: Partial<ChildrenDeclaration> = {}, line: object = {}) => ({
  tariff,
  invoice: { ...invoice, children: { lines: { ...lines, ...otherLines } } },
  invoice_line: { ...invoiceLine, fields: { ...invoiceLine.fields, ...line } },
});

import type { Choice } from '../schema/field/options.ts';

/** The choices of a payment and their labels (SPEC 3, 4, 9). */

export const paymentStates = [
  { id: 0, label: { en: 'Open', zh: '待付款' }, tone: 'warn' },
  { id: 1, label: { en: 'Paid', zh: '已付款' }, tone: 'good' },
  { id: 8, label: { en: 'Refunded', zh: '已退款' }, tone: 'neutral' },
] as const satisfies readonly Choice[];

export const currencies = [
  { id: 'CNY', label: { en: 'CNY', zh: '人民币' } },
  { id: 'USD', label: { en: 'USD', zh: '美元' } },
  { id: 'EUR', label: { en: 'EUR', zh: '欧元' } },
] as const satisfies readonly Choice[];

import { currencies, paymentStates } from '../choices/payment.ts';
import { admins, everything, me } from '../schema/access.ts';
import { defineEntity } from '../schema/entity.ts';
import { choice, dateTime, file, money, reference } from '../schema/field/field.ts';
import { comment } from './shared/sharedFields.ts';

/** A payment for a subscription with its receipt (D13), entered by SuperAdmin and GeneralAdmin (B26, C17). */
export const payment = defineEntity({
  name: 'payment',
  path: 'payment/temp',
  label: { en: 'Payment', zh: '付款' },
  labels: { en: 'Payments', zh: '付款记录' },
  title: ['subscription.company', 'subscription.code'],
  icon: 'payment',
  fields: {
    subscription_id: reference('subscription', {
      label: { en: 'Subscription', zh: '订阅' },
      required: true,
      embed: ['id', 'code', 'company'],
    }),
    amount: money({ label: { en: 'Amount', zh: '金额' }, required: true, min: 1, currency: 'currency' }),
    currency: choice(currencies, { label: { en: 'Currency', zh: '币种' }, required: true }),
    status: choice(paymentStates, { label: { en: 'Status', zh: '状态' }, default: 1 }),
    paid_at: dateTime({ label: { en: 'Paid at', zh: '付款时间' }, required: true }),
    receipt: file({
      label: { en: 'Receipt', zh: '付款凭证' },
      hint: {
        en: 'A bank slip or an invoice; the enterprise can see it too',
        zh: '银行回单或发票，企业也可查看',
      },
      maxMb: 10,
      types: ['application/pdf', 'image/png', 'image/jpeg'],
    }),
    comment,
  },
  access: {
    list: ['SuperAdmin', 'GeneralAdmin', 'Enterprise'],
    create: admins,
    rows: {
      SuperAdmin: everything,
      GeneralAdmin: everything,
      Enterprise: { subscription_id: { enterprise_id: me('enterprise_id') } },
    },
  },
  list: {
    columns: ['subscription_id', 'amount', 'currency', 'status', 'paid_at', 'created_at'],
    identifies: ['subscription_id', 'paid_at', 'amount'],
    // The amount is shown with its currency.
    optional: ['currency', 'created_at'],
    filters: ['status', 'subscription_id', 'currency', 'amount'],
    search: ['subscription.code', 'subscription.company'],
    range: 'paid_at',
    sort: '-paid_at',
    empty: {
      everyone: { en: 'Record what has been paid for a subscription.', zh: '请录入订阅的付款。' },
      Enterprise: {
        en: 'Payments for your subscriptions appear here once they are recorded.',
        zh: '您的订阅付款录入后会显示在这里。',
      },
    },
    totals: ['amount'],
    groups: ['status', 'paid_at'],
  },
  form: ['subscription_id', ['amount', 'currency'], ['status', 'paid_at'], 'receipt', 'comment'],
  servedBy: [{ operations: ['create'], roles: admins, from: '/userinfo' }],
});

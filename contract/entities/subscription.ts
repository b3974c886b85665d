import { subscriptionStates } from '../choices/subscription.ts';
import { admins, everything, me } from '../schema/access.ts';
import type { ActionEndpointDeclaration } from '../schema/action.ts';
import { defineEntity } from '../schema/entity.ts';
import { plus } from '../schema/field/default.ts';
import { boolean, choice, dateTime, reference, text } from '../schema/field/field.ts';
import { now } from '../schema/now.ts';
import type { Requirement } from '../schema/requirement.ts';
import { approved, comment, productColumns } from './shared/sharedFields.ts';
import { subscriptionRequest } from './shared/subscriptionRequest.ts';

const readers = ['SuperAdmin', 'GeneralAdmin', 'Enterprise'] as const;

const call = {
  name: 'subscription_update_status',
  path: '/v1/subscription/temp/update_status',
  label: { en: 'Activate or cancel a subscription, or set its auto-renewal', zh: '激活、取消订阅或设置自动续订' },
  idIn: 'id',
  which: {
    status: choice(
      subscriptionStates.filter((one) => one.id === 1 || one.id === 8),
      { label: { en: 'Status', zh: '状态' } },
    ),
    auto_renew: boolean({ label: { en: 'Auto-renew', zh: '自动续订' } }),
  },
} satisfies ActionEndpointDeclaration;
const audit = 'update_status';
const refused = { otherwise: 'wrong_state', at: 'status' } as const satisfies Partial<Requirement>;

/** A subscription to a product for a period (C17). It begins with the public form (B26). */
export const subscription = defineEntity({
  name: 'subscription',
  path: 'subscription/temp',
  label: { en: 'Subscription', zh: '订阅' },
  labels: { en: 'Subscriptions', zh: '订阅' },
  title: 'code',
  icon: 'subscription',
  fields: {
    code: text({ label: { en: 'Code', zh: '订阅编号' }, readOnly: true, unique: true, max: 30 }),
    status: choice(subscriptionStates, { label: { en: 'Status', zh: '状态' }, default: 0, readOnly: true }),
    company: subscriptionRequest.company,
    contact_man: subscriptionRequest.contact_man,
    contact_mail: subscriptionRequest.contact_mail,
    contact_phone: subscriptionRequest.contact_phone,
    enterprise_id: reference('enterprise', {
      fixedFor: ['Enterprise'],
      label: { en: 'Enterprise', zh: '企业' },
      readOnly: true,
      onDelete: 'restrict',
      embed: ['id', 'name'],
    }),
    product_id: reference('product', {
      label: { en: 'Product', zh: '产品' },
      readOnly: true,
      onDelete: 'restrict',
      embed: productColumns,
    }),
    wish: subscriptionRequest.wish,
    hosts: subscriptionRequest.hosts,
    period_start_at: dateTime({ label: { en: 'From', zh: '开始时间' }, readOnly: true }),
    period_end_at: dateTime({ label: { en: 'Until', zh: '结束时间' }, readOnly: true }),
    auto_renew: boolean({ label: { en: 'Auto-renew', zh: '自动续订' }, readOnly: true, default: false }),
    comment: { ...comment, readOnly: true },
    // Renewals keep the day and the time of day of the first term in the zone in which it was activated.
    time_zone: text({ label: { en: 'Time zone', zh: '时区' }, readOnly: true, hidden: true, max: 64 }),
    anchored_at: dateTime({
      label: { en: 'Start of the first term', zh: '首期开始时间' },
      readOnly: true,
      hidden: true,
    }),
  },
  rules: [{ field: 'period_end_at', after: 'period_start_at' }],
  access: {
    list: readers,
    rows: {
      SuperAdmin: everything,
      GeneralAdmin: everything,
      Enterprise: { enterprise_id: me('enterprise_id') },
    },
  },
  actions: {
    activate: {
      endpoint: call,
      roles: admins,
      label: { en: 'Activate', zh: '激活' },
      done: { en: 'activated', zh: '已激活' },
      sends: { status: 1 },
      assign: { status: 1 },
      input: {
        enterprise_id: reference('enterprise', {
          label: { en: 'Enterprise', zh: '企业' },
          required: true,
          where: approved,
        }),
        product_id: reference('product', { label: { en: 'Product', zh: '产品' }, required: true }),
        period_start_at: dateTime({ label: { en: 'From', zh: '开始时间' }, required: true, default: now }),
        period_end_at: dateTime({
          label: { en: 'Until', zh: '结束时间' },
          required: true,
          default: plus('period_start_at', { years: 1 }),
        }),
      },
      form: [
        ['enterprise_id', 'product_id'],
        ['period_start_at', 'period_end_at'],
      ],
      prefilled: ['enterprise_id', 'product_id'],
      when: [{ holds: { status: 0 }, ...refused }],
      tone: 'primary',
      audit,
    },
    cancel: {
      endpoint: call,
      roles: admins,
      label: { en: 'Cancel subscription', zh: '取消订阅' },
      done: { en: 'cancelled', zh: '已取消' },
      sends: { status: 8 },
      assign: { status: 8 },
      when: [{ holds: { status: [0, 1] }, ...refused }],
      confirm: {
        en: 'The subscription of {company} ends now and cannot be activated again.',
        zh: '{company} 的订阅就此终止，无法再次激活。',
      },
      tone: 'danger',
      audit,
    },
    renew: {
      endpoint: call,
      roles: ['Enterprise'],
      label: { en: 'Turn on auto-renew', zh: '开启自动续订' },
      done: { en: 'renews automatically', zh: '已开启自动续订' },
      sends: { auto_renew: true },
      assign: { auto_renew: true },
      input: { confirm: text({ label: { en: 'Type Yes', zh: '请输入 Yes' }, max: 10 }) },
      typed: { input: 'confirm', word: 'Yes', otherwise: 'auto_renew_confirm' },
      shownWhen: { status: [0, 1], auto_renew: false },
      tone: 'primary',
      confirm: {
        en: 'When it ends, the subscription renews for the same period. Type Yes to confirm.',
        zh: '到期后将按相同时长自动续订。请输入 Yes 以确认。',
      },
      audit,
      event: 'subscription.auto_renewal_started',
    },
    stop_renewal: {
      endpoint: call,
      roles: ['Enterprise'],
      label: { en: 'Turn off auto-renew', zh: '关闭自动续订' },
      done: { en: 'no longer renews automatically', zh: '已关闭自动续订' },
      sends: { auto_renew: false },
      assign: { auto_renew: false },
      shownWhen: { status: [0, 1], auto_renew: true },
      tone: 'primary',
      confirm: false,
      audit,
      event: 'subscription.auto_renewal_stopped',
    },
  },
  servedBy: [
    { operations: ['activate', 'cancel'], roles: admins, from: '/userinfo' },
    { operations: ['renew', 'stop_renewal'], roles: ['Enterprise'], from: '/userinfo' },
  ],
  events: {
    expire: { label: { en: 'Expired', zh: '到期' } },
    renew_term: { label: { en: 'Renewed for another term', zh: '续期' }, type: 'subscription.renewed' },
  },
  timeline: {
    events: {
      create: { of: ['create', 'subscribe'], label: { en: 'Requested', zh: '提交订阅' } },
      activate: { label: { en: 'Activated', zh: '已激活' }, tone: 'good' },
      cancel: { label: { en: 'Cancelled', zh: '已取消' } },
      renew: { label: { en: 'Auto-renew turned on', zh: '已开启自动续订' }, tone: 'neutral' },
      stop_renewal: { label: { en: 'Auto-renew turned off', zh: '已关闭自动续订' }, tone: 'neutral' },
      renewed: { of: ['renew'], label: { en: 'Renewed', zh: '已续订' }, tone: 'good' },
      expire: { label: { en: 'Expired', zh: '已到期' } },
    },
  },
  queue: {
    to_activate: {
      label: { en: 'Subscriptions to activate', zh: '待激活订阅' },
      roles: admins,
      order: 30,
      only: { status: 0 },
      since: 'created_at',
      steps: ['activate', 'cancel'],
      shows: ['company', 'wish', 'hosts'],
    },
  },
  list: {
    columns: [
      'code',
      'company',
      'product_id',
      'status',
      'hosts',
      'period_start_at',
      'period_end_at',
      'auto_renew',
      'created_at',
    ],
    identifies: ['code', 'company'],
    calendar: { from: 'period_end_at', shows: ['company'] },
    filters: ['status', 'enterprise_id', 'product_id', 'period_end_at'],
    search: ['code', 'company', 'contact_mail'],
    range: 'created_at',
    empty: {
      everyone: {
        en: 'Requests from the public page “Subscribe online” appear here.',
        zh: '通过“在线订阅”页面提交的申请会显示在这里。',
      },
      Enterprise: {
        en: 'Your subscriptions appear here once the vendor has activated them.',
        zh: '供应商激活后，您的订阅会显示在这里。',
      },
    },
    optional: ['created_at'],
  },
  detail: { summary: ['code', 'company', 'product_id', 'hosts', 'period_start_at', 'period_end_at', 'auto_renew'] },
});

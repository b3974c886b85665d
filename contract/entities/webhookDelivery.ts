import { deliveryErrors, deliveryStates } from '../choices/webhook.ts';
import { admins, adminsAndEnterprise, everything } from '../schema/access.ts';
import { defineEntity } from '../schema/entity.ts';
import { choice, dateTime, integer, json, longText, reference, text } from '../schema/field/field.ts';
import { webhookRows } from './shared/webhookRows.ts';

/** An event that is sent to a webhook, with what came of it; stored for 30 days (issue 34). */
export const webhookDelivery = defineEntity({
  name: 'webhook_delivery',
  label: { en: 'Delivery', zh: '推送记录' },
  labels: { en: 'Deliveries', zh: '推送记录' },
  title: 'type',
  icon: 'message',
  fields: {
    webhook_id: reference('webhook', {
      label: { en: 'Webhook', zh: '事件推送' },
      required: true,
      readOnly: true,
      embed: ['id', 'name'],
      onDelete: 'allow',
    }),
    type: text({ label: { en: 'Event', zh: '事件' }, required: true, readOnly: true, max: 80, code: true }),
    event_id: text({
      label: { en: 'Message ID', zh: '消息编号' },
      required: true,
      readOnly: true,
      max: 50,
      code: true,
    }),
    entity: text({ label: { en: 'Kind of record', zh: '记录类型' }, readOnly: true, hidden: true, max: 50 }),
    record_id: integer({ label: { en: 'Record', zh: '记录编号' }, readOnly: true }),
    state: choice(deliveryStates, { label: { en: 'State', zh: '状态' }, readOnly: true, default: 0 }),
    tries: integer({ label: { en: 'Tries', zh: '尝试次数' }, readOnly: true, default: 0 }),
    status: integer({ label: { en: 'HTTP status', zh: 'HTTP 状态码' }, readOnly: true }),
    failure: choice(deliveryErrors, {
      label: { en: 'Failure', zh: '失败原因' },
      readOnly: true,
      migrate: { renamedFrom: 'error' },
    }),
    milliseconds: integer({ label: { en: 'Took (ms)', zh: '耗时（毫秒）' }, readOnly: true, detailOnly: true }),
    tried_at: dateTime({ label: { en: 'Last try', zh: '最近尝试' }, readOnly: true }),
    next_at: dateTime({ label: { en: 'Next try', zh: '下次尝试' }, readOnly: true }),
    delivered_at: dateTime({ label: { en: 'Delivered at', zh: '送达时间' }, readOnly: true }),
    leased_until: dateTime({ label: { en: 'Being sent until', zh: '发送占用至' }, readOnly: true, hidden: true }),
    headers: json({ label: { en: 'Headers sent', zh: '请求头' }, readOnly: true, detailOnly: true }),
    body: longText({ label: { en: 'Body sent', zh: '请求正文' }, readOnly: true, detailOnly: true, max: 20_480 }),
    answer: longText({
      label: { en: 'Answer', zh: '响应内容' },
      hint: { en: 'Its first 2 kB', zh: '仅保留前 2 kB' },
      readOnly: true,
      detailOnly: true,
      read: admins,
      max: 4000,
    }),
  },
  access: {
    list: adminsAndEnterprise,
    rows: {
      SuperAdmin: everything,
      GeneralAdmin: { webhook_id: webhookRows.GeneralAdmin },
      Enterprise: { webhook_id: webhookRows.Enterprise },
    },
  },
  actions: {
    replay: {
      endpoint: {
        name: 'webhook_delivery_replay',
        path: '/v1/webhook_delivery/replay/{id}',
        label: { en: 'Send a delivery again', zh: '重新推送' },
      },
      roles: adminsAndEnterprise,
      label: { en: 'Send again', zh: '重新推送' },
      done: { en: 'is sent again', zh: '已重新推送' },
      confirm: false,
      bulk: true,
    },
  },
  timeline: { events: { replay: { label: { en: 'Sent again', zh: '已重新推送' } } } },
  list: {
    columns: ['type', 'webhook_id', 'record_id', 'state', 'status', 'failure', 'tries', 'next_at', 'created_at'],
    card: ['created_at', 'webhook_id', 'status', 'failure'],
    identifies: ['created_at'],
    filters: ['webhook_id', 'state', 'type'],
    search: ['type', 'event_id'],
    notInGlobalSearch: true,
    range: 'created_at',
    empty: {
      everyone: {
        en: 'Deliveries appear here as events happen; they are kept for 30 days.',
        zh: '事件发生后，推送记录会显示在这里，保留 30 天。',
      },
    },
  },
  detail: {
    summary: ['type', 'webhook_id', 'record_id', 'state', 'tries', 'tried_at'],
  },
  embeddedIn: [{ entity: 'webhook', by: 'webhook_id', roles: adminsAndEnterprise }],
  without: ['create', 'edit', 'remove', 'restore', 'export'],
  screens: [{ path: '/setting/webhook_delivery', roles: adminsAndEnterprise, menu: { group: 'setting', order: 84 } }],
});

import { adminsAndEnterprise } from '../schema/access.ts';
import { boolean, dateTime, integer, json, text } from '../schema/field/field.ts';
import { defineEndpoint } from './endpoint.ts';

/** Endpoints for programs besides their records: tokens of service accounts, and webhooks (issue 34). */

/** Service accounts. */
export const serviceAccountEndpoints = {
  service_account_activity: defineEndpoint({
    method: 'GET',
    path: '/v1/service_account/activity/{id}',
    group: 'service_account',
    label: { en: 'What a service account did', zh: '服务账号的操作记录' },
    roles: adminsAndEnterprise,
    scope: false,
    query: { page: integer({ label: { en: 'Page', zh: '页码' }, min: 1, max: 100_000 }) },
    answer: {
      pageOf: {
        id: integer({ label: { en: 'No.', zh: '编号' }, required: true }),
        at: dateTime({ label: { en: 'Time', zh: '时间' }, required: true }),
        action: text({ label: { en: 'Action', zh: '操作' }, required: true }),
        failed: boolean({ label: { en: 'Failed', zh: '失败' }, required: true }),
        entity: text({ label: { en: 'Object', zh: '对象' } }),
        entity_id: integer({ label: { en: 'Record', zh: '记录编号' } }),
        record_name: text({ label: { en: 'Name', zh: '名称' } }),
        address: text({ label: { en: 'Address', zh: '来源地址' } }),
      },
    },
  }),
};

/** Tokens of service accounts. */
export const serviceTokenEndpoints = {
  service_token_rotate: defineEndpoint({
    method: 'POST',
    path: '/v1/service_token/rotate/{id}',
    group: 'service_token',
    label: { en: 'Replace a token by a new one', zh: '轮换令牌' },
    roles: adminsAndEnterprise,
    scope: false,
    body: {
      keep_days: integer({
        label: { en: 'Days for which the old token stays valid', zh: '旧令牌继续有效的天数' },
        default: 0,
        min: 0,
        max: 7,
      }),
    },
    answer: { record: 'service_token' },
  }),
};

/** Webhooks. */
export const webhookEndpoints = {
  webhook_example: defineEndpoint({
    method: 'GET',
    path: '/v1/webhook/example/{type}',
    group: 'webhook',
    label: { en: 'An example of an event', zh: '事件示例' },
    roles: adminsAndEnterprise,
    scope: 'webhook:read',
    answer: {
      fields: {
        type: text({ label: { en: 'Event', zh: '事件' }, required: true }),
        timestamp: dateTime({ label: { en: 'When it happened', zh: '发生时间' }, required: true }),
        data: json({ label: { en: 'The record', zh: '记录' }, required: true }),
      },
    },
  }),
  webhook_rotate: defineEndpoint({
    method: 'POST',
    path: '/v1/webhook/rotate/{id}',
    group: 'webhook',
    label: { en: 'Give a webhook a new secret', zh: '更换事件推送密钥' },
    roles: adminsAndEnterprise,
    scope: 'webhook:edit',
    answer: { record: 'webhook' },
  }),
};

import { admins, customers } from '../../schema/access.ts';
import { date, dateTime, integer, longText, reference, text } from '../../schema/field/field.ts';
import { defineEndpoint } from '../endpoint.ts';

const fingerprint = text({
  label: { en: 'Fingerprint of the machine', zh: '设备指纹' },
  required: true,
  exact: true,
  min: 8,
  max: 200,
  key: true,
});

/** A lease: a signed statement that a machine may use a licence until it ends. */
const answer = {
  fields: {
    lease: text({ label: { en: 'Lease, a compact JWS', zh: '租约（紧凑 JWS）' }, required: true }),
    expires_at: dateTime({ label: { en: 'Lease until', zh: '租约至' }, required: true }),
    seat: integer({ label: { en: 'Seat', zh: '席位' }, required: true }),
  },
} as const;

/** The lease of a machine without a network; for a relay its delegation, with the number of its seats. */
const offlineAnswer = {
  fields: {
    lease: text({
      label: { en: 'Lease, or the delegation of a relay', zh: '租约，或中继的委派' },
      required: true,
    }),
    expires_at: answer.fields.expires_at,
    seat: answer.fields.seat,
    seats: integer({ label: { en: 'Seats of the relay; null for a machine', zh: '中继的席位数，设备为空' } }),
  },
} as const;

const request = longText({
  label: { en: 'Request of the relay', zh: '中继请求' },
  required: true,
  max: 2000,
});

const report = longText({
  label: { en: 'Report of the relay', zh: '中继报告' },
  hint: {
    en: 'The content of the file that the relay writes',
    zh: '中继生成的文件内容',
  },
  required: true,
  max: 32_768,
});

/** What a report changed. */
const reportAnswer = {
  fields: {
    days: integer({ label: { en: 'New or changed days', zh: '新增或变更的天数' }, required: true }),
    reported_until: date({ label: { en: 'Last day of the report (UTC)', zh: '报告的最后一天（UTC）' } }),
  },
} as const;

/** Activations of a licence by the vendor's product, with the licence as authorization (issue 36). */
export const activationEndpoints = {
  activate: defineEndpoint({
    method: 'POST',
    path: '/v1/activation',
    group: 'activation',
    label: { en: 'Activate a licence on a machine, by the product itself', zh: '产品在设备上激活许可' },
    roles: 'licence',
    body: {
      fingerprint,
      name: text({ label: { en: 'Machine', zh: '设备' }, required: true, max: 100 }),
      version: text({ label: { en: 'Product version', zh: '产品版本' }, max: 50 }),
    },
    answer,
  }),
  renew_lease: defineEndpoint({
    method: 'POST',
    path: '/v1/lease/renew',
    group: 'activation',
    label: { en: 'Renew the lease of a machine, by the product itself', zh: '产品为设备续租' },
    roles: 'licence',
    body: { fingerprint },
    answer,
  }),
  release_lease: defineEndpoint({
    method: 'POST',
    path: '/v1/lease/release',
    group: 'activation',
    label: { en: 'Give the seat of a machine back, by the product itself', zh: '产品归还设备席位' },
    roles: 'licence',
    body: { fingerprint },
    answer: { fields: { expires_at: dateTime({ label: { en: 'Released at', zh: '解除时间' }, required: true }) } },
  }),
  activate_offline: defineEndpoint({
    method: 'POST',
    path: '/v1/lease/offline',
    group: 'activation',
    label: { en: 'Activate a licence for a machine or a relay without a network', zh: '为离线设备或中继激活许可' },
    roles: ['Enterprise', 'Subordinate'],
    scope: 'activation:activate',
    body: {
      assignment_id: reference('assignment', { label: { en: 'Licence', zh: '许可' }, required: true }),
      request: longText({
        label: { en: 'Request of the machine or the relay', zh: '设备或中继的请求' },
        hint: {
          en: 'The text that the product shows, or the file that the relay writes',
          zh: '产品显示的文本，或中继生成的文件内容',
        },
        required: true,
        max: 2000,
      }),
    },
    answer: offlineAnswer,
  }),
  delegate: defineEndpoint({
    method: 'POST',
    path: '/v1/relay/delegation',
    group: 'activation',
    label: { en: 'Delegate seats of a licence to a relay, by the relay itself', zh: '中继获取席位委派' },
    roles: 'licence',
    body: { request },
    answer: {
      fields: {
        delegation: text({ label: { en: 'Delegation, a compact JWS', zh: '委派（紧凑 JWS）' }, required: true }),
        expires_at: dateTime({ label: { en: 'Delegated until', zh: '委派至' }, required: true }),
        seats: integer({ label: { en: 'Seats', zh: '席位数' }, required: true }),
      },
    },
  }),
  relay_report: defineEndpoint({
    method: 'POST',
    path: '/v1/relay/report',
    group: 'activation',
    label: { en: 'Report the use of a relay’s seats, by the relay itself', zh: '中继上报席位用量' },
    roles: 'licence',
    body: { report },
    answer: reportAnswer,
  }),
  take_relay_report: defineEndpoint({
    method: 'POST',
    path: '/v1/relay/report/offline',
    group: 'activation',
    label: { en: 'Take in the report of a relay without a network', zh: '导入离线中继的用量报告' },
    roles: [...admins, ...customers],
    scope: 'activation:report',
    body: {
      assignment_id: reference('assignment', { label: { en: 'Licence', zh: '许可' }, required: true }),
      report,
    },
    answer: reportAnswer,
  }),
};

import { tokenLifetimes } from '../choices/serviceAccount.ts';
import { adminsAndEnterprise, everything } from '../schema/access.ts';
import { defineEntity } from '../schema/entity.ts';
import { choice, dateTime, list, reference, text } from '../schema/field/field.ts';
import { accountRows } from './shared/accountRows.ts';
import { createdBy } from './shared/sharedFields.ts';

/** A key of a service account, with what it may do, until when, and from where (issue 34). */
export const serviceToken = defineEntity({
  name: 'service_token',
  label: { en: 'Token', zh: '令牌' },
  labels: { en: 'Tokens', zh: '令牌' },
  title: 'name',
  icon: 'session',
  fields: {
    name: text({ label: { en: 'Name', zh: '名称' }, required: true, createOnly: true, max: 50 }),
    account_id: reference('service_account', {
      label: { en: 'Service account', zh: '服务账号' },
      required: true,
      createOnly: true,
      onDelete: 'allow',
      as: 'account',
      embed: ['id', 'name'],
    }),
    scopes: list(text({ label: { en: 'Scope', zh: '权限' }, required: true, max: 80 }), {
      label: { en: 'Scopes', zh: '权限范围' },
      hint: {
        en: 'Such as order:read, order:confirm, licence:* or *:read; a token without scopes may do nothing',
        zh: '如 order:read、order:confirm、licence:* 或 *:read；没有权限范围的令牌不能执行任何操作',
      },
      createOnly: true,
      max: 200,
    }),
    expires_in_days: choice(tokenLifetimes, {
      label: { en: 'Valid for', zh: '有效期' },
      hint: { en: '90 days unless stated', zh: '默认 90 天' },
      inputOnly: true,
      createOnly: true,
    }),
    networks: list(text({ label: { en: 'Network', zh: '网段' }, required: true, max: 50 }), {
      label: { en: 'Allowed networks', zh: '允许的网段' },
      hint: { en: 'Such as 203.0.113.0/24; by default from anywhere', zh: '如 203.0.113.0/24；默认不限制来源' },
      createOnly: true,
      max: 20,
    }),
    token: text({
      label: { en: 'Token', zh: '令牌' },
      hint: { en: 'Shown only once', zh: '仅显示一次' },
      computed: true,
      readOnly: true,
      detailOnly: true,
    }),
    prefix: text({ label: { en: 'Begins with', zh: '开头' }, readOnly: true, max: 12 }),
    last_four: text({ label: { en: 'Ends with', zh: '结尾' }, readOnly: true, max: 4 }),
    key_hash: text({
      label: { en: 'Key hash', zh: '密钥摘要' },
      readOnly: true,
      required: true,
      hidden: true,
      exact: true,
      unique: true,
    }),
    expires_at: dateTime({ label: { en: 'Expires at', zh: '失效时间' }, readOnly: true }),
    revoked_at: dateTime({ label: { en: 'Withdrawn at', zh: '撤销时间' }, readOnly: true }),
    last_used_at: dateTime({ label: { en: 'Last used', zh: '最近使用' }, readOnly: true }),
    last_used_address: text({ label: { en: 'From', zh: '来源地址' }, readOnly: true, max: 64 }),
    replaces_id: reference('service_token', {
      embed: [],
      label: { en: 'Replaces', zh: '替换' },
      readOnly: true,
      onDelete: 'allow',
      detailOnly: true,
    }),
    created_by_id: createdBy,
  },
  access: {
    list: adminsAndEnterprise,
    create: adminsAndEnterprise,
    rows: {
      SuperAdmin: everything,
      GeneralAdmin: { account_id: accountRows.GeneralAdmin },
      Enterprise: { account_id: accountRows.Enterprise },
    },
  },
  actions: {
    revoke: {
      endpoint: {
        name: 'service_token_revoke',
        path: '/v1/service_token/revoke/{id}',
        label: { en: 'Withdraw a token', zh: '撤销令牌' },
      },
      roles: adminsAndEnterprise,
      label: { en: 'Withdraw', zh: '撤销' },
      tone: 'danger',
      confirm: { en: 'Programs that use this token stop working at once.', zh: '使用该令牌的程序将立即失效。' },
      when: [{ holds: { revoked_at: null }, otherwise: 'wrong_state' }],
      shownWhen: { revoked_at: null },
      assign: { revoked_at: { now: true } },
    },
  },
  events: { rotate_token: { label: { en: 'Rotated', zh: '轮换' }, type: 'token.rotated' } },
  timeline: {
    events: {
      use_token: {
        label: { en: 'First used from a new address', zh: '首次从新地址使用' },
        tone: 'info',
        comment: 'last_used_address',
      },
      rotate_token: { label: { en: 'Replaced by a new token', zh: '已由新令牌替换' } },
    },
    dates: {
      expires: { at: 'expires_at', label: { en: 'Expires', zh: '失效' }, when: { revoked_at: null } },
    },
  },
  notices: {
    expiring: {
      schedule: { by: 'expires_at', days: [-14, -3] },
      when: { revoked_at: null },
      to: ['created_by_id', { role: 'SuperAdmin' }, { role: 'GeneralAdmin' }],
      text: {
        en: 'The token “{name}” of the service account {account} expires on {ends}, in {days} {days|day|days}',
        zh: '服务账号 {account} 的令牌“{name}”将于 {ends} 失效，还有 {days} 天',
      },
      values: { account: 'account.name', ends: 'expires_at' },
      mail: {
        text: {
          en: 'Rotate the token before then, so that the programs that use it go on working.',
          zh: '请在此之前轮换令牌，以免使用该令牌的程序中断。',
        },
      },
    },
  },
  list: {
    columns: ['name', 'account_id', 'prefix', 'last_four', 'expires_at', 'last_used_at', 'revoked_at'],
    filters: ['account_id'],
    search: ['name'],
    notInGlobalSearch: true,
  },
  form: [['name', 'account_id'], 'scopes', ['expires_in_days', 'networks']],
  detail: {
    summary: [
      'name',
      'account_id',
      'prefix',
      'last_four',
      'scopes',
      'networks',
      'expires_at',
      'revoked_at',
      'last_used_at',
      'last_used_address',
      'created_by_id',
    ],
  },
  embeddedIn: [{ entity: 'service_account', by: 'account_id', roles: adminsAndEnterprise }],
  without: ['edit', 'remove', 'restore', 'export'],
  screens: [{ path: '/setting/service_token', roles: adminsAndEnterprise, menu: { group: 'setting', order: 82 } }],
});

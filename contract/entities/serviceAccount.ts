import { accountRoles } from '../choices/serviceAccount.ts';
import { admins, adminsAndEnterprise, everything, me } from '../schema/access.ts';
import { defineEntity } from '../schema/entity.ts';
import { choice, integer, longText, reference, text } from '../schema/field/field.ts';
import { accountRows } from './shared/accountRows.ts';
import { createdBy } from './shared/sharedFields.ts';

/**
 * An account for a program: it has a role like a user, but cannot sign in; its tokens are its keys (issue 34). The user
 * that the records and the audit name is `user_id`.
 */
export const serviceAccount = defineEntity({
  name: 'service_account',
  label: { en: 'Service account', zh: '服务账号' },
  labels: { en: 'Service accounts', zh: '服务账号' },
  title: 'name',
  icon: 'session',
  fields: {
    name: text({ label: { en: 'Name', zh: '名称' }, required: true, max: 50 }),
    role: choice(accountRoles, {
      label: { en: 'Role', zh: '角色' },
      hint: { en: 'It may do what a user of this role may', zh: '该账号与同角色用户的权限一致' },
      createOnly: true,
      write: admins,
    }),
    enterprise_id: reference('enterprise', {
      fixedFor: ['Enterprise'],
      label: { en: 'Enterprise', zh: '企业' },
      embed: ['id', 'name'],
      createOnly: true,
      onDelete: 'restrict',
      default: me('enterprise_id'),
      shownWhen: { role: ['Enterprise', 'Subordinate'] },
    }),
    requests_per_minute: integer({
      label: { en: 'Requests per minute', zh: '每分钟请求数上限' },
      hint: { en: 'For each of its tokens', zh: '对其每个令牌分别计数' },
      default: 600,
      min: 1,
      max: 6000,
    }),
    comment: longText({ label: { en: 'Comment', zh: '备注' }, max: 500 }),
    user_id: reference('user', {
      embed: [],
      label: { en: 'User in records', zh: '记录中的用户' },
      readOnly: true,
      onDelete: 'allow',
      detailOnly: true,
    }),
    created_by_id: createdBy,
  },
  rules: [{ field: 'enterprise_id', requiredWhen: 'shown', unlessShown: 'dropped' }],
  access: {
    list: adminsAndEnterprise,
    create: adminsAndEnterprise,
    edit: adminsAndEnterprise,
    remove: adminsAndEnterprise,
    rows: { SuperAdmin: everything, ...accountRows },
  },
  list: {
    columns: ['name', 'role', 'enterprise_id', 'created_by_id', 'created_at'],
    filters: ['role', 'enterprise_id'],
    search: ['name'],
    notInGlobalSearch: true,
    empty: {
      everyone: {
        en: 'Create an account for each program that uses the API, then give it a token.',
        zh: '请为每个调用接口的程序新建一个账号，再为其签发令牌。',
      },
    },
  },
  form: [['name', 'role'], ['enterprise_id', 'requests_per_minute'], 'comment'],
  detail: {
    summary: ['name', 'role', 'enterprise_id', 'requests_per_minute', 'comment', 'created_by_id'],
    tabs: ['service_token'],
  },
  // A deleted account has lost its tokens for good.
  without: ['restore', 'export'],
  screens: [{ path: '/setting/service_account', roles: adminsAndEnterprise, menu: { group: 'setting', order: 81 } }],
});

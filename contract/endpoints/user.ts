import { storedLanguages } from '../messages/label.ts';
import { roleIds, roles, staff } from '../schema/access.ts';
import { boolean, choice, dateTime, integer, text } from '../schema/field/field.ts';
import { narrowedRights } from './auth.ts';
import { defineEndpoint } from './endpoint.ts';

const words = <const W extends readonly string[]>(list: W) =>
  list.map((id: W[number]) => ({ id, label: { en: id, zh: id } }));
const line = (en: string, zh: string) => text({ label: { en, zh }, required: true, max: 200 });
const language = { en: 'Language', zh: '语言' };
const languages = words(storedLanguages);
const managers = ['SuperAdmin', 'GeneralAdmin', 'SalesMan', 'Enterprise'] as const;
const check = {
  success: boolean({ label: { en: 'Available', zh: '可用' }, required: true }),
  reason: text({ label: { en: 'Reason', zh: '原因' } }),
};
const idOf = (en: string, zh: string) => integer({ label: { en, zh }, required: true, min: 1 });

/** Endpoints for users beside those of their records (B10, B14, B21, B22, C18, C19). */
export const userEndpoints = {
  user_check: defineEndpoint({
    method: 'POST',
    path: '/v1/user/check',
    group: 'user',
    label: { en: 'Check whether a user name or phone number is available', zh: '检查用户名或电话是否可用' },
    roles: managers,
    scope: 'user:read',
    body: {
      type: choice(words(['name', 'phone']), { label: { en: 'Type', zh: '类型' }, required: true }),
      name: line('Value', '值'),
    },
    answer: { fields: check },
  }),
  user_config: defineEndpoint({
    method: 'GET',
    path: '/v1/user/config',
    group: 'user',
    label: { en: 'Your settings', zh: '个人设置' },
    roles,
    answer: { fields: { language: choice(languages, { label: language }) }, optional: narrowedRights },
  }),
  user_update_config: defineEndpoint({
    method: 'POST',
    path: '/v1/user/update_config',
    group: 'user',
    label: { en: 'Save your language', zh: '保存语言设置' },
    roles,
    body: { language: choice(languages, { label: language, required: true }) },
    answer: { fields: { language: choice(languages, { label: language }) } },
  }),
  role_user_list: defineEndpoint({
    method: 'GET',
    path: '/v1/role_user/list',
    group: 'user',
    label: { en: 'Users of an enterprise by role, with their names', zh: '企业内某角色的用户' },
    roles: managers,
    list: 'user',
    query: {
      filter_role_alias: choice(words(Object.keys(roleIds)), { label: { en: 'Role', zh: '角色' } }),
    },
    answer: {
      pageOf: {
        id: idOf('User', '用户'),
        name: line('User name', '用户名'),
        nick_name: text({ label: { en: 'Display name', zh: '显示名称' } }),
      },
    },
  }),
  user_sale_list: defineEndpoint({
    method: 'GET',
    path: '/v1/user_sale/list',
    group: 'user',
    label: { en: 'Salesmen with their number of customers', zh: '销售及其客户数' },
    roles: staff,
    list: 'user',
    query: { filter_user_id: integer({ label: { en: 'Salesman', zh: '销售' }, min: 1 }) },
    answer: { page: 'user' },
  }),
  user_oauth_relation: defineEndpoint({
    method: 'GET',
    path: '/v1/user_oauth/relation',
    group: 'user_oauth',
    label: { en: 'Your DingTalk binding', zh: '我的钉钉绑定' },
    roles,
    scope: false,
    answer: {
      fields: {
        bound: boolean({ label: { en: 'Bound', zh: '已绑定' }, required: true }),
        id: integer({ label: { en: 'Binding', zh: '绑定' } }),
        nick: text({ label: { en: 'Account', zh: '账号昵称' } }),
        created_at: dateTime({ label: { en: 'Bound at', zh: '绑定时间' } }),
      },
    },
  }),
  enterprise_check: defineEndpoint({
    method: 'POST',
    path: '/v1/enterprise/check',
    group: 'enterprise',
    label: { en: 'Check whether an enterprise name or code is available', zh: '检查企业名称或编码是否可用' },
    roles: staff,
    scope: 'enterprise:read',
    body: {
      type: choice(words(['name', 'code']), { label: { en: 'Type', zh: '类型' }, required: true }),
      name: line('Value', '值'),
    },
    answer: { fields: check },
  }),
  enterprise_sale_list: defineEndpoint({
    method: 'GET',
    path: '/v1/enterprise_sale/list',
    group: 'enterprise',
    label: { en: 'Enterprises with their sales owner', zh: '企业及其销售负责人' },
    roles: staff,
    list: 'enterprise',
    answer: { page: 'enterprise' },
  }),
};

import { admins, everything, me } from '../access.ts';
import { roleChoices } from '../choices.ts';
import { defineEntity } from '../entity.ts';
import { boolean, choice, integer, longText, mail, object, phone, reference, text } from '../field.ts';

/** A person who signs in (SPEC 3). The forms of the kinds of user differ, so each has a screen of its own. */
export const user = defineEntity({
  name: 'user',
  table: 'users',
  label: { en: 'User', zh: '用户' },
  labels: { en: 'Users', zh: '用户' },
  title: 'name',
  fields: {
    name: text({
      label: { en: 'User name', zh: '用户名' },
      required: true,
      createOnly: true,
      matches: 'loginName',
      max: 30,
      hint: { en: '3 to 30 characters', zh: '3 到 30 个字符' },
    }),
    password: text({ label: { en: 'Password', zh: '密码' }, inputOnly: true, max: 64 }),
    password_hash: text({ label: { en: 'Password hash', zh: '密码摘要' }, hidden: true, readOnly: true }),
    nick_name: text({ label: { en: 'Display name', zh: '显示名称' }, required: true, max: 50 }),
    role_id: choice(roleChoices, { label: { en: 'Role', zh: '角色' }, required: true, createOnly: true }),
    role: text({ label: { en: 'Role alias', zh: '角色别名' }, computed: true, readOnly: true }),
    enterprise_id: reference('enterprise', {
      label: { en: 'Enterprise', zh: '企业' },
      as: 'enterprise',
      embed: ['id', 'name'],
      createOnly: true,
    }),
    parent_id: reference('user', {
      label: { en: 'Owner', zh: '归属人' },
      as: 'parent',
      embed: ['id', 'name', 'nick_name'],
      write: admins,
      where: { role_id: 3 },
    }),
    phone: phone({ label: { en: 'Phone', zh: '电话' } }),
    params: object(
      {
        liaison_man: text({ label: { en: 'Contact person', zh: '联系人' }, max: 50 }),
        liaison_mail: mail({ label: { en: 'Contact mail', zh: '联系邮箱' } }),
        liaison_phone: phone({ label: { en: 'Contact phone', zh: '联系电话' } }),
        tutelage: boolean({
          label: { en: 'Managed by sales', zh: '销售托管' },
          hint: { en: 'The user cannot sign in; sales manages everything', zh: '该用户不能登录，由销售代为管理' },
        }),
        comment: longText({ label: { en: 'Comment', zh: '备注' }, max: 500 }),
      },
      { label: { en: 'Details', zh: '详细信息' } },
    ),
    visible: boolean({ label: { en: 'Shared', zh: '共享' }, default: false }),
    tags: integer({ label: { en: 'Tags', zh: '标签' }, default: 0, write: admins, max: 9 }),
    language: text({ label: { en: 'Language', zh: '语言' }, readOnly: true, max: 5, detailOnly: true }),
  },
  access: {
    list: ['SuperAdmin', 'GeneralAdmin', 'SalesMan', 'Enterprise'],
    get: ['SuperAdmin', 'GeneralAdmin', 'SalesMan', 'Enterprise', 'Subordinate'],
    create: ['SuperAdmin', 'GeneralAdmin', 'SalesMan', 'Enterprise'],
    edit: ['SuperAdmin', 'GeneralAdmin', 'SalesMan', 'Enterprise'],
    remove: ['SuperAdmin', 'GeneralAdmin', 'SalesMan', 'Enterprise'],
    rows: {
      SuperAdmin: everything,
      GeneralAdmin: everything,
      SalesMan: {
        anyOf: [{ id: me('id') }, { role_id: [4, 5], enterprise_id: { sales_user_id: me('id') } }],
      },
      Enterprise: {
        enterprise_id: me('enterprise_id'),
        anyOf: [{ role_id: 4 }, { parent_id: me('id') }, { visible: true }],
      },
      Subordinate: { id: me('id') },
    },
  },
  list: {
    columns: ['name', 'nick_name', 'role_id', 'enterprise_id', 'phone', 'created_at'],
    filters: ['role_id', 'enterprise_id', 'parent_id'],
    search: ['name', 'nick_name', 'phone', 'enterprise.name'],
    range: 'created_at',
    sort: '-created_at',
  },
  form: ['name', 'password', ['nick_name', 'phone'], 'role_id'],
  screens: [
    {
      path: '/user/general',
      roles: ['SuperAdmin'],
      label: { en: 'Administrators', zh: '管理员' },
      menu: { group: 'user', order: 11 },
      only: { role_id: [1, 2] },
      preset: { role_id: 2 },
      columns: ['name', 'nick_name', 'role_id', 'phone', 'created_at'],
    },
    {
      path: '/user/salesman',
      roles: ['SuperAdmin', 'GeneralAdmin'],
      label: { en: 'Salesmen', zh: '销售人员' },
      menu: { group: 'user', order: 12 },
      only: { role_id: 3 },
      preset: { role_id: 3 },
      columns: ['name', 'nick_name', 'phone', 'created_at'],
      form: ['name', 'password', ['nick_name', 'phone'], 'params.comment'],
    },
    {
      path: '/user/enterprise_user',
      roles: ['SuperAdmin', 'GeneralAdmin', 'SalesMan'],
      label: { en: 'Enterprise users', zh: '企业用户' },
      menu: { group: 'user', order: 13 },
      only: { role_id: 4 },
      preset: { role_id: 4 },
      columns: ['name', 'nick_name', 'enterprise_id', 'parent_id', 'created_at'],
      form: [
        ['name', 'nick_name'],
        'password',
        ['enterprise_id', 'parent_id'],
        ['params.liaison_man', 'params.liaison_phone'],
        'params.liaison_mail',
        'params.tutelage',
        'params.comment',
      ],
    },
    {
      path: '/user/subuser',
      roles: ['Enterprise'],
      label: { en: 'Sub-users', zh: '子用户' },
      menu: { group: 'user', order: 14 },
      only: { role_id: 5 },
      preset: { role_id: 5 },
      columns: ['name', 'nick_name', 'phone', 'visible', 'created_at'],
      form: [['name', 'nick_name'], 'password', ['phone', 'params.liaison_mail'], 'visible', 'params.comment'],
    },
  ],
});

import { roleChoices, unknownRole, userKinds } from '../choices/user.ts';
import { roleDeclarations } from '../roles/index.ts';
import { admins, customers, me, roleIds, roles, sameForAll, staff, staffAndEnterprise } from '../schema/access.ts';
import { defineEntity } from '../schema/entity.ts';
import {
  boolean,
  choice,
  integer,
  list,
  longText,
  mail,
  object,
  phone,
  reference,
  text,
} from '../schema/field/field.ts';
import { passwordHint } from './shared/passwordHint.ts';
import { personColumns, salesColumns } from './shared/sharedFields.ts';

/**
 * The users of service accounts are managed there. Administrators see those with the role of a salesman among the users,
 * since they may make one the owner of an enterprise; other users of service accounts are shown only where records name
 * them.
 */
const personsAndSalesPrograms = {
  anyOf: [{ kind: 'person' }, { kind: 'service', role_id: 3 }, { id: me('id') }],
} as const;

/** SuperAdmins are deleted, not deactivated: one of them always has to stay. */
const belowSuperAdmin = roleDeclarations.flatMap(({ id }) => (id === roleIds.SuperAdmin ? [] : [id]));

const onlyPersons = {
  en: 'This user belongs to a service account and is managed there',
  zh: '该用户属于服务账号，请在“服务账号”中管理',
} as const;

const notAdministrators = {
  en: 'An administrator is not deactivated: delete the user instead',
  zh: '不能停用管理员：请改为删除该用户',
} as const;

/** A user account (SPEC 3). Each kind of user has its own screen, because their forms differ. */
export const user = defineEntity({
  name: 'user',
  table: 'users',
  label: { en: 'User', zh: '用户' },
  labels: { en: 'Users', zh: '用户' },
  title: 'name',
  embed: personColumns,
  shownBy: 'nick_name',
  icon: 'user',
  fields: {
    name: text({
      label: { en: 'User name', zh: '用户名' },
      required: true,
      createOnly: true,
      unique: true,
      matches: 'loginName',
      max: 30,
      hint: { en: '3 to 30 characters', zh: '3 到 30 个字符' },
    }),
    password: text({
      label: { en: 'Password', zh: '密码' },
      hint: passwordHint,
      inputOnly: true,
      secret: true,
      max: 64,
      shownWhen: { invite: [false, null] },
    }),
    invite: boolean({
      label: { en: 'Invite by e-mail', zh: '邮件邀请' },
      hint: {
        en: 'Instead of a password from you: the person gets a link, valid for 7 days, and chooses one',
        zh: '无需由您设置密码：用户将收到有效期 7 天的链接，并自行设置密码',
      },
      inputOnly: true,
      createOnly: true,
      default: false,
    }),
    invited: boolean({
      label: { en: 'Invitation not accepted yet', zh: '邀请尚未接受' },
      default: false,
      readOnly: true,
      shownWhen: { invited: true },
    }),
    active: boolean({
      label: { en: 'Active', zh: '启用' },
      hint: {
        en: 'A deactivated user cannot sign in; an administrator or the directory of the company can activate the user',
        zh: '停用的用户不能登录；可由管理员或公司目录启用',
      },
      default: true,
      readOnly: true,
      shownWhen: { active: false },
    }),
    second_factor: boolean({
      label: { en: 'Two-step verification', zh: '两步验证' },
      default: false,
      readOnly: true,
      read: admins,
    }),
    password_hash: text({ label: { en: 'Password hash', zh: '密码摘要' }, hidden: true, readOnly: true }),
    must_change_password: boolean({
      label: { en: 'Must change the password', zh: '须修改密码' },
      default: false,
      hidden: true,
      readOnly: true,
    }),
    nick_name: text({ label: { en: 'Display name', zh: '显示名称' }, required: true, max: 50 }),
    role_id: choice(roleChoices, {
      label: { en: 'Role', zh: '角色' },
      required: true,
      createOnly: true,
      otherwise: unknownRole,
    }),
    variant_id: reference('role_variant', {
      label: { en: 'Role variant', zh: '角色变体' },
      hint: {
        en: 'For a user who may do less than the role; empty for the whole role',
        zh: '用于权限少于其角色的用户；留空则拥有该角色的全部权限',
      },
      embed: ['id', 'name'],
      read: ['SuperAdmin'],
      write: ['SuperAdmin'],
      onDelete: 'restrict',
      shownWhen: { role_id: belowSuperAdmin },
    }),
    kind: choice(userKinds, {
      label: { en: 'Kind', zh: '类型' },
      default: 'person',
      readOnly: true,
      shownWhen: { kind: 'service' },
    }),
    role: text({ label: { en: 'Role alias', zh: '角色别名' }, computed: true, readOnly: true }),
    enterprise_id: reference('enterprise', {
      fixedFor: customers,
      label: { en: 'Enterprise', zh: '企业' },
      embed: ['id', 'name'],
      createOnly: true,
      onDelete: 'restrict',
      default: me('enterprise_id'),
      shownWhen: { role_id: [4, 5] },
    }),
    parent_id: reference('user', {
      fixedFor: customers,
      label: { en: 'Owner', zh: '归属人' },
      embed: salesColumns,
      write: admins,
      where: { role_id: 3 },
      default: me('id'),
      shownWhen: { role_id: [4, 5] },
    }),
    products: list(reference('product', { label: { en: 'Product', zh: '产品' }, required: true }), {
      label: { en: 'Products of the enterprise', zh: '企业可订购的产品' },
      hint: { en: 'Granted to the enterprise when its user is created', zh: '创建用户时一并为企业开通' },
      inputOnly: true,
      createOnly: true,
      write: staff,
      shownWhen: { role_id: 4 },
    }),
    phone: phone({ label: { en: 'Phone', zh: '电话' } }),
    params: object(
      {
        liaison_man: text({ label: { en: 'Contact person', zh: '联系人' }, max: 50 }),
        liaison_mail: mail({ label: { en: 'Contact e-mail', zh: '联系邮箱' } }),
        liaison_phone: phone({ label: { en: 'Contact phone', zh: '联系电话' } }),
        tutelage: boolean({
          label: { en: 'Managed by sales', zh: '销售托管' },
          hint: { en: 'The user cannot sign in; sales manages everything', zh: '该用户不能登录，由销售代为管理' },
          shownWhen: { role_id: 4 },
        }),
        comment: longText({ label: { en: 'Comment', zh: '备注' }, max: 500 }),
      },
      { label: { en: 'Details', zh: '详细信息' } },
    ),
    visible: boolean({
      label: { en: 'Shared within the enterprise', zh: '与本企业其他用户共享' },
      default: false,
      shownWhen: { role_id: 5 },
    }),
    tags: integer({
      label: { en: 'Tags', zh: '标签' },
      default: 0,
      write: admins,
      max: 9,
      shownWhen: { role_id: 4, tags: 1 },
    }),
    language: text({ label: { en: 'Language', zh: '语言' }, readOnly: true, max: 5, detailOnly: true }),
    // That of the browser in which the user was last seen; mails are written in it.
    time_zone: text({ label: { en: 'Time zone', zh: '时区' }, readOnly: true, hidden: true, max: 64 }),
    // True if the person has chosen the time zone: then no browser changes it.
    time_zone_chosen: boolean({
      label: { en: 'Time zone chosen', zh: '已选择时区' },
      default: false,
      readOnly: true,
      hidden: true,
    }),
    // By kind of notice (contract/notices/noticeKinds.ts), where the person wants it otherwise than it is declared.
    notice_choices: object({}, { label: { en: 'Notices', zh: '通知' }, readOnly: true, hidden: true }),
    daily_mail: boolean({
      label: { en: 'Notices in one e-mail a day', zh: '通知每天汇总为一封邮件' },
      default: false,
      readOnly: true,
      hidden: true,
    }),
    customers: integer({
      label: { en: 'Customers', zh: '客户数' },
      computed: true,
      readOnly: true,
      read: staff,
      shownWhen: { role_id: 3 },
    }),
  },
  // Users of the vendor have neither an enterprise nor an owner.
  rules: [
    { field: 'enterprise_id', requiredWhen: 'shown', unlessShown: 'dropped' },
    { field: 'parent_id', unlessShown: 'dropped' },
    { field: 'variant_id', unlessShown: 'dropped' },
    { field: 'params.liaison_mail', requiredWhen: { invited: true } },
  ],
  editWhile: { kind: 'person' },
  editOtherwise: onlyPersons,
  removeWhile: { kind: 'person' },
  removeOtherwise: onlyPersons,
  access: {
    list: staffAndEnterprise,
    get: roles,
    create: staffAndEnterprise,
    edit: staffAndEnterprise,
    remove: staffAndEnterprise,
    rows: {
      ...sameForAll({ id: me('id') }),
      SuperAdmin: personsAndSalesPrograms,
      GeneralAdmin: personsAndSalesPrograms,
      SalesMan: {
        anyOf: [{ id: me('id') }, { kind: 'person', role_id: [4, 5], enterprise_id: { sales_user_id: me('id') } }],
      },
      Enterprise: {
        enterprise_id: me('enterprise_id'),
        anyOf: [
          { id: me('id') },
          { kind: 'person', role_id: 4 },
          { kind: 'person', parent_id: me('id') },
          { kind: 'person', visible: true },
        ],
      },
    },
  },
  list: {
    columns: ['name', 'nick_name', 'role_id', 'enterprise_id', 'phone', 'created_at'],
    identifies: ['name', 'nick_name'],
    filters: ['role_id', 'variant_id', 'kind', 'enterprise_id', 'parent_id'],
    search: ['name', 'nick_name', 'phone', 'params.liaison_mail', 'enterprise.name'],
    range: 'created_at',
    empty: {
      SalesMan: {
        en: 'Create the first user for one of your enterprises. You can also act for them.',
        zh: '请为您名下企业新建首个用户，也可代客操作。',
      },
      Enterprise: {
        en: 'Create sub-users, who apply for licences for their own projects.',
        zh: '请新建子用户，由其为各自的项目申请许可。',
      },
    },
    parameters: { product_id: reference('product', { label: { en: 'Holds the product', zh: '持有产品' } }) },
  },
  form: ['name', 'password', 'invite', ['nick_name', 'phone'], 'params.liaison_mail', 'role_id', 'variant_id'],
  actions: {
    invite: {
      endpoint: {
        name: 'user_invite',
        path: '/v1/user/invite/{id}',
        label: { en: 'Send an invitation again', zh: '重新发送邀请' },
      },
      roles: staffAndEnterprise,
      label: { en: 'Send the invitation again', zh: '重新发送邀请' },
      done: { en: 'is invited again', zh: '已重新发送邀请' },
      confirm: {
        en: 'A new link is sent by e-mail. Earlier links no longer work.',
        zh: '将通过邮件发送新链接，之前的链接随即失效。',
      },
      when: [{ holds: { invited: true }, otherwise: 'not_invited' }],
      shownWhen: { invited: true },
    },
    deactivate: {
      endpoint: {
        name: 'user_deactivate',
        path: '/v1/user/deactivate/{id}',
        label: { en: 'Deactivate a user', zh: '停用用户' },
      },
      roles: admins,
      label: { en: 'Deactivate', zh: '停用' },
      done: { en: 'is deactivated', zh: '已停用' },
      confirm: {
        en: 'All sessions of this user end at once, and the user cannot sign in any more. The records stay as they are.',
        zh: '该用户的全部会话将立即结束且不能再登录，其记录保持不变。',
      },
      tone: 'danger',
      when: [
        { holds: { kind: 'person' }, otherwise: onlyPersons },
        { holds: { role_id: belowSuperAdmin }, otherwise: notAdministrators },
        { holds: { active: true }, otherwise: 'wrong_state' },
      ],
      shownWhen: { active: true, kind: 'person', role_id: belowSuperAdmin },
      assign: { active: false },
    },
    reactivate: {
      endpoint: {
        name: 'user_reactivate',
        path: '/v1/user/reactivate/{id}',
        label: { en: 'Activate a user', zh: '启用用户' },
      },
      roles: admins,
      label: { en: 'Activate', zh: '启用' },
      done: { en: 'is active', zh: '已启用' },
      confirm: {
        en: 'This user can sign in again. A company directory that deactivated the user may do so again.',
        zh: '该用户可重新登录。如由公司目录停用，可能会被再次停用。',
      },
      when: [{ holds: { active: false }, otherwise: 'wrong_state' }],
      shownWhen: { active: false },
      assign: { active: true },
    },
    reset_factor: {
      event: 'user.second_factor_reset',
      endpoint: {
        name: 'user_reset_factor',
        path: '/v1/user/reset_second_factor/{id}',
        label: { en: 'Reset the two-step verification of a user', zh: '重置用户的两步验证' },
      },
      roles: ['SuperAdmin'],
      label: { en: 'Reset two-step verification', zh: '重置两步验证' },
      done: { en: 'has no two-step verification any more', zh: '两步验证已重置' },
      confirm: {
        en: 'Do this only for somebody whom you know and who has lost the app or the passkeys, and the recovery codes. All passkeys are removed. All their sessions end, and they are notified.',
        zh: '请仅在确认对方身份，且其验证器或通行密钥与恢复码均已丢失时操作。全部通行密钥将被移除，其全部会话将结束，并会收到通知。',
      },
      when: [{ holds: { second_factor: true }, otherwise: 'factor_none' }],
      shownWhen: { second_factor: true },
      assign: { second_factor: false },
      tone: 'danger',
    },
  },
  detail: {
    summary: [
      'name',
      'nick_name',
      'role_id',
      'variant_id',
      'enterprise_id',
      'parent_id',
      'phone',
      'customers',
      'active',
      'invited',
      'second_factor',
    ],
    tabs: ['enterprise', 'user', 'user_product', 'order', 'project', 'assignment', 'application'],
  },
  timeline: {
    events: {
      invite: { label: { en: 'Invited again', zh: '已重新发送邀请' } },
      deactivate: { label: { en: 'Deactivated', zh: '已停用' } },
      reactivate: { label: { en: 'Reactivated', zh: '已启用' } },
      reset_factor: { label: { en: 'Two-step verification reset', zh: '两步验证已重置' } },
      change_password: { label: { en: 'Password changed', zh: '修改密码' } },
      change_profile: { label: { en: 'Changed own profile', zh: '修改个人资料' } },
      reset_password: { label: { en: 'Password reset by e-mail', zh: '通过邮件重置密码' } },
      accept_invitation: { label: { en: 'Invitation accepted', zh: '接受邀请' }, tone: 'good' },
    },
    parts: {
      sells: {
        entity: 'user_product',
        by: 'user_id',
        when: { role_id: 3 },
        names: 'product.name',
        roles: admins,
        dates: { sells: { at: 'created_at', label: { en: 'Sells', zh: '可销售' } } },
      },
    },
  },
  embeddedIn: [
    { entity: 'enterprise', by: 'enterprise_id', roles: staff },
    { entity: 'product', by: 'product_id', roles: admins },
    { entity: 'role_variant', by: 'variant_id', roles: ['SuperAdmin'] },
    { entity: 'user', by: 'parent_id', roles: admins, when: { role_id: 3 }, label: { en: 'Customers', zh: '客户' } },
  ],
  screens: [
    {
      path: '/user/general',
      roles: ['SuperAdmin'],
      label: { en: 'Administrators', zh: '管理员' },
      noun: { en: 'Administrator', zh: '管理员' },
      menu: { group: 'user', order: 11 },
      only: { role_id: [1, 2] },
      preset: { role_id: 2 },
      choices: { role_id: [1, 2] },
      required: ['phone'],
      columns: ['name', 'nick_name', 'role_id', 'phone', 'created_at'],
      filters: [],
    },
    {
      path: '/user/salesman',
      roles: admins,
      label: { en: 'Salesmen', zh: '销售人员' },
      noun: { en: 'Salesman', zh: '销售人员' },
      menu: { group: 'user', order: 12 },
      only: { role_id: 3, kind: 'person' },
      preset: { role_id: 3 },
      required: ['phone'],
      columns: ['name', 'nick_name', 'phone', 'created_at'],
      filters: [],
      form: [
        'name',
        'password',
        'invite',
        ['nick_name', 'phone'],
        'params.liaison_mail',
        'variant_id',
        'params.comment',
      ],
    },
    {
      path: '/user/enterprise_user',
      roles: staff,
      label: { en: 'Enterprise users', zh: '企业用户' },
      noun: { en: 'Enterprise user', zh: '企业用户' },
      menu: { group: 'user', order: 13 },
      only: { role_id: 4 },
      preset: { role_id: 4 },
      required: ['parent_id', 'params.liaison_man', 'params.liaison_mail', 'params.liaison_phone', 'params.tutelage'],
      columns: ['name', 'nick_name', 'enterprise_id', 'parent_id', 'created_at'],
      filters: ['enterprise_id', 'parent_id'],
      form: [
        ['name', 'nick_name'],
        'password',
        'invite',
        ['enterprise_id', 'parent_id'],
        ['params.liaison_man', 'params.liaison_phone'],
        'params.liaison_mail',
        'variant_id',
        'params.tutelage',
        'params.comment',
      ],
    },
    {
      path: '/user/subuser',
      roles: ['Enterprise'],
      label: { en: 'Sub-users', zh: '子用户' },
      noun: { en: 'Sub-user', zh: '子用户' },
      menu: { group: 'user', order: 14 },
      only: { role_id: 5 },
      preset: { role_id: 5 },
      required: ['phone'],
      columns: ['name', 'nick_name', 'phone', 'visible', 'created_at'],
      filters: [],
      form: [
        ['name', 'nick_name'],
        'password',
        'invite',
        ['phone', 'params.liaison_mail'],
        'visible',
        'params.comment',
      ],
    },
  ],
});

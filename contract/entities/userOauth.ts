import { oauthProviders } from '../choices/userOauth.ts';
import { admins, everything, me, roles, sameForAll } from '../schema/access.ts';
import { defineEntity } from '../schema/entity.ts';
import { choice, reference, text } from '../schema/field/field.ts';

/** A third-party account that signs a user in (C19). */
export const userOauth = defineEntity({
  name: 'user_oauth',
  label: { en: 'Third-party account', zh: '第三方账号' },
  labels: { en: 'Third-party accounts', zh: '第三方账号' },
  title: 'nick',
  icon: 'link',
  fields: {
    user_id: reference('user', {
      label: { en: 'User', zh: '用户' },
      readOnly: true,
      required: true,
      onDelete: 'allow',
      embed: ['id', 'name', 'nick_name', 'role_id'],
    }),
    provider: choice(oauthProviders, { label: { en: 'Provider', zh: '平台' }, readOnly: true, default: 'dingtalk' }),
    nick: text({ label: { en: 'Account', zh: '账号昵称' }, readOnly: true, max: 100 }),
    union_id: text({
      label: { en: 'Union id', zh: '统一标识' },
      readOnly: true,
      required: true,
      hidden: true,
      exact: true,
    }),
    corp_id: text({ label: { en: 'Corporation', zh: '组织标识' }, readOnly: true, hidden: true }),
  },
  unique: [
    ['provider', 'union_id'],
    ['provider', 'user_id'],
  ],
  access: {
    list: admins,
    remove: roles,
    rows: { ...sameForAll({ user_id: me('id') }), SuperAdmin: everything, GeneralAdmin: everything },
  },
  // A deleted binding lets nobody sign in; its user has to bind the account again.
  without: ['restore'],
  list: {
    columns: ['user_id', 'provider', 'nick', 'created_at'],
    filters: ['provider', 'user_id'],
    search: ['nick', 'user.name', 'user.nick_name'],
    range: 'created_at',
  },
  servedBy: [{ operations: ['remove'], roles, from: '/userinfo' }],
  screens: [
    {
      path: '/user/third_oauth',
      roles: admins,
      menu: { group: 'user', order: 15 },
    },
  ],
});

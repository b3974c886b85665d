import { providerPresets } from '../choices/identityProvider.ts';
import { accountRoles } from '../choices/serviceAccount.ts';
import { everything } from '../schema/access.ts';
import { defineEntity } from '../schema/entity.ts';
import { boolean, choice, list, object, reference, text, url } from '../schema/field/field.ts';
import { enteredSecret, storedSecret } from './shared/sharedFields.ts';

/** An OpenID Connect provider with which people sign in (issue 35, section 1). */
export const identityProvider = defineEntity({
  name: 'identity_provider',
  label: { en: 'Sign-in provider', zh: '登录提供方' },
  labels: { en: 'Sign-in providers', zh: '登录提供方' },
  title: 'label_en',
  icon: 'link',
  fields: {
    preset: choice(providerPresets, { label: { en: 'Provider', zh: '提供方' }, required: true, default: 'generic' }),
    label_en: text({
      label: { en: 'Button text in English', zh: '按钮文字（英文）' },
      hint: { en: 'Such as Sign in with Example', zh: '显示给使用英文界面的用户，如 Sign in with Example' },
      required: true,
      max: 60,
    }),
    label_zh: text({
      label: { en: 'Button text in Chinese', zh: '按钮文字（中文）' },
      hint: { en: 'Shown to people who use the console in Chinese', zh: '如：使用示例账号登录' },
      required: true,
      max: 60,
    }),
    issuer: url({
      label: { en: 'Issuer', zh: '签发者地址（Issuer）' },
      hint: {
        en: 'Exactly as the provider states it, such as https://login.microsoftonline.com/TENANT/v2.0',
        zh: '须与提供方公布的完全一致，如 https://login.microsoftonline.com/TENANT/v2.0',
      },
      required: true,
    }),
    client_id: text({ label: { en: 'Client ID', zh: '客户端 ID' }, required: true, max: 200 }),
    client_secret: enteredSecret({ en: 'Client secret', zh: '客户端密钥' }),
    stored_secret: storedSecret({ en: 'Stored client secret', zh: '已保存的客户端密钥' }),
    scopes: text({
      label: { en: 'Scopes', zh: '请求范围（Scopes）' },
      required: true,

      default: 'openid profile email',
      max: 300,
    }),
    redirect_uri: text({
      label: { en: 'Redirect address', zh: '回调地址' },
      hint: { en: 'Register it at the provider', zh: '请在提供方登记此地址' },
      computed: true,
      readOnly: true,
      detailOnly: true,
    }),
    backchannel_uri: text({
      label: { en: 'Back-channel sign-out address', zh: '后台退出通知地址' },
      hint: {
        en: 'Register it at the provider, so that whoever signs out there is signed out here',
        zh: '请在提供方登记此地址，用户在提供方退出后将同时退出本系统',
      },
      computed: true,
      readOnly: true,
      detailOnly: true,
    }),
    active: boolean({
      label: { en: 'On the login page', zh: '在登录页显示' },
      default: true,
    }),
    trusts_factor: boolean({
      label: { en: 'Its second factor is enough', zh: '信任其两步验证' },
      hint: {
        en: 'Whoever signs in with it is not asked for a code here',
        zh: '通过该提供方登录时，本系统不再要求验证码',
      },
      default: false,
    }),
    directory_id: reference('service_account', {
      label: { en: 'Directory (SCIM)', zh: '公司目录（SCIM）' },
      hint: {
        en: 'The service account by which the same directory manages users: they sign in with this provider without a link',
        zh: '同一公司目录用于管理用户的服务账号：其管理的用户无需关联即可通过该提供方登录',
      },
      embed: ['id', 'name'],
      as: 'directory',
      onDelete: 'allow',
      where: { role: ['SuperAdmin', 'GeneralAdmin'] },
    }),
    signs_out: boolean({
      label: { en: 'Sign out there, too', zh: '退出时一并退出提供方' },
      hint: {
        en: 'Whoever signs out here is signed out at the provider. Register the redirect address there for the way back, too',
        zh: '用户在此退出时，也会退出提供方。请在提供方将回调地址同时登记为退出后的返回地址',
      },
      default: false,
    }),
    closed_roles: list(choice(accountRoles, { label: { en: 'Role', zh: '角色' }, required: true }), {
      label: { en: 'Roles without passwords', zh: '停用密码登录的角色' },
      hint: {
        en: 'While this provider is active, their passwords sign nobody in',
        zh: '该提供方启用期间，这些角色不能使用密码登录',
      },
      max: accountRoles.length,
    }),
    closed_domains: list(text({ label: { en: 'E-mail domain', zh: '邮箱域名' }, required: true, max: 200 }), {
      label: { en: 'E-mail domains without passwords', zh: '停用密码登录的邮箱域名' },
      hint: {
        en: 'The same for accounts whose contact e-mail has one of these domains',
        zh: '联系邮箱属于这些域名的账号同样不能使用密码登录',
      },
      max: 100,
    }),
    break_glass_id: reference('user', {
      label: { en: 'Emergency administrator', zh: '应急管理员' },
      hint: {
        en: 'A SuperAdmin with two-step verification, whose password always works',
        zh: '须为已启用两步验证的超级管理员，其密码始终可用',
      },
      where: { role_id: 1, kind: 'person' },
      embed: ['id', 'name'],
      onDelete: 'restrict',
    }),
    makes_accounts: boolean({
      label: { en: 'Create accounts at the first sign-in', zh: '首次登录时创建账号' },
      default: false,
    }),
    role_claim: text({
      label: { en: 'Claim with the roles', zh: '角色所在的声明（Claim）' },
      hint: { en: 'Such as groups, or realm_access.roles', zh: '如 groups、realm_access.roles' },
      max: 100,
      shownWhen: { makes_accounts: true },
    }),
    role_map: list(
      object(
        {
          value: text({ label: { en: 'Value of the claim', zh: '声明的值' }, required: true, max: 200 }),
          role: choice(accountRoles, { label: { en: 'Role', zh: '角色' }, required: true }),
        },
        { label: { en: 'Role', zh: '角色' }, required: true },
      ),
      {
        label: { en: 'Roles by claim', zh: '声明与角色的对应' },
        hint: {
          en: 'If several fit, the least role is given; if none fits, nobody signs in',
          zh: '多项符合时取权限最小的角色；均不符合时拒绝登录',
        },
        max: 50,
        shownWhen: { makes_accounts: true },
      },
    ),
    enterprise_claim: text({
      label: { en: 'Claim with the enterprise code', zh: '企业编码所在的声明（Claim）' },

      max: 100,
      shownWhen: { makes_accounts: true },
    }),
    mail_domains: list(
      object(
        {
          domain: text({ label: { en: 'E-mail domain', zh: '邮箱域名' }, required: true, max: 200 }),
          enterprise_id: reference('enterprise', { label: { en: 'Enterprise', zh: '企业' }, required: true }),
        },
        { label: { en: 'E-mail domain', zh: '邮箱域名' }, required: true },
      ),
      {
        label: { en: 'Enterprises by e-mail domain', zh: '邮箱域名与企业的对应' },
        max: 100,
        shownWhen: { makes_accounts: true },
      },
    ),
  },
  access: {
    list: ['SuperAdmin'],
    create: ['SuperAdmin'],
    edit: ['SuperAdmin'],
    remove: ['SuperAdmin'],
    rows: { SuperAdmin: everything },
  },
  list: {
    columns: ['label_en', 'label_zh', 'preset', 'issuer', 'active', 'makes_accounts', 'created_at'],
    filters: ['preset', 'active'],
    search: ['label_en', 'label_zh', 'issuer'],
    notInGlobalSearch: true,
    empty: {
      everyone: {
        en: 'Add a provider to let people sign in with the account of their company.',
        zh: '添加登录提供方后，用户可使用公司账号登录。',
      },
    },
  },
  form: [
    ['preset', 'active'],
    ['label_en', 'label_zh'],
    'issuer',
    ['client_id', 'client_secret'],
    'scopes',
    ['trusts_factor', 'signs_out'],
    ['closed_roles', 'closed_domains'],
    'break_glass_id',
    'directory_id',
    'makes_accounts',
    'role_claim',
    'role_map',
    'enterprise_claim',
    'mail_domains',
  ],
  detail: {
    summary: [
      'label_en',
      'label_zh',
      'preset',
      'issuer',
      'client_id',
      'redirect_uri',
      'backchannel_uri',
      'scopes',
      'directory_id',
      'active',
    ],
  },
  // Nobody can sign in with a deleted provider. It is not restored but added again, with its secret.
  without: ['restore', 'export'],
  screens: [{ path: '/setting/identity_provider', roles: ['SuperAdmin'], menu: { group: 'setting', order: 78 } }],
});

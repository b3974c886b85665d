import { testOutcomes } from '../choices/identityProvider.ts';
import type { Label } from '../messages/label.ts';
import { roles } from '../schema/access.ts';
import { boolean, choice, dateTime, integer, list, object, text } from '../schema/field/field.ts';
import { signedInAnswer, success, ticket } from './auth.ts';
import { defineEndpoint } from './endpoint.ts';

const line = (en: string, zh: string, max = 200) => text({ label: { en, zh }, required: true, max });
const secret = (en: string, zh: string, max = 200) => ({ ...line(en, zh, max), secret: true });
const provider = {
  id: integer({ label: { en: 'Provider', zh: '登录提供方' }, required: true, min: 1 }),
  label_en: line('Button text in English', '按钮文字（英文）'),
  label_zh: line('Button text in Chinese', '按钮文字（中文）'),
  preset: line('Kind', '类型'),
};
const accepted = {
  ...ticket,
  password_needed: boolean({
    label: {
      en: 'The password of the account with this e-mail address is needed once, to link it',
      zh: '须输入一次该邮箱所属账号的密码以完成关联',
    },
    required: true,
  }),
};

const named = (label: Label) =>
  list(
    object(
      { name: line('Name', '名称', 500), value: text({ label: { en: 'Value', zh: '值' }, max: 20_000 }) },
      { label: { en: 'Line', zh: '条目' }, required: true },
    ),
    { label, required: true },
  );

/** The sign-in with OpenID Connect providers, and the accounts that are linked to them (issue 35, section 1). */
export const oidcEndpoints = {
  oidc_begin: defineEndpoint({
    method: 'POST',
    path: '/v1/oidc/begin',
    group: 'auth',
    label: {
      en: 'Begin a sign-in with a provider; with a session, link it to the account instead',
      zh: '开始使用登录提供方登录；已登录时则关联到当前账号',
    },
    roles: 'anybody',
    body: { provider_id: integer({ label: { en: 'Provider', zh: '登录提供方' }, required: true, min: 1 }) },
    answer: {
      fields: {
        url: line('Where to send the browser', '跳转地址', 4000),
        verifier: line('Verifier, which the page sends when the browser is back', '返回后须提交的校验码'),
      },
    },
  }),
  oidc_finish: defineEndpoint({
    method: 'POST',
    path: '/v1/oidc/finish',
    group: 'auth',
    label: {
      en: 'Finish what was begun with a provider: 200 with a session, 202 if a code or a password is needed next',
      zh: '完成登录提供方的登录或关联：200 返回会话，202 表示还需验证码或密码',
    },
    roles: 'anybody',
    body: {
      parameters: secret(
        'The parameters with which the provider sent the browser back',
        '提供方返回时的网址参数',
        6000,
      ),
      verifier: secret('Verifier of the beginning', '开始时的校验码'),
    },
    answer: signedInAnswer,
    accepted,
  }),
  oidc_link: defineEndpoint({
    method: 'POST',
    path: '/v1/oidc/link',
    group: 'auth',
    label: {
      en: 'Link the account with the verified e-mail address by its password, and sign in',
      zh: '输入密码，将登录提供方关联到该邮箱所属账号并登录',
    },
    roles: 'anybody',
    body: { ticket: secret('Ticket', '凭据', 3000), password: secret('Password', '密码') },
    answer: signedInAnswer,
    accepted,
  }),
  oidc_backchannel_logout: defineEndpoint({
    method: 'POST',
    path: '/v1/oidc/backchannel_logout',
    group: 'auth',
    label: {
      en: 'End the sessions that a provider has ended, by its logout token (OpenID Connect Back-Channel Logout 1.0)',
      zh: '按提供方的退出令牌结束会话（OpenID Connect Back-Channel Logout 1.0）',
    },
    roles: 'anybody',
    form: true,
    body: { logout_token: text({ label: { en: 'Logout token', zh: '退出令牌' }, secret: true, max: 20_000 }) },
    answer: { fields: success },
  }),
  oidc_identities: defineEndpoint({
    method: 'GET',
    path: '/v1/oidc/identity',
    group: 'auth',
    label: { en: 'Your linked accounts at sign-in providers', zh: '我关联的登录提供方账号' },
    roles,
    scope: false,
    answer: {
      fields: {
        items: list(
          object(
            {
              id: integer({ label: { en: 'Link', zh: '关联' }, required: true }),
              provider_id: provider.id,
              name: text({ label: { en: 'Account', zh: '账号' } }),
              label_en: provider.label_en,
              label_zh: provider.label_zh,
              created_at: dateTime({ label: { en: 'Linked at', zh: '关联时间' }, required: true }),
              last_used_at: dateTime({ label: { en: 'Last used at', zh: '最近使用时间' } }),
            },
            { label: { en: 'Link', zh: '关联' }, required: true },
          ),
          { label: { en: 'Linked accounts', zh: '已关联账号' }, required: true },
        ),
        password_closed_by: object(
          { label_en: provider.label_en, label_zh: provider.label_zh },
          {
            label: {
              en: 'The provider with which you sign in instead of your password; none if your password is open',
              zh: '停用密码后须使用的登录提供方；密码可用时为空',
            },
          },
        ),
        providers: list(object(provider, { label: { en: 'Provider', zh: '登录提供方' }, required: true }), {
          label: { en: 'Providers', zh: '登录提供方' },
          required: true,
        }),
      },
    },
  }),
  oidc_unlink: defineEndpoint({
    method: 'POST',
    path: '/v1/oidc/unlink',
    group: 'auth',
    label: { en: 'Unlink one of your accounts at a provider', zh: '解除一个登录提供方账号的关联' },
    roles,
    body: { id: integer({ label: { en: 'Link', zh: '关联' }, required: true, min: 1 }) },
    answer: { fields: success },
  }),
  oidc_test: defineEndpoint({
    method: 'POST',
    path: '/v1/oidc/test',
    group: 'auth',
    label: {
      en: 'Read the configuration of a provider, and begin a sign-in that opens no session',
      zh: '读取登录提供方的配置，并开始一次不建立会话的测试登录',
    },
    roles: ['SuperAdmin'],
    body: { provider_id: integer({ label: { en: 'Provider', zh: '登录提供方' }, required: true, min: 1 }) },
    answer: {
      fields: {
        url: line('Where to send the browser', '跳转地址', 4000),
        state: line('State, which the provider sends back', '提供方将原样返回的状态值'),
        verifier: line('Verifier, which the page sends when the browser is back', '返回后须提交的校验码'),
        configuration: named({ en: 'Configuration of the provider', zh: '提供方的配置' }),
      },
    },
  }),
  oidc_test_finish: defineEndpoint({
    method: 'POST',
    path: '/v1/oidc/test/finish',
    group: 'auth',
    label: {
      en: 'The claims of a tested sign-in, and what it would do; nothing is changed',
      zh: '测试登录得到的声明（Claims）及其结果，不作任何更改',
    },
    roles: ['SuperAdmin'],
    body: {
      parameters: secret(
        'The parameters with which the provider sent the browser back',
        '提供方返回时的网址参数',
        6000,
      ),
      verifier: secret('Verifier of the beginning', '开始时的校验码'),
    },
    answer: {
      fields: {
        claims: named({ en: 'Claims', zh: '声明（Claims）' }),
        outcome: choice(testOutcomes, { label: { en: 'What the sign-in would do', zh: '登录结果' }, required: true }),
        reason: text({ label: { en: 'Why it would be refused', zh: '拒绝原因' }, max: 1000 }),
        user_name: text({ label: { en: 'User name', zh: '用户名' } }),
        role: text({ label: { en: 'Role', zh: '角色' } }),
        enterprise: text({ label: { en: 'Enterprise', zh: '企业' } }),
        second_factor: boolean({
          label: { en: 'A second factor would be asked for', zh: '需要两步验证' },
          required: true,
        }),
      },
    },
  }),
};

import { passwordHint } from '../entities/shared/passwordHint.ts';
import { roles } from '../schema/access.ts';
import { boolean, dateTime, integer, list, object, text } from '../schema/field/field.ts';
import { defineEndpoint } from './endpoint.ts';

const line = (en: string, zh: string) => text({ label: { en, zh }, required: true, max: 200 });
const secret = (en: string, zh: string) => ({ ...line(en, zh), secret: true });
const signedIn = {
  user: object({}, { label: { en: 'User', zh: '用户' } }),
  role: line('Role', '角色'),
  api_key: line('Key', '密钥'),
  expires_at: dateTime({ label: { en: 'Ends at', zh: '失效时间' }, required: true }),
  must_change_password: boolean({
    label: { en: 'The password must be changed first', zh: '须先修改密码' },
    required: true,
  }),
  behalf_id: integer({ label: { en: 'Acting salesman', zh: '代客操作的销售' } }),
  behalf_name: text({ label: { en: 'Name of the acting salesman', zh: '代客操作的销售姓名' } }),
  acting_since: dateTime({ label: { en: 'Acting since', zh: '代客操作开始时间' } }),
};
export const success = { success: boolean({ label: { en: 'Done', zh: '完成' }, required: true }) };

/** Only in answers for a user whose role needs a second factor and who has none yet. */
const factorMissing = {
  must_enrol_second_factor: boolean({
    label: { en: 'A second factor must be set up first', zh: '须先设置两步验证' },
    required: true,
  }),
  second_factor_due_at: dateTime({ label: { en: 'A second factor is needed from', zh: '此时起须使用两步验证' } }),
};

/** Only in answers for a user with a variant of their role (docs/guide/narrow-rights.md). */
export const narrowedRights = {
  withheld: list(text({ label: { en: 'Right', zh: '权限' }, required: true }), {
    label: { en: 'What is withheld from the role', zh: '从角色收回的权限' },
  }),
  rights: text({
    label: { en: 'Mark of these rights, as the header X-Rights has it', zh: '权限标记，同 X-Rights 头' },
  }),
};
export const signedInAnswer = { fields: signedIn, optional: { ...factorMissing, ...narrowedRights } };
/** The answer to a right password of a user with a second factor: no session, but a ticket for the second step. */
export const ticket = {
  second_factor: boolean({ label: { en: 'A second factor is needed', zh: '需要两步验证' }, required: true }),
  passkey: boolean({ label: { en: 'A passkey is accepted too', zh: '也可使用通行密钥' }, required: true }),
  ticket: line('Ticket for the second step', '第二步的凭据'),
  expires_at: dateTime({ label: { en: 'The ticket ends at', zh: '凭据失效时间' }, required: true }),
};
const factorCode = secret('Code of the authenticator app, or a recovery code', '身份验证器的验证码或恢复码');
export const recoveryCodes = {
  recovery_codes: list(line('Recovery code', '恢复码'), {
    label: { en: 'Recovery codes, shown only now', zh: '恢复码，仅显示一次' },
    required: true,
  }),
};

export const passkeyOrigin = text({
  label: {
    en: 'The only address of the console at which passkeys work; none if the server has no suitable one',
    zh: '可使用通行密钥的访问地址，服务器没有合适的地址时为空',
  },
});

/** Login, logout, acting for others, the password, and DingTalk (B3-B5, C12, C19). */
export const authEndpoints = {
  login: defineEndpoint({
    method: 'POST',
    path: '/v1/auth/login',
    group: 'auth',
    label: { en: 'Sign in', zh: '登录' },
    roles: 'anybody',
    body: { name: line('User name', '用户名'), password: secret('Password', '密码') },
    answer: signedInAnswer,
    accepted: ticket,
  }),
  login_second_factor: defineEndpoint({
    method: 'POST',
    path: '/v1/auth/login/second_factor',
    group: 'auth',
    label: { en: 'Second step of a sign-in: a code of the second factor', zh: '登录第二步：两步验证码' },
    roles: 'anybody',
    body: { ticket: secret('Ticket of the first step', '第一步的凭据'), code: factorCode },
    answer: signedInAnswer,
  }),
  second_factor: defineEndpoint({
    method: 'GET',
    path: '/v1/auth/second_factor',
    group: 'auth',
    label: { en: 'Your second factor', zh: '我的两步验证' },
    roles,
    scope: false,
    answer: {
      fields: {
        enabled: boolean({ label: { en: 'Authenticator app', zh: '身份验证器' }, required: true }),
        enabled_at: dateTime({ label: { en: 'On since', zh: '启用时间' } }),
        recovery_codes_left: integer({ label: { en: 'Recovery codes left', zh: '剩余恢复码' }, required: true }),
        passkeys: integer({ label: { en: 'Passkeys', zh: '通行密钥数量' }, required: true }),
        required: boolean({ label: { en: 'Required for your role', zh: '您的角色必须使用' }, required: true }),
        due_at: dateTime({ label: { en: 'To be set up by', zh: '设置期限' } }),
      },
    },
  }),
  second_factor_begin: defineEndpoint({
    method: 'POST',
    path: '/v1/auth/second_factor/begin',
    group: 'auth',
    label: {
      en: 'Begin to set up a second factor, or another one in place of yours',
      zh: '开始设置或更换两步验证',
    },
    roles,
    body: {
      password: text({
        label: { en: 'Your password; not needed by an account without one', zh: '您的密码，无密码的账号无需填写' },
        secret: true,
        max: 200,
      }),
    },
    answer: {
      fields: {
        secret: line('Secret in base32', 'Base32 密钥'),
        uri: text({ label: { en: 'Address for a QR code', zh: '二维码内容' }, required: true, max: 500 }),
      },
    },
  }),
  second_factor_confirm: defineEndpoint({
    method: 'POST',
    path: '/v1/auth/second_factor/confirm',
    group: 'auth',
    label: { en: 'Finish setting up the second factor by a first code', zh: '输入首个验证码，完成设置' },
    roles,
    body: { code: secret('Code of the authenticator app', '身份验证器的验证码') },
    answer: { fields: recoveryCodes },
  }),
  second_factor_recovery_codes: defineEndpoint({
    method: 'POST',
    path: '/v1/auth/second_factor/recovery_codes',
    group: 'auth',
    label: { en: 'Replace your recovery codes', zh: '更换恢复码' },
    roles,
    body: {
      code: text({
        label: {
          en: 'Code of the authenticator app, or a recovery code; not needed by an account without the app',
          zh: '身份验证器的验证码或恢复码，未设置身份验证器的账号无需填写',
        },
        secret: true,
        max: 200,
      }),
    },
    answer: { fields: recoveryCodes },
  }),
  second_factor_remove: defineEndpoint({
    method: 'POST',
    path: '/v1/auth/second_factor/remove',
    group: 'auth',
    label: { en: 'Turn off your second factor', zh: '停用两步验证' },
    roles,
    body: { code: factorCode },
    answer: { fields: success },
  }),
  confirm: defineEndpoint({
    method: 'POST',
    path: '/v1/auth/confirm',
    group: 'auth',
    label: {
      en: 'Show again that it is you, by a code of the second factor or, without one, by the password',
      zh: '再次确认身份：输入两步验证码；未启用两步验证的账号输入密码',
    },
    roles,
    body: {
      password: text({ label: { en: 'Your password', zh: '您的密码' }, secret: true, max: 200 }),
      code: text({
        label: { en: 'Code of the authenticator app, or a recovery code', zh: '验证码或恢复码' },
        secret: true,
        max: 50,
      }),
    },
    answer: { fields: success },
  }),
  logout: defineEndpoint({
    method: 'POST',
    path: '/v1/auth/logout',
    group: 'auth',
    label: { en: 'Sign out', zh: '退出登录' },
    roles,
    answer: {
      fields: success,
      optional: {
        provider_url: text({
          label: {
            en: 'Where the browser has to go to be signed out at the provider, too',
            zh: '浏览器须前往此地址，以同时退出登录提供方',
          },
          max: 20_000,
        }),
      },
    },
  }),
  logout_others: defineEndpoint({
    method: 'POST',
    path: '/v1/auth/logout/others',
    group: 'auth',
    label: { en: 'Sign out of all other sessions', zh: '退出其他所有会话' },
    roles,
    answer: { fields: success },
  }),
  act: defineEndpoint({
    method: 'POST',
    path: '/v1/auth/login/user/{id}',
    group: 'auth',
    label: { en: 'Act for an enterprise user, or return to sales', zh: '为企业用户代客操作，或返回销售' },
    roles: ['SalesMan', 'Enterprise'],
    answer: { fields: signedIn },
  }),
  password: defineEndpoint({
    method: 'POST',
    path: '/v1/auth/password',
    group: 'auth',
    label: { en: 'Change your password', zh: '修改密码' },
    roles,
    body: {
      password: secret('Old password', '原密码'),
      password1: { ...secret('New password', '新密码'), hint: passwordHint },
      password2: text({ label: { en: 'Repeat', zh: '重复新密码' }, secret: true, max: 200 }),
    },
    answer: { fields: success },
  }),
  password_forgotten: defineEndpoint({
    method: 'POST',
    path: '/v1/auth/password/forgotten',
    group: 'auth',
    label: {
      en: 'Ask for a link to set a new password; the answer does not show whether there is such an account',
      zh: '申请重置密码的链接，应答不反映账号是否存在',
    },
    roles: 'anybody',
    body: { account: line('User name or e-mail', '用户名或邮箱') },
    answer: { fields: success },
  }),
  password_link: defineEndpoint({
    method: 'POST',
    path: '/v1/auth/password/link',
    group: 'auth',
    label: {
      en: 'Check the link of a forgotten password or an invitation, without using it up',
      zh: '检查重置密码或邀请链接，不会使其失效',
    },
    roles: 'anybody',
    body: { token: secret('Token of the link', '链接中的令牌') },
    answer: {
      fields: {
        name: line('User name', '用户名'),
        invitation: boolean({ label: { en: 'Invitation', zh: '邀请' }, required: true }),
        expires_at: dateTime({ label: { en: 'Valid until', zh: '有效期至' }, required: true }),
      },
    },
  }),
  password_reset: defineEndpoint({
    method: 'POST',
    path: '/v1/auth/password/reset',
    group: 'auth',
    label: {
      en: 'Set a password by the link of an e-mail, or by its code; all sessions end',
      zh: '通过邮件中的链接或验证码设置密码，并结束全部会话',
    },
    roles: 'anybody',
    body: {
      token: text({ label: { en: 'Token of the link', zh: '链接中的令牌' }, secret: true, max: 200 }),
      account: text({
        label: { en: 'User name or e-mail; required with a code', zh: '用户名或邮箱，使用验证码时必填' },
        max: 200,
      }),
      code: text({ label: { en: 'Code of the e-mail', zh: '邮件中的验证码' }, secret: true, max: 40 }),
      password1: { ...secret('New password', '新密码'), hint: passwordHint },
      password2: text({ label: { en: 'Repeat', zh: '重复新密码' }, secret: true, max: 200 }),
    },
    answer: { fields: success },
  }),
  dingtalk_jump: defineEndpoint({
    method: 'GET',
    path: '/v1/oauth/jump/dingtalk',
    group: 'auth',
    label: { en: 'Redirect to DingTalk to sign in or to bind an account', zh: '跳转到钉钉登录或绑定账号' },
    roles: 'anybody',
    query: { uri: line('Where to return to', '返回地址') },
    answer: { redirect: true },
  }),
  dingtalk_login: defineEndpoint({
    method: 'GET',
    path: '/v1/oauth/login/dingtalk',
    group: 'auth',
    label: { en: 'Sign in or bind an account with a DingTalk code', zh: '使用钉钉授权码登录或绑定' },
    roles: 'anybody',
    query: {
      authCode: line('Code', '钉钉授权码'),
      state: text({
        label: { en: 'State of the redirect; required for binding', zh: '跳转状态码，绑定时必填' },
        max: 200,
      }),
      verifier: text({
        label: {
          en: 'Verifier that the redirect gave the page; required with a state',
          zh: '跳转时告知页面的校验码，与状态码一并提交',
        },
        max: 200,
      }),
    },
    answer: signedInAnswer,
    accepted: ticket,
  }),
  auth_config: defineEndpoint({
    method: 'GET',
    path: '/v1/auth/config',
    group: 'auth',
    label: { en: 'Available ways to sign in', zh: '可用的登录方式' },
    roles: 'anybody',
    answer: {
      fields: {
        dingtalk: boolean({ label: { en: 'DingTalk', zh: '钉钉' }, required: true }),
        passkey_origin: passkeyOrigin,
      },
    },
  }),
};

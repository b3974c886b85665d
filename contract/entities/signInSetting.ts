import { leastPassword } from '../access/passwordRule.ts';
import { namedRoles } from '../choices/setting.ts';
import { everything } from '../schema/access.ts';
import { defineEntity } from '../schema/entity.ts';
import { boolean, choice, decimal, integer, list, text } from '../schema/field/field.ts';
import { enteredSecret, storedSecret } from './shared/sharedFields.ts';

/**
 * How long sessions last, what a sign-in and a password need, what is asked again, and the sign-in with DingTalk (issue 35,
 * sections 1 and 6).
 */
export const signInSetting = defineEntity({
  name: 'sign_in_setting',
  path: 'setting/sign_in',
  single: true,
  label: { en: 'Sign-in and sessions', zh: '登录与会话' },
  title: 'id',
  icon: 'session',
  fields: {
    idle_hours: decimal({
      label: { en: 'Sign-out when idle, after', zh: '无操作自动退出' },
      hint: { en: 'Without a request; parts are allowed, such as 0.5', zh: '可填写小数，如 0.5' },
      unit: { en: '{value|hour|hours}', zh: '小时' },
      required: true,
      default: '12',
      min: 0.1,
      max: 2160,
      precision: 5,
      scale: 1,
      environment: 'SESSION_IDLE_HOURS',
    }),
    max_days: decimal({
      label: { en: 'Sign-out in any case, after', zh: '登录后最长有效期' },
      hint: { en: 'From the sign-in, whatever the person does', zh: '无论是否有操作，到期后均须重新登录' },
      unit: { en: '{value|day|days}', zh: '天' },
      required: true,
      default: '7',
      min: 0.1,
      max: 90,
      precision: 3,
      scale: 1,
      environment: 'SESSION_MAX_DAYS',
    }),
    sign_in_mails: boolean({
      label: { en: 'E-mail about a sign-in on a new device', zh: '新设备登录时发送邮件提醒' },
      default: true,
      environment: 'SIGN_IN_MAILS',
    }),
    factor_roles: list(choice(namedRoles, { label: { en: 'Role', zh: '角色' }, required: true }), {
      label: { en: 'Roles that need two-step verification', zh: '必须启用两步验证的角色' },
      max: namedRoles.length,
      environment: 'REQUIRE_SECOND_FACTOR',
    }),
    grace_days: integer({
      label: { en: 'Days of grace to set it up', zh: '两步验证设置宽限期' },
      hint: { en: 'From the first sign-in; 0: at once', zh: '自首次登录起计算；0 表示须立即设置' },
      unit: { en: '{value|day|days}', zh: '天' },
      required: true,
      default: 7,
      min: 0,
      max: 365,
      environment: 'SECOND_FACTOR_GRACE_DAYS',
    }),
    password_length: integer({
      label: { en: 'Least length of a password', zh: '密码最短长度' },
      hint: {
        en: 'For passwords that are chosen from now on; present ones stay valid',
        zh: '仅用于之后设置的密码，现有密码仍然有效',
      },
      unit: { en: '{value|character|characters}', zh: '个字符' },
      required: true,
      default: leastPassword,
      min: leastPassword,
      max: 32,
      environment: 'PASSWORD_LENGTH',
    }),
    password_personal: boolean({
      label: {
        en: 'Refuse passwords that contain the user name or the e-mail address',
        zh: '密码不得包含用户名或邮箱',
      },
      default: true,
      environment: 'PASSWORD_PERSONAL',
    }),
    confirm_licences: boolean({
      label: { en: 'Ask again before a licence is shown or saved', zh: '显示或下载许可前再次确认身份' },
      hint: {
        en: 'For people whose sign-in is more than ten minutes ago; tokens of programs are not asked',
        zh: '适用于登录超过十分钟的用户；程序令牌不受影响',
      },
      default: false,
      environment: 'CONFIRM_LICENCES',
    }),
    dingtalk_client_id: text({
      label: { en: 'Client ID at DingTalk', zh: '钉钉应用 Client ID' },
      hint: {
        en: 'Of an app at open.dingtalk.com; empty: nobody signs in with DingTalk',
        zh: '钉钉开放平台中应用的 Client ID；留空则不启用钉钉登录',
      },
      max: 100,
      environment: 'DINGTALK_CLIENT_ID',
    }),
    dingtalk_client_secret: enteredSecret(
      { en: 'Client secret at DingTalk', zh: '钉钉应用 Client Secret' },
      'DINGTALK_CLIENT_SECRET',
    ),
    stored_dingtalk_secret: storedSecret({ en: 'Stored client secret', zh: '已保存的 Client Secret' }),
    dingtalk_corp_id: text({
      label: { en: 'Corporation ID at DingTalk', zh: '钉钉企业 CorpId' },
      hint: {
        en: 'Salesmen of this corporation are recognised by their phone number',
        zh: '该企业的销售人员可通过手机号识别身份',
      },
      max: 100,
      environment: 'DINGTALK_CORP_ID',
    }),
    dingtalk_trusts_factor: boolean({
      label: { en: 'DingTalk’s second factor is enough', zh: '信任钉钉的两步验证' },
      hint: {
        en: 'Whoever signs in with DingTalk is not asked for a code here',
        zh: '通过钉钉登录时，本系统不再要求验证码',
      },
      default: false,
    }),
  },
  access: {
    list: ['SuperAdmin'],
    edit: ['SuperAdmin'],
    rows: { SuperAdmin: everything },
  },
  list: { columns: ['idle_hours', 'max_days', 'sign_in_mails', 'factor_roles', 'grace_days', 'password_length'] },
  form: [
    ['idle_hours', 'max_days'],
    ['factor_roles', 'grace_days'],
    ['password_length', 'password_personal'],
    'confirm_licences',
    'sign_in_mails',
    ['dingtalk_client_id', 'dingtalk_client_secret'],
    ['dingtalk_corp_id', 'dingtalk_trusts_factor'],
  ],
  without: ['restore', 'export'],
  screens: [{ path: '/setting/sign_in', roles: ['SuperAdmin'], menu: { group: 'setting', order: 76 } }],
});

import type { Choice } from '../schema/field/options.ts';

/** The kinds of sign-in providers; each speaks OpenID Connect (issue 35). */
export const providerPresets = [
  { id: 'generic', label: { en: 'OpenID Connect', zh: '通用 OpenID Connect' } },
  { id: 'entra', label: { en: 'Microsoft Entra ID', zh: '微软 Entra ID' } },
  { id: 'keycloak', label: { en: 'Keycloak', zh: 'Keycloak 身份服务' } },
  { id: 'google', label: { en: 'Google', zh: '谷歌（Google）' } },
  { id: 'wecom', label: { en: 'WeCom', zh: '企业微信' } },
  { id: 'feishu', label: { en: 'Feishu', zh: '飞书' } },
] as const satisfies readonly Choice[];

/** What a tested sign-in would do. */
export const testOutcomes = [
  { id: 'sign_in', label: { en: 'Signs in', zh: '登录成功' } },
  { id: 'link', label: { en: 'Asks once for the password, to link the account', zh: '要求输入一次密码以关联账号' } },
  { id: 'create', label: { en: 'Creates an account and signs in', zh: '创建账号并登录' } },
  { id: 'refuse', label: { en: 'Refuses the sign-in', zh: '拒绝登录' } },
] as const satisfies readonly Choice[];

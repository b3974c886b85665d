import type { Choice } from '../schema/field/options.ts';

/** How somebody signed in (issue 35). */
export const signInMethods = [
  { id: 'password', label: { en: 'Password', zh: '密码' } },
  { id: 'password_code', label: { en: 'Password and code', zh: '密码和验证码' } },
  { id: 'provider', label: { en: 'External account', zh: '第三方账号' } },
  { id: 'provider_code', label: { en: 'External account and code', zh: '第三方账号和验证码' } },
  { id: 'acting', label: { en: 'Acting for a user', zh: '代客操作' } },
  { id: 'passkey', label: { en: 'Passkey', zh: '通行密钥' } },
  { id: 'password_passkey', label: { en: 'Password and passkey', zh: '密码和通行密钥' } },
  { id: 'provider_passkey', label: { en: 'External account and passkey', zh: '第三方账号和通行密钥' } },
  { id: 'oidc', label: { en: 'Sign-in provider', zh: '登录提供方' } },
  { id: 'oidc_passkey', label: { en: 'Sign-in provider and passkey', zh: '登录提供方和通行密钥' } },
  { id: 'oidc_code', label: { en: 'Sign-in provider and code', zh: '登录提供方和验证码' } },
] as const satisfies readonly Choice[];

/** Where an address is. */
export const addressPlaces = [
  { id: 'local', label: { en: 'This server', zh: '本机' } },
  { id: 'private', label: { en: 'Private network', zh: '内部网络' } },
  { id: 'public', label: { en: 'Internet', zh: '互联网' } },
] as const satisfies readonly Choice[];

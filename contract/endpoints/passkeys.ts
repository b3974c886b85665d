import { roles } from '../schema/access.ts';
import { dateTime, integer, list, object, text } from '../schema/field/field.ts';
import { passkeyOrigin, recoveryCodes, signedInAnswer, success } from './auth.ts';
import { defineEndpoint } from './endpoint.ts';

/** Bytes in base64url, as browsers write them in JSON (WebAuthn 3, 5.1.8). */
const bytes = (en: string, zh: string, max: number) => text({ label: { en, zh }, required: true, max });
const credentialId = bytes('Id of the credential', '凭据编号', 1400);
const clientData = bytes('Client data', '客户端数据', 8000);

/** The signature with which a passkey answers a challenge. */
const assertion = object(
  {
    id: credentialId,
    client_data: clientData,
    authenticator_data: bytes('Authenticator data', '验证器数据', 8000),
    signature: bytes('Signature', '签名', 2000),
    user_handle: text({ label: { en: 'User handle', zh: '用户句柄' }, max: 200 }),
  },
  { label: { en: 'Answer of the passkey', zh: '通行密钥的应答' }, required: true },
);

/** A new credential. */
const attestation = object(
  {
    id: credentialId,
    client_data: clientData,
    attestation: bytes('Attestation object', '证明对象', 40_000),
    transports: list(text({ label: { en: 'Transport', zh: '传输方式' }, max: 20 }), {
      label: { en: 'Transports', zh: '传输方式' },
    }),
  },
  { label: { en: 'New credential', zh: '新凭据' }, required: true },
);

/** What the browser passes on to the authenticator, with a challenge that is valid for five minutes, once. */
const optionsAnswer = {
  fields: { options: object({}, { label: { en: 'Options for the browser', zh: '浏览器参数' }, required: true }) },
};
const ticket = text({
  label: {
    en: 'Ticket of the first step; without one, the passkey takes the place of name and password',
    zh: '第一步的凭据，不填则以通行密钥代替用户名和密码',
  },
  secret: true,
  max: 200,
});
const name = text({ label: { en: 'Name of the passkey', zh: '通行密钥名称' }, required: true, max: 60 });

/** Passkeys: credentials of WebAuthn that sign in by themselves, or as the second step (issue 35, section 2). */
export const passkeyEndpoints = {
  passkey_sign_in_begin: defineEndpoint({
    method: 'POST',
    path: '/v1/auth/login/passkey/begin',
    group: 'auth',
    label: { en: 'Begin to sign in with a passkey', zh: '开始使用通行密钥登录' },
    roles: 'anybody',
    body: { ticket },
    answer: optionsAnswer,
  }),
  passkey_sign_in: defineEndpoint({
    method: 'POST',
    path: '/v1/auth/login/passkey',
    group: 'auth',
    label: { en: 'Sign in with a passkey, alone or as the second step', zh: '使用通行密钥登录，或完成登录第二步' },
    roles: 'anybody',
    body: { ticket, credential: assertion },
    answer: signedInAnswer,
  }),
  passkey_confirm_begin: defineEndpoint({
    method: 'POST',
    path: '/v1/auth/confirm/passkey/begin',
    group: 'auth',
    label: { en: 'Begin to show again that it is you, by a passkey', zh: '开始使用通行密钥再次确认身份' },
    roles,
    answer: optionsAnswer,
  }),
  passkey_confirm: defineEndpoint({
    method: 'POST',
    path: '/v1/auth/confirm/passkey',
    group: 'auth',
    label: { en: 'Show again that it is you, by a passkey', zh: '使用通行密钥再次确认身份' },
    roles,
    body: { credential: assertion },
    answer: { fields: success },
  }),
  passkey_list: defineEndpoint({
    method: 'GET',
    path: '/v1/auth/passkey',
    group: 'auth',
    label: { en: 'Your passkeys', zh: '我的通行密钥' },
    roles,
    scope: false,
    answer: {
      fields: {
        origin: passkeyOrigin,
        items: list(
          object(
            {
              id: integer({ label: { en: 'Number', zh: '编号' }, required: true }),
              name,
              created_at: dateTime({ label: { en: 'Created at', zh: '创建时间' }, required: true }),
              last_used_at: dateTime({ label: { en: 'Last used', zh: '最近使用' } }),
            },
            { label: { en: 'Passkey', zh: '通行密钥' } },
          ),
          { label: { en: 'Passkeys', zh: '通行密钥' }, required: true },
        ),
      },
    },
  }),
  passkey_begin: defineEndpoint({
    method: 'POST',
    path: '/v1/auth/passkey/begin',
    group: 'auth',
    label: { en: 'Begin to add a passkey', zh: '开始添加通行密钥' },
    roles,
    answer: optionsAnswer,
  }),
  passkey_add: defineEndpoint({
    method: 'POST',
    path: '/v1/auth/passkey',
    group: 'auth',
    label: { en: 'Add a passkey', zh: '添加通行密钥' },
    roles,
    body: { name, credential: attestation },
    answer: {
      fields: { id: integer({ label: { en: 'Number', zh: '编号' }, required: true }) },
      optional: recoveryCodes,
    },
  }),
  passkey_rename: defineEndpoint({
    method: 'POST',
    path: '/v1/auth/passkey/rename/{id}',
    group: 'auth',
    label: { en: 'Rename a passkey', zh: '重命名通行密钥' },
    roles,
    body: { name },
    answer: { fields: success },
  }),
  passkey_remove: defineEndpoint({
    method: 'POST',
    path: '/v1/auth/passkey/remove/{id}',
    group: 'auth',
    label: { en: 'Remove a passkey', zh: '移除通行密钥' },
    roles,
    answer: { fields: success },
  }),
};

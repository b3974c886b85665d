import { signingKeyStates } from '../../choices/signingKey.ts';
import { choice, dateTime, integer, list, object, text } from '../../schema/field/field.ts';
import { defineEndpoint } from '../endpoint.ts';

const kid = text({ label: { en: 'Key', zh: '密钥编号' }, required: true, max: 100 });

const keys = {
  fields: {
    keys: list(
      object(
        {
          kid,
          state: choice(signingKeyStates, { label: { en: 'State', zh: '状态' }, required: true }),
          created_at: dateTime({ label: { en: 'Created at', zh: '创建时间' }, required: true }),
          activated_at: dateTime({ label: { en: 'Signs from', zh: '启用时间' } }),
          retired_at: dateTime({ label: { en: 'Signs until', zh: '停用时间' } }),
          licences: integer({ label: { en: 'Licences issued meanwhile', zh: '期间签发的许可' }, required: true }),
          profiles: integer({
            label: { en: 'Issuing profiles that name it', zh: '指定该密钥的签发配置' },
            required: true,
          }),
        },
        { label: { en: 'Key', zh: '密钥' }, required: true },
      ),
      { label: { en: 'Keys', zh: '密钥' }, required: true },
    ),
  },
} as const;

/** The keys that sign licences, and their change in two steps (issue 35, section 6). */
export const signingKeyEndpoints = {
  signing_key_list: defineEndpoint({
    method: 'GET',
    path: '/v1/setting/signing_key',
    group: 'product_license',
    onlyReads: true,
    label: { en: 'All keys that sign or have signed licences', zh: '全部许可签名密钥' },
    roles: ['SuperAdmin'],
    scope: false,
    answer: keys,
  }),
  signing_key_prepare: defineEndpoint({
    method: 'POST',
    path: '/v1/setting/signing_key/prepare',
    group: 'product_license',
    label: {
      en: 'Create the next signing key, and publish its public key before it signs',
      zh: '创建下一个签名密钥，并在启用前公布其公钥',
    },
    roles: ['SuperAdmin'],
    scope: false,
    answer: keys,
  }),
  signing_key_rotate: defineEndpoint({
    method: 'POST',
    path: '/v1/setting/signing_key/rotate',
    group: 'product_license',
    label: {
      en: 'Sign new licences with the prepared key, or a new one; `kid` is the key that signs now',
      zh: '改用待启用的密钥（如无则新建）签发许可；`kid` 为当前使用中的密钥',
    },
    roles: ['SuperAdmin'],
    scope: false,
    body: { kid },
    answer: keys,
  }),
};

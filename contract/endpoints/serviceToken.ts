import { adminsAndEnterprise } from '../schema/access.ts';
import { integer } from '../schema/field/field.ts';
import { defineEndpoint } from './endpoint.ts';

/** Tokens of service accounts, besides their records (issue 34). */
export const serviceTokenEndpoints = {
  service_token_rotate: defineEndpoint({
    method: 'POST',
    path: '/v1/service_token/rotate/{id}',
    group: 'service_token',
    label: { en: 'Replace a token by a new one', zh: '轮换令牌' },
    roles: adminsAndEnterprise,
    scope: false,
    body: {
      keep_days: integer({
        label: { en: 'Days for which the old token stays valid', zh: '旧令牌继续有效的天数' },
        default: 0,
        min: 0,
        max: 7,
      }),
    },
    answer: { record: 'service_token' },
  }),
};

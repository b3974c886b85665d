import { integer, list, object, text } from '../schema/field/field.ts';
import { defineEndpoint } from './endpoint.ts';

const label = (en: string, zh: string) => ({ en, zh });
const status = { status: text({ label: label('Status', '状态'), required: true }) };

/** Public endpoints: the public keys and the revocation list of licences (C4, C6), and health checks. */
export const wellKnownEndpoints = {
  key_set: defineEndpoint({
    method: 'GET',
    path: '/.well-known/jwks.json',
    group: 'public',
    label: label('Public keys of licences (RFC 7517)', '许可的公钥集'),
    roles: 'anybody',
    answer: { fields: { keys: list(object({}, { label: label('Key', '公钥') }), { label: label('Keys', '公钥') }) } },
  }),
  revocation_list: defineEndpoint({
    method: 'GET',
    path: '/.well-known/revoked.jws',
    group: 'public',
    label: label('Signed list of withdrawn licences', '已撤销许可的签名列表'),
    roles: 'anybody',
    query: { since: integer({ label: label('Version that the caller has', '已有列表的版本'), min: 0 }) },
    answer: { media: 'application/jose' },
    cached: true,
  }),
  alive: defineEndpoint({
    method: 'GET',
    path: '/healthz',
    group: 'public',
    label: label('Liveness check', '存活检查'),
    roles: 'anybody',
    answer: { fields: status },
  }),
  ready: defineEndpoint({
    method: 'GET',
    path: '/readyz',
    group: 'public',
    label: label('Readiness check of the database and the jobs', '就绪检查：数据库和任务'),
    roles: 'anybody',
    unready: true,
    answer: { fields: status },
  }),
};

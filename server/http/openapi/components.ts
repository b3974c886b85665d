import type { JsonSchema } from '../../../contract/kinds/kind.ts';
import { type MessageKey, messages } from '../../../contract/messages/catalogue.ts';
import type { Label } from '../../../contract/messages/label.ts';
import type { Contract, Entity } from '../../../contract/schema/entity.ts';
import { pagingSchema, recordSchema } from './answers.ts';
import { createSchema, editSchema, stepSchemas, updateSchema } from './bodies.ts';
import { jsonContent, type OperationDraft, ref } from './draft.ts';
import { pagingParameters } from './parameters.ts';
import { bilingual, joinLabels } from './texts.ts';
import { eventSchemas } from './webhooks/events.ts';

/** The error statuses that endpoints share: their meaning, and the codes that a client may meet first. */
const errors: Readonly<Record<string, { readonly meaning: Label; readonly codes: readonly MessageKey[] }>> = {
  400: {
    meaning: { en: 'The body cannot be read', zh: '无法读取请求内容' },
    codes: ['not_json', 'not_utf8', 'logout_token'],
  },
  401: { meaning: { en: 'No valid key or token', zh: '密钥或令牌无效' }, codes: ['signed_out'] },
  403: {
    meaning: { en: 'The role or the scopes of the token do not allow it', zh: '角色或令牌的权限范围不允许' },
    codes: ['forbidden'],
  },
  404: { meaning: { en: 'No such record within your reach', zh: '没有您可见的此记录' }, codes: ['not_found'] },
  413: { meaning: { en: 'The body is too large', zh: '请求内容过大' }, codes: ['too_large'] },
  422: {
    meaning: {
      en: 'Refused, with every reason at its field; the code is that of the first rule that is not about a field',
      zh: '已拒绝，各项原因列在对应字段；code 为首个不属于字段的规则',
    },
    codes: ['invalid', 'stale', 'not_found_reference', 'in_use'],
  },
  429: {
    meaning: { en: 'Too many requests; see Retry-After', zh: '请求过于频繁，见 Retry-After' },
    codes: ['too_many'],
  },
  500: { meaning: { en: 'A fault of the server', zh: '服务器故障' }, codes: ['server'] },
  503: {
    meaning: { en: 'Busy; try again after Retry-After', zh: '繁忙，请在 Retry-After 后重试' },
    codes: ['busy', 'stopping'],
  },
  507: { meaning: { en: 'No space left', zh: '存储空间不足' }, codes: ['disk_full'] },
};

/** True if the endpoint names a record, in its path or in its body. */
const namesRecord = ({ path, body }: OperationDraft): boolean =>
  path.includes('{') || Object.hasOwn((body?.properties ?? {}) as object, 'id');

/** The error responses of an endpoint. */
export function errorResponses(call: OperationDraft): Record<string, JsonSchema> {
  const here = Object.keys(errors).filter((status) => {
    if (status === '400' || status === '413') return call.method === 'POST';
    return status !== '404' || namesRecord(call);
  });
  return Object.fromEntries(here.map((status) => [status, ref(`responses/${status}`)]));
}

/** The bodies that change a record: one schema for its fields, one for each of its steps, and the choice of them. */
function editSchemas(entity: Entity): [string, JsonSchema][] {
  const name = `${entity.name}_edit`;
  const steps = stepSchemas(entity).map(([own, schema]): [string, JsonSchema] => [
    `${entity.name}_step_${own}`,
    schema,
  ]);
  if (steps.length === 0) return [[name, updateSchema(entity)]];
  const update = `${entity.name}_update`;
  const bodies = [update, ...steps.map(([own]) => own)];
  return [
    [update, updateSchema(entity)],
    ...steps,
    [
      name,
      editSchema(
        entity,
        bodies.map((own) => ref(`schemas/${own}`)),
      ),
    ],
  ];
}

function schemas(contract: Contract): Record<string, JsonSchema> {
  const found = contract.entities.flatMap((entity): [string, JsonSchema][] => [
    [entity.name, recordSchema(entity)],
    ...(entity.access.create && !entity.without?.includes('create')
      ? [[`${entity.name}_create`, createSchema(entity)] as [string, JsonSchema]]
      : []),
    ...(entity.access.edit && !entity.without?.includes('edit') ? editSchemas(entity) : []),
  ]);
  const events = Object.fromEntries(eventSchemas(contract));
  return { ...Object.fromEntries(found), ...events, paging: pagingSchema, error: errorSchema, problem: problemSchema };
}

const messagesByField: JsonSchema = {
  type: 'object',
  description: bilingual({
    en: 'The messages by the path of their field in the body; `_` for the request as a whole',
    zh: '各字段的提示，以请求内容中的路径为键；`_` 表示整个请求',
  }),
  additionalProperties: { type: 'array', items: { type: 'string' }, minItems: 1 },
  examples: [{ 'purchased.hosts': [messages.required.en] }],
};

const code: JsonSchema = {
  type: 'string',
  description: bilingual({
    en: 'A word for programs, the same in both languages',
    zh: '供程序判断的代码，与语言无关',
  }),
  examples: ['invalid'],
};
const requestId: JsonSchema = {
  type: 'string',
  description: bilingual({ en: 'Id of the request, also in X-Request-Id', zh: '请求编号，同 X-Request-Id' }),
  examples: ['0192f0c1-7a3e-4c5d-8e6f-1a2b3c4d5e6f'],
};
const title: JsonSchema = {
  type: 'string',
  description: bilingual({ en: 'The message for a person', zh: '给用户的提示' }),
  examples: [messages.required.en],
};

const errorSchema: JsonSchema = {
  type: 'object',
  title: bilingual({ en: 'Error', zh: '错误' }),
  properties: {
    title,
    code,
    error: {
      type: 'object',
      description: bilingual({ en: 'What is wrong', zh: '错误内容' }),
      properties: { fields: messagesByField },
      required: ['fields'],
      additionalProperties: false,
    },
    request_id: requestId,
  },
  required: ['title', 'code', 'error'],
  additionalProperties: false,
};

/** An error for a client that accepts `application/problem+json` (RFC 9457). */
const problemSchema: JsonSchema = {
  type: 'object',
  title: bilingual({ en: 'Problem (RFC 9457)', zh: '错误（RFC 9457）' }),
  properties: {
    type: {
      type: 'string',
      format: 'uri-reference',
      description: bilingual({ en: 'Address of the description of the code', zh: '错误代码说明的地址' }),
      examples: ['/docs/api/errors#invalid'],
    },
    title,
    status: {
      type: 'integer',
      minimum: 400,
      maximum: 599,
      description: bilingual({ en: 'HTTP status', zh: 'HTTP 状态码' }),
      examples: [422],
    },
    detail: {
      type: 'string',
      description: bilingual({ en: 'All messages in one text', zh: '全部提示，合为一段' }),
      examples: [messages.required.en],
    },
    instance: {
      type: 'string',
      format: 'uri-reference',
      description: bilingual({ en: 'This occurrence, by the id of the request', zh: '本次错误，以请求编号标识' }),
      examples: ['urn:uuid:0192f0c1-7a3e-4c5d-8e6f-1a2b3c4d5e6f'],
    },
    code,
    fields: messagesByField,
    request_id: requestId,
  },
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'fields', 'request_id'],
  additionalProperties: false,
};

/** The usual error, or the same as a problem where the client prefers it. */
const errorContent = {
  ...jsonContent(ref('schemas/error')),
  'application/problem+json': { schema: ref('schemas/problem') },
};

const codesLabel = (codes: readonly MessageKey[]): Label =>
  joinLabels(
    codes.map((name) => ({ en: `\`${name}\` ${messages[name].en}`, zh: `\`${name}\` ${messages[name].zh}` })),
    { en: '; ', zh: '；' },
  );

/** An error response with its codes. */
const errorResponse = (status: string): JsonSchema => {
  const { meaning, codes } = errors[status] ?? { meaning: { en: status, zh: status }, codes: [] };
  const listed = codesLabel(codes);
  return {
    description: bilingual({ en: `${meaning.en}. ${listed.en}`, zh: `${meaning.zh}。${listed.zh}` }),
    'x-codes': codes,
    content: errorContent,
  };
};

const header = (name: string, schema: JsonSchema, description: Label): JsonSchema => ({
  name,
  in: 'header',
  description: bilingual(description),
  schema,
});

/** The components that operations refer to: schemas, error responses, headers and keys. */
export const components = (contract: Contract) => ({
  schemas: schemas(contract),
  responses: Object.fromEntries(Object.keys(errors).map((status) => [status, errorResponse(status)])),
  parameters: {
    ...Object.fromEntries(Object.entries(pagingParameters).map(([name, one]) => [name, one as unknown as JsonSchema])),
    language: header(
      'X-LANG',
      { type: 'string', enum: ['en', 'zh'] },
      {
        en: 'Language of messages and names; without it Accept-Language decides',
        zh: '提示与名称的语言；未提供时取 Accept-Language',
      },
    ),
    timeZone: header(
      'X-TIME-ZONE',
      { type: 'string', maxLength: 64 },
      {
        en: 'Time zone of files, messages and periods, as Asia/Shanghai',
        zh: '文件、消息和期限所用时区，如 Asia/Shanghai',
      },
    ),
    requestKey: header(
      'Idempotency-Key',
      { type: 'string', maxLength: 200 },
      { en: 'A repeated key with the same body returns the first response', zh: '相同标识返回首次结果' },
    ),
    version: header('If-Match', { type: 'string' }, { en: 'Version last read', zh: '最近读取的版本' }),
  },
  securitySchemes: {
    session: {
      type: 'apiKey',
      in: 'header',
      name: 'authorization',
      description: bilingual({
        en: 'Key of a session, as signing in returns it; `Bearer` before it is accepted',
        zh: '登录返回的密钥；可在前面加 `Bearer`',
      }),
    },
    token: {
      type: 'http',
      scheme: 'bearer',
      description: bilingual({ en: 'Token of a service account, with its scopes', zh: '服务账号的令牌及其权限范围' }),
    },
    licence: {
      type: 'apiKey',
      in: 'header',
      name: 'authorization',
      description: bilingual({ en: 'Licence (lic_secret)', zh: '许可内容（lic_secret）' }),
    },
  },
});

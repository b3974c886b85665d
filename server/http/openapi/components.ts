import type { JsonSchema } from '../../../contract/kinds/kind.ts';
import type { Contract } from '../../../contract/schema/entity.ts';
import { recordSchema } from './answers.ts';
import { createSchema, editSchema } from './bodies.ts';
import { jsonContent, type OperationDraft, ref } from './draft.ts';

/** The error statuses that endpoints share, with their meaning. */
const errors = { 400: 'No JSON', 401: 'No good key', 403: 'Not for this role', 404: 'Not there', 413: 'Too large' };
const moreErrors = {
  422: 'Refused, with its reason',
  429: 'Too often',
  500: 'Our fault',
  503: 'Busy; try again',
  507: 'No space left',
};

/** True if the endpoint names a record, in its path or in its body. */
const namesRecord = ({ path, body }: OperationDraft): boolean =>
  path.includes('{') || Object.hasOwn((body?.properties ?? {}) as object, 'id');

/** The error responses of an endpoint. */
export function errorResponses(call: OperationDraft): Record<string, JsonSchema> {
  const here = Object.entries({ ...errors, ...moreErrors }).filter(([status]) => {
    if (status === '400' || status === '413') return call.method === 'POST';
    return status !== '404' || namesRecord(call);
  });
  return Object.fromEntries(here.map(([status]) => [status, ref(`responses/${status}`)]));
}

function schemas({ entities }: Contract): Record<string, JsonSchema> {
  const found = entities.flatMap((entity): [string, JsonSchema][] => [
    [entity.name, recordSchema(entity)],
    ...(entity.access.create && !entity.without?.includes('create')
      ? [[`${entity.name}_create`, createSchema(entity)] as [string, JsonSchema]]
      : []),
    ...(entity.access.edit && !entity.without?.includes('edit')
      ? [[`${entity.name}_edit`, editSchema(entity)] as [string, JsonSchema]]
      : []),
  ]);
  return { ...Object.fromEntries(found), error: errorSchema };
}

const errorSchema: JsonSchema = {
  type: 'object',
  properties: {
    title: { type: 'string' },
    code: { type: 'string' },
    error: {
      type: 'object',
      properties: {
        fields: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' }, minItems: 1 } },
      },
      required: ['fields'],
      additionalProperties: false,
    },
    request_id: { type: 'string' },
  },
  required: ['title', 'code', 'error'],
  additionalProperties: false,
};

/** The components that operations refer to: schemas, error responses, headers and keys. */
export const components = (contract: Contract) => ({
  schemas: schemas(contract),
  responses: Object.fromEntries(
    Object.entries({ ...errors, ...moreErrors }).map(([status, description]) => [
      status,
      { description, content: jsonContent(ref('schemas/error')) },
    ]),
  ),
  parameters: {
    language: { name: 'X-LANG', in: 'header', description: 'Language / 语言', schema: { enum: ['en', 'zh'] } },
    timeZone: {
      name: 'X-TIME-ZONE',
      in: 'header',
      description: 'Time zone of files, messages and periods, as Asia/Shanghai / 文件、消息和期限所用时区',
      schema: { type: 'string', maxLength: 64 },
    },
    requestKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description: 'A repeated key with the same body returns the first response / 相同标识返回首次结果',
      schema: { type: 'string', maxLength: 200 },
    },
    version: {
      name: 'If-Match',
      in: 'header',
      description: 'Version last read / 最近读取的版本',
      schema: { type: 'string' },
    },
  },
  securitySchemes: {
    session: { type: 'apiKey', in: 'header', name: 'authorization', description: 'Session key / 登录密钥' },
    token: {
      type: 'http',
      scheme: 'bearer',
      description: 'Token of a service account, with its scopes / 服务账号的令牌及其权限范围',
    },
    licence: { type: 'apiKey', in: 'header', name: 'authorization', description: 'Licence / 许可内容' },
  },
});

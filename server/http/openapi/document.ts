import { type Role, roles } from '../../../contract/access.ts';
import type { TakenCall } from '../../../contract/actionCall.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { endpointNamed } from '../../../contract/endpoints.ts';
import type { Entity } from '../../../contract/entity.ts';
import type { Field } from '../../../contract/field.ts';
import { fileItem } from '../../../contract/fileField.ts';
import { entities, entityNamed } from '../../../contract/index.ts';
import type { JsonSchema } from '../../../contract/kind.ts';
import { objectSchema } from '../../../contract/kind.ts';
import type { Label } from '../../../contract/label.ts';
import { importAnswerSchema, importSchema } from '../../resource/importRequest.ts';
import { allActionCalls, allRecordCalls, callNames, type FileOperation, type RecordCall } from '../paths.ts';
import { answerSchema, bare, pageOf, recordSchema, totalsSchema } from './answers.ts';
import { createSchema, editSchema } from './bodies.ts';
import {
  fileNameParameter,
  listParameters,
  type Parameter,
  pathParameters,
  queryParameters,
  totalsParameters,
} from './parameters.ts';

/** One operation of the document (OpenAPI 3.1). */
export interface Operation {
  readonly operationId: string;
  readonly tags: string[];
  readonly summary: string;
  readonly description: string;
  readonly 'x-summary-zh': string;
  readonly 'x-roles': readonly string[];
  readonly security: JsonSchema[];
  readonly parameters: (Parameter | JsonSchema)[];
  readonly requestBody?: JsonSchema;
  readonly responses: Record<string, JsonSchema>;
}

export interface Document {
  readonly openapi: '3.1.0';
  readonly info: JsonSchema;
  readonly servers: JsonSchema[];
  readonly tags: { name: string; description: string }[];
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: Record<string, Record<string, JsonSchema>>;
}

const ref = (name: string): JsonSchema => ({ $ref: `#/components/${name}` });
const json = (schema: JsonSchema) => ({ 'application/json': { schema } });

const errors = { 400: 'No JSON', 401: 'No good key', 403: 'Not for this role', 404: 'Not there', 413: 'Too large' };
const moreErrors = {
  422: 'Refused, with its reason',
  429: 'Too often',
  500: 'Our fault',
  503: 'Busy; try again',
  507: 'No space left',
};

/** Does the call name a record, in its path or in its body? */
const namesRecord = ({ path, body }: Draft): boolean =>
  path.includes('{') || Object.hasOwn((body?.properties ?? {}) as object, 'id');

function errorResponses(call: Draft): Record<string, JsonSchema> {
  const here = Object.entries({ ...errors, ...moreErrors }).filter(([status]) => {
    if (status === '400' || status === '413') return call.method === 'POST';
    return status !== '404' || namesRecord(call);
  });
  return Object.fromEntries(here.map(([status]) => [status, ref(`responses/${status}`)]));
}

interface Draft {
  readonly id: string;
  readonly group: string;
  readonly method: string;
  readonly path: string;
  readonly label: Label;
  readonly roles: readonly Role[] | 'anybody' | 'licence';
  readonly parameters: Parameter[];
  readonly body?: JsonSchema | undefined;
  /** What a body is that is no JSON. */
  readonly media?: string;
  readonly good: Record<string, JsonSchema>;
}

const securityOf = (who: Draft['roles']): JsonSchema[] =>
  who === 'anybody' ? [] : [{ [who === 'licence' ? 'licence' : 'session']: [] }];

const headers = (draft: Draft): JsonSchema[] => [
  ref('parameters/language'),
  ...(draft.method === 'POST' && !draft.path.startsWith('/v1/auth/') ? [ref('parameters/requestKey')] : []),
  ...(draft.id.endsWith('_edit') ? [ref('parameters/version')] : []),
];

function operation(draft: Draft): Operation {
  const who = typeof draft.roles === 'string' ? [draft.roles] : draft.roles;
  return {
    operationId: draft.id,
    tags: [draft.group],
    summary: draft.label.en,
    description: `${draft.label.zh}\n\nFor / 适用: ${who.join(', ')}`,
    'x-summary-zh': draft.label.zh,
    'x-roles': who,
    security: securityOf(draft.roles),
    parameters: [...pathParameters(draft.path), ...draft.parameters, ...headers(draft)],
    ...(draft.method === 'POST' && {
      requestBody: draft.media
        ? { required: true, content: { [draft.media]: { schema: draft.body ?? {} } } }
        : { required: Boolean(draft.body?.required), content: json(draft.body ?? objectSchema({})) },
    }),
    responses: { ...draft.good, ...errorResponses(draft) },
  };
}

const fine = (schema: JsonSchema) => ({ '200': { description: 'Done / 成功', content: json(schema) } });

function goodOf(call: Endpoint): Record<string, JsonSchema> {
  const { answer } = call;
  if ('redirect' in answer) {
    const properties = { url: { type: 'string' }, verifier: { type: 'string' } };
    return {
      ...fine({ type: 'object', properties, required: ['url', 'verifier'] }),
      '302': { description: 'To the provider / 跳转' },
    };
  }
  if ('media' in answer) {
    const schema = { type: answer.media === 'application/json' ? 'object' : 'string' };
    return { '200': { description: 'Done / 成功', content: { [answer.media]: { schema } } } };
  }
  const good = fine(answerSchema(answer) ?? {});
  return call.unready ? { ...good, '503': { ...good['200'], description: 'Not yet / 未就绪' } } : good;
}

const ofCall = (id: (typeof callNames)[number]): Draft => {
  const call = endpointNamed(id);
  const { group, method, path, label } = call;
  return {
    ...{ id, group, method, path, label, roles: call.roles },
    parameters: [...queryParameters(call.query), ...(call.list ? listParameters(entityNamed(call.list)) : [])],
    body: call.method === 'POST' ? objectSchema(call.body ?? {}) : undefined,
    good: goodOf(call),
  };
};

const ofAction = ({ name, entity, method, path, label, roles, body, answers }: TakenCall): Draft => ({
  ...{ id: name, group: entity.name, method, path, label, roles },
  parameters: [],
  body: objectSchema(body),
  good: fine(answerSchema(answers ? { items: answers.entity } : { record: entity.name }) ?? {}),
});

type WholeOperation = Exclude<RecordCall['operation'], FileOperation>;

const verbs: Readonly<Record<WholeOperation, Label>> = {
  list: { en: 'List', zh: '列表' },
  export: { en: 'Export as CSV', zh: '导出 CSV' },
  totals: { en: 'Count and sums', zh: '合计' },
  import: { en: 'Import rows of a file', zh: '导入' },
  get: { en: 'Look at one', zh: '详情' },
  create: { en: 'Make', zh: '新建' },
  edit: { en: 'Change, or take to another state', zh: '修改或变更状态' },
  remove: { en: 'Delete', zh: '删除' },
  restore: { en: 'Restore what was deleted in the last 30 days', zh: '恢复 30 天内删除的记录' },
};

const goodRecords = (entity: Entity): Record<WholeOperation, Record<string, JsonSchema>> => {
  const one = ref(`schemas/${entity.name}`);
  const gone = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] };
  const csv = { 'text/csv': { schema: { type: 'string' } } };
  const events = { 'text/event-stream': { schema: { type: 'string' } } };
  return {
    list: fine(pageOf(one)),
    export: { '200': { description: 'The file / 文件', content: csv } },
    totals: fine(totalsSchema(entity)),
    import: { '200': { description: 'Done / 成功', content: { ...json(importAnswerSchema), ...events } } },
    get: fine(one),
    create: fine(one),
    edit: fine(one),
    remove: fine(gone),
    restore: fine(gone),
  };
};

/** The operation whose roles a call has, where it has none of its own. */
function rightOf(name: Exclude<WholeOperation, 'export' | 'totals'>): WrittenOperation {
  if (name === 'restore') return 'remove';
  return name === 'import' ? 'create' : name;
}
type WrittenOperation = Exclude<WholeOperation, 'export' | 'totals' | 'restore' | 'import'>;

function parametersFor(entity: Entity, operation: WholeOperation): Parameter[] {
  if (operation === 'totals') return totalsParameters(entity);
  return operation === 'list' || operation === 'export' ? listParameters(entity) : [];
}

/** The call of a field that holds files: the content comes and goes as it is. */
function ofFile({ entity, operation: name, method, path, field = '', roles: who = [] }: RecordCall): Draft {
  const { label } = entity.fields[field] as Field;
  const up = name === 'upload';
  const verb = up ? { en: 'Upload a file', zh: '上传文件' } : { en: 'Download a file', zh: '下载文件' };
  const answered = bare(fileItem(entity.fields[field] as Field) as Field);
  return {
    ...{ id: `${entity.name}_${name}_${field}`, group: entity.name, method, path, roles: who },
    label: {
      en: `${entity.labels.en}: ${verb.en} (${label.en})`,
      zh: `${entity.labels.zh}：${verb.zh}（${label.zh}）`,
    },
    parameters: up ? [fileNameParameter] : [],
    ...(up && { body: binary, media: anyMedia }),
    good: up
      ? fine(answered)
      : { '200': { description: 'The file / 文件', content: { [anyMedia]: { schema: binary } } } },
  };
}
const anyMedia = 'application/octet-stream';
const binary: JsonSchema = { type: 'string', format: 'binary' };

function ofRecord(call: RecordCall): Draft {
  const { entity, operation: name, method, path } = call;
  if (name === 'upload' || name === 'download') return ofFile(call);
  const bodies: Partial<Record<WholeOperation, JsonSchema>> = {
    create: ref(`schemas/${entity.name}_create`),
    ...(name === 'import' && { import: importSchema(entity) }),
    edit: ref(`schemas/${entity.name}_edit`),
  };
  const verb = verbs[name];
  const { access } = entity;
  return {
    ...{ id: `${entity.name}_${name}`, group: entity.name, method, path },
    label: { en: `${entity.labels.en}: ${verb.en}`, zh: `${entity.labels.zh}：${verb.zh}` },
    roles:
      name === 'get'
        ? (access.get ?? access.list)
        : name === 'export' || name === 'totals'
          ? access.list
          : (access[rightOf(name)] ?? []),
    parameters: parametersFor(entity, name),
    body: bodies[name],
    good: goodRecords(entity)[name],
  };
}

function schemas(): Record<string, JsonSchema> {
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

const components = () => ({
  schemas: schemas(),
  responses: Object.fromEntries(
    Object.entries({ ...errors, ...moreErrors }).map(([status, description]) => [
      status,
      { description, content: json(ref('schemas/error')) },
    ]),
  ),
  parameters: {
    language: { name: 'X-LANG', in: 'header', description: 'Language / 语言', schema: { enum: ['en', 'zh'] } },
    requestKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description: 'The same key and body give the first answer again / 相同标识返回首次结果',
      schema: { type: 'string', maxLength: 200 },
    },
    version: {
      name: 'If-Match',
      in: 'header',
      description: 'The version that was last seen / 最近读取的版本',
      schema: { type: 'string' },
    },
  },
  securitySchemes: {
    session: { type: 'apiKey', in: 'header', name: 'authorization', description: 'The key of a login / 登录密钥' },
    licence: { type: 'apiKey', in: 'header', name: 'authorization', description: 'A licence / 许可内容' },
  },
});

const matters: Readonly<Record<string, Label>> = {
  auth: { en: 'Signing in', zh: '登录' },
  dashboard: { en: 'Dashboard', zh: '仪表盘' },
  usage: { en: 'Usage', zh: '用量' },
  search: { en: 'Search', zh: '搜索' },
  history: { en: 'History', zh: '历史' },
  events: { en: 'Events', zh: '事件' },
  document: { en: 'Document', zh: '文档' },
  public: { en: 'Public', zh: '公开' },
};

function tags(drafts: readonly Draft[]): Document['tags'] {
  return [...new Set(drafts.map((draft) => draft.group))].map((name) => {
    const label = matters[name] ?? entityNamed(name).labels;
    return { name, description: `${label.en} / ${label.zh}` };
  });
}

const ofBodies =
  'Texts of a body lose the spaces around them before they are held against its schema; those of the format ' +
  '"password" keep theirs. Lengths count characters, not bytes. A body is refused exactly when its schema refuses it, ' +
  'or a rule that no schema can say: what a role may set, what is in use, what a step allows.';

let made: Document | undefined;

/** The OpenAPI 3.1 document of everything under `/v1`, from the contract. `roles` are the five of SPEC 6. */
export function openapi(publicUrl: string): Document {
  if (made) return { ...made, servers: [{ url: publicUrl }] };
  const drafts = [...callNames.map(ofCall), ...allActionCalls.map(ofAction), ...allRecordCalls.map(ofRecord)];
  const paths: Document['paths'] = {};
  for (const draft of drafts) {
    paths[draft.path] = { ...paths[draft.path], [draft.method.toLowerCase()]: operation(draft) };
  }
  const info = {
    title: 'Licence console API',
    version: '1',
    description: `Orders, allocations and licences. Roles: ${roles.join(', ')}.\n\n${ofBodies}`,
    contact: { name: 'The operator of this server' },
    license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
  };
  made = { openapi: '3.1.0', info, servers: [], tags: tags(drafts), paths, components: components() };
  return openapi(publicUrl);
}

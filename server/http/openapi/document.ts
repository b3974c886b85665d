import type { JsonSchema } from '../../../contract/kinds/kind.ts';
import { memoize } from '../../../contract/lib/memoize.ts';
import type { Label } from '../../../contract/messages/label.ts';
import { roles } from '../../../contract/schema/access.ts';
import type { Contract } from '../../../contract/schema/entity.ts';
import { allActionEndpoints, allRecordEndpoints, endpointNames, takesRequestKey } from '../paths.ts';
import { components, errorResponses } from './components.ts';
import { jsonContent, type OperationDraft, ref } from './draft.ts';
import { actionDraft, endpointDraft } from './endpoints.ts';
import { bodyObjectSchema } from './fieldSchemas.ts';
import { distinctIds } from './operationIds.ts';
import { documentedPath, type OpenApiParameter, pagingParameters, pathParameters } from './parameters.ts';
import { recordDraft } from './records.ts';
import { bilingual, type DocumentLanguage, inLanguage } from './texts.ts';
import { webhookOperations } from './webhooks/events.ts';

/** One operation of the document (OpenAPI 3.1). */
export interface OpenApiOperation {
  readonly operationId: string;
  readonly tags: string[];
  readonly summary: string;
  readonly description: string;
  readonly 'x-summary-zh': string;
  readonly 'x-roles': readonly string[];
  /** The path that is requested, where the document writes its last segment as a parameter. */
  readonly 'x-path'?: string;
  readonly security: JsonSchema[];
  readonly parameters: (OpenApiParameter | JsonSchema)[];
  readonly requestBody?: JsonSchema;
  readonly responses: Record<string, JsonSchema>;
}

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: JsonSchema;
  readonly servers: JsonSchema[];
  readonly tags: { name: string; description: string; 'x-displayName': string }[];
  readonly paths: Record<string, Record<string, OpenApiOperation>>;
  readonly webhooks: Record<string, JsonSchema>;
  readonly components: Record<string, Record<string, JsonSchema>>;
}

/** The ways to authenticate: a session, a token with a scope, or a licence. */
function securityOf({ roles: who, scopes }: OperationDraft): JsonSchema[] {
  if (who === 'anybody') return [];
  if (who === 'licence') return [{ licence: [] }];
  return [{ session: [] }, ...scopes.map((scope) => ({ token: [scope] }))];
}

const headers = (draft: OperationDraft): JsonSchema[] => [
  ref('parameters/language'),
  ref('parameters/timeZone'),
  ...(draft.method === 'POST' && takesRequestKey(draft.path) ? [ref('parameters/requestKey')] : []),
  ...(/_(edit|remove)$/.test(draft.id) ? [ref('parameters/version')] : []),
];

const sharedParameters: ReadonlyMap<OpenApiParameter, string> = new Map(
  Object.entries(pagingParameters).map(([name, parameter]) => [parameter, name]),
);

/** A parameter, by its component if all lists share it. */
function parameterOf(parameter: OpenApiParameter): OpenApiParameter | JsonSchema {
  const name = sharedParameters.get(parameter);
  return name === undefined ? parameter : ref(`parameters/${name}`);
}

type Schemas = Readonly<Record<string, JsonSchema>>;

/** Whether a body may not be left out: its schema, or the one that it refers to, has required properties. */
function isNeeded(body: JsonSchema | undefined, schemas: Schemas): boolean {
  const name = typeof body?.$ref === 'string' ? body.$ref.split('/').at(-1) : undefined;
  const schema = name === undefined ? body : schemas[name];
  return Array.isArray(schema?.required) && schema.required.length > 0;
}

function operation(draft: OperationDraft, path: string, schemas: Schemas): OpenApiOperation {
  const who = typeof draft.roles === 'string' ? [draft.roles] : draft.roles;
  return {
    operationId: draft.operationId,
    tags: [draft.group],
    summary: draft.label.en,
    description: bilingual({
      en: `Roles: ${who.join(', ')}`,
      zh: `适用角色：${who.join('、')}`,
    }),
    'x-summary-zh': draft.label.zh,
    'x-roles': who,
    ...(path !== draft.path && { 'x-path': draft.path }),
    security: securityOf(draft),
    parameters: [...pathParameters(path, draft.path), ...draft.parameters.map(parameterOf), ...headers(draft)],
    ...(draft.method === 'POST' && {
      requestBody: draft.media
        ? { required: true, content: { [draft.media]: { schema: draft.body ?? {} } } }
        : { required: isNeeded(draft.body, schemas), content: jsonContent(draft.body ?? bodyObjectSchema({})) },
    }),
    responses: { ...draft.success, ...errorResponses(draft) },
  };
}

const groupLabels: Readonly<Record<string, Label>> = {
  auth: { en: 'Authentication', zh: '登录' },
  dashboard: { en: 'Dashboard', zh: '仪表盘' },
  usage: { en: 'Usage', zh: '用量' },
  search: { en: 'Search', zh: '搜索' },
  history: { en: 'History', zh: '历史' },
  events: { en: 'Events', zh: '事件' },
  document: { en: 'OpenAPI document', zh: 'OpenAPI 文档' },
  public: { en: 'Public', zh: '公开' },
};

function tags(contract: Contract, drafts: readonly OperationDraft[]): OpenApiDocument['tags'] {
  return [...new Set(drafts.map((draft) => draft.group))].map((name) => {
    const label = groupLabels[name] ?? contract.entity(name).labels;
    return { name, description: bilingual(label), 'x-displayName': bilingual(label) };
  });
}

/** What holds for all calls, before the list of them. */
const introduction: Label = {
  en: `Orders, allocations and licences, for the roles ${roles.join(', ')}.

**Keys.** Send the key of a session or the token of a service account in the \`authorization\` header, with or without \`Bearer\`. A token needs one of the scopes that are listed with the call.

**Language.** \`X-LANG\`, otherwise \`Accept-Language\`, chooses the language of messages and names.

**Lists.** Every list takes \`page\` and \`per_page\` and answers \`items\`, \`total\`, \`page\` and \`per_page\`. Several values of a filter are separated by commas.

**Bodies.** Texts lose the spaces around them before they are validated, and several spaces inside a line become one, except those of the format \`password\`. Lengths count characters, not bytes. No text may contain control characters, and only long texts may contain line breaks. A point in time has an offset and lies between 1970 and 9999. An optional text may be empty instead of null.

**Errors.** A refused body names all broken rules at once, by field. With \`Accept: application/problem+json\` an error is a problem (RFC 9457) with the same code and fields.

**Repeating.** A POST with the same \`Idempotency-Key\` and the same body returns its first response for 24 hours.`,
  zh: `订单、分配与许可。角色：${roles.join('、')}。

**密钥。** 在 \`authorization\` 头中携带登录密钥或服务账号的令牌，可加 \`Bearer\`。令牌须具备接口所列的任一权限范围。

**语言。** 由 \`X-LANG\` 决定，未提供时取 \`Accept-Language\`。

**列表。** 各列表均接受 \`page\` 与 \`per_page\`，返回 \`items\`、\`total\`、\`page\`、\`per_page\`。筛选的多个值以逗号分隔。

**请求内容。** 文本在校验前会去除首尾空格，行内连续空格合并为一个，\`password\` 格式除外。长度按字符计。文本不得包含控制字符，仅长文本可换行。时间须带时区偏移，范围为 1970 至 9999 年。可选文本可为空字符串或 null。

**错误。** 被拒绝的请求会一次列出各字段的全部问题。使用 \`Accept: application/problem+json\` 时，按 RFC 9457 返回，code 与字段不变。

**重试。** 相同的 \`Idempotency-Key\` 与内容在 24 小时内返回首次结果。`,
};

const documentOf = memoize((contract: Contract): OpenApiDocument => {
  const declared = [
    ...endpointNames.map((name) => endpointDraft(contract, name)),
    ...allActionEndpoints(contract).map(actionDraft),
    ...allRecordEndpoints(contract).map(recordDraft),
  ];
  const ids = distinctIds(declared.map(({ operationId: id, path }) => ({ id, path })));
  const drafts = declared.map((draft, at): OperationDraft => ({ ...draft, operationId: ids[at] ?? draft.id }));
  const shared = components(contract);
  const paths: OpenApiDocument['paths'] = {};
  const all = [...new Set(drafts.map((draft) => draft.path))];
  for (const draft of drafts) {
    const path = documentedPath(draft.path, all);
    paths[path] = { ...paths[path], [draft.method.toLowerCase()]: operation(draft, path, shared['schemas'] ?? {}) };
  }
  const info = {
    title: bilingual({ en: 'Licence console API', zh: '许可管理系统接口' }),
    version: '1',
    description: bilingual(introduction),
    contact: { name: bilingual({ en: 'The operator of this server', zh: '本系统的运营方' }) },
    license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
  };
  return {
    openapi: '3.1.0',
    info,
    servers: [],
    tags: tags(contract, drafts),
    paths,
    webhooks: webhookOperations(contract),
    components: shared,
  };
});

/** The summaries of a document in one language. */
function withSummaries(paths: OpenApiDocument['paths'], language: DocumentLanguage): OpenApiDocument['paths'] {
  if (language !== 'zh') return paths;
  const inChinese = (methods: Record<string, OpenApiOperation>) =>
    Object.fromEntries(
      Object.entries(methods).map(([method, one]) => [method, { ...one, summary: one['x-summary-zh'] }]),
    );
  return Object.fromEntries(Object.entries(paths).map(([path, methods]) => [path, inChinese(methods)]));
}

/** The document of a contract in each language, once it has been asked for. */
const documentsIn = memoize((_: Contract) => new Map<DocumentLanguage, OpenApiDocument>());

function documentIn(contract: Contract, language: DocumentLanguage): OpenApiDocument {
  const known = documentsIn(contract).get(language);
  if (known) return known;
  const document = inLanguage(documentOf(contract), language);
  const whole = { ...document, paths: withSummaries(document.paths, language) };
  documentsIn(contract).set(language, whole);
  return whole;
}

/**
 * The OpenAPI 3.1 document of everything under `/v1`, made from the contract. `x-roles` names the five roles of SPEC 6.
 * @param language of its texts; by default each is in both languages
 */
export const openapi = (
  contract: Contract,
  publicUrl: string,
  language: DocumentLanguage = 'both',
): OpenApiDocument => ({
  ...documentIn(contract, language),
  servers: [{ url: publicUrl }],
});

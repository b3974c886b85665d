import { objectSchema } from '../../../contract/kinds/fieldSchema.ts';
import type { JsonSchema } from '../../../contract/kinds/kind.ts';
import { memoize } from '../../../contract/lib/memoize.ts';
import type { Label } from '../../../contract/messages/label.ts';
import { roles } from '../../../contract/schema/access.ts';
import type { Contract } from '../../../contract/schema/entity.ts';
import { allActionEndpoints, allRecordEndpoints, endpointNames, takesRequestKey } from '../paths.ts';
import { components, errorResponses } from './components.ts';
import { jsonContent, type OperationDraft, ref } from './draft.ts';
import { actionDraft, endpointDraft } from './endpoints.ts';
import { type OpenApiParameter, pathParameters } from './parameters.ts';
import { recordDraft } from './records.ts';

/** One operation of the document (OpenAPI 3.1). */
export interface OpenApiOperation {
  readonly operationId: string;
  readonly tags: string[];
  readonly summary: string;
  readonly description: string;
  readonly 'x-summary-zh': string;
  readonly 'x-roles': readonly string[];
  readonly security: JsonSchema[];
  readonly parameters: (OpenApiParameter | JsonSchema)[];
  readonly requestBody?: JsonSchema;
  readonly responses: Record<string, JsonSchema>;
}

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: JsonSchema;
  readonly servers: JsonSchema[];
  readonly tags: { name: string; description: string }[];
  readonly paths: Record<string, Record<string, OpenApiOperation>>;
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

function operation(draft: OperationDraft): OpenApiOperation {
  const who = typeof draft.roles === 'string' ? [draft.roles] : draft.roles;
  return {
    operationId: draft.id,
    tags: [draft.group],
    summary: draft.label.en,
    description: `${draft.label.zh}\n\nRoles / 适用角色: ${who.join(', ')}`,
    'x-summary-zh': draft.label.zh,
    'x-roles': who,
    security: securityOf(draft),
    parameters: [...pathParameters(draft.path), ...draft.parameters, ...headers(draft)],
    ...(draft.method === 'POST' && {
      requestBody: draft.media
        ? { required: true, content: { [draft.media]: { schema: draft.body ?? {} } } }
        : { required: Boolean(draft.body?.required), content: jsonContent(draft.body ?? objectSchema({})) },
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
    return { name, description: `${label.en} / ${label.zh}` };
  });
}

const bodiesNote =
  'Texts of a body lose the spaces around them before they are held against its schema; those of the format ' +
  '"password" keep theirs. Lengths count characters, not bytes. A body is refused exactly when its schema refuses it, ' +
  'or a rule that no schema can say: what a role may set, what is in use, what a step allows.';

const documentOf = memoize((contract: Contract): OpenApiDocument => {
  const drafts = [
    ...endpointNames.map((name) => endpointDraft(contract, name)),
    ...allActionEndpoints(contract).map(actionDraft),
    ...allRecordEndpoints(contract).map(recordDraft),
  ];
  const paths: OpenApiDocument['paths'] = {};
  for (const draft of drafts) {
    paths[draft.path] = { ...paths[draft.path], [draft.method.toLowerCase()]: operation(draft) };
  }
  const info = {
    title: 'Licence console API',
    version: '1',
    description: `Orders, allocations and licences. Roles: ${roles.join(', ')}.\n\n${bodiesNote}`,
    contact: { name: 'The operator of this server' },
    license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
  };
  return {
    openapi: '3.1.0',
    info,
    servers: [],
    tags: tags(contract, drafts),
    paths,
    components: components(contract),
  };
});

/**
 * The OpenAPI 3.1 document of everything under `/v1`, made from the contract. `x-roles` names the five roles of SPEC 6.
 */
export const openapi = (contract: Contract, publicUrl: string): OpenApiDocument => ({
  ...documentOf(contract),
  servers: [{ url: publicUrl }],
});

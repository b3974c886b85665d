import { endpointScope, scopeOf } from '../../../contract/access/scopes.ts';
import type { ActionEndpoint } from '../../../contract/endpoints/actionEndpoint.ts';
import type { Endpoint } from '../../../contract/endpoints/endpoint.ts';
import { endpointNamed } from '../../../contract/endpoints/index.ts';
import { objectSchema } from '../../../contract/kinds/fieldSchema.ts';
import type { JsonSchema } from '../../../contract/kinds/kind.ts';
import type { Contract } from '../../../contract/schema/entity.ts';
import type { endpointNames } from '../paths.ts';
import { answerSchema } from './answers.ts';
import { inputSchema } from './bodies.ts';
import { type OperationDraft, okResponse } from './draft.ts';
import { listParameters, queryParameters } from './parameters.ts';

function successResponse(call: Endpoint): Record<string, JsonSchema> {
  const { answer } = call;
  if ('redirect' in answer) {
    const properties = { url: { type: 'string' }, verifier: { type: 'string' } };
    return {
      ...okResponse({ type: 'object', properties, required: ['url', 'verifier'] }),
      '302': { description: 'Redirect to the provider / 跳转' },
    };
  }
  if ('media' in answer) {
    const schema = { type: answer.media === 'application/json' ? 'object' : 'string' };
    return { '200': { description: 'Success / 成功', content: { [answer.media]: { schema } } } };
  }
  const good = okResponse(answerSchema(answer) ?? {});
  return call.unready ? { ...good, '503': { ...good['200'], description: 'Not ready / 未就绪' } } : good;
}

/** An endpoint that the contract declares individually. */
export const endpointDraft = (contract: Contract, id: (typeof endpointNames)[number]): OperationDraft => {
  const call = endpointNamed(id);
  const { group, method, path, label } = call;
  return {
    id,
    group,
    method,
    path,
    label,
    roles: call.roles,
    scopes: [endpointScope(id) ?? []].flat(),
    parameters: [...queryParameters(call.query), ...(call.list ? listParameters(contract.entity(call.list)) : [])],
    body: call.method === 'POST' ? objectSchema(call.body ?? {}) : undefined,
    success: successResponse(call),
  };
};

/** An endpoint for actions of an entity. */
export const actionDraft = ({
  name,
  entity,
  actions,
  method,
  path,
  label,
  roles,
  body,
  answers,
}: ActionEndpoint): OperationDraft => ({
  id: name,
  group: entity.name,
  method,
  path,
  label,
  roles,
  scopes: actions.flatMap((action) => scopeOf(entity, action.name) ?? []),
  parameters: [],
  body: inputSchema(body),
  success: okResponse(answerSchema(answers ? { items: answers.entity } : { record: entity.name }) ?? {}),
});

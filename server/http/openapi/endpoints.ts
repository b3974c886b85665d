import { endpointScope, scopeOf } from '../../../contract/access/scopes.ts';
import type { ActionEndpoint } from '../../../contract/endpoints/actionEndpoint.ts';
import type { Endpoint } from '../../../contract/endpoints/endpoint.ts';
import { endpointNamed } from '../../../contract/endpoints/index.ts';
import type { JsonSchema } from '../../../contract/kinds/kind.ts';
import { bodyFor } from '../../../contract/narrowing/mayCall.ts';
import type { Contract } from '../../../contract/schema/entity.ts';
import type { Fields } from '../../../contract/schema/field/field.ts';
import type { endpointNames } from '../paths.ts';
import { answerSchema } from './answers.ts';
import { inputSchema } from './bodies.ts';
import { type OperationDraft, okResponse } from './draft.ts';
import { answerObject, bodyObjectSchema } from './fieldSchemas.ts';
import { actionOperationId, endpointOperationId } from './operationIds.ts';
import { listParameters, queryParameters } from './parameters.ts';
import { notModified } from './records.ts';
import { bilingual } from './texts.ts';

/** The answer of a request that another one has to follow. */
const acceptedResponse = (fields: Fields): Record<string, JsonSchema> => ({
  '202': {
    ...okResponse(answerObject(fields))['200'],
    description: bilingual({ en: 'Accepted: another request has to follow', zh: '已接受，须继续下一步请求' }),
  },
});

function successResponse(call: Endpoint): Record<string, JsonSchema> {
  const { answer } = call;
  if ('redirect' in answer) {
    const text = (en: string, zh: string, example: string) => ({
      type: 'string',
      description: bilingual({ en, zh }),
      examples: [example],
    });
    const properties = {
      url: text('Address of the provider', '第三方平台地址', 'https://login.dingtalk.com/oauth2/auth'),
      verifier: text('Proves that the sign-in was begun here', '证明登录由本端发起', 'K7QX2M9D4F6T'),
    };
    return {
      ...okResponse({ type: 'object', properties, required: ['url', 'verifier'] }),
      '302': { description: bilingual({ en: 'Redirect to the provider', zh: '跳转' }) },
    };
  }
  if ('media' in answer) {
    const contents = [answer.media].flat().map((media) => {
      const schema = { type: media === 'application/json' ? 'object' : 'string' };
      return [media, { schema }];
    });
    return {
      '200': { description: bilingual({ en: 'Success', zh: '成功' }), content: Object.fromEntries(contents) },
      ...(call.cached && { '304': notModified }),
    };
  }
  const good = { ...okResponse(answerSchema(answer) ?? {}), ...(call.accepted && acceptedResponse(call.accepted)) };
  return call.unready
    ? { ...good, '503': { ...good['200'], description: bilingual({ en: 'Not ready', zh: '未就绪' }) } }
    : good;
}

/** An endpoint that the contract declares individually. */
export const endpointDraft = (contract: Contract, id: (typeof endpointNames)[number]): OperationDraft => {
  const call = endpointNamed(id);
  const { group, method, path, label } = call;
  return {
    id,
    operationId: endpointOperationId(id),
    group,
    method,
    path,
    label,
    roles: call.roles,
    scopes: [endpointScope(id) ?? []].flat(),
    parameters: [...queryParameters(call.query), ...(call.list ? listParameters(contract.entity(call.list)) : [])],
    body: call.method === 'POST' ? bodyObjectSchema(bodyFor(contract, id)) : undefined,
    ...(call.form && { media: 'application/x-www-form-urlencoded' }),
    success: successResponse(call),
  };
};

/** An endpoint for actions of an entity. */
export const actionDraft = (endpoint: ActionEndpoint): OperationDraft => {
  const { name, entity, actions, method, path, label, roles, body, answers } = endpoint;
  return {
    id: name,
    operationId: actionOperationId(endpoint),
    group: entity.name,
    method,
    path,
    label,
    roles,
    scopes: actions.flatMap((action) => scopeOf(entity, action.name) ?? []),
    parameters: [],
    body: inputSchema(body),
    success: okResponse(answerSchema(answers ? { items: answers.entity } : { record: entity.name }) ?? {}),
  };
};

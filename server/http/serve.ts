import type { Hono } from 'hono';
import { endpointScope } from '../../contract/access/scopes.ts';
import type { Endpoint } from '../../contract/endpoints/endpoint.ts';
import { entityInPath } from '../../contract/endpoints/endpoint.ts';
import {
  type EndpointBody,
  type EndpointName,
  type EndpointQuery,
  endpointNamed,
} from '../../contract/endpoints/index.ts';
import { isStorable } from '../../contract/lib/canonicalText.ts';
import { message } from '../../contract/messages/message.ts';
import { bodyFor, mayCall } from '../../contract/narrowing/mayCall.ts';
import type { Field, Fields } from '../../contract/schema/field/field.ts';
import { AppError } from '../core/appError.ts';
import type { Context } from '../core/context.ts';
import type { FieldValues } from '../core/rules.ts';
import { idempotent } from '../core/security/idempotency.ts';
import { requireEntityScope, requireScope } from '../core/security/tokenScope.ts';
import { parseFilterValue } from '../resource/read/listRequest.ts';
import { checkReferences, parseInput } from '../resource/write/body.ts';
import { sendJson } from './answer.ts';
import { isForm, mostItemsIn, readBody, readForm } from './body.ts';
import { requestParameters } from './middleware.ts';
import { routePath, takesRequestKey } from './paths.ts';
import { asReader, type HttpEnv, type HttpRequestContext, inTransaction, partyOf, type Services } from './services.ts';

/** A validated request: the role may use the endpoint, and the parameters and the body match the declaration. */
export interface EndpointRequest<N extends EndpointName = EndpointName> {
  /** The `{id}` of the path. */
  readonly id: number;
  /** The text in the path: `{uuid}`, `{key}` or `{token}`. */
  readonly name: string;
  readonly body: EndpointBody<N>;
  readonly query: EndpointQuery<N>;
  /** The parameters of the list that the endpoint answers. */
  readonly list: Readonly<Record<string, string>>;
}

export type EndpointHandler<N extends EndpointName> = (
  context: Context,
  request: EndpointRequest<N>,
  services: Services,
) => Promise<unknown>;
export type RawEndpointHandler = (
  c: HttpRequestContext,
  request: { body: FieldValues; query: FieldValues },
) => Promise<Response>;
export type EndpointHandlers<N extends EndpointName> = { readonly [name in N]: EndpointHandler<name> };

/** Refuses a role without the endpoint, and a token without its scope. */
function checkRole(c: HttpRequestContext, name: EndpointName, call: Endpoint): void {
  if (!Array.isArray(call.roles)) return;
  const caller = c.get('caller');
  if (!caller || !call.roles.includes(caller.role)) throw AppError.forbidden();
  const { contract } = c.get('services');
  if (!mayCall(contract, name, caller.role)) throw AppError.forbidden();
  const scope = endpointScope(name);
  if (scope !== entityInPath) {
    requireScope(caller, scope);
    return;
  }
  const entity = contract.byName.get(c.req.param('entity') ?? '');
  if (entity) requireEntityScope(caller, entity, 'read');
}

function queryValue(name: string, field: Field, value: string | undefined): unknown {
  if (value === undefined || value === '') {
    if (field.required) throw AppError.unprocessable('required', undefined, name);
    return undefined;
  }
  return parseFilterValue(name, field, value);
}

/** The endpoint's own parameters with their types, and those of its list; any other is refused (A5). */
function validQuery(c: HttpRequestContext, call: Endpoint): { query: FieldValues; list: Record<string, string> } {
  const given = requestParameters(c);
  const own: Fields = call.query ?? {};
  const query = Object.fromEntries(
    Object.entries(own).map(([name, field]) => [name, queryValue(name, field, given[name])]),
  );
  const list = Object.fromEntries(Object.entries(given).filter(([name]) => !Object.hasOwn(own, name)));
  const stray = Object.keys(list)[0];
  if (stray && !call.list) throw AppError.unprocessable('unknown_parameter', { name: stray }, stray);
  return { query, list };
}

/**
 * The text in the path.
 * @throws 404 for a text that cannot be one of ours
 */
export function textInPath(c: HttpRequestContext): string {
  const { id: _, ...texts } = c.req.param() as Record<string, string>;
  const text = Object.values(texts)[0] ?? '';
  if (!isStorable(text) || text.length > 2000) throw AppError.notFound();
  return text;
}

const checkLimit = (c: HttpRequestContext, name: EndpointName): Promise<void> =>
  c.get('services').countRequest(name, partyOf(c));

/**
 * The body of a request.
 * @throws 422 where it has a value that the role may not set
 */
async function inputOf(c: HttpRequestContext, name: EndpointName, call: Endpoint): Promise<FieldValues> {
  if (call.method !== 'POST') return {};
  const given = call.form && isForm(c) ? await readForm(c, call.body) : await readBody(c, mostItemsIn(call.body));
  const input = parseInput(call.body, given);
  const writable = bodyFor(c.get('services').contract, name);
  const refused = Object.keys(input).filter((one) => input[one] != null && !Object.hasOwn(writable, one));
  if (refused.length > 0)
    throw AppError.invalid(Object.fromEntries(refused.map((one) => [one, [message('not_writable')]])));
  return input;
}

/** Registers an endpoint that runs in one transaction; a POST with a request key runs once (C21). */
export function serveEndpoint<N extends EndpointName>(app: Hono<HttpEnv>, name: N, handler: EndpointHandler<N>): void {
  const call = endpointNamed(name);
  app.on(call.method, routePath(call.path), async (c) => {
    checkRole(c, name, call);
    const { query, list } = validQuery(c, call);
    await checkLimit(c, name);
    const body = await inputOf(c, name, call);
    const id = Number(c.req.param('id') ?? 0);
    const request = { id, name: textInPath(c), body, query, list } as unknown as EndpointRequest<N>;
    const work = async (context: Context): Promise<unknown> => {
      if (context.caller) await checkReferences(context, call.body ?? {}, body);
      return handler(context, request, c.get('services'));
    };
    if (call.onlyReads) return sendJson(c, await asReader(c, work));
    return sendJson(
      c,
      await inTransaction(c, (context) => idempotent(context, requestKey(c, body), work), c.get('caller')),
    );
  });
}

/** Identifies a repeated request: by its key, its path and its body (C21). */
export const requestKey = (c: HttpRequestContext, body: unknown) => {
  const { method, path } = c.req;
  const key = method === 'POST' && takesRequestKey(path) ? c.req.header('Idempotency-Key') : undefined;
  return key ? { key, path, body } : undefined;
};

/** Registers an endpoint that builds its own answer: with headers of its own, or with work outside any transaction. */
export function serveRawEndpoint(app: Hono<HttpEnv>, name: EndpointName, handler: RawEndpointHandler): void {
  const call = endpointNamed(name);
  app.on(call.method, routePath(call.path), async (c) => {
    checkRole(c, name, call);
    const { query } = validQuery(c, call);
    await checkLimit(c, name);
    return handler(c, { body: await inputOf(c, name, call), query });
  });
}

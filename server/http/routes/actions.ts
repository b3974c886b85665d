import type { Hono } from 'hono';
import { type ActionEndpoint, actionEndpointOf, actionEndpoints } from '../../../contract/endpoints/actionEndpoint.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { AppError } from '../../core/appError.ts';
import type { Context } from '../../core/context.ts';
import { idempotent } from '../../core/security/idempotency.ts';
import { parseInput } from '../../resource/write/body.ts';
import { runAction } from '../../resource/write/runAction.ts';
import { sendJson } from '../answer.ts';
import { mostItemsIn, readBody } from '../body.ts';
import { refuseParameters } from '../middleware.ts';
import { routePath } from '../paths.ts';
import { requestKey, textInPath } from '../serve.ts';
import { asCaller, entityOf, type HttpEnv, type HttpRequestContext } from '../services.ts';

async function handleAction(c: HttpRequestContext, declared: ActionEndpoint): Promise<Response> {
  const caller = c.get('caller');
  const call = actionEndpointOf(entityOf(c, declared.entity), declared.name);
  if (!caller || !call.roles.includes(caller.role)) throw AppError.forbidden();
  refuseParameters(c);
  const body = parseInput(call.body, await readBody(c, mostItemsIn(call.body)));
  const named = { id: Number(c.req.param('id') ?? 0), text: textInPath(c) };
  const key = requestKey(c, body);
  const work = (context: Context) => runAction(context, call, named, body);
  return sendJson(c, await asCaller(c, (context) => idempotent(context, key, work)));
}

/** Registers the endpoints of an entity's actions. */
export function serveActions(app: Hono<HttpEnv>, entity: Entity): void {
  for (const call of actionEndpoints(entity)) app.on(call.method, routePath(call.path), (c) => handleAction(c, call));
}

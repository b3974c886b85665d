import type { Hono } from 'hono';
import { callsOf, type TakenCall } from '../../../contract/endpoints/actionEndpoint.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { AppError } from '../../core/appError.ts';
import type { Context } from '../../core/context.ts';
import { idempotent } from '../../core/security/idempotency.ts';
import { parseInput } from '../../resource/write/body.ts';
import { act } from '../../resource/write/runAction.ts';
import { answer } from '../answer.ts';
import { bodyOf, noParameters } from '../middleware.ts';
import { routeOf } from '../paths.ts';
import { nameIn, requestKey } from '../serve.ts';
import { asCaller, type Env, type Http } from '../services.ts';

async function take(c: Http, call: TakenCall): Promise<Response> {
  const caller = c.get('caller');
  if (!caller || !call.roles.includes(caller.role)) throw AppError.forbidden();
  noParameters(c);
  const body = parseInput(call.body, await bodyOf(c));
  const named = { id: Number(c.req.param('id') ?? 0), text: nameIn(c) };
  const key = requestKey(c, body);
  const work = (context: Context) => act(context, call, named, body);
  return answer(c, await asCaller(c, (context) => idempotent(context, key, work)));
}

/** Registers the endpoints of an entity's actions. */
export function serveActions(app: Hono<Env>, entity: Entity): void {
  for (const call of callsOf(entity)) app.on(call.method, routeOf(call.path), (c) => take(c, call));
}

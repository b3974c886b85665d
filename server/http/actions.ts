import type { Hono } from 'hono';
import { callsOf, type TakenCall } from '../../contract/actionCall.ts';
import type { Entity } from '../../contract/entity.ts';
import { AppError } from '../domain/appError.ts';
import { idempotent } from '../domain/idempotency.ts';
import { act } from '../resource/act.ts';
import { parseInput } from '../resource/body.ts';
import { answer } from './answer.ts';
import { bodyOf, noParameters } from './middleware.ts';
import { routeOf } from './paths.ts';
import { nameIn, requestKey } from './serve.ts';
import { asCaller, type Env, type Http } from './services.ts';

async function take(c: Http, call: TakenCall): Promise<Response> {
  const role = c.get('caller')?.role;
  if (!role || !call.roles.includes(role)) throw AppError.forbidden();
  noParameters(c);
  const body = parseInput(call.body, await bodyOf(c));
  const named = { id: Number(c.req.param('id') ?? 0), text: nameIn(c) };
  const work = () =>
    asCaller(c, (context) => idempotent(context, requestKey(c, body), () => act(context, call, named, body)));
  return answer(c, await work());
}

/** Registers the calls of an entity's actions. */
export function serveActions(app: Hono<Env>, entity: Entity): void {
  for (const call of callsOf(entity)) app.on(call.method, routeOf(call.path), (c) => take(c, call));
}

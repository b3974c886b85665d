import { createMiddleware } from 'hono/factory';
import type { LevelWithSilent } from 'pino';
import { countEvent, observe } from '../telemetry/observe.ts';
import { declaredPath } from './paths.ts';
import { type HttpEnv, type HttpRequestContext, pathsOf } from './services.ts';

/** Paths that are requested constantly: a log line for each would hide the others. */
const quiet = new Set(['/healthz', '/readyz', '/assets/*']);
const refusals = new Set([401, 403, 422, 429]);

/** Writes one log line: nothing of the request's content, no ids and no text of the path. */
function logLine(c: HttpRequestContext, route: string, begun: number): void {
  const { log, accessLogLevel } = c.get('services');
  const level = accessLogLevel === 'info' && quiet.has(route) ? 'debug' : accessLogLevel;
  const { address, request_id } = c.get('origin');
  const caller = c.get('caller');
  log[level as LevelWithSilent](
    {
      method: c.req.method,
      route,
      status: c.res.status,
      ms: Math.round(performance.now() - begun),
      ...(caller && { user: caller.id }),
      ...(caller?.behalf_id && { behalf: caller.behalf_id }),
      request_id,
      address,
    },
    'request',
  );
}

/** Observes each request by its declared path, and logs it. */
export const observeRequest = createMiddleware<HttpEnv>(async (c, next) => {
  const begun = performance.now();
  const { method } = c.req;
  const route = declaredPath(pathsOf(c), c.req.path);
  const attributes = { 'http.request.method': method, 'http.route': route, 'request.id': c.get('origin').request_id };
  const parent = c.req.header('traceparent');
  const outcome = () => String(c.res.status);
  await observe({ kind: 'request', name: `${method} ${route}`, attributes, outcome, parent }, next);
  if (route.startsWith('/v1/auth/') && refusals.has(c.res.status))
    countEvent('refused_login', { name: route, status: String(c.res.status) });
  logLine(c, route, begun);
});

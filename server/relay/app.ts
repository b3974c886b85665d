import { timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import type { EndpointBody } from '../../contract/endpoints/index.ts';
import { AppError } from '../core/appError.ts';
import { onError } from '../http/errors.ts';
import { keyOfRequest } from '../http/findCaller.ts';
import { limitBody } from '../http/limitBody.ts';
import { refuseWhileStopping, requestOrigin, securityHeaders } from '../http/middleware.ts';
import { observeRequest } from '../http/observeRequest.ts';
import { serveRawEndpoint } from '../http/serve.ts';
import type { HttpEnv, HttpRequestContext, Services } from '../http/services.ts';
import type { Relay, RelayLease } from './relay.ts';

/** The part of the services of the console that the routes of a relay use. */
export type RelayServices = Pick<
  Services,
  | 'contract'
  | 'database'
  | 'log'
  | 'accessLogLevel'
  | 'requestLimitMs'
  | 'trusts'
  | 'stopping'
  | 'countRequest'
  | 'sampled'
  | 'sampledMisses'
>;

const maxBody = limitBody(16 * 1024);

const timeText = (seconds: number): string => new Date(seconds * 1000).toISOString();

const leaseAnswer = ({ lease, expires_at, seat }: RelayLease) => ({ lease, expires_at: timeText(expires_at), seat });

const tokenOf = (c: HttpRequestContext): string => keyOfRequest(c) ?? '';

function checkAdmin(c: HttpRequestContext, key: string): void {
  const [given, wanted] = [Buffer.from(tokenOf(c)), Buffer.from(key)];
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw AppError.notFound();
}

/** The endpoints of products, the same as those of the console (contract/endpoints/licence/activation.ts). */
function serveProducts(app: Hono<HttpEnv>, relay: Relay): void {
  serveRawEndpoint(app, 'activate', async (c, { body }) =>
    c.json(leaseAnswer(await relay.lease(tokenOf(c), body as EndpointBody<'activate'>))),
  );
  serveRawEndpoint(app, 'renew_lease', async (c, { body }) => {
    const { fingerprint } = body as EndpointBody<'renew_lease'>;
    return c.json(leaseAnswer(await relay.lease(tokenOf(c), { fingerprint })));
  });
  serveRawEndpoint(app, 'release_lease', async (c, { body }) => {
    const { fingerprint } = body as EndpointBody<'release_lease'>;
    return c.json({ expires_at: timeText(await relay.release(tokenOf(c), fingerprint)) });
  });
}

/**
 * The server of a relay: that of the console without the order side.
 * @param adminKey the key of the administrator's commands, which is a file of the relay's folder
 */
export function createRelayApp(services: RelayServices, relay: Relay, adminKey: string): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.onError(onError);
  app.use('*', requestOrigin(services as Services));
  app.use('*', observeRequest);
  app.use('*', securityHeaders(''));
  app.use('*', refuseWhileStopping);
  app.use('/v1/*', maxBody);
  serveRawEndpoint(app, 'alive', async (c) => c.json({ status: 'alive' }));
  serveRawEndpoint(app, 'ready', async (c) => {
    const reason = await relay.problem();
    return reason === undefined ? c.json({ status: 'ready' }) : c.json({ status: 'not ready', reason }, 503);
  });
  serveProducts(app, relay);
  app.get('/relay/status', async (c) => {
    checkAdmin(c, adminKey);
    return c.json(await relay.status());
  });
  app.get('/relay/report', async (c) => {
    checkAdmin(c, adminKey);
    return c.json({ report: await relay.report() });
  });
  app.notFound(() => {
    throw AppError.notFound();
  });
  return app;
}

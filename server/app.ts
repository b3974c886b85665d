import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { consoleRoutes } from './http/console.ts';
import { serveEndpoints } from './http/endpoints/index.ts';
import { onError } from './http/errors.ts';
import { limitBody } from './http/limitBody.ts';
import { authentication, refuseWhileStopping, requestOrigin, securityHeaders } from './http/middleware.ts';
import { observeRequest } from './http/observeRequest.ts';
import { allowedMethods, type KnownPaths, knownPaths, needsNoKey } from './http/paths.ts';
import { declarationRoutes, referenceRoutes } from './http/reference/routes.ts';
import { serveActions } from './http/routes/actions.ts';
import { serveRecords } from './http/routes/records.ts';
import { scimRoutes } from './http/scim/scimRoutes.ts';
import type { HttpEnv, HttpRequestContext, Services } from './http/services.ts';

const maxBody = limitBody(1024 * 1024);
/** The largest file of records that can be imported. */
const maxImport = limitBody(8 * 1024 * 1024);
/** The largest body of a request of SCIM: a user, or a list of changes of one. */
const maxScim = limitBody(128 * 1024);
/** The largest body of an endpoint that needs no key. */
const maxOpenBody = limitBody(16 * 1024);

function bodyLimitFor(known: KnownPaths, { req }: HttpRequestContext) {
  if (needsNoKey(known, req.method, req.path)) return maxOpenBody;
  return known.imports.has(req.path) ? maxImport : maxBody;
}

/**
 * The whole server as one function from request to response. A request passes through the handlers from top to bottom:
 * custom endpoints come before the routes that are derived from the entities.
 */
export function createApp(services: Services, consoleFolder?: string): Hono<HttpEnv> {
  const { entities } = services.contract;
  const known = knownPaths(services.contract);
  const app = new Hono<HttpEnv>();
  app.onError(onError);
  app.use('*', requestOrigin(services));
  app.use('*', observeRequest);
  app.use('*', securityHeaders(services.settings.publicUrl));
  app.use('*', refuseWhileStopping);
  app.route('/docs/api', referenceRoutes(consoleFolder));
  app.route('/docs/declaration', declarationRoutes(consoleFolder));
  app.route('/scim/v2', scimRoutes(maxScim));
  app.use('/v1/*', authentication);
  app.use('/v1/*', (c, next) => {
    // Checking whether there is a body would rebuild the request.
    if (c.req.method === 'GET') return next();
    // Each file field has its own limit, which stops the stream.
    if (known.uploads.has(c.req.path)) return next();
    return bodyLimitFor(known, c)(c, next);
  });
  serveEndpoints(app);
  for (const entity of entities) serveActions(app, entity);
  for (const entity of entities) serveRecords(app, entity);
  app.all('/v1/*', (c) => {
    const methods = allowedMethods(known, c.req.path);
    if (methods.length === 0) throw new HTTPException(404);
    c.header('Allow', methods.join(', '));
    throw new HTTPException(405);
  });
  if (consoleFolder) app.route('/', consoleRoutes(consoleFolder));
  return app;
}

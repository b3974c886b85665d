import { Hono } from 'hono';
import { revocations } from '../domain/revocation.ts';
import { publicKeySet } from '../domain/signingKey.ts';
import type { Env } from './services.ts';

/** What anybody may ask: the public keys and the revocation list of licences (C4, C6), and whether we are alive. */
export const wellKnownRoutes = new Hono<Env>()
  .get('/.well-known/jwks.json', async (c) => {
    c.header('Cache-Control', 'public, max-age=300');
    return c.json(await publicKeySet(c.get('services').database.db));
  })
  .get('/.well-known/revoked.jws', async (c) => {
    const services = c.get('services');
    const entries = await revocations(services.database.db);
    c.header('Content-Type', 'application/jose');
    return c.body(await services.signRevocations(entries));
  })
  .get('/healthz', (c) => c.json({ status: 'alive' }))
  .get('/readyz', async (c) => {
    const ready = await c.get('services').ready();
    return c.json({ status: ready ? 'ready' : 'starting' }, ready ? 200 : 503);
  });

import { createHash } from 'node:crypto';
import { publicKeySet } from '../../core/security/signingKey.ts';
import { listInterval, revocationClaims } from '../../domain/licence/revocation.ts';
import { resolveRange } from '../files/range.ts';
import type { RawEndpointHandler } from '../serve.ts';

/** The public endpoints (C4, C6). */
export const rawWellKnownHandlers = {
  async key_set(c) {
    c.header('Cache-Control', 'public, max-age=300');
    return c.json(await publicKeySet(c.get('database').db));
  },
  async revocation_list(c, { query }) {
    const claims = await revocationClaims(c.get('database').db, query.since as number | undefined);
    const list = await c.get('services').signRevocations(claims);
    const etag = `"${createHash('sha256').update(list).digest('base64url')}"`;
    c.header('Cache-Control', `public, max-age=${listInterval}`);
    c.header('ETag', etag);
    const conditions = { ifNoneMatch: c.req.header('If-None-Match') };
    if (resolveRange(conditions, etag, list.length) === 'not modified') return c.body(null, 304);
    c.header('Content-Type', 'application/jose');
    return c.body(list);
  },
  alive: async (c) => c.json({ status: 'alive' }),
  async ready(c) {
    const ready = await c.get('services').ready();
    return c.json({ status: ready ? 'ready' : 'starting' }, ready ? 200 : 503);
  },
} satisfies Record<string, RawEndpointHandler>;

import { createHash } from 'node:crypto';
import { activeSigningKeys, publicKeySet } from '../../core/security/signingKey.ts';
import { listInterval, type RevocationClaims, revocationClaims } from '../../domain/licence/revocation.ts';
import { resolveRange } from '../files/range.ts';
import type { RawEndpointHandler } from '../serve.ts';
import type { HttpRequestContext } from '../services.ts';

/** Lets pages of every origin read the answer: a product in a browser verifies its licence with it (issue 36). */
function allowEveryOrigin(c: HttpRequestContext): void {
  c.header('Access-Control-Allow-Origin', '*');
  c.header('Access-Control-Expose-Headers', 'ETag');
}

/** The tag of a list: signatures with Ed25519 are the same for the same content and key, so nothing has to be signed. */
async function tagOfList(c: HttpRequestContext, claims: RevocationClaims): Promise<string> {
  const [key] = await activeSigningKeys(c.get('database').db);
  return `"${createHash('sha256')
    .update(`${key?.kid}.${JSON.stringify(claims)}`)
    .digest('base64url')}"`;
}

/** The public endpoints (C4, C6). */
export const rawWellKnownHandlers = {
  async key_set(c) {
    allowEveryOrigin(c);
    c.header('Cache-Control', 'public, max-age=300');
    return c.json(await publicKeySet(c.get('database').db));
  },
  async revocation_list(c, { query }) {
    const claims = await revocationClaims(c.get('database').db, query.since as number | undefined);
    const etag = await tagOfList(c, claims);
    allowEveryOrigin(c);
    c.header('Cache-Control', `public, max-age=${listInterval}`);
    c.header('ETag', etag);
    const conditions = { ifNoneMatch: c.req.header('If-None-Match') };
    if (resolveRange(conditions, etag, 0) === 'not modified') return c.body(null, 304);
    const list = await c.get('services').signRevocations(claims);
    c.header('Content-Type', 'application/jose');
    return c.body(list);
  },
  alive: async (c) => c.json({ status: 'alive' }),
  async ready(c) {
    const ready = await c.get('services').ready();
    return c.json({ status: ready ? 'ready' : 'starting' }, ready ? 200 : 503);
  },
} satisfies Record<string, RawEndpointHandler>;

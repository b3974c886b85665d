import { publicKeySet } from '../../core/security/signingKey.ts';
import { revocations } from '../../domain/licence/revocation.ts';
import type { RawEndpointHandler } from '../serve.ts';

/** The public endpoints (C4, C6). */
export const rawWellKnownHandlers = {
  async key_set(c) {
    c.header('Cache-Control', 'public, max-age=300');
    return c.json(await publicKeySet(c.get('database').db));
  },
  async revocation_list(c) {
    const services = c.get('services');
    const entries = await revocations(c.get('database').db);
    c.header('Content-Type', 'application/jose');
    return c.body(await services.signRevocations(entries));
  },
  alive: async (c) => c.json({ status: 'alive' }),
  async ready(c) {
    const ready = await c.get('services').ready();
    return c.json({ status: ready ? 'ready' : 'starting' }, ready ? 200 : 503);
  },
} satisfies Record<string, RawEndpointHandler>;

import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';

export interface DrainLimits {
  /** How long an idle connection is left open, for the request that may be on its way. */
  readonly idleMs: number;
  /** After this long every connection is cut. */
  readonly limitMs: number;
}

/**
 * Watches an HTTP server, so that it can be ended without breaking an answer. Out: what ends it: no more connections are
 * accepted, those that there are close with the answer under way or the next one, then those that are idle.
 */
export function drainable(server: Server): (limits: DrainLimits) => Promise<void> {
  const answers = new Set<ServerResponse>();
  let draining = false;
  server.prependListener('request', (_, answer: ServerResponse) => {
    answers.add(answer);
    answer.once('close', () => answers.delete(answer));
    if (draining) answer.setHeader('Connection', 'close');
  });
  return ({ idleMs, limitMs }) =>
    new Promise((resolve) => {
      draining = true;
      for (const answer of answers) if (!answer.headersSent) answer.setHeader('Connection', 'close');
      const timers = [
        // After what has arrived was read: a connection whose request waits to be read passes for idle.
        setTimeout(() => setImmediate(() => server.closeIdleConnections()), idleMs),
        setTimeout(() => server.closeAllConnections(), limitMs),
      ];
      // Not its own `close`, which cuts the idle connections at once.
      NetServer.prototype.close.call(server, () => {
        timers.forEach(clearTimeout);
        resolve();
      });
    });
}

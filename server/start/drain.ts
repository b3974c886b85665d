import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';

export interface DrainLimits {
  /** How long an idle connection stays open, for a request that may be on its way. */
  readonly idleMs: number;
  /** The time after which every connection is cut. */
  readonly limitMs: number;
}

/**
 * Watches an HTTP server, so that it can be stopped without breaking an answer.
 * @returns a function that stops it: it accepts no more connections, closes open ones after the current or next answer,
 * then those that are idle
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
        // After reading what has arrived: a connection whose request is still unread counts as idle.
        setTimeout(() => setImmediate(() => server.closeIdleConnections()), idleMs),
        setTimeout(() => server.closeAllConnections(), limitMs),
      ];
      // Not the server's own `close`, which cuts idle connections at once.
      NetServer.prototype.close.call(server, () => {
        timers.forEach(clearTimeout);
        resolve();
      });
    });
}

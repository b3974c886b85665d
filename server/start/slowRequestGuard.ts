import type { Server } from 'node:http';

export interface SlowSettings {
  /** The time limit of a request's head, and of most bodies, in ms. */
  readonly usualMs: number;
  /** The time limit of an upload's body, in ms. One that pauses ends sooner (gateways/files/receive.ts). */
  readonly uploadMs: number;
}

/**
 * Ends requests that take too long to arrive. Uploads may take longer than others, which Node's own limit cannot
 * distinguish.
 */
export function endSlowRequests(server: Server, isUpload: (path: string) => boolean, settings: SlowSettings): void {
  const { usualMs, uploadMs } = settings;
  server.headersTimeout = usualMs;
  server.requestTimeout = uploadMs;
  server.on('request', (request) => {
    if (isUpload((request.url ?? '').split('?', 1)[0] ?? '')) return;
    const late = setTimeout(() => {
      if (!request.complete) request.destroy();
    }, usualMs).unref();
    request.once('close', () => clearTimeout(late));
  });
}

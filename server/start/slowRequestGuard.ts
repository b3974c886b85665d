import type { Server } from 'node:http';

export interface SlowSettings {
  /** What the head of a request may take, and the body of most, in ms. */
  readonly usualMs: number;
  /** What the body of an upload may take, in ms. One that stands still ends sooner (gateways/files/receive.ts). */
  readonly uploadMs: number;
}

/**
 * Ends requests that take too long to arrive; uploads may take longer than others, which Node's own limit cannot tell apart.
 * In: the server, which paths are uploads, and how long each may take.
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

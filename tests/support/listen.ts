import { serve } from '@hono/node-server';

/** A server of a test at an address of its own, for programs that cannot call it in this process. */
export interface Listening {
  readonly url: string;
  close(): Promise<void>;
}

/** Lets an app listen on a free port of this machine. */
export function listen({ fetch }: { readonly fetch: Parameters<typeof serve>[0]['fetch'] }): Promise<Listening> {
  return new Promise((found) => {
    const server = serve({ fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
      found({
        url: `http://127.0.0.1:${port}`,
        close: () => new Promise((closed) => void server.close(() => closed())),
      }),
    );
  });
}

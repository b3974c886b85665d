import { lookup, Resolver } from 'node:dns/promises';

/**
 * Looks up all addresses of a name.
 * @throws an error if there are none, or no answer came before the signal
 */
export type ResolveName = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

/** For one try, in ms. */
const timeout = 3000;
const tries = 2;

/** True if the name servers know no such address, or there is no name server: a hosts file may know the name. */
const isUnknown = (reason: unknown): boolean =>
  ['ENOTFOUND', 'ENODATA', 'ECONNREFUSED'].includes(String((reason as { code?: unknown } | null)?.code));

/**
 * A look-up that asks name servers directly: it can be cancelled, and a slow one does not occupy the threads in which
 * Node.js looks up the names of the database and the mail server. A name that no name server knows is looked up as the
 * system does, since it may be in its hosts file. Nothing is cached, so each look-up asks again.
 * @param servers the name servers; absent: those of the system
 */
export const createNameResolver =
  (servers?: readonly string[]): ResolveName =>
  async (name, signal) => {
    const resolver = new Resolver({ timeout, tries });
    if (servers) resolver.setServers(servers);
    const cancel = () => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      if (found.length > 0) return found;
      const failed = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
      const failure = failed.find((reason) => !isUnknown(reason));
      if (failure) throw failure;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
    return (await lookup(name, { all: true })).map(({ address }) => address);
  };

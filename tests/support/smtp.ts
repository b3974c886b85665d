import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface TestMailServer {
  readonly url: string;
  readonly mails: Email[];
  /** The first mail that matches the predicate, as soon as it has arrived. */
  waitFor(predicate: (mail: Email) => boolean, ms?: number): Promise<Email>;
  close(): Promise<void>;
}

/**
 * A real local SMTP server that stores the mails it accepts, optionally with a delay. It refuses the first `failFirst`
 * mails.
 */
export async function startSmtp({ failFirst = 0, answerAfterMs = 0 } = {}): Promise<TestMailServer> {
  const mails: Email[] = [];
  let refused = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        if (refused < failFirst) {
          refused += 1;
          return done(new Error('try again later'));
        }
        mails.push(await PostalMime.parse(Buffer.concat(chunks)));
        setTimeout(done, answerAfterMs);
      });
    },
  });
  // A client that is killed within a mail resets its connection.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const waitFor = async (predicate: (mail: Email) => boolean, ms = 30_000): Promise<Email> => {
    const end = Date.now() + ms;
    while (Date.now() < end) {
      const found = mails.find(predicate);
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const came = mails.map(({ to, subject, text }) => `${to?.[0]?.address}: ${subject}\n${text}`);
    throw new Error(`no such mail came; there are ${mails.length}\n${came.join('\n')}`);
  };
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { url: `smtp://127.0.0.1:${port}`, mails, waitFor, close };
}

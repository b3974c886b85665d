import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** The SMTP command (RFC 5321) at which a server fails. `body` is in the middle of the mail, `end` after all of it. */
type Step = 'greeting' | 'EHLO' | 'STARTTLS' | 'MAIL' | 'RCPT' | 'DATA' | 'body' | 'end';

export interface Fault {
  readonly name: string;
  readonly at: Step;
  /** The text of the wrong reply. */
  readonly says?: string;
  /** The delay of the right reply. */
  readonly afterMs?: number;
  /** Whether the connection is closed. */
  readonly cuts?: boolean;
  /** Fails every time instead of only the first time. */
  readonly isLasting?: boolean;
}

const replies: Readonly<Record<Step, string>> = {
  greeting: '220 ready',
  EHLO: '250 faulty.example',
  STARTTLS: '220 go ahead',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  body: '',
  end: '250 taken',
};

export interface FaultySmtp {
  readonly url: string;
  /** The Message-ID of each mail that the server accepted with 250 (RFC 5321, 4.2.5). */
  readonly taken: string[];
  close(): void;
}

async function talk(socket: Socket, fault: Fault | undefined, taken: string[]): Promise<void> {
  /**
   * Replies to a command.
   * @returns whether the dialogue continues
   */
  const reply = async (step: Step): Promise<boolean> => {
    const wrong = fault?.at === step ? fault : undefined;
    if (wrong?.afterMs) await pause(wrong.afterMs);
    const text = step === 'EHLO' && fault?.at === 'STARTTLS' ? '250-faulty.example\r\n250 STARTTLS' : replies[step];
    if (wrong?.says) socket.write(`${wrong.says}\r\n`);
    else if (!wrong?.cuts) socket.write(`${text}\r\n`);
    if (wrong?.cuts) socket.destroy();
    return !wrong?.cuts && !wrong?.says;
  };
  await reply('greeting');
  let [text, inBody] = ['', false];
  for await (const part of socket) {
    text += part;
    if (inBody && fault?.at === 'body') return void socket.destroy();
    if (inBody && text.endsWith('\r\n.\r\n')) {
      const id = /^message-id: (.+)\r$/im.exec(text)?.[1] ?? '';
      if (await reply('end')) taken.push(id);
      [text, inBody] = ['', false];
    }
    if (inBody || !text.endsWith('\r\n')) continue;
    const word = text.slice(0, text.search(/[\s:]/)).toUpperCase();
    text = '';
    if (word === 'QUIT') socket.end('221 bye\r\n');
    else if (word in replies) inBody = (await reply(word as Step)) && word === 'DATA';
    else socket.write('250 ok\r\n');
  }
}

/** A mail server that fails in one way, the first time or always; it does not listen before `opensAfter`. */
export async function startFaultySmtp(fault: Fault, opensAfter?: Promise<unknown>): Promise<FaultySmtp> {
  const taken: string[] = [];
  let talks = 0;
  const server = createServer((socket) => {
    talks += 1;
    socket.on('error', () => undefined);
    const wrong = talks === 1 || fault.isLasting ? fault : undefined;
    void talk(socket, wrong, taken).catch(() => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  if (opensAfter) {
    server.close();
    void opensAfter.then(() => server.listen(port, '127.0.0.1'));
  }
  return { url: `smtp://127.0.0.1:${port}`, taken, close: () => void server.close() };
}

import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

/** What a name server answers: addresses, no such name, a failure, or nothing at all. */
export type NameAnswer = readonly string[] | 'unknown' | 'failure' | 'silence';

export interface NameServer {
  /** `127.0.0.1:PORT` */
  readonly address: string;
  /** The questions in order: `A name` or `AAAA name`. */
  readonly questions: string[];
  close(): Promise<void>;
}

const types: Readonly<Record<number, string>> = { 1: 'A', 28: 'AAAA' };
const codes: Readonly<Record<string, number>> = { unknown: 3, failure: 2 };

/** Reads the question of a message (RFC 1035, section 4.1.2). */
function questionOf(message: Buffer): { name: string; type: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), type: types[message.readUInt16BE(at + 1)] ?? '', end: at + 5 };
}

/** An address record of the name in the question. It must not be cached. */
function recordOf(address: string): Buffer {
  const data = Buffer.from(address.split('.').map(Number));
  return Buffer.concat([Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, data.length]), data]);
}

function answerTo(message: Buffer, end: number, answer: Exclude<NameAnswer, 'silence'>): Buffer {
  const records = typeof answer === 'string' ? [] : answer.map(recordOf);
  const head = Buffer.from(message.subarray(0, 12));
  head.writeUInt16BE(0x8180 | (typeof answer === 'string' ? (codes[answer] ?? 0) : 0), 2);
  head.writeUInt16BE(records.length, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, message.subarray(12, end), ...records]);
}

/**
 * A name server on this machine.
 * @param answerOf answers the questions about IPv4 addresses, by their number from 0; for IPv6 there are none
 */
export async function startNameServer(answerOf: (name: string, count: number) => NameAnswer): Promise<NameServer> {
  const questions: string[] = [];
  let count = 0;
  const socket = createSocket('udp4');
  socket.on('message', (message, from) => {
    const { name, type, end } = questionOf(message);
    questions.push(`${type} ${name}`);
    const found = answerOf(name, type === 'A' ? count++ : count);
    const answer = type === 'A' || typeof found === 'string' ? found : [];
    if (answer !== 'silence') socket.send(answerTo(message, end, answer), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    questions,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

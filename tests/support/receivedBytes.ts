import type { IncomingMessage } from 'node:http';

/** The body of a request, or undefined if its client hangs up before the end, as a killed server does. */
export async function receivedBytes(request: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  try {
    for await (const part of request) parts.push(part as Buffer);
  } catch {
    return undefined;
  }
  return Buffer.concat(parts);
}

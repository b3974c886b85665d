import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../../server/db/connection.ts';

/** The byte-exact response of PgBouncer 1.18 to a connection that starts with its own settings. */
const fields = ['SERROR', 'C08P01', 'Munsupported startup parameter: statement_timeout'];
const text = Buffer.from(`${fields.join('\0')}\0\0`);
const refusal = Buffer.concat([Buffer.from('E'), Buffer.alloc(4), text]);
refusal.writeInt32BE(text.length + 4, 1);

let pooler: Server;
beforeAll(async () => {
  pooler = createServer((socket) => socket.once('data', () => socket.end(refusal)).on('error', () => undefined));
  await once(pooler.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => pooler.close());

it('a pooler that refuses what a connection begins with is named at the start', async () => {
  const { port } = pooler.address() as AddressInfo;
  const opened = openDatabase({ databaseUrl: `postgres://postgres@127.0.0.1:${port}/postgres` });
  await expect(opened).rejects.toThrow(/DATABASE_URL must name PostgreSQL itself.*statement_timeout/);
});

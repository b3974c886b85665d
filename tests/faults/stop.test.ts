import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { dataFolder } from '../support/server.ts';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

const answers = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  );

it('a server that npm started ends with npm', async () => {
  const [port, DATA_DIR] = [await freePort(), dataFolder()];
  const env = { ...process.env, PORT: String(port), DATA_DIR, DEMO: '0', LOG_LEVEL: 'warn' };
  const npm = spawn('npm', ['run', 'server'], { env, stdio: 'ignore' });
  const ready = () => answers(port);
  await expect.poll(ready, { timeout: 60_000, interval: 200 }).toBe(true);
  npm.kill('SIGTERM');
  await once(npm, 'exit');
  await expect.poll(ready, { timeout: 20_000, interval: 200 }).toBe(false);
  rmSync(DATA_DIR, { recursive: true, force: true, maxRetries: 20 });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cast } from '../tests/support/cast.ts';
import { addressOf } from '../tests/support/database.ts';
import { start } from './processes.ts';

/** The server as it runs in production; see `npm run server`. */
export const ourServer = ['--enable-source-maps', 'build/main.js'];
export const ourSettings = { SECRET_KEY: 'a secret key for tests alone', DEMO: '0', LOG_LEVEL: 'warn' };

/** One process of our server over the database of a cast. */
export interface OwnServer {
  /**
   * Sends a body as JSON.
   * @param key for the header `Authorization`
   * @throws If the answer is no success.
   */
  post(path: string, key: string, body: object): Promise<void>;
  stop(): Promise<void>;
}

/** Starts our server over the database of a cast, with a folder of its own. */
export async function startOwnServer(cast: Cast, env: Record<string, string>): Promise<OwnServer> {
  const folder = mkdtempSync(join(tmpdir(), 'licence-bench-'));
  const DATABASE_URL = await addressOf(cast.database);
  const server = await start(ourServer, '/readyz', { ...ourSettings, DATABASE_URL, DATA_DIR: folder, ...env });
  return {
    async post(path, key, body) {
      const headers = { authorization: key, 'content-type': 'application/json' };
      const answer = await fetch(`${server.urls[0]}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    },
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

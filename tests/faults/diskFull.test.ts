import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { reportProof } from '../support/reportProof.ts';
import { scale } from '../support/scale.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { ask } from './support/api.ts';
import { audit, Books } from './support/books.ts';
import { demoFolder } from './support/demo.ts';
import { makePlace } from './support/place.ts';
import { client } from './support/work.ts';

const folder = mkdtempSync(join(tmpdir(), 'licence-small-'));
/** Mounting a small disk needs privileges. */
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', folder]).status === 0;
let server: RunningServer | undefined;
afterAll(async () => {
  await server?.stop();
  if (isMounted) spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true, force: true });
});

/** Leaves this number of bytes free, or fewer, because the product writes meanwhile. */
function fill(name: string, free: number): void {
  const { bavail, bsize } = statfsSync(folder);
  try {
    writeFileSync(join(folder, name), Buffer.alloc(Math.max(0, bavail * bsize - free)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

if (isMounted)
  it('a full disk costs a "no space", until there is some again (embedded)', async () => {
    const rounds = scale(1, 5);
    const demo = demoFolder();
    if (demo) cpSync(demo, folder, { recursive: true });
    server = await startServer({ DATA_DIR: folder });
    const books = new Books();
    const place = await makePlace(server.url);
    for (let round = 0; round < rounds; round += 1) {
      let alive = true;
      const work = { books, place, urls: () => [server?.url ?? ''], goesOn: () => alive, pauseMs: 20 };
      const clients = Array.from({ length: 6 }, () => client(work));
      await expect.poll(() => books.acknowledged, { timeout: 60_000 }).toBeGreaterThan(5 * (round + 1));
      const full = books.statuses['507'] ?? 0;
      fill('ballast', 64 * 1024);
      await expect.poll(() => books.statuses['507'] ?? 0, { timeout: 60_000 }).toBeGreaterThan(full + 10);
      const answer = await ask(`${server.url}/healthz`);
      expect(answer.status).toBe(200);
      rmSync(join(folder, 'ballast'));
      const before = books.licences.length;
      await expect.poll(() => books.licences.length, { timeout: 60_000 }).toBeGreaterThan(before);
      alive = false;
      await Promise.all(clients);
    }
    const audited = await audit(books, place, server.url);
    expect(Object.keys(books.statuses).filter((status) => !['200', '422', '503', '507'].includes(status))).toEqual([]);
    reportProof({
      promised: 'A full disk: 507 with a sentence, and everything goes on when there is space (embedded)',
      done: `a file system of 400 MB filled ${rounds} times under 6 clients, and emptied again`,
      seen:
        `by status ${JSON.stringify(books.statuses)}; ${books.acknowledged} acknowledged writes, 0 lost; ` +
        `${audited.licences} licences issued, 0 failed; the same process served on`,
    });
  });
else it('is not proved here: a small disk needs the right to mount one', () => expect(isMounted).toBe(false));

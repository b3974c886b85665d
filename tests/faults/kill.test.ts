import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forEachEngine } from '../support/database.ts';
import { reportProof } from '../support/reportProof.ts';
import { scale } from '../support/scale.ts';
import { dataFolder, type RunningServer, startServer } from '../support/server.ts';
import { audit, Books } from './support/books.ts';
import { demoDatabase, demoFolder } from './support/demo.ts';
import { makePlace } from './support/place.ts';
import { client } from './support/work.ts';

const kills = scale(2, 100);

/** A random number between 0 and 1 for each round, the same in every run. */
const seeded = (round: number): number => ((round * 7919 + 104_729) % 1000) / 1000;

forEachEngine('a killed process', (engine) => {
  const dataDir = dataFolder(engine === 'pglite' ? demoFolder() : undefined);
  let server: RunningServer | undefined;
  let drop = async () => {};
  let start: () => Promise<RunningServer>;
  beforeAll(async () => {
    const database = engine === 'postgres' ? await demoDatabase() : undefined;
    if (database) drop = database.drop;
    start = () => startServer({ DATA_DIR: dataDir, ...database?.env });
  });
  afterAll(async () => {
    await server?.kill();
    await drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it(`loses nothing acknowledged and does nothing twice, ${kills} times (C6)`, async () => {
    server = await start();
    const books = new Books();
    const place = await makePlace(server.url);
    for (let round = 0; round < kills; round += 1) {
      let alive = true;
      const work = { books, place, urls: () => [server?.url ?? ''], goesOn: () => alive };
      const clients = Array.from({ length: 6 }, () => client(work));
      // In the middle of the work, on any machine: some requests are acknowledged and others are pending.
      const before = books.acknowledged;
      await expect.poll(() => books.acknowledged, { timeout: 60_000 }).toBeGreaterThan(before + 2);
      await pause(seeded(round) * 400);
      await server.kill();
      alive = false;
      await Promise.all(clients);
      server = await start();
    }
    const audited = await audit(books, place, server.url);
    expect(books.statuses['500']).toBeUndefined();
    reportProof({
      promised: `A killed process loses nothing that was acknowledged (${engine})`,
      done: `${kills} SIGKILLs amid ${books.requests} mixed requests of 6 clients`,
      seen:
        `${books.acknowledged} acknowledged writes, 0 lost; ${audited.licences} licences, 0 twice; 0 over-allocations; ` +
        `every task and all ${audited.mails} mails ended`,
    });
  }, 7_200_000);
});

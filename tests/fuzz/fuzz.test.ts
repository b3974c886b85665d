import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorld, type World } from '../server/matrix/world.ts';
import { reportProof } from '../support/reportProof.ts';
import { scale } from '../support/scale.ts';
import { Fuzzer } from './fuzz.ts';

const requests = Number(process.env.FUZZ_REQUESTS ?? scale(1_500, 100_000));
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);

let world: World;
beforeAll(async () => {
  world = await startWorld('pglite');
});
afterAll(() => world?.cast.close());

it(`finds nothing with ${requests} requests made from the document (seed ${seed})`, async () => {
  const report = await new Fuzzer(world, seed).run(requests);
  console.log(
    `fuzz: ${report.requests} requests, by status ${JSON.stringify(report.statuses)}, ${report.findings.length} findings`,
  );
  expect(report.findings.slice(0, 20)).toEqual([]);
  expect(report.requests).toBe(requests);
  const { rows } = await world.cast.database.executeSql('select id from orders where available_hosts < 0');
  expect(rows).toEqual([]);
  reportProof({
    promised: 'No request that the API document allows, or nearly, breaks anything or holds the server up',
    done: `${requests} fuzzed requests (seed ${seed})`,
    seen: `by status ${JSON.stringify(report.statuses)}; 0 findings, no 500, no order below zero`,
  });
}, 7_200_000);

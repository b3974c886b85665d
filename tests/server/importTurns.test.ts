import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Cast, startCast } from '../support/cast.ts';
import { longestHold } from '../support/processorTime.ts';
import { ok } from '../support/product.ts';

/** On the embedded database there is one connection: whoever has it holds everybody else up (issue 33). */

let cast: Cast;
beforeAll(async () => {
  cast = await startCast('pglite');
}, 120_000);
afterAll(() => cast.close());

/** How many reads are answered while the work is done. */
async function readsMeanwhile(work: Promise<unknown>): Promise<number> {
  let [isDone, reads] = [false, 0];
  const ending = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await ok(cast.operations.get('/v1/enterprise/list?per_page=1'));
    reads += 1;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await ending;
  return reads;
}

const columns = ['code', 'name', 'deployment_id', 'category_id'];
const rows = Array.from({ length: 10_000 }, (_, at) => [`TURN-${at}`, `Name ${at}`, '1', '1001']);
/** The last row has a mistake that its form alone shows, so that nothing is written. */
const broken = [...rows.slice(1), ['TURN-0', '', '1', '1001']];

it.each([
  ['as new records', {}],
  ['against their records', { key: 'code' }],
])(
  'the check of ten thousand rows %s leaves the others their turn',
  async (_what, more) => {
    let reads = 0;
    const held = await longestHold(async () => {
      const work = ok(cast.admin.post('/v1/product/import', { columns, rows: broken, ...more }));
      reads = await readsMeanwhile(work);
      expect(await work).toMatchObject({ created: 0, mistakes: [{ row: 9_999, field: 'name' }] });
    });
    // A check that has the connection to its end lets one or two through.
    expect(reads).toBeGreaterThan(4);
    expect(held).toBeLessThan(1000);
  },
  120_000,
);

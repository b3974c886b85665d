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

/** How long the longest of the reads meanwhile waits, as a part of the time that the work takes. */
async function longestWait(work: Promise<unknown>): Promise<number> {
  let [isDone, longest] = [false, 0];
  const begin = performance.now();
  const ending = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const asked = performance.now();
    await ok(cast.operations.get('/v1/enterprise/list?per_page=1'));
    longest = Math.max(longest, performance.now() - asked);
  }
  await ending;
  return longest / (performance.now() - begin);
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
    let wait = 1;
    const longest = await longestHold(async () => {
      const work = ok(cast.admin.post('/v1/product/import', { columns, rows: broken, ...more }));
      wait = await longestWait(work);
      expect(await work).toMatchObject({ created: 0, mistakes: [{ row: 9_999, field: 'name' }] });
    });
    // In a transaction of its own, a check would let the others wait from its beginning to its end.
    expect(wait).toBeLessThan(0.7);
    expect(longest).toBeLessThan(1000);
  },
  120_000,
);

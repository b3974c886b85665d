import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Cast, startCast } from '../support/cast.ts';
import { ok } from '../support/product.ts';

/** On the embedded database there is one connection: whoever has it holds everybody else up (issue 33). */

let cast: Cast;
beforeAll(async () => {
  cast = await startCast('pglite');
}, 120_000);
afterAll(() => cast.close());

/** How long the longest of many reads waits while the work is done. */
async function longestWait(work: Promise<unknown>): Promise<{ longest: number; reads: number }> {
  let [isDone, longest, reads] = [false, 0, 0];
  const ending = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const begin = performance.now();
    await ok(cast.operations.get('/v1/enterprise/list?per_page=1'));
    longest = Math.max(longest, performance.now() - begin);
    reads += 1;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await ending;
  return { longest, reads };
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
    const work = ok(cast.admin.post('/v1/product/import', { columns, rows: broken, ...more }));
    const { longest, reads } = await longestWait(work);
    expect(await work).toMatchObject({ created: 0, mistakes: [{ row: 9_999, field: 'name' }] });
    expect(reads).toBeGreaterThan(5);
    expect(longest).toBeLessThan(1000);
  },
  120_000,
);

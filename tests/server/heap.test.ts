import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** Allocates as many live objects as an export does; new ones survive a minor garbage collection. */
const churn = `
  const { keepHeapSmall } = await import('./server/start/heapGrowth.ts');
  if (process.env.SMALL) keepHeapSmall();
  const inUse = [];
  let most = 0;
  for (let at = 0; at < 2_000_000; at += 1) {
    inUse[at % 200_000] = { at, text: 'order ' + at };
    if (at % 10_000 === 0) most = Math.max(most, process.memoryUsage().heapTotal);
  }
  console.log(most);`;

/** The maximum heap size of a process in bytes. */
async function heapUsed(env: Record<string, string>): Promise<number> {
  const parameters = ['--import', 'tsx', '--input-type=module', '--eval', churn];
  const { stdout } = await promisify(execFile)(process.execPath, parameters, { env: { ...process.env, ...env } });
  return Number(stdout);
}

it('keeps the heap of a process near to what is in use', async () => {
  const [used, left] = await Promise.all([heapUsed({ SMALL: '1' }), heapUsed({ SMALL: '' })]);
  expect(used).toBeLessThan(left * 0.8);
});

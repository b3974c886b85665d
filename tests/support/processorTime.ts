import { existsSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** In microseconds of CPU time. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/** The longest task of the page during an action, in ms of CPU time, so that other programs do not count. */
export async function longestTask(page: Page, act: () => Promise<void>): Promise<number> {
  const browser = page.context().browser();
  if (!browser) throw new Error('the page has no browser');
  await browser.startTracing(page, { categories: ['toplevel'] });
  await act();
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] };
  const thread = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const pages = new Set(
    traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(thread),
  );
  const tasks = traceEvents
    .filter((one) => one.ph === 'X' && /RunTask$/.test(one.name) && pages.has(thread(one)))
    .flatMap(({ tdur }) => (tdur === undefined ? [] : [tdur / 1000]));
  if (tasks.length === 0) throw new Error('the trace has no tasks');
  return Math.max(...tasks);
}

/** The duration of the work below on a slow but idle machine, in ms. */
const restedMs = 7;

/**
 * How much slower than an idle machine this machine is at present: 2 means twice the time. A faster machine counts as
 * 1, so that no stricter limit applies to it.
 */
export async function slowdown(page: Page): Promise<number> {
  const taken = await page.evaluate(() => {
    // Typical work of a page: creates and sorts objects, texts and elements.
    const work = () => {
      const rows = Array.from({ length: 2000 }, (_, at) => ({ id: (at * 7919) % 2003, text: `row ${at}` }));
      const table = document.createElement('table');
      for (const row of JSON.parse(JSON.stringify(rows)).sort((a: { id: number }, b: { id: number }) => a.id - b.id)) {
        const line = document.createElement('tr');
        line.className = `row-${row.id}`;
        line.appendChild(document.createElement('td')).textContent = row.text;
        table.appendChild(line);
      }
      return table.textContent?.length;
    };
    return Array.from({ length: 9 }, () => {
      const start = performance.now();
      work();
      return performance.now() - start;
    });
  });
  return Math.max(1, Math.min(...taken) / restedMs);
}

const ticks = '/proc/thread-self/stat';

/**
 * Runs work.
 * @returns the longest time for which it blocked the event loop, in ms of CPU time, so that other programs do not
 *   count
 */
export async function longestHold(work: () => Promise<void>): Promise<number> {
  let isDone = false;
  const done = work().finally(() => {
    isDone = true;
  });
  let longest = 0;
  for (let last = threadTime(); !isDone; ) {
    await new Promise((resolve) => setImmediate(resolve));
    const now = threadTime();
    longest = Math.max(longest, now - last);
    last = now;
  }
  await done;
  return longest;
}

/** The CPU time that this thread has used, in ms; wall-clock time if the system does not provide it. */
export function threadTime(): number {
  if (!existsSync(ticks)) return performance.now();
  const [, , , , , , , , , , , user, system] = readFileSync(ticks, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(user) + Number(system)) * 10;
}

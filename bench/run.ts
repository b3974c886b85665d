import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { EngineName } from '../tests/support/database.ts';
import { startPostgres } from '../tests/support/postgres.ts';
import { type Burst, burst } from './burst.ts';
import { type Case, casesOf, type Request } from './cases.ts';
import { peakMemory, processorTime, type Served } from './processes.ts';
import { untilQuiet, watchOthers } from './quiet.ts';
import { comparisonOf, type Measured, type Run, tableOf } from './table.ts';
import { startWorld, type World } from './world.ts';

// npm run bench: the product beside hand-written SQL, in turn. See docs/performance.md.

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    clients: { type: 'string', default: '8' },
    wait: { type: 'string', default: '120' },
    only: { type: 'string', default: '' },
    engine: { type: 'string', default: '' },
    processes: { type: 'string', default: '1' },
    alone: { type: 'boolean', default: false },
    growth: { type: 'boolean', default: false },
  },
});
const wanted = (one: Case): boolean => new RegExp(values.only).test(`${one.name} ${one.as}`);

/** Waits until the database has answered what clients that are gone have asked: it would be counted to the next burst. */
async function untilAnswered({ database, cast }: World): Promise<void> {
  if (!database) return;
  const others =
    "select 1 from pg_stat_activity where state = 'active' and backend_type = 'client backend' and pid <> pg_backend_pid()";
  while ((await cast.database.executeSql(others)).rows.length > 0) await pause(100);
}

/** One round of all cases: ours, and at once the hand-written one. */
async function round(world: World, all: readonly Measured[], key: (one: Case) => string, seconds: number) {
  const terms = { clients: Number(values.clients), seconds, database: world.database };
  const asked = async (served: Served, one: Case, request: Request): Promise<Burst> => {
    const found = await burst(served, one, request, key(one), terms);
    await untilAnswered(world);
    return found;
  };
  for (const { measured, ours, theirs } of all) {
    (ours as Burst[]).push(await asked(world.ours, measured, measured.ours));
    if (world.theirs && measured.theirs && !values.alone)
      (theirs as Burst[]).push(await asked(world.theirs, measured, measured.theirs));
  }
}

/** What our own processes have used of the processor so far, in ms. */
function usedByUs({ ours, theirs, database }: World): number {
  const { user, system } = process.cpuUsage();
  const pids = [...ours.pids, ...(theirs?.pids ?? []), ...(database ? [database] : [])];
  return processorTime(pids) + (user + system) / 1000;
}

/** Fills a database with so many orders, measures over it, and prints the table. */
async function measure(engine: EngineName, orders: number, processes: number): Promise<Omit<Run, 'name'>> {
  const world = await startWorld(engine, orders, processes);
  try {
    const { cast } = world;
    const key = ({ as }: Case) => ({ SA: cast.admin, SM: cast.otherSales, EN: cast.customer })[as].key;
    const cases = (await casesOf(cast)).filter(wanted);
    const fresh = (): Measured[] => cases.map((measured) => ({ measured, ours: [], theirs: [] }));
    await round(world, fresh(), key, 1);
    let others = await untilQuiet(Number(values.wait));
    const all = fresh();
    for (let left = Number(values.rounds); left > 0; left -= 1) {
      const meanwhile = watchOthers(() => usedByUs(world));
      await round(world, all, key, Number(values.seconds));
      others = Math.max(others, meanwhile());
    }
    console.log(
      `\n${engine}, ${orders} orders, ${values.clients} clients, ${processes} of our processes, medians of ${values.rounds} rounds\n`,
    );
    console.log(tableOf(all));
    console.log(`\nA process of the server held at most ${Math.max(...world.ours.pids.map(peakMemory))} MB.`);
    if (others > 0.1)
      console.log(`NOT QUIET: others used ${Math.round(others * 100)} % of the machine before a round, or during one.`);
    return { all };
  } finally {
    await world.stop();
  }
}

/** What is compared besides engines: several sizes, or several numbers of processes. */
const sizes = values.growth ? [100_000, 1_000_000] : values.orders.split(',').map(Number);
const counts = values.processes.split(',').map(Number);
const isCompared = sizes.length > 1 || counts.length > 1;
/** These are compared over PostgreSQL: one process alone holds the embedded database. */
const engines = (['postgres', 'pglite'] as const).filter((one) =>
  isCompared
    ? one === (counts.length > 1 ? 'postgres' : values.engine || 'postgres')
    : !values.engine || values.engine === one,
);

/** What tells a run from the others. */
function nameOf(engine: EngineName, orders: number, processes: number): string {
  const parts = [sizes.length > 1 && `orders: ${orders}`, counts.length > 1 && `processes: ${processes}`];
  return parts.filter(Boolean).join(', ') || engine;
}

const postgres = await startPostgres();
process.env['TEST_DATABASE_URL'] = postgres.url;
try {
  const runs: Run[] = [];
  for (const engine of engines)
    for (const count of counts)
      for (const orders of sizes)
        runs.push({ name: nameOf(engine, orders, count), ...(await measure(engine, orders, count)) });
  const [against, said] =
    sizes.length > 1 ? (['time', 'as long an answer takes as'] as const) : (['rate', 'those of'] as const);
  if (runs.length > 1)
    console.log(`\nAnswers in a second, and how many times ${said} the first\n\n${comparisonOf(runs, against)}`);
} finally {
  await postgres.stop();
}

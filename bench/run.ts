import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { EngineName } from '../tests/support/database.ts';
import { startPostgres } from '../tests/support/postgres.ts';
import { type Burst, burst } from './burst.ts';
import { type Case, casesOf, type Request } from './cases.ts';
import { peakMemory, processorTime, type Served } from './processes.ts';
import { waitUntilQuiet, watchOthers } from './quiet.ts';
import { comparisonOf, type Measured, type Run, tableOf } from './table.ts';
import { startWorld, type World } from './world.ts';

// npm run bench: compares the product with hand-written SQL. See docs/architecture/performance.md.

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
    synced: { type: 'boolean', default: false },
    webhooks: { type: 'boolean', default: false },
    activations: { type: 'boolean', default: false },
  },
});
const wanted = (one: Case): boolean => new RegExp(values.only).test(`${one.name} ${one.as}`);

/** How long each case runs before it is measured, in seconds. */
const warming = 5;

/** Waits until the database has finished the requests of closed clients, which would be counted in the next burst. */
async function untilAnswered({ database, cast }: World): Promise<void> {
  if (!database) return;
  const others =
    "select 1 from pg_stat_activity where state = 'active' and backend_type = 'client backend' and pid <> pg_backend_pid()";
  while ((await cast.database.executeSql(others)).rows.length > 0) await pause(100);
}

/** A measured environment with its cases, in the order that all environments share. */
interface Lane {
  readonly name: string;
  readonly world: World;
  readonly cases: readonly Case[];
  readonly measured: Measured[];
}

const keyOf = ({ cast }: World, { as }: Case) => ({ SA: cast.admin, SM: cast.otherSales, EN: cast.customer })[as].key;

/** Measures one case in one environment: our server, and directly after it the hand-written one. */
async function ask({ world, measured }: Lane, at: number, seconds: number): Promise<void> {
  const found = measured[at];
  if (!found) return;
  const { measured: one, ours, theirs } = found;
  const terms = { clients: Number(values.clients), seconds, database: world.database };
  const measureBurst = async (served: Served, request: Request): Promise<Burst> => {
    const burstResult = await burst(served, one, request, keyOf(world, one), terms);
    await untilAnswered(world);
    return burstResult;
  };
  (ours as Burst[]).push(await measureBurst(world.ours, one.ours));
  if (world.theirs && one.theirs && !values.alone)
    (theirs as Burst[]).push(await measureBurst(world.theirs, one.theirs));
}

/** Runs each case in all environments in turn, so that a disturbance affects all of them. */
async function round(lanes: readonly Lane[], asks: (lane: Lane, at: number) => Promise<void>): Promise<void> {
  const longest = Math.max(...lanes.map(({ cases }) => cases.length));
  for (let at = 0; at < longest; at += 1) for (const lane of lanes) await asks(lane, at);
}

/**
 * Repeats a case for the given time, because a burst of few requests ends before the servers have compiled their code.
 */
async function warm(lane: Lane, at: number, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1000;
  do await ask(lane, at, 1);
  while (performance.now() < end);
}

/** The processor time of our own processes so far, in milliseconds. */
function usedByUs(lanes: readonly Lane[]): number {
  const { user, system } = process.cpuUsage();
  const pids = lanes.flatMap(({ world: { ours, theirs, database } }) => [
    ...ours.pids,
    ...(theirs?.pids ?? []),
    ...(database ? [database] : []),
  ]);
  return processorTime([...new Set(pids)]) + (user + system) / 1000;
}

/** A measured variant: an engine, the number of orders, and the number of our processes. */
interface Variant {
  readonly name: string;
  readonly engine: EngineName;
  readonly orders: number;
  readonly processes: number;
}

const cleared = (lane: Lane): void =>
  void lane.measured.splice(0, Infinity, ...lane.cases.map((measured) => ({ measured, ours: [], theirs: [] })));

async function laneOf({ name, engine, orders, processes }: Variant): Promise<Lane> {
  const world = await startWorld(engine, orders, processes);
  const lane: Lane = { name, world, cases: (await casesOf(world.cast)).filter(wanted), measured: [] };
  cleared(lane);
  return lane;
}

/** Fills a database for each variant, measures all variants in turn, and prints a table for each. */
async function measure(variants: readonly Variant[]): Promise<Run[]> {
  const lanes: Lane[] = [];
  try {
    for (const variant of variants) lanes.push(await laneOf(variant));
    await round(lanes, (lane, at) => warm(lane, at, warming));
    for (const lane of lanes) cleared(lane);
    let others = await waitUntilQuiet(Number(values.wait));
    for (let left = Number(values.rounds); left > 0; left -= 1) {
      const meanwhile = watchOthers(() => usedByUs(lanes));
      await round(lanes, (lane, at) => ask(lane, at, Number(values.seconds)));
      others = Math.max(others, meanwhile());
    }
    for (const [at, { world, measured }] of lanes.entries()) {
      const { engine, orders, processes } = variants[at] as Variant;
      console.log(
        `\n${engine}, ${orders} orders, ${values.clients} clients, ${processes} of our processes, medians of ${values.rounds} rounds\n`,
      );
      console.log(tableOf(measured));
      console.log(`\nA process of the server held at most ${Math.max(...world.ours.pids.map(peakMemory))} MB.`);
    }
    if (others > 0.1)
      console.log(`NOT QUIET: others used ${Math.round(others * 100)} % of the machine before a round, or during one.`);
    return lanes.map(({ name, measured }) => ({ name, all: measured }));
  } finally {
    for (const { world } of lanes) await world.stop();
  }
}

/** What is compared besides engines: several sizes, or several numbers of processes. */
const sizes = values.growth ? [100_000, 1_000_000] : values.orders.split(',').map(Number);
const counts = values.processes.split(',').map(Number);
const isCompared = sizes.length > 1 || counts.length > 1;
/** Sizes and processes are compared on PostgreSQL, because only one process can use the embedded database. */
const engines = (['postgres', 'pglite'] as const).filter((one) =>
  isCompared
    ? one === (counts.length > 1 ? 'postgres' : values.engine || 'postgres')
    : !values.engine || values.engine === one,
);

/** The name that distinguishes a run from the others. */
function nameOf(engine: EngineName, orders: number, processes: number): string {
  const parts = [sizes.length > 1 && `orders: ${orders}`, counts.length > 1 && `processes: ${processes}`];
  return parts.filter(Boolean).join(', ') || engine;
}

const postgres = await startPostgres(values.synced);
process.env['TEST_DATABASE_URL'] = postgres.url;
const measureAlone = values.webhooks
  ? (await import('./webhooks.ts')).measureWebhooks
  : values.activations && (await import('./activations.ts')).measureActivations;
if (measureAlone) {
  await measureAlone(Number(values.rounds)).finally(() => postgres.stop());
  process.exit();
}
try {
  const runs = await measure(
    engines.flatMap((engine) =>
      counts.flatMap((processes) =>
        sizes.map((orders) => ({ name: nameOf(engine, orders, processes), engine, orders, processes })),
      ),
    ),
  );
  const [against, words] =
    sizes.length > 1 ? (['time', 'as long an answer takes as'] as const) : (['rate', 'those of'] as const);
  if (runs.length > 1)
    console.log(`\nAnswers per second, and how many times ${words} the first\n\n${comparisonOf(runs, against)}`);
} finally {
  await postgres.stop();
}

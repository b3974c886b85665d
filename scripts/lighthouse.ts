import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { BrowserContext } from 'playwright-core';
import { serveStock } from '../bench/stock/serveStock.ts';
import { sessionOf } from '../src/authProvider/session.ts';
import { launchProfile } from '../tests/support/chromium.ts';
import { type Api, startConsole } from '../tests/support/console.ts';
import { freePort } from '../tests/support/server.ts';

// npm run lighthouse [-- ROUNDS]: runs Lighthouse, in the version named here and installed only for this run, on the built console
// with its server, as on a slow phone. It prints the scores of each page and what lowered them, and how long each page
// blocks beside a stock react-admin list with the same rows (bench/stock), which it builds. Each score is the best of
// three rounds, because other load on the machine only lowers it. The pages are opened in turn, and blocking is compared
// by the medians and in processor time, which other load hardly changes. Exits with 1 if a page is below its limit, or
// blocks too long. Needs `npm run build` before.

const version = '12.8.2';
const rounds = Number(process.argv[2] ?? 3);
/**
 * How long a run waits for the page to load, in milliseconds. A signed-in page waits for changes and never ends its
 * last request.
 */
const maxWaitForLoad = 15_000;

interface Page {
  readonly name: string;
  readonly path: string;
  readonly account?: string;
  /** The minimum score of each category, in hundredths. */
  readonly limits: Readonly<Record<string, number>>;
  /** How long the page may block, as a part of the time for which the stock list blocks (issue 33). */
  readonly maxBlocking?: number;
}

const whole = { accessibility: 100, 'best-practices': 100 };
const fast = { performance: 95, ...whole };
const pages: readonly Page[] = [
  { name: 'login', path: '/login', limits: fast },
  { name: 'first list', path: '/authorization/order', account: 'operations', limits: fast, maxBlocking: 0.6 },
  { name: 'record', path: '/authorization/order/1', account: 'operations', limits: whole, maxBlocking: 0.6 },
  { name: 'dashboard', path: '/dashboard', account: 'operations', limits: whole, maxBlocking: 1 },
];

interface Audit {
  readonly title: string;
  readonly score: number | null;
  readonly displayValue?: string;
  readonly numericValue?: number;
  readonly scoreDisplayMode: string;
}
interface Report {
  readonly categories: Readonly<Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>>;
  readonly audits: Readonly<Record<string, Audit>>;
}
/** An event of the browser's trace; times are in microseconds, `tdur` is processor time. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly tdur?: number;
}
interface Run {
  readonly lhr: Report;
  readonly artifacts: { readonly Trace: { readonly traceEvents: readonly TraceEvent[] } };
}
type Lighthouse = (url: string, flags: object) => Promise<Run>;

/** How many times slower the phone is, and how long one of its tasks may be, in milliseconds (Lighthouse's own). */
const slowdown = 4;
const maxTask = 50;

const folder = mkdtempSync(join(tmpdir(), 'licence-lighthouse-'));

async function fetchLighthouse(): Promise<Lighthouse> {
  const quiet = ['--no-save', '--no-audit', '--no-fund', '--silent'];
  execFileSync('npm', ['install', '--prefix', folder, ...quiet, `lighthouse@${version}`], { stdio: 'inherit' });
  return (await import(join(folder, 'node_modules/lighthouse/core/index.js'))).default;
}

/** Signs the profile in with the session, or out without one. */
async function enter(profile: BrowserContext, url: string, session: object | undefined): Promise<void> {
  const page = await profile.newPage();
  await page.goto(`${url}/healthz`);
  const text = session && JSON.stringify(session);
  await page.evaluate((item) => {
    localStorage.clear();
    if (item) localStorage.setItem('licence.session', item);
  }, text);
  await page.close();
}

const scoreOf = ({ categories }: Report, name: string): number => Math.round((categories[name]?.score ?? 0) * 100);

/** The audits that lowered the scores of a page, by decreasing weight. */
const costs = ({ categories, audits }: Report): string[] =>
  Object.values(categories)
    .flatMap(({ auditRefs }) => auditRefs)
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
    .sort((one, other) => other.weight - one.weight)
    .map(({ id }) => `${audits[id]?.title} ${audits[id]?.displayValue ?? ''}`.trim());

const metrics = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
];

function print({ name, limits }: Page, report: Report): boolean {
  const scores = Object.entries(limits).map(([category, least]) => ({
    category,
    least,
    got: scoreOf(report, category),
  }));
  const isGood = scores.every(({ got, least }) => got >= least);
  const performance = `performance ${scoreOf(report, 'performance')}`;
  const others = scores
    .filter(({ category }) => category !== 'performance')
    .map(({ category, got }) => `${category} ${got}`);
  console.log(`${isGood ? 'ok' : 'FAILED'}: ${name}: ${[performance, ...others].join(', ')}`);
  console.log(`  ${metrics.map((id) => `${id} ${report.audits[id]?.displayValue}`).join(', ')}`);
  for (const cost of costs(report)) console.log(`  - ${cost}`);
  return isGood;
}

/** The rows of the first list, and their number on all pages, as the stock list shows them. */
async function firstRows({ call }: Api): Promise<{ items: unknown[]; total: number }> {
  return (await call('GET', '/v1/order/list?page=1&per_page=20&sort=-created_at')) as {
    items: unknown[];
    total: number;
  };
}

/**
 * How long a page blocks after its first paint: the part over 50 ms of each task, as in Total Blocking Time, but in
 * processor time. A task that waits for other programs counts only what it needs itself.
 * @returns milliseconds on the phone
 * @throws an error if the page was never painted
 */
function blockingOf({ artifacts }: Run): number {
  const { traceEvents } = artifacts.Trace;
  const paint = traceEvents.findLast(({ name }) => name === 'firstContentfulPaint');
  if (!paint) throw new Error('the page was not painted');
  return traceEvents
    .filter(({ name, pid, tid, ts }) => name === 'RunTask' && pid === paint.pid && tid === paint.tid && ts > paint.ts)
    .reduce((sum, { tdur = 0 }) => sum + Math.max(0, (tdur / 1000) * slowdown - maxTask), 0);
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** Compares how long a page blocks with the stock list. Both are medians in milliseconds. */
function printBlocking({ name, maxBlocking = 0 }: Page, ours: number, stock: number): boolean {
  const isGood = ours <= stock * maxBlocking;
  const ratio = (ours / stock).toFixed(2);
  const times = `${Math.round(ours)} ms, the stock list ${Math.round(stock)} ms`;
  console.log(`${isGood ? 'ok' : 'FAILED'}: ${name} blocks ${times}: ${ratio} times as long (at most ${maxBlocking})`);
  return isGood;
}

const lighthouse = await fetchLighthouse();
const desk = await startConsole();
const { items, total } = await firstRows(await desk.api('operations'));
const stock = await serveStock(join(folder, 'stock'), items, total);
const port = await freePort();
const profile = await launchProfile(join(folder, 'profile'), port);

async function measure(url: string): Promise<Run> {
  const flags = {
    port,
    maxWaitForLoad,
    disableStorageReset: true,
    onlyCategories: Object.keys(fast),
    logLevel: 'error',
  };
  return lighthouse(url, flags);
}

try {
  const runs = new Map(pages.map((page) => [page, [] as Run[]]));
  const stockRuns: Run[] = [];
  for (let round = 0; round < rounds; round += 1) {
    stockRuns.push(await measure(stock.url));
    for (const [page, found] of runs) {
      const { welcome } = page.account ? await desk.api(page.account) : { welcome: undefined };
      await enter(profile, desk.server.url, welcome && sessionOf(welcome));
      found.push(await measure(desk.server.url + page.path));
    }
  }
  for (const [page, found] of runs) {
    const reports = found.map(({ lhr }) => lhr);
    const best = reports.toSorted((one, other) => scoreOf(other, 'performance') - scoreOf(one, 'performance'))[0];
    if (!best || !print(page, best)) process.exitCode = 1;
  }
  const stockBlocking = median(stockRuns.map(blockingOf));
  for (const [page, found] of runs)
    if (page.maxBlocking && !printBlocking(page, median(found.map(blockingOf)), stockBlocking)) process.exitCode = 1;
} finally {
  // Chromium does not always end after Lighthouse has controlled it; the end of this process ends it then.
  await Promise.race([profile.close(), setTimeout(5_000)]);
  stock.close();
  await desk.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exit();

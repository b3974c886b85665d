import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { sessionOf } from '../src/authProvider/session.ts';
import { launchProfile } from '../tests/support/chromium.ts';
import { startConsole } from '../tests/support/console.ts';
import { freePort } from '../tests/support/server.ts';

// npm run lighthouse: Lighthouse, in the version named here and fetched for the run alone, looks at the built console behind
// its server as on a slow phone. It prints the scores of each page (the best of three runs, since what else the machine does
// only takes away) and what cost them. Out: 1 where a page is below its limit. Needs `npm run build` before.

const version = '12.8.2';
const runs = 3;
/** A signed-in page listens for changes and never ends its last request: how long a run waits for that, in milliseconds. */
const maxWaitForLoad = 15_000;

interface Page {
  readonly name: string;
  readonly path: string;
  readonly account?: string;
  /** The least that is asked of each category, in hundredths. */
  readonly limits: Readonly<Record<string, number>>;
}

const whole = { accessibility: 100, 'best-practices': 100 };
const fast = { performance: 95, ...whole };
const pages: readonly Page[] = [
  { name: 'login', path: '/login', limits: fast },
  { name: 'first list', path: '/authorization/order', account: 'operations', limits: fast },
  { name: 'record', path: '/authorization/order/1', account: 'operations', limits: whole },
  { name: 'dashboard', path: '/dashboard', account: 'operations', limits: whole },
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
type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Report }>;

const folder = mkdtempSync(join(tmpdir(), 'licence-lighthouse-'));

async function fetchLighthouse(): Promise<Lighthouse> {
  const quiet = ['--no-save', '--no-audit', '--no-fund', '--silent'];
  execFileSync('npm', ['install', '--prefix', folder, ...quiet, `lighthouse@${version}`], { stdio: 'inherit' });
  return (await import(join(folder, 'node_modules/lighthouse/core/index.js'))).default;
}

/** Signs the profile in, or out. */
async function enter(profile: BrowserContext, url: string, session: object | undefined): Promise<void> {
  const page = await profile.newPage();
  await page.goto(`${url}/healthz`);
  const kept = session && JSON.stringify(session);
  await page.evaluate((item) => {
    localStorage.clear();
    if (item) localStorage.setItem('licence.session', item);
  }, kept);
  await page.close();
}

const scoreOf = ({ categories }: Report, name: string): number => Math.round((categories[name]?.score ?? 0) * 100);

/** What took points from a page, heaviest first. */
const costs = ({ categories, audits }: Report): string[] =>
  Object.values(categories)
    .flatMap(({ auditRefs }) => auditRefs)
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
    .sort((one, other) => other.weight - one.weight)
    .map(({ id }) => `${audits[id]?.title} ${audits[id]?.displayValue ?? ''}`.trim());

const figures = [
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
  console.log(`  ${figures.map((id) => `${id} ${report.audits[id]?.displayValue}`).join(', ')}`);
  for (const cost of costs(report)) console.log(`  - ${cost}`);
  return isGood;
}

const lighthouse = await fetchLighthouse();
const desk = await startConsole();
const port = await freePort();
const profile = await launchProfile(join(folder, 'profile'), port);
try {
  for (const page of pages) {
    const { welcome } = page.account ? await desk.api(page.account) : { welcome: undefined };
    await enter(profile, desk.server.url, welcome && sessionOf(welcome));
    const reports: Report[] = [];
    while (reports.length < runs) {
      const flags = {
        port,
        maxWaitForLoad,
        disableStorageReset: true,
        onlyCategories: Object.keys(fast),
        logLevel: 'error',
      };
      reports.push((await lighthouse(desk.server.url + page.path, flags)).lhr);
    }
    const best = reports.sort((one, other) => scoreOf(other, 'performance') - scoreOf(one, 'performance'))[0];
    if (!best || !print(page, best)) process.exitCode = 1;
  }
} finally {
  await profile.close();
  await desk.close();
  rmSync(folder, { recursive: true, force: true });
}

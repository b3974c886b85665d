import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import { contract } from '../../contract/index.ts';
import { loadDemo } from '../../server/demo/load.ts';
import { compose } from '../../server/start/compose.ts';
import { readConfig } from '../../server/start/config.ts';
import { freshDatabase } from '../support/database.ts';
import { scale } from '../support/scale.ts';

afterEach(() => void vi.useRealTimers());

/**
 * Loads the demo at a given time.
 * @returns the number of reported months of use, and of those before the start of the licence or in the future
 */
async function loadedAt(moment: string) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(moment) });
  const database = await freshDatabase('postgres');
  const log = pino({ level: 'silent' });
  const config = readConfig({ SECRET_KEY: 'a secret key for tests alone' });
  const product = await compose(contract, database, config, log, { withoutWorkers: true });
  try {
    await loadDemo(product, log);
    const { rows } = await sql<{ reported: number; wrong: number }>`
      select count(*)::int as reported,
        (count(*) filter (where u.told_at < to_timestamp((a.claims ->> 'iat')::bigint) or u.told_at > ${new Date()}))::int as wrong
      from usage_record u join assignment a on a.id = u.assignment_id`.execute(database.db);
    return rows[0] ?? { reported: 0, wrong: 0 };
  } finally {
    await product.stop();
    await database.close();
  }
}

/** Hours of the year 2027, each at a different time of day. */
const hoursOf2027 = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => new Date(Date.UTC(2027, 0, 1, index * 173)).toISOString());

// Licences of the demo begin a number of days before it is loaded, at the same hour, also in the last hours of a month.
it.each([
  '2026-11-24T12:05:00Z',
  '2027-01-24T23:59:59Z',
  '2027-03-25T18:00:00Z',
  '2028-02-29T13:00:00Z',
  ...hoursOf2027(scale(0, 50)),
])('the demo is loaded at %s', async (moment) => {
  const { reported, wrong } = await loadedAt(moment);
  expect(wrong).toBe(0);
  expect(reported).toBeGreaterThan(10);
});

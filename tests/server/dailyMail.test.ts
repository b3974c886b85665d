import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import { purgeDailyNotices, sendDailyMails } from '../../server/core/mail/dailyMail.ts';
import { type Database, openDatabase } from '../../server/db/connection.ts';
import { compose, type RunningProduct } from '../../server/start/compose.ts';
import { readConfig } from '../../server/start/config.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { addressOf } from '../support/database.ts';

/** The daily mail with several processes, and with ones that end in the middle (docs/decisions/0129). */
describe('the daily mails of several processes', () => {
  let cast: Cast;
  let database: Database;
  let other: RunningProduct;
  beforeAll(async () => {
    cast = await startCast('postgres', { withoutClock: true, withoutWorkers: true });
    database = await openDatabase({ databaseUrl: await addressOf(cast.database) });
    const config = readConfig({ SECRET_KEY: 'a secret key for tests alone', DEMO: '0' });
    const parts = { withoutClock: true, withoutWorkers: true };
    other = await compose(contract, database, config, pino({ level: 'silent' }), parts);
    await cast.database.executeSql(`insert into users (name, nick_name, role_id, params, daily_mail)
      select 'reader.' || g, 'Reader', 3, jsonb_build_object('liaison_mail', g || '@mail.example'), true
      from generate_series(1, 250) g`);
  });
  afterAll(async () => {
    await other.stop();
    await database.close();
    await cast.close();
  });

  /** Three notices for each reader, due since the given number of minutes. */
  const fill = (minutes = 1) =>
    cast.database.executeSql(`insert into daily_notice (user_id, notice, record_id, "values", language, due_at, created_at)
      select id, 'order.create', n, '{"code": "A"}', 'en', now() - interval '${minutes} minutes', now()
      from users cross join generate_series(1, 3) n where daily_mail`);
  const countOf = async (query: string) => Number((await cast.database.executeSql(query)).rows[0]?.['count']);
  const empty = () =>
    cast.database.executeSql("delete from daily_notice; delete from mail where notice = 'daily_notices'");

  /** Calls the task until nothing is due; every third transaction is lost before its commit, as with a kill. */
  async function clock(process: RunningProduct, seed: number): Promise<void> {
    for (let turn = seed; ; turn += 1) {
      const isKilled = turn % 3 === 0;
      try {
        const isMore = await process.inTransaction(async (context) => {
          const more = await sendDailyMails(context);
          if (isKilled) throw new Error('killed');
          return more;
        });
        if (!isMore) return;
      } catch (error) {
        if (!(error instanceof Error) || error.message !== 'killed') throw error;
      }
    }
  }

  it('are one for each reader, and lose and repeat no notice', async () => {
    await empty();
    await fill();
    await Promise.all([clock(cast.product, 0), clock(other, 1), clock(cast.product, 2), clock(other, 3)]);
    // A clock that finds all readers locked by another leaves the rest to its next round.
    await clock(cast.product, 1);
    expect(await countOf("select count(*) from mail where notice = 'daily_notices'")).toBe(250);
    expect(await countOf('select count(*) from daily_notice where mail_id is null')).toBe(0);
    expect(
      await countOf(`select count(*) from (select d.user_id from daily_notice d
        join mail m on m.id = d.mail_id and m.user_id = d.user_id group by d.user_id, d.mail_id having count(*) = 3) one`),
    ).toBe(250);
    expect(
      await countOf(
        "select count(*) from job where queue = 'sendMail' and (data ->> 'mail_id')::int in (select id from mail where notice = 'daily_notices')",
      ),
    ).toBe(250);
  });

  it('contain what was written while they were saved, or leave it to the next day, and never both', async () => {
    await empty();
    await fill();
    let isOver = false;
    const writing = (async () => {
      let written = 0;
      while (!isOver) {
        await cast.database.executeSql(`insert into daily_notice
            (user_id, notice, record_id, "values", language, due_at, created_at)
          select id, 'order.create', 9, '{"code": "B"}', 'en', now() + interval '1 day', now()
          from users where daily_mail and id % 10 = ${written % 10}`);
        written += 1;
      }
      return written;
    })();
    await Promise.all([clock(cast.product, 1), clock(other, 2)]);
    await clock(other, 1);
    isOver = true;
    expect(await writing).toBeGreaterThan(0);
    expect(await countOf("select count(*) from mail where notice = 'daily_notices'")).toBe(250);
    expect(await countOf('select count(*) from daily_notice where mail_id is null and due_at <= now()')).toBe(0);
  });

  it('are purged after a month, and what waits is not', async () => {
    await empty();
    await fill();
    await clock(cast.product, 1);
    await cast.database.executeSql("update daily_notice set created_at = now() - interval '31 days'");
    await cast.database.executeSql(`update daily_notice set mail_id = null where record_id = 1`);
    while (await cast.product.inTransaction(purgeDailyNotices));
    expect(await countOf('select count(*) from daily_notice')).toBe(250);
  });
});

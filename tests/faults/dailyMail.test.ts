import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../../server/db/connection.ts';
import { reportProof } from '../support/reportProof.ts';
import { scale } from '../support/scale.ts';
import { dataFolder, type RunningServer, startServer } from '../support/server.ts';
import { startSmtp, type TestMailServer } from '../support/smtp.ts';
import { demoDatabase } from './support/demo.ts';

const kills = scale(3, 20);
const readers = 300;

const mailsOf = ({ mails }: TestMailServer) => mails.filter(({ subject }) => subject?.includes('daily e-mail'));

/** The number of notices and mails that are not sent yet. */
async function waiting(db: Database): Promise<number> {
  const { rows } = await db.executeSql(`select (select count(*) from daily_notice where mail_id is null)
    + (select count(*) from mail where notice = 'daily_notices' and status = 0) as count`);
  return Number(rows[0]?.['count']);
}

/** Daily mails amid killed processes (docs/decisions/0129): every notice is in one mail, and every mail is sent. */
it(`no notice of a daily mail is lost or sent twice by ${kills} kills of two processes`, async () => {
  const [database, smtp] = await Promise.all([demoDatabase(), startSmtp({ answerAfterMs: 20 })]);
  const folders = [dataFolder(), dataFolder()];
  const start = (at: number): Promise<RunningServer> =>
    startServer({ ...database.env, DATA_DIR: folders[at] ?? '', SMTP_URL: smtp.url });
  const servers = [await start(0), await start(1)];
  const db = await openDatabase({ databaseUrl: database.url });
  onTestFinished(async () => {
    await Promise.all(servers.map((one) => one.kill()));
    await db.close();
    await smtp.close();
    await database.drop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });
  await db.executeSql(`insert into users (name, nick_name, role_id, params, daily_mail)
    select 'reader.' || g, 'Reader', 3, jsonb_build_object('liaison_mail', 'r' || g || '@mail.example'), true
    from generate_series(1, ${readers}) g`);
  await db.executeSql(`insert into daily_notice (user_id, notice, record_id, "values", language, due_at, created_at)
    select id, 'order.create', n, jsonb_build_object('code', 'C-' || id || '-' || n), 'en', now(), now()
    from users cross join generate_series(1, 3) n where daily_mail`);
  const sent = () => mailsOf(smtp).length;
  for (let round = 0; round < kills; round += 1) {
    const before = sent();
    // In the middle of the work: some mails are sent, others are saved or wait.
    await expect.poll(sent, { timeout: 120_000 }).toBeGreaterThan(Math.min(before + 10, readers - 1));
    await pause((round * 53) % 200);
    await servers[round % 2]?.kill();
    servers[round % 2] = await start(round % 2);
  }
  await expect.poll(() => waiting(db), { timeout: 240_000, interval: 500 }).toBe(0);
  const byReader = new Map<string, Set<string>>();
  for (const mail of mailsOf(smtp)) {
    const reader = mail.to?.[0]?.address ?? '';
    byReader.set(reader, (byReader.get(reader) ?? new Set()).add(mail.messageId ?? ''));
  }
  // A mail that the mail server accepted just before a kill comes again, as the same message.
  expect([...byReader.values()].filter((ids) => ids.size !== 1)).toEqual([]);
  expect(byReader.size).toBe(readers);
  const codes = new Set(mailsOf(smtp).flatMap(({ text }) => text?.match(/C-\d+-\d/g) ?? []));
  expect(codes.size).toBe(readers * 3);
  const { rows } = await db.executeSql(
    "select status, count(*) from mail where notice = 'daily_notices' group by status",
  );
  expect(rows.map(({ status, count }) => [status, Number(count)])).toEqual([[1, readers]]);
  reportProof({
    promised: 'A killed process neither loses nor repeats a notice of a daily mail',
    done: `${kills} SIGKILLs of two processes over PostgreSQL`,
    seen: `${readers} readers, one message each, with all of ${codes.size} notices`,
  });
}, 1_200_000);

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../server/db/connection.ts';
import { migrate, readMigrations } from '../../server/db/migrate/migrate.ts';
import { failIssue, overdueTasks } from '../../server/domain/licence/licence.ts';
import type { MailMessage } from '../../server/gateways/mail.ts';
import { allocationBody, approvedOrder, type Cast, issuedLicence, startCast } from '../support/cast.ts';
import { createPostgres } from '../support/database.ts';
import { ok } from '../support/product.ts';

let cast: Cast;
/** What the mail server answers next, instead of accepting a mail. */
const answers: string[] = [];
const mailer = {
  kind: 'outbox' as const,
  send: async (mail: MailMessage) => {
    const answer = answers.shift();
    if (answer !== undefined) throw new Error(answer);
    cast.mails.push(mail);
  },
};
beforeAll(async () => {
  cast = await startCast('postgres', { withoutClock: true, mailer });
});
afterAll(() => cast.close());

/** Makes the first and the third of the next updates of a table fail, if the condition holds. */
const faults = (table: string, fault: string, when = 'true') =>
  cast.database.executeSql(`
    create sequence faults;
    create function fault() returns trigger language plpgsql as $$ begin
      if nextval('faults') in (1, 3) then ${fault}; end if;
      return new;
    end $$;
    create trigger fault before update on ${table} for each row when (${when}) execute function fault();`);
const noFaults = () =>
  cast.database.executeSql('drop function if exists fault cascade; drop sequence if exists faults');

describe('a fault that passes', () => {
  afterEach(noFaults);

  it.each([
    ['a deadlock', "raise exception 'deadlock detected' using errcode = '40P01'"],
    ['a conflict of transactions', "raise exception 'could not serialize access' using errcode = '40001'"],
    ['a cut connection', 'perform pg_terminate_backend(pg_backend_pid())'],
  ])('is no failure of the licence that is being issued: %s', async (_, fault) => {
    const order = await approvedOrder(cast, 1);
    await faults('assignment', fault);
    const id = (await ok(allocationBody(cast, order, 1))).items[0].id;
    expect(await issuedLicence(cast, id)).toMatchObject({ status: 1, task: { status: 'succeed', result: null } });
  });

  it('sends no mail twice, where it comes after the mail was given away', async () => {
    const order = await approvedOrder(cast, 1);
    const mails = { project_mail: 'once@first.example' };
    await faults('mail', "raise exception 'deadlock detected' using errcode = '40P01'", 'new.status = 1');
    const { id } = (await ok(allocationBody(cast, order, 1, { mails }))).items[0];
    const state = async () => (await ok(cast.customer.get(`/v1/assignment/mail/${id}`))).task_data.project_mail?.status;
    await expect.poll(state).toBe(1);
    expect(cast.mails.filter(({ to }) => to === 'once@first.example')).toHaveLength(1);
  });
});

describe('an error that quotes what no database stores', () => {
  const unstorable = `451 try \0 again ${'x'.repeat(1984)}😀 and later`;

  it('is saved, and the mail is sent again', async () => {
    const order = await approvedOrder(cast, 1);
    const mails = { project_mail: 'again@first.example' };
    answers.push(unstorable, unstorable.slice(1));
    const { id } = (await ok(allocationBody(cast, order, 1, { mails }))).items[0];
    const state = async () => (await ok(cast.customer.get(`/v1/assignment/mail/${id}`))).task_data.project_mail?.status;
    await expect.poll(state, { timeout: 10_000 }).toBe(1);
    expect(answers).toEqual([]);
  });

  it('ends an issue', async () => {
    const order = await approvedOrder(cast, 1);
    const item = (await ok(allocationBody(cast, order, 1))).items[0];
    await issuedLicence(cast, item.id);
    for (const text of [unstorable, `${'x'.repeat(492)}😀`]) {
      const running = "update assignment set status = 0, task_status = 'running', lic_secret = null where id = $1";
      await cast.database.executeSql(running, [item.id]);
      await cast.product.inTransaction((context) =>
        failIssue(context, item.task.uuid, 'issue_failed', new Error(text)),
      );
      expect((await ok(cast.customer.get(`/v1/assignment/${item.id}`))).task.status).toBe('failed');
    }
  });
});

describe('the limit of an issue', () => {
  afterEach(() => void vi.useRealTimers());

  it('is measured by one clock, however far those of two processes are apart (C6)', async () => {
    const order = await approvedOrder(cast, 1);
    const item = (await ok(allocationBody(cast, order, 1))).items[0];
    await issuedLicence(cast, item.id);
    await cast.database.executeSql("update assignment set task_status = 'running' where id = $1", [item.id]);
    const overdue = () => cast.product.inTransaction(overdueTasks);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 });
    expect(await overdue()).toEqual([]);
    vi.useRealTimers();
    const longAgo = "update assignment set task_started_at = now() - interval '11 minutes' where id = $1";
    await cast.database.executeSql(longAgo, [item.id]);
    expect(await overdue()).toEqual([item.task.uuid]);
    await cast.product.inTransaction((context) => failIssue(context, item.task.uuid, 'issue_overdue'));
  });
});

/** The tables of the former queue (pg-boss), as far as they matter. */
const formerQueue = `
  create schema pgboss;
  create type pgboss.job_state as enum ('created', 'retry', 'active', 'completed', 'cancelled', 'failed');
  create table pgboss.queue (name text primary key);
  create table pgboss.job (id uuid not null default gen_random_uuid(), name text not null, data jsonb,
    state pgboss.job_state not null default 'created', start_after timestamptz not null default now(),
    created_on timestamptz not null default now()) partition by list (name);
  create table pgboss.a partition of pgboss.job for values in ('issueLicence', 'sendMail', 'other');
  insert into pgboss.queue (name) values ('issueLicence'), ('sendMail');
  insert into pgboss.job (name, data, state) values
    ('issueLicence', '{"task_uuid": "one"}', 'created'), ('issueLicence', '{"task_uuid": "two"}', 'completed'),
    ('issueLicence', '{"task_uuid": "three"}', 'active'), ('issueLicence', '{"task_uuid": "four"}', 'retry')`;

describe('the jobs of the former queue', () => {
  const taken = async (before: string) => {
    const { url, drop } = await createPostgres('template0');
    const database = await openDatabase({ databaseUrl: url, connections: 2 });
    const all = readMigrations();
    await migrate(
      database,
      all.filter(({ version }) => version < 9),
    );
    await database.executeSql(before);
    await migrate(database, all);
    const { rows } = await database.executeSql("select data ->> 'task_uuid' as task from job order by task");
    const left = await database.executeSql("select to_regclass('pgboss.job') is not null as left");
    await database.close();
    await drop();
    return [rows.map(({ task }) => task), left.rows[0]?.left];
  };

  it('that wait are taken over, and its tables go', async () => {
    expect(await taken(formerQueue)).toEqual([['four', 'one', 'three'], false]);
  });

  it('are taken over alone where the tables serve another program, too', async () => {
    expect(await taken(`${formerQueue}; insert into pgboss.queue values ('other')`)).toEqual([
      ['four', 'one', 'three'],
      true,
    ]);
  });
});

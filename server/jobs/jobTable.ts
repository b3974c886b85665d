import { sql, type Transaction } from 'kysely';
import type { Context } from '../core/context.ts';
import { storedLonger } from '../core/setting/retention.ts';
import type { SqlExecutor } from '../db/connection.ts';
import type { Tables } from '../db/schema/tables.ts';

/** A job that this process has claimed. */
export interface ClaimedJob {
  readonly id: number;
  /** The number of the claim: writes with an older number have no effect. */
  readonly claim: number;
  /** 1 for the first attempt. */
  readonly attempts: number;
  readonly data: object;
}
type ClaimOfJob = Pick<ClaimedJob, 'id' | 'claim'>;

/** A job can be claimed by another process if its lease was not renewed for this long, by the clock of the database. */
const leaseSeconds = 8;

/** Another process has claimed the job: the work of this handler must not be committed. */
export class LeaseLost extends Error {}

const leaseEnd = `clock_timestamp() + interval '${leaseSeconds} seconds'`;
const ownsJob = 'id = $1 and claim = $2 and held';

const statements = {
  put: 'insert into job (queue, data) select $1, value from jsonb_array_elements($2::jsonb)',
  claim: `with due as (
      select id from job where queue = $1 and failed_at is null and due_at <= now()
      order by due_at, id limit $2 for update skip locked)
    update job set held = true, claim = claim + 1, attempts = attempts + 1, due_at = ${leaseEnd}
    from due where job.id = due.id returning job.id, job.claim, job.attempts, job.data`,
  // A locked row is being committed by its own handler, and cannot be claimed meanwhile.
  renew: `with told as (select * from unnest($1::bigint[], $2::integer[]) as t (id, claim)),
    free as (
      select j.id from job j join told using (id, claim) where j.held order by j.id for update of j skip locked),
    renewed as (update job set due_at = ${leaseEnd} from free where job.id = free.id)
    select j.id, j.claim from job j join told using (id, claim) where j.held`,
  done: `delete from job where ${ownsJob}`,
  release: `update job set held = false, due_at = now() + make_interval(secs => $3), attempts = attempts - $4, error = $5
    where ${ownsJob}`,
  fail: `update job set held = false, failed_at = now(), error = $3 where ${ownsJob}`,
  freeAll: 'update job set held = false, due_at = now() where held',
};

const states = `select queue,
    count(*) filter (where not held and failed_at is null)::int as waiting,
    count(*) filter (where held)::int as running,
    count(*) filter (where failed_at is not null)::int as failed,
    greatest(0, coalesce(extract(epoch from now() - min(due_at) filter (where not held and failed_at is null)), 0))::float8
      as "oldestSeconds"
  from job group by queue order by queue`;

/** The number of waiting, running and failed jobs per queue, and for how many seconds the oldest has been due. */
export async function queueStates(database: SqlExecutor) {
  const { rows } = await database.executeSql(states);
  type State = Record<'waiting' | 'running' | 'failed' | 'oldestSeconds', number>;
  return rows as (State & { queue: string })[];
}

/** The statements on the table of jobs (migration 0009). All times are those of the database. */
export class JobTable {
  private readonly database: SqlExecutor;

  constructor(database: SqlExecutor) {
    this.database = database;
  }

  /** Inserts jobs in the open transaction, one for each of the data. */
  async put(trx: SqlExecutor, queue: string, data: readonly object[]): Promise<void> {
    await trx.executeSql(statements.put, [queue, JSON.stringify(data)]);
  }

  /**
   * Claims due jobs, each for one lease.
   * @param most the limit
   */
  async claim(queue: string, most: number): Promise<ClaimedJob[]> {
    return (await this.database.executeSql(statements.claim, [queue, most])).rows as never;
  }

  /**
   * Renews the leases of these jobs.
   * @returns the jobs that this process still has
   */
  async renew<Job extends ClaimOfJob>(jobs: readonly Job[]): Promise<Job[]> {
    const values = [jobs.map(({ id }) => id), jobs.map(({ claim }) => claim)];
    const { rows } = await this.database.executeSql(statements.renew, values);
    return jobs.filter(({ id, claim }) => rows.some((row) => row.id === id && row.claim === claim));
  }

  /**
   * Locks a claimed job, so that the open transaction commits only while this process has the job.
   * @throws LeaseLost
   */
  async hold(trx: Transaction<Tables>, { id, claim }: ClaimOfJob): Promise<void> {
    const { rows } = await sql`update job set due_at = ${sql.raw(leaseEnd)}
      where id = ${id} and claim = ${claim} and held returning id`.execute(trx);
    if (rows.length === 0) throw new LeaseLost(`another process has claimed the job ${id}`);
  }

  async done({ id, claim }: ClaimOfJob): Promise<void> {
    await this.database.executeSql(statements.done, [id, claim]);
  }

  /**
   * Releases the job, to be tried again after the delay.
   * @param counts whether the attempt counts
   * @param error what went wrong
   */
  async release({ id, claim }: ClaimOfJob, seconds: number, counts: boolean, error: string | null): Promise<void> {
    await this.database.executeSql(statements.release, [id, claim, seconds, counts ? 0 : 1, error]);
  }

  /** Marks the job as failed: it is not tried again. */
  async fail({ id, claim }: ClaimOfJob, error: string): Promise<void> {
    await this.database.executeSql(statements.fail, [id, claim, error]);
  }

  /** Releases every job, at the start of the only process. */
  async freeAll(): Promise<void> {
    await this.database.executeSql(statements.freeAll);
  }
}

/** Deletes the jobs that failed long ago. */
export async function purgeFailedJobs({
  trx,
  now,
  settings,
}: Pick<Context, 'trx' | 'now' | 'settings'>): Promise<void> {
  await sql`delete from job as t where ${storedLonger('job_days', now, settings.retention.job_days)}`.execute(trx);
}

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Entity, fieldOf } from '../../../contract/schema/entity.ts';
import { entitySteps, type NamedStep, type StepSchedule } from '../../../contract/schema/lifecycle.ts';
import { scheduleOffsets } from '../../../contract/schema/notice.ts';
import { requirementsOf } from '../../../contract/schema/requirement.ts';
import type { Context } from '../../core/context.ts';
import { isTransient } from '../../db/engine/errors.ts';
import { resourceOf } from '../compile/resource.ts';
import { conditionPredicate } from '../compile/scope.ts';
import type { RecordRow } from '../compile/serialize.ts';
import { readJoined } from '../read/joinedRecords.ts';
import { fromSql } from '../read/read.ts';
import { applyStep, prepareStep } from '../write/applyStep.ts';
import { toStoredMoment } from '../write/defaults.ts';
import type { StepBackoff } from './backoff.ts';

/** A step that is applied at a scheduled time. */
interface ScheduledStep {
  readonly entity: Entity;
  readonly step: NamedStep & { readonly schedule: StepSchedule };
}

type InTransaction = <T>(work: (context: Context) => Promise<T>) => Promise<T>;

/** The maximum number of records of one query. */
const batch = 100;

const scheduledIn = (entities: readonly Entity[]): ScheduledStep[] =>
  entities.flatMap((entity) =>
    entitySteps(entity).flatMap((step) =>
      step.schedule ? [{ entity, step: { ...step, schedule: step.schedule } }] : [],
    ),
  );

/**
 * Matches the records for which the step is due. Once applied, the record is in another state, so that each is handled
 * once.
 */
function isDue({ now }: Context, { entity, step }: ScheduledStep): RawBuilder<SqlBool> {
  const { by } = step.schedule;
  const [moment = 0] = scheduleOffsets(step.schedule);
  const until = toStoredMoment(fieldOf(entity, by)?.kind, new Date(now.getTime() - moment));
  const state = sql.ref(`t.${entity.lifecycle?.field}`);
  const required = requirementsOf(step).map(({ holds }) => sql`and ${conditionPredicate(entity, holds, undefined)}`);
  return sql<SqlBool>`t.deleted_at is null and ${state} in (${sql.join(step.from)})
    and ${sql.ref(`t.${by}`)} <= ${until} ${sql.join(required, sql` `)}`;
}

interface Due {
  readonly id: number;
  readonly version: number;
  /** When it was read, in ms. */
  readonly at: number;
}

async function dueRecords(context: Context, one: ScheduledStep, after: number): Promise<Due[]> {
  const { rows } = await sql<Due>`select t.id, t.version from ${sql.table(one.entity.table)} as t
    where ${isDue(context, one)} and t.id > ${after} order by t.id limit ${sql.lit(batch)}`.execute(context.trx);
  return rows.map(({ id, version }) => ({ id, version, at: context.now.getTime() }));
}

/** Applies the step to one record, unless another transaction has locked it or has applied the step already. */
async function takeDueStep(context: Context, one: ScheduledStep, id: number): Promise<void> {
  const { whole } = resourceOf(one.entity);
  const { rows } = await sql<RecordRow>`select ${whole.select} from ${fromSql(whole)}
    where t.id = ${id} and ${isDue(context, one)} for no key update of t skip locked`.execute(context.trx);
  const [row] = rows;
  if (!row) return;
  await readJoined(context, one.entity, whole.joined, rows, undefined);
  await applyStep(context, one.entity, row, await prepareStep(context, one.entity, row, one.step, {}));
}

/**
 * Applies the steps that are due, each record in its own transaction, as the system, without an actor in the audit. A
 * failure does not stop the others; transient errors are tried again in the next round. Each record is handled by one
 * of several processes.
 * @param inTransaction runs work in a transaction
 * @param complain reports the error of a record whose step failed
 * @param waits the delays of steps that were refused before
 */
export async function takeScheduledSteps(
  inTransaction: InTransaction,
  entities: readonly Entity[],
  complain: (error: unknown) => void,
  waits: StepBackoff,
): Promise<void> {
  const seen = new Set<string>();
  for (const one of scheduledIn(entities)) {
    let due: Due[] = [];
    do {
      const after = due.at(-1)?.id ?? 0;
      due = await inTransaction((context) => dueRecords(context, one, after));
      for (const { id, version, at } of due) {
        const key = `${one.entity.name} ${id} ${one.step.name}`;
        seen.add(key);
        if (waits.isWaiting(key, version, at)) continue;
        await inTransaction((context) => takeDueStep(context, one, id)).catch((error) => {
          if (!isTransient(error)) waits.refused(key, version, at);
          complain(error);
        });
      }
    } while (due.length === batch);
  }
  waits.keep(seen);
}

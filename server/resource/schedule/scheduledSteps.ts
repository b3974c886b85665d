import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Entity, fieldOf } from '../../../contract/schema/entity.ts';
import { entitySteps, type NamedStep, type StepSchedule } from '../../../contract/schema/lifecycle.ts';
import { scheduleOffsets } from '../../../contract/schema/notice.ts';
import type { Context } from '../../core/context.ts';
import { isTransient } from '../../db/engine/errors.ts';
import { toStoredMoment } from '../compile/assignedValues.ts';
import { resourceOf } from '../compile/resource.ts';
import { conditionPredicate } from '../compile/scope.ts';
import type { RecordRow } from '../compile/serialize.ts';
import { readJoined } from '../read/joinedRecords.ts';
import { fromSql } from '../read/read.ts';
import { applyStep, prepareStep } from '../write/applyStep.ts';
import type { StepBackoff } from './backoff.ts';

/** A step that the clock takes with the records for which it is time. */
interface ScheduledStep {
  readonly entity: Entity;
  readonly step: NamedStep & { readonly schedule: StepSchedule };
}

type InTransaction = <T>(work: (context: Context) => Promise<T>) => Promise<T>;

/** How many records are looked up at once. */
const batch = 100;

const scheduledIn = (entities: readonly Entity[]): ScheduledStep[] =>
  entities.flatMap((entity) =>
    entitySteps(entity).flatMap((step) =>
      step.schedule ? [{ entity, step: { ...step, schedule: step.schedule } }] : [],
    ),
  );

/** For which records it is time. One that was taken is in another state, so that each is taken once. */
function isDue({ now }: Context, { entity, step }: ScheduledStep): RawBuilder<SqlBool> {
  const { by } = step.schedule;
  const [moment = 0] = scheduleOffsets(step.schedule);
  const until = toStoredMoment(fieldOf(entity, by)?.kind, new Date(now.getTime() - moment));
  const state = sql.ref(`t.${entity.lifecycle?.field}`);
  const allowed = step.when ? conditionPredicate(entity, step.when, undefined) : sql<SqlBool>`true`;
  return sql<SqlBool>`t.deleted_at is null and ${state} in (${sql.join(step.from)})
    and ${sql.ref(`t.${by}`)} <= ${until} and ${allowed}`;
}

interface Due {
  readonly id: number;
  readonly version: number;
  /** When it was looked up, in ms. */
  readonly at: number;
}

async function dueRecords(context: Context, one: ScheduledStep, after: number): Promise<Due[]> {
  const { rows } = await sql<Due>`select t.id, t.version from ${sql.table(one.entity.table)} as t
    where ${isDue(context, one)} and t.id > ${after} order by t.id limit ${sql.lit(batch)}`.execute(context.trx);
  return rows.map(({ id, version }) => ({ id, version, at: context.now.getTime() }));
}

/** Takes one record through the step, unless somebody else is at it or was before. */
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
 * Takes the steps that are due, each record in a transaction of its own, as the system: the audit names nobody. In: what
 * runs work in a transaction, the entities, what is told of a record whose step failed, and the waits of those that were
 * refused before. A failed one keeps no other from its turn; what passes by itself is tried again in the next round. Of
 * several processes each record is taken by one.
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

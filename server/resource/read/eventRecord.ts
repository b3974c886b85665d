import { type RawBuilder, sql } from 'kysely';
import { memoize } from '../../../contract/lib/memoize.ts';
import { type Role, roles } from '../../../contract/schema/access.ts';
import { type Entity, fieldOf, mayRead } from '../../../contract/schema/entity.ts';
import { type Caller, type Context, zoneOf } from '../../core/context.ts';
import { eventProjection, type Projection } from '../compile/projection.ts';
import { declaredScopePredicate } from '../compile/scope.ts';
import { type RecordAnswer, type RecordRow, serialize } from '../compile/serialize.ts';
import { readJoined } from './joinedRecords.ts';

/** The views of an entity for events by role: what `get` answers, without anything secret. */
const eventViews = memoize(
  (entity: Entity): ReadonlyMap<Role, Projection> =>
    new Map(roles.map((role) => [role, eventProjection(entity, role)])),
);

/** A stored row as it was, in place of the table. */
const formerRow = (entity: Entity, record: object): RawBuilder<unknown> =>
  sql`jsonb_populate_record(null::${sql.table(entity.table)}, ${JSON.stringify(record)}::jsonb)`;

/**
 * A record as it was at an event, as a reader may see it. The records that it refers to are answered as they are now.
 * @param record the stored row
 * @returns undefined if the row was not in the reader's scope
 */
export async function recordAtEvent(
  context: Context,
  entity: Entity,
  caller: Caller,
  record: object,
): Promise<RecordAnswer | undefined> {
  const shape = eventViews(entity).get(caller.role);
  if (!shape) return undefined;
  const { rows } =
    await sql<RecordRow>`select ${shape.select} from ${formerRow(entity, record)} as t ${shape.joins ?? sql``}
    where ${declaredScopePredicate(entity, caller, [])}`.execute(context.trx);
  const [row] = rows;
  if (!row) return undefined;
  await readJoined(context, entity, shape.joined, rows, caller);
  const { contract, now, secrets } = context;
  const { publicUrl, environment } = context.settings;
  const reader = { contract, role: caller.role, language: 'en', zone: zoneOf(context), now, secrets } as const;
  return serialize(shape, row, { ...reader, session_id: 0, publicUrl, environment });
}

/** Those of the changed fields that the role may read, as they are named in an answer. */
export const readableChanges = (entity: Entity, role: Role, changed: readonly string[]): string[] =>
  changed.filter((name) => {
    const field = fieldOf(entity, name);
    return field !== undefined && mayRead(field, role);
  });

/** The names of what an event tells of a record, to a role or to any. */
export function eventProperties(entity: Entity, role?: Role): string[] {
  const views = [...eventViews(entity)].filter(([one]) => role === undefined || one === role);
  return [...new Set(views.flatMap(([, { outputs }]) => outputs.map(({ path }) => path[0] ?? '')))];
}

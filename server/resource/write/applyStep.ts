import type { Makes } from '../../../contract/schema/assignedValues.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { type Context, callerOf } from '../../core/context.ts';
import type { Values } from '../../core/rules.ts';
import type { Carried } from '../../db/write/piggyback.ts';
import { isOneWrite, patch, patchReading } from '../../db/write/store.ts';
import type { Answer, Row } from '../compile/serialize.ts';
import { isToldBefore, tell } from '../notify/notify.ts';
import { get, getWritten, isReadWhileWritten } from '../read/read.ts';
import { makeDeclared } from './create.ts';

/** A step or an action with a record, once all of it was looked at. */
export interface Taken {
  readonly name: string;
  /** How the audit calls it, if not by its name. */
  readonly audit?: string | undefined;
  /** The columns that it sets. */
  readonly values: Values;
  /** The records that it makes. */
  readonly makes?: Makes | undefined;
}

/**
 * Takes a locked record through a step or an action: it is stored, with what it makes, and told.
 * @returns the statement that is to be sent yet: the next one may carry it
 */
export async function take(context: Context, entity: Entity, row: Row, taken: Taken): Promise<Carried> {
  const { name, audit = name, values, makes } = taken;
  await patch(context, entity, row, values, { action: audit });
  await makeDeclared(context, entity, makes, row.id);
  return tell(context, entity, name, row, values);
}

/** Is nothing of it to be looked at between writing the record and reading it? */
const isOneStatement = (context: Context, entity: Entity, { name, values, makes = {} }: Taken): boolean =>
  Object.keys(makes).length === 0 &&
  isOneWrite(entity, values) &&
  isToldBefore(entity, name, values) &&
  isReadWhileWritten(entity, callerOf(context), values);

/**
 * Takes a record through a step or an action as `take` does, and answers it: by one statement, where that can be. In: does
 * nothing follow in its transaction?
 */
export async function takeAndGet(
  context: Context,
  entity: Entity,
  row: Row,
  taken: Taken,
  isLast = false,
): Promise<Answer> {
  if (!isOneStatement(context, entity, taken))
    return get(context, entity, row.id, await take(context, entity, row, taken));
  const { name, audit = name, values } = taken;
  const carried = await tell(context, entity, name, row, values);
  return getWritten(context, entity, isLast, (reading) =>
    patchReading(context, entity, row, values, { ...reading, audited: { action: audit }, carried }),
  );
}

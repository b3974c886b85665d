import { sql } from 'kysely';
import { entityNamed } from '../../../contract/index.ts';
import { fixedStart } from '../../../contract/kinds/resolveDefault.ts';
import { may } from '../../../contract/schema/access.ts';
import { isIts, type Makes } from '../../../contract/schema/assignedValues.ts';
import { type Entity, storedFields } from '../../../contract/schema/entity.ts';
import { AppError } from '../../core/appError.ts';
import { type Context, callerOf } from '../../core/context.ts';
import type { Values } from '../../core/rules.ts';
import { insertUntold } from '../../db/write/store.ts';
import { rulesOf } from '../../domain/index.ts';
import { valuesSet } from '../compile/assignedValues.ts';
import { resourceOf } from '../compile/resource.ts';
import { isSurelyTheirs } from '../compile/scope.ts';
import type { Row } from '../compile/serialize.ts';
import { isToldAsStored, tell } from '../notify/notify.ts';
import { isTraced, rowWith, wholeRow } from '../read/read.ts';
import { asJson } from './body.ts';
import { withStarts } from './defaults.ts';
import { checkRules, withoutHidden } from './fieldRules.ts';

type ReadWith = Parameters<typeof rowWith>[3];

/** The row in the caller's scope; a record that the caller made and then could not see is refused as theirs to make. */
export async function ownRow(context: Context, entity: Entity, id: number, reading: ReadWith = {}): Promise<Row> {
  try {
    return await rowWith(context, entity, id, reading);
  } catch (error) {
    if (error instanceof AppError && error.status === 404) throw AppError.unprocessable('not_found_reference');
    throw error;
  }
}

/** What a new record has where its body says nothing. */
const startsOf = (entity: Entity): Values =>
  Object.fromEntries(storedFields(entity).map(([name, field]) => [name, fixedStart(field) ?? null]));

/** What the rules looked up for a new record, and the values that it was looked up for. */
export interface LookedUp {
  readonly values: Values;
  readonly found: unknown;
}

/** What the rules look up for the values of a new record. In: what they have looked up already. */
async function lookedUp(
  context: Context,
  entity: Entity,
  values: Values,
  known?: LookedUp,
): Promise<Values | undefined> {
  const { lookUp } = rulesOf(entity.name);
  if (!lookUp) return undefined;
  if (known && lookUp.of.every((name) => known.values[name] === values[name]))
    return (known.found ?? undefined) as Values | undefined;
  const statement = lookUp.statement(context, values);
  if (!statement) return undefined;
  const { rows } = await sql<{ found: Values | null }>`select ${asJson(statement)} as found`.execute(context.trx);
  return rows[0]?.found ?? undefined;
}

/**
 * The values of a new record as it is stored: completed, and held against the rules between its fields (422). In: what the rules have
 * looked up already.
 */
export async function completed(context: Context, entity: Entity, parsed: Values, known?: LookedUp): Promise<Values> {
  const starts = startsOf(entity);
  const started = withoutHidden(context, entity, await withStarts(context, entity, parsed), starts, parsed);
  const { beforeCreate } = rulesOf(entity.name);
  const found = await lookedUp(context, entity, started, known);
  const values = (await beforeCreate?.(context, started, found)) ?? started;
  checkRules(context, entity, { ...starts, ...values });
  return values;
}

/** Makes a record from values that were looked at, with all that follows from it. Out: its number. */
export const createFrom = async (context: Context, entity: Entity, parsed: Values): Promise<number> =>
  (await made(context, entity, parsed)).id;

interface MadeOptions {
  /** How it is read again; by default as its maker's own. */
  readonly read?: typeof ownRow;
  /** What the rules have looked up already. */
  readonly known?: LookedUp | undefined;
  /** Does nothing follow in the transaction? It may have ended then. */
  readonly isEnd?: boolean;
}

/** The same. Out: its row, as it was before what follows from it. */
export async function made(
  context: Context,
  entity: Entity,
  parsed: Values,
  { read = ownRow, isEnd = false, known }: MadeOptions = {},
): Promise<Row> {
  const { afterCreate } = rulesOf(entity.name);
  const values = await completed(context, entity, parsed, known);
  const { row: stored, untold } = await insertUntold(context, entity, values, { action: 'create' });
  if (!afterCreate && isToldAsStored(entity, 'create')) {
    const message = await tell(context, entity, 'create', stored);
    const isLast = isEnd && isAnswered(context, entity, stored);
    return read(context, entity, stored.id, { carried: [untold, message], isLast });
  }
  const row = await read(context, entity, stored.id, { carried: [untold] });
  await afterCreate?.(context, row, values);
  await (await tell(context, entity, 'create', row))?.execute(context.trx);
  return row;
}

/** Is it sure that its maker is answered the record, by the one statement that reads it? */
const isAnswered = (context: Context, entity: Entity, stored: Row): boolean =>
  context.proof?.holds !== false &&
  may(entity.access, 'get', callerOf(context).role) &&
  resourceOf(entity).whole.joined.length === 0 &&
  !isTraced(entity) &&
  isSurelyTheirs(entity, callerOf(context), stored);

/**
 * Makes the records that a step or an action declares, by the rules of their entities and in its transaction; who takes it
 * need not be one who may make or see them. In: the record's entity and number; it is read as it is after the step. Throws as
 * the making of a record does.
 */
export async function makeDeclared(context: Context, entity: Entity, makes: Makes = {}, id: number): Promise<void> {
  if (Object.keys(makes).length === 0) return;
  const row = await wholeRow(context, entity, id);
  for (const [name, given] of Object.entries(makes)) {
    const target = entityNamed(name);
    const copied = Object.entries(given).flatMap(([key, value]) =>
      isIts(value) ? [[key, row[value.its] ?? null]] : [],
    );
    const set = Object.fromEntries(Object.entries(given).filter(([, value]) => !isIts(value)));
    const values = {
      ...valuesSet(context, target, set as Parameters<typeof valuesSet>[2]),
      ...Object.fromEntries(copied),
    };
    await made(context, target, values, { read: wholeRow });
  }
}

import type { Entity } from '../../../contract/schema/entity.ts';
import type { Context } from '../../core/context.ts';
import type { FieldValues } from '../../core/rules.ts';
import { rulesOf } from '../../domain/index.ts';
import type { RecordRow } from '../compile/serialize.ts';

/** A step or an action, as far as its effect goes. */
interface WithEffect {
  readonly name: string;
  readonly effect?: string;
}

/**
 * What follows in code from a step or an action over a locked row, before it is stored: its effect by the name that it says,
 * else the one by its own. Out: the columns to set, or undefined where there is none. What is to follow afterwards is put
 * into the transaction as a job.
 */
export async function applyEffect(
  context: Context,
  entity: Entity,
  word: 'transitions' | 'actions',
  taken: WithEffect,
  row: RecordRow,
  input: FieldValues,
): Promise<FieldValues | undefined> {
  const rules = rulesOf(entity.name);
  if (taken.effect === undefined) return rules[word]?.[taken.name]?.(context, row, input);
  const { within, afterwards } = rules.effects?.[taken.effect] ?? {};
  const values = await within?.(context, row, input);
  if (afterwards)
    await context.enqueue(context.trx, 'effect', { entity: entity.name, id: row.id, effect: taken.effect });
  return values;
}

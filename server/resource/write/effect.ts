import type { Entity } from '../../../contract/schema/entity.ts';
import type { Context } from '../../core/context.ts';
import type { FieldValues } from '../../core/rules.ts';
import { rulesOf } from '../../domain/index.ts';
import type { RecordRow } from '../compile/serialize.ts';

/** The name of a step or an action, and its effect. */
interface WithEffect {
  readonly name: string;
  readonly effect?: string;
}

/**
 * Runs the domain rule of a step or an action on a locked row before it is stored: the effect that it names, else the
 * rule under its own name. What has to happen afterwards is enqueued as a job in the same transaction.
 * @returns the columns to set, or undefined where there is no rule
 */
export async function applyEffect(
  context: Context,
  entity: Entity,
  word: 'transitions' | 'actions',
  operation: WithEffect,
  row: RecordRow,
  input: FieldValues,
): Promise<FieldValues | undefined> {
  const rules = rulesOf(entity.name);
  if (operation.effect === undefined) return rules[word]?.[operation.name]?.(context, row, input);
  const { within, afterwards } = rules.effects?.[operation.effect] ?? {};
  const values = await within?.(context, row, input);
  if (afterwards)
    await context.enqueue(context.trx, 'effect', { entity: entity.name, id: row.id, effect: operation.effect });
  return values;
}

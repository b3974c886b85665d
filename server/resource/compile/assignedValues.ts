import { isFixed, type Sets } from '../../../contract/schema/assignedValues.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { Context } from '../../core/context.ts';
import type { Values } from '../../core/rules.ts';

/** A point in time as the field keeps it; a day is that of UTC. */
export const asKept = (kind: string | undefined, at: Date): Date | string =>
  kind === 'date' ? at.toISOString().slice(0, 10) : at;

/** A declared value as a row has it: points in time are declared as texts. */
const fixed = (kind: string | undefined, value: unknown): unknown =>
  kind === 'dateTime' && typeof value === 'string' ? new Date(value) : value;

/** What a step or an action sets besides its input. In: whoever takes it, and when. Out: values by field. */
export function valuesSet(context: Context, { fields }: Entity, sets: Sets = {}): Values {
  const values = Object.entries(sets).map(([name, value]) => {
    const kind = fields[name]?.kind;
    if (isFixed(value)) return [name, fixed(kind, value)];
    return [name, 'now' in value ? asKept(kind, context.now) : (context.caller?.[value.me] ?? null)];
  });
  return Object.fromEntries(values);
}

import { kinds } from '../../../contract/kinds/index.ts';
import { isFixed, type Sets } from '../../../contract/schema/assignedValues.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { KindName } from '../../../contract/schema/field/field.ts';
import type { Context } from '../../core/context.ts';
import type { Values } from '../../core/rules.ts';

/** A point in time as the field keeps it; a day is that of UTC. */
export const asKept = (kind: KindName | undefined, at: Date): Date | string =>
  kind && kinds[kind].time === 'day' ? at.toISOString().slice(0, 10) : at;

/** A declared value as a row has it: points in time are declared as texts. */
const fixed = (kind: KindName | undefined, value: unknown): unknown =>
  kind && kinds[kind].time === 'moment' && typeof value === 'string' ? new Date(value) : value;

/** What a step or an action sets besides its input. In: whoever takes it, and when. Out: values by field. */
export function valuesSet(context: Context, { fields }: Entity, sets: Sets = {}): Values {
  const values = Object.entries(sets).map(([name, value]) => {
    const kind = fields[name]?.kind;
    if (isFixed(value)) return [name, fixed(kind, value)];
    return [name, 'now' in value ? asKept(kind, context.now) : (context.caller?.[value.me] ?? null)];
  });
  return Object.fromEntries(values);
}

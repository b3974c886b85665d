import { kinds } from '../../../contract/kinds/index.ts';
import { type AssignedValues, isFixedValue } from '../../../contract/schema/assignedValues.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { KindName } from '../../../contract/schema/field/field.ts';
import type { Context } from '../../core/context.ts';
import type { FieldValues } from '../../core/rules.ts';

/** A point in time as the field stores it; a day is in UTC. */
export const toStoredMoment = (kind: KindName | undefined, at: Date): Date | string =>
  kind && kinds[kind].time === 'day' ? at.toISOString().slice(0, 10) : at;

/** A declared value as a row has it: points in time are declared as texts. */
const toRowValue = (kind: KindName | undefined, value: unknown): unknown =>
  kind && kinds[kind].time === 'moment' && typeof value === 'string' ? new Date(value) : value;

/**
 * The values that a step or an action assigns besides its input, by field.
 * @param context has the caller and the time
 */
export function resolveAssignedValues(
  context: Context,
  { fields }: Entity,
  assigned: AssignedValues = {},
): FieldValues {
  const values = Object.entries(assigned).map(([name, value]) => {
    const kind = fields[name]?.kind;
    if (isFixedValue(value)) return [name, toRowValue(kind, value)];
    return [name, 'now' in value ? toStoredMoment(kind, context.now) : (context.caller?.[value.me] ?? null)];
  });
  return Object.fromEntries(values);
}

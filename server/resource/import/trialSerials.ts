import { randomInt } from 'node:crypto';
import { type Entity, storedFields } from '../../../contract/schema/entity.ts';
import {
  maxSerialDigits,
  serialPattern,
  serialPeriod,
  serialPrefix,
} from '../../../contract/schema/field/serialNumber.ts';
import type { Context } from '../../core/context.ts';
import type { FieldValues } from '../../core/rules.ts';

/** The fields with serial numbers of an entity, with their patterns. */
const serialsOf = (entity: Entity): [string, string][] =>
  storedFields(entity).flatMap(([name, { serial }]) => (serial === undefined ? [] : [[name, serial]]));

export const hasSerials = (entity: Entity): boolean => serialsOf(entity).length > 0;

const firstOfLast = 10n ** BigInt(maxSerialDigits - 1);

/**
 * Adds placeholder serial numbers that no sequence reaches and no other trial uses. They fit the pattern and the
 * column, and are rolled back.
 */
export function withTrialSerials(
  { settings, now }: Context,
  entity: Entity,
  rows: readonly FieldValues[],
): FieldValues[] {
  const serials = serialsOf(entity);
  const period = serialPeriod(settings.timeZone, now);
  const first = firstOfLast + BigInt(randomInt(2 ** 47));
  return rows.map((values, at) => ({
    ...values,
    ...Object.fromEntries(
      serials.map(([name, pattern]) => {
        const parts = serialPattern(pattern) ?? { before: '', digits: 1, after: '' };
        return [name, `${serialPrefix(parts, period)}${first + BigInt(at)}${parts.after}`];
      }),
    ),
  }));
}

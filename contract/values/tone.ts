import type { ConditionCaller } from '../conditions/condition.ts';
import { answeredRecord, conditionHolds } from '../conditions/evaluate.ts';
import type { Entity } from '../schema/entity.ts';
import type { Field } from '../schema/field/field.ts';
import type { Tone } from '../schema/timeline.ts';

/**
 * The colour of a value of a record, by the `tones` of its field.
 * @returns the first tone whose condition holds; undefined if none does, or the answer does not tell
 */
export function toneOf(
  entity: Entity,
  { tones = {} }: Field,
  answer: Readonly<Record<string, unknown>>,
  caller: ConditionCaller | undefined,
): Tone | undefined {
  const found = Object.entries(tones).find(([, when]) =>
    conditionHolds(entity, when, answeredRecord(answer), caller, 'values'),
  );
  return found?.[0] as Tone | undefined;
}

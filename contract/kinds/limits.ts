import type { Field } from '../schema/field/field.ts';
import { kinds } from './index.ts';
import { type TextLimits, textLimitsWithin } from './textBase.ts';

/** How many items a list may have; undefined if the field is not a list. */
export function mostItems({ kind, max }: Field): number | undefined {
  const { limits } = kinds[kind];
  return limits.of === 'items' ? (max ?? limits.most) : undefined;
}

/** The limits of a text; undefined if the field is not a text. */
export function textLimits(field: Field): TextLimits | undefined {
  const { limits } = kinds[field.kind];
  return limits.of === 'characters' ? textLimitsWithin(field, limits) : undefined;
}

export const isText = ({ kind }: Pick<Field, 'kind'>): boolean => kinds[kind].limits.of === 'characters';

import type { Field } from '../schema/field/field.ts';
import { kinds } from './index.ts';
import { type TextLimits, textLimitsWithin } from './textBase.ts';

/** The most items that a list may have; undefined for what is no list. */
export function mostItems({ kind, max }: Field): number | undefined {
  const { limits } = kinds[kind];
  return limits.of === 'items' ? (max ?? limits.most) : undefined;
}

/** The limits of a text; undefined for what is none. */
export function textLimits(field: Field): TextLimits | undefined {
  const { limits } = kinds[field.kind];
  return limits.of === 'characters' ? textLimitsWithin(field, limits) : undefined;
}

/** Is it a kind of text? */
export const isText = ({ kind }: Pick<Field, 'kind'>): boolean => kinds[kind].limits.of === 'characters';

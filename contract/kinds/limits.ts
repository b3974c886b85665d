import type { Field } from '../schema/field/field.ts';

/** The largest number that an integer column holds. */
export const mostOfColumn = 2_147_483_647;

/** The least and the most that a number may be: rule, document, column and condition all have them from here. */
export const limitsOf = ({ kind, min, max }: Field): { least: number; most: number } =>
  kind === 'reference'
    ? { least: 1, most: mostOfColumn }
    : { least: min ?? 0, most: max ?? (kind === 'money' ? Number.MAX_SAFE_INTEGER : mostOfColumn) };

/** The most items that a list may have. */
export const mostItems = ({ kind, max = kind === 'tags' ? 20 : 100 }: Field): number => max;

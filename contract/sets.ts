import type { Me, Scalar } from './access.ts';
import type { Now } from './clock.ts';

/** What a step or an action sets besides its input, by field: a value, something of who takes it, or the time of it. */
export type Sets = Readonly<Record<string, Scalar | Me | Now>>;

/** Is it a value of its own, whoever takes the step and whenever? */
export const isFixed = (value: Sets[string]): value is Scalar => value === null || typeof value !== 'object';

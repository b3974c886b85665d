import type { Choice } from '../schema/field/options.ts';

/** The choices of a subscription and their labels (SPEC 3, 4, 9). */

export const subscriptionStates = [
  { id: 0, label: { en: 'Pending', zh: '待激活' }, tone: 'warn' },
  { id: 1, label: { en: 'Active', zh: '生效中' }, tone: 'good' },
  { id: 8, label: { en: 'Cancelled', zh: '已取消' }, tone: 'neutral' },
  { id: 9, label: { en: 'Expired', zh: '已过期' }, tone: 'bad' },
] as const satisfies readonly Choice[];

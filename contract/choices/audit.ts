import type { Choice } from '../schema/field/options.ts';

/** The choices of an audit entry and their labels (SPEC 3, 4, 9). */

export const results = [
  { id: 'done', label: { en: 'Done', zh: '成功' }, tone: 'good' },
  { id: 'denied', label: { en: 'Denied', zh: '已拒绝' }, tone: 'bad' },
  { id: 'failed', label: { en: 'Failed', zh: '失败' }, tone: 'warn' },
] as const satisfies readonly Choice[];

import type { Choice } from '../schema/field/options.ts';

/** The choices of an enterprise and their labels (SPEC 3, 4, 9). */

export const reviewStates = [
  { id: 0, label: { en: 'Pending review', zh: '待审核' }, tone: 'warn' },
  { id: 1, label: { en: 'Approved', zh: '已通过' }, tone: 'good' },
  { id: 9, label: { en: 'Rejected', zh: '已拒绝' }, tone: 'bad' },
] as const satisfies readonly Choice[];

export const enterpriseTypes = [
  { id: 1, label: { en: 'General', zh: '普通' } },
  { id: 2, label: { en: 'Internal testing', zh: '内部测试' } },
  { id: 3, label: { en: 'Scan to try', zh: '扫码试用' } },
] as const satisfies readonly Choice[];

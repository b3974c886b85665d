import type { Choice } from '../schema/field/options.ts';

/** The choices of a licence and their labels (SPEC 3, 4, 9). */

export const assignmentStates = [
  { id: 0, label: { en: 'Pending', zh: '待分配' }, tone: 'warn' },
  { id: 1, label: { en: 'Assigned', zh: '已分配' }, tone: 'good' },
  { id: 8, label: { en: 'Cancelled', zh: '已取消' }, tone: 'neutral' },
  { id: 9, label: { en: 'Rejected', zh: '已拒绝' }, tone: 'bad' },
] as const satisfies readonly Choice[];

export const taskStates = [
  { id: 'running', label: { en: 'Issuing', zh: '签发中' }, tone: 'info' },
  { id: 'succeed', label: { en: 'Issued successfully', zh: '签发成功' }, tone: 'good' },
  { id: 'failed', label: { en: 'Issuing failed', zh: '签发失败' }, tone: 'bad' },
] as const satisfies readonly Choice[];

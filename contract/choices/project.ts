import type { Choice } from '../schema/field/options.ts';

/** The choices of a project and their labels (SPEC 3, 4, 9). */

export const projectStates = [
  { id: 0, label: { en: 'Draft', zh: '草稿' }, tone: 'neutral' },
  { id: 1, label: { en: 'Active', zh: '已生效' }, tone: 'good' },
  { id: 8, label: { en: 'Closed', zh: '已关闭' }, tone: 'bad' },
] as const satisfies readonly Choice[];

export const transferStates = [
  { id: 0, label: { en: 'None', zh: '无' }, tone: 'neutral' },
  { id: 1, label: { en: 'Moving', zh: '转移中' }, tone: 'info' },
  { id: 2, label: { en: 'Moved', zh: '已转移' }, tone: 'good' },
] as const satisfies readonly Choice[];

import type { Choice } from '../schema/field/options.ts';

/** The choices of a mail and their labels (SPEC 3, 4, 9). */

export const sendFlags = [
  { id: 'standard', label: { en: 'Standard', zh: '标准' } },
  { id: 'dr', label: { en: 'Disaster recovery', zh: '容灾' } },
  { id: 'migration', label: { en: 'Migration', zh: '迁移' } },
  { id: 'failback', label: { en: 'Failback', zh: '回切' } },
] as const satisfies readonly Choice[];

export const mailStates = [
  { id: -1, label: { en: 'No address', zh: '无地址' }, tone: 'neutral' },
  { id: 0, label: { en: 'Sending', zh: '发送中' }, tone: 'info' },
  { id: 1, label: { en: 'Sent', zh: '发送成功' }, tone: 'good' },
  { id: 9, label: { en: 'Failed', zh: '发送失败' }, tone: 'bad' },
] as const satisfies readonly Choice[];

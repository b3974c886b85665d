import type { Choice } from '../schema/field/options.ts';

/** The choices of an application and their labels (SPEC 3, 4, 9). */

/** Where an application comes from (SPEC 3). */
export const applicationSources = [
  { id: 0, label: { en: 'QR scan', zh: '扫码申请' } },
  { id: 1, label: { en: 'Sub-user application', zh: '子用户申请' } },
  { id: 2, label: { en: 'Created by an administrator', zh: '管理员创建' } },
  { id: 3, label: { en: 'Third-party platform', zh: '第三方平台' } },
  { id: 4, label: { en: 'International test application', zh: '国际测试申请' } },
] as const satisfies readonly Choice[];

export const applicationStates = [
  { id: 0, label: { en: 'Pending', zh: '待审批' }, tone: 'warn' },
  { id: 1, label: { en: 'Approved', zh: '已通过' }, tone: 'good' },
  { id: 8, label: { en: 'Withdrawn', zh: '已撤回' }, tone: 'neutral' },
  { id: 9, label: { en: 'Rejected', zh: '已拒绝' }, tone: 'bad' },
] as const satisfies readonly Choice[];

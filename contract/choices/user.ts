import type { Choice } from '../schema/field/options.ts';

/** The choices of a user and their labels (SPEC 3, 4, 9). */

export const roleChoices = [
  { id: 1, label: { en: 'Administrator', zh: '管理员' } },
  { id: 2, label: { en: 'Operations', zh: '运营' } },
  { id: 3, label: { en: 'Sales', zh: '销售' } },
  { id: 4, label: { en: 'Enterprise', zh: '企业用户' } },
  { id: 5, label: { en: 'Enterprise sub-user', zh: '企业子用户' } },
] as const satisfies readonly Choice[];

/** The label of an undeclared role (SPEC 3). */
export const unknownRole = { en: 'Unknown User', zh: '未知用户' } as const;

/** The kinds of users. A person signs in; a service account has tokens for programs and cannot sign in (issue 34). */
export const userKinds = [
  { id: 'person', label: { en: 'Person', zh: '个人' } },
  { id: 'service', label: { en: 'Service account', zh: '服务账号' } },
] as const satisfies readonly Choice[];

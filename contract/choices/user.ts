import { roleDeclarations } from '../roles/index.ts';
import type { Choice } from '../schema/field/options.ts';

/** The choices of a user and their labels (SPEC 3, 4, 9). */

export const roleChoices = roleDeclarations.map(({ id, label }) => ({ id, label })) satisfies readonly Choice[];

/** The label of an undeclared role (SPEC 3). */
export const unknownRole = { en: 'Unknown User', zh: '未知用户' } as const;

/** The kinds of users. A person signs in; a service account has tokens for programs and cannot sign in (issue 34). */
export const userKinds = [
  { id: 'person', label: { en: 'Person', zh: '个人' } },
  { id: 'service', label: { en: 'Service account', zh: '服务账号' } },
] as const satisfies readonly Choice[];

import type { Choice } from '../schema/field/options.ts';

/** The states of a signing key: made but not used yet, in use, and no longer used (issue 35, section 6). */
export const signingKeyStates = [
  { id: 'prepared', label: { en: 'Prepared', zh: '待启用' }, tone: 'info' },
  { id: 'current', label: { en: 'Signs licences', zh: '使用中' }, tone: 'good' },
  { id: 'retired', label: { en: 'Only verifies', zh: '仅供验证' }, tone: 'neutral' },
] as const satisfies readonly Choice[];

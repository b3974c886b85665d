import type { Choice } from '../schema/field/options.ts';

/** The choices of a third-party account and their labels (SPEC 3, 4, 9). */

export const oauthProviders = [
  { id: 'dingtalk', label: { en: 'DingTalk', zh: '钉钉' } },
] as const satisfies readonly Choice[];

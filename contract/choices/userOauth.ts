import type { Choice } from '../schema/field/options.ts';

/** The choices of a third-party account (SPEC 3, 4, 9), with how they read. */

export const oauthProviders = [
  { id: 'dingtalk', label: { en: 'DingTalk', zh: '钉钉' } },
] as const satisfies readonly Choice[];

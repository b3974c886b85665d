import type { Choice } from '../schema/field/options.ts';

/** The choices of people about themselves (issue 35, section 6). */

/** The language of a person: that of the browser, or one that stays. */
export const profileLanguages = [
  { id: 'browser', label: { en: 'As my browser', zh: '跟随浏览器' } },
  { id: 'zh-CN', label: { en: 'Chinese', zh: '中文' } },
  { id: 'en', label: { en: 'English', zh: 'English' } },
] as const satisfies readonly Choice[];

/** When notices are sent by mail: each at once, or all of a day in one mail. */
export const mailPaces = [
  { id: 'at_once', label: { en: 'At once', zh: '立即发送' } },
  { id: 'daily', label: { en: 'Once a day, in the morning', zh: '每天早晨汇总一封' } },
] as const satisfies readonly Choice[];

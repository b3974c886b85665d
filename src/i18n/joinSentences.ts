import { language } from './language.ts';

/** Joins sentences in the current language; Chinese has no space after its full stop. Empty ones are left out. */
export const joinSentences = (...sentences: readonly (string | false | undefined)[]): string =>
  sentences.filter(Boolean).join(language() === 'zh' ? '' : ' ');

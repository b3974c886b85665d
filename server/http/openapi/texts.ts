import type { Label, Language } from '../../../contract/messages/label.ts';

/**
 * Texts of the document in two languages. A text is one string with a separator until the document is served, so that
 * every part of it is written once.
 */

/** The languages in which the document can be served: one, or both in each text. */
export type DocumentLanguage = Language | 'both';

/** Between the English and the Chinese text: a control character, which no declared text contains. */
const between = '\u001f';

/** A text in both languages, of which `inLanguage` keeps those that are asked for. */
export const bilingual = ({ en, zh }: Label): string => (en === zh ? en : `${en}${between}${zh}`);

/** One label after another, with a separator in each language. */
export const joinLabels = (labels: readonly Label[], separator: Label): Label => ({
  en: labels.map(({ en }) => en).join(separator.en),
  zh: labels.map(({ zh }) => zh).join(separator.zh),
});

/** A label as a sentence, with further sentences after it. */
export const sentences = (...labels: readonly Label[]): Label =>
  joinLabels(
    labels.map(({ en, zh }) => ({ en: en.replace(/[.]$/, ''), zh: zh.replace(/。$/, '') })),
    { en: '. ', zh: '。' },
  );

function textIn(text: string, language: DocumentLanguage): string {
  const [en = '', zh] = text.split(between);
  if (zh === undefined) return text;
  if (language !== 'both') return language === 'en' ? en : zh;
  return text.includes('\n') ? `${en}\n\n${zh}` : `${en} / ${zh}`;
}

/**
 * A part of the document with its texts in one language, or in both.
 * @param language `both` writes the English text before the Chinese one
 */
export function inLanguage<Part>(part: Part, language: DocumentLanguage): Part {
  if (typeof part === 'string') return textIn(part, language) as Part;
  if (Array.isArray(part)) return part.map((one) => inLanguage(one, language)) as Part;
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([key, one]) => [key, inLanguage(one, language)])) as Part;
}

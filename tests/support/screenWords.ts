import type { Page, Response } from 'playwright-core';
import { contract } from '../../contract/index.ts';
import type { Language } from '../../contract/messages/label.ts';
import { fileTypeList, fileTypeNames } from '../../contract/schema/field/fileType.ts';
import { zh } from '../../src/i18n/zh.ts';
import { accounts } from './account.ts';

const latin = /[A-Za-z][A-Za-z'’-]+/g;
const han = /\p{Script=Han}+/gu;
/** A key of the message catalogue that was not translated, such as `resources.order.name`. */
const rawKey = /^[a-z_]+(\.[a-zA-Z_]+)+$/;

/** All texts in a value, without functions. */
function* textsIn(value: unknown, seen = new Set<unknown>()): Generator<[key: string, text: string]> {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === 'string') yield [key, inner];
    else yield* textsIn(inner, seen);
  }
}

/** An address on the web has no language. */
const withoutAddresses = (text: string): string => text.replace(/https?:\/\/\S+/g, '');

const wordsOf = (text: string): string[] => [...(text.match(latin) ?? []), ...(text.match(han) ?? [])];

/**
 * Latin words that are intended in Chinese texts, such as API or CSV, and proper names: languages, zones, units,
 * accounts.
 */
const inChinese = new Set([
  'English',
  'UTC',
  'GMT',
  'MB',
  ...fileTypeNames.flatMap((type) => wordsOf(fileTypeList([type]))),
  ...accounts,
  ...[...textsIn(zh)].flatMap(([, text]) => wordsOf(text)),
  ...[...textsIn(contract.entities)].flatMap(([key, text]) => (key === 'zh' ? wordsOf(text) : [])),
]);
const inEnglish = new Set(['中文']);

/** The ids of choices on the server, which must not appear on a screen. */
const codes = new Set([
  ...[...textsIn(contract.entities)].flatMap(([key, text]) => (key === 'id' ? [text] : [])),
  ...contract.entities.flatMap(({ timeline }) => Object.keys(timeline?.events ?? {})),
]);

/** All texts in the language of the page that it shows or that are read aloud, line by line; a part in another one says so. */
const shownTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    for (const element of document.body.querySelectorAll('*')) {
      if (!element.checkVisibility() || element.closest('style, script')) continue;
      const own = element.closest('[lang]')?.getAttribute('lang')?.slice(0, 2) ?? '';
      if (own !== document.documentElement.lang.slice(0, 2)) continue;
      for (const name of ['aria-label', 'placeholder', 'title', 'alt']) found.push(element.getAttribute(name) ?? '');
      for (const node of element.childNodes)
        if (node.nodeType === Node.TEXT_NODE) found.push((node.textContent ?? '').trim());
    }
    return [document.title, ...found].filter((text) => text !== '');
  });

/**
 * Collects the texts that the server sends, which a screen may show unchanged.
 * @returns a function that finds other texts on the screen: raw keys, or words of the other language (R-I18N-01)
 */
export function listenForData(page: Page, language: Language): () => Promise<string[]> {
  const data = new Set<string>();
  const coming: Promise<void>[] = [];
  const learn = (value: unknown) => {
    for (const [, text] of textsIn(value)) if (!codes.has(text)) for (const word of wordsOf(text)) data.add(word);
  };
  const read = async (response: Response) => {
    // The change stream never ends and contains no shown texts.
    if (!response.url().includes('/v1/') || response.url().includes('/v1/events')) return;
    learn(await response.json().catch(() => undefined));
  };
  page.on('response', (response) => coming.push(read(response)));
  const known = language === 'zh' ? inChinese : inEnglish;
  const foreign = language === 'zh' ? latin : han;
  return async () => {
    await Promise.all(coming);
    learn(await page.evaluate(() => [JSON.parse(localStorage.getItem('licence.session') || 'null'), location.host]));
    return (await shownTexts(page))
      .map(withoutAddresses)
      .filter(
        (text) =>
          (rawKey.test(text) && !wordsOf(text).every((word) => data.has(word))) ||
          (text.match(foreign) ?? []).some((word) => !known.has(word) && !data.has(word)),
      );
  };
}

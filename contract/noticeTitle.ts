import { entities } from './index.ts';
import { filled, type Label, type Language } from './label.ts';
import { type NoticeKey, notices } from './notice.ts';

/** By what a declared message is kept: its text is the declaration's, and may be worded anew. */
export const noticeKey = (entity: string, operation: string) => `${entity}.${operation}` as const;

function textOf(key: string): Label | undefined {
  const [name, operation = ''] = key.split('.');
  if (operation === '') return Object.hasOwn(notices, key) ? notices[key as NoticeKey] : undefined;
  const declared = entities.find((entity) => entity.name === name)?.notices ?? {};
  return Object.hasOwn(declared, operation) ? declared[operation]?.text : undefined;
}

/** The title of a notice in the reader's language; the key itself for one that nobody knows any more. */
export function noticeTitle(key: string, values: Readonly<Record<string, unknown>>, language: Language): string {
  const text = textOf(key);
  return text ? filled(text[language], (name) => String(values[name] ?? '')) : key;
}

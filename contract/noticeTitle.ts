import type { Entity } from './entity.ts';
import type { Field } from './field.ts';
import { entities } from './index.ts';
import { filled, type Label, type Language } from './label.ts';
import { mailOf, type Notice, type NoticeKey, notices, valuesOf } from './notice.ts';
import { fieldsAlong } from './registry/path.ts';

type Values = Readonly<Record<string, unknown>>;

/** By what a declared message is kept: its text is the declaration's, and may be worded anew. */
export const noticeKey = (entity: string, operation: string) => `${entity}.${operation}` as const;

/** The same for a message that may say so itself. */
export const keptAs = (entity: string, name: string, { key }: Pick<Notice, 'key'>): string =>
  key ?? noticeKey(entity, name);

/** A message as it is declared, with what it is about. */
interface Declared {
  readonly entity: Entity;
  readonly notice: Notice;
}

const declaredBy = (): Map<string, Declared> =>
  new Map(
    entities.flatMap((entity) =>
      Object.entries(entity.notices ?? {}).map(([name, notice]) => [
        keptAs(entity.name, name, notice),
        { entity, notice },
      ]),
    ),
  );
let declared: Map<string, Declared> | undefined;

/** The declared message that is kept by that key. */
function declaredNotice(key: string): Declared | undefined {
  declared ??= declaredBy();
  return declared.get(key);
}

/** The entity that a kept message is about; undefined for one of `notices`, which has a module. */
export const noticeEntity = (key: string): Entity | undefined => declaredNotice(key)?.entity;

/** A kept value as it is read: a choice by its label, a point in time to the minute. */
function readable(field: Field | undefined, value: unknown, language: Language): string {
  const chosen = field?.choices?.find(({ id }) => String(id) === String(value));
  if (chosen) return chosen.label[language];
  const text = String(value ?? '');
  return field?.kind === 'dateTime' && text ? `${text.slice(0, 16).replace('T', ' ')} UTC` : text;
}

/** A text with its values as the reader of the language reads them. */
function said(text: Label, { entity, notice }: Declared, values: Values, language: Language): string {
  const byName = new Map(entities.map((one) => [one.name, one]));
  const paths = valuesOf(notice);
  return filled(text[language], (name) =>
    readable(fieldsAlong(entity, paths[name] ?? name, byName)?.at(-1), values[name], language),
  );
}

/** The title of a notice in the reader's language; the key itself for one that nobody knows any more. */
export function noticeTitle(key: string, values: Values, language: Language): string {
  const declared = declaredNotice(key);
  if (declared) return said(declared.notice.text, declared, values, language);
  const text = Object.hasOwn(notices, key) ? notices[key as NoticeKey] : undefined;
  return text ? filled(text[language], (name) => String(values[name] ?? '')) : key;
}

/** What a notice says by mail below its title, in the reader's language; nothing where that is all. */
export function noticeMailText(key: string, values: Values, language: Language): string | undefined {
  const declared = declaredNotice(key);
  const text = declared && mailOf(declared.notice)?.text;
  return text && said(text, declared, values, language);
}

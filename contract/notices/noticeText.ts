import { entities, referencedLabel } from '../index.ts';
import { memoize } from '../lib/memoize.ts';
import { fillPlaceholders, type Label, type Language } from '../messages/label.ts';
import type { Entity } from '../schema/entity.ts';
import { fixedNotices, type NoticeDeclaration, type NoticeKey, noticeMailOf } from '../schema/notice.ts';
import { fillSentence, valueText } from '../values/valueText.ts';
import { fromStoredNoticeValue, resolveNoticePaths, resolveNoticeValues } from './noticeValues.ts';

type Values = Readonly<Record<string, unknown>>;

/** By what a declared message is kept: its text is the declaration's, and may be worded anew. */
export const noticeKey = (entity: string, operation: string) => `${entity}.${operation}` as const;

/** The same for a message that may say so itself. */
export const storedNoticeKey = (entity: string, name: string, { key }: Pick<NoticeDeclaration, 'key'>): string =>
  key ?? noticeKey(entity, name);

/** A message as it is declared, with what it is about. */
interface DeclaredNotice {
  readonly entity: Entity;
  readonly notice: NoticeDeclaration;
}

const collectNotices = (): Map<string, DeclaredNotice> =>
  new Map(
    entities.flatMap((entity) =>
      Object.entries(entity.notices ?? {}).map(([name, notice]) => [
        storedNoticeKey(entity.name, name, notice),
        { entity, notice },
      ]),
    ),
  );
let declared: Map<string, DeclaredNotice> | undefined;

/** The declared message that is kept by that key. */
function declaredNotice(key: string): DeclaredNotice | undefined {
  declared ??= collectNotices();
  return declared.get(key);
}

/** The entity that a kept message is about; undefined for one of `notices`, which has a module. */
export const noticeEntity = (key: string): Entity | undefined => declaredNotice(key)?.entity;

let entityMap: ReadonlyMap<string, Entity> | undefined;

/** The entities by their names. They are known when the first message is told, and not before. */
function entitiesByName(): ReadonlyMap<string, Entity> {
  entityMap ??= new Map(entities.map((one) => [one.name, one]));
  return entityMap;
}

/** What each message of an entity says and looks at, worked out when it is first told. */
const resolvedNotices = memoize(
  (_: Entity) =>
    new Map<NoticeDeclaration, { values: ReturnType<typeof resolveNoticeValues>; paths: readonly string[] }>(),
);

function resolveNotice(entity: Entity, notice: NoticeDeclaration) {
  const known = resolvedNotices(entity);
  const found = known.get(notice) ?? {
    values: resolveNoticeValues(entity, notice, entitiesByName()),
    paths: resolveNoticePaths(entity, notice, entitiesByName()),
  };
  known.set(notice, found);
  return found;
}

/** What a message of an entity says, by the names in braces. */
export const noticeValues = (entity: Entity, notice: NoticeDeclaration) => resolveNotice(entity, notice).values;

/** The paths of the record that a message of an entity looks at. */
export const noticePaths = (entity: Entity, notice: NoticeDeclaration): readonly string[] =>
  resolveNotice(entity, notice).paths;

/** Where a reader is, nobody knows: in UTC, and it says so. */
const momentText = (value: unknown): string => `${String(value).slice(0, 16).replace('T', ' ')} UTC`;

/** A text with its values as the reader of the language reads them. */
function renderText(text: Label, { entity, notice }: DeclaredNotice, values: Values, language: Language): string {
  const fields = noticeValues(entity, notice);
  return fillSentence(text[language], (name, isBare) => {
    const field = fields[name]?.field;
    if (!field) return String(values[name] ?? '');
    const { value, ...around } = fromStoredNoticeValue(field, values[name]);
    return valueText(value, field, { ...around, noun: referencedLabel(field), language, isBare, moment: momentText });
  });
}

/** The title of a notice in the reader's language; the key itself for one that nobody knows any more. */
export function noticeTitle(key: string, values: Values, language: Language): string {
  const declared = declaredNotice(key);
  if (declared) return renderText(declared.notice.text, declared, values, language);
  const text = Object.hasOwn(fixedNotices, key) ? fixedNotices[key as NoticeKey] : undefined;
  return text ? fillPlaceholders(text[language], (name) => String(values[name] ?? '')) : key;
}

/** What a notice says by mail below its title, in the reader's language; nothing where that is all. */
export function noticeMailText(key: string, values: Values, language: Language): string | undefined {
  const declared = declaredNotice(key);
  const text = declared && noticeMailOf(declared.notice)?.text;
  return text && renderText(text, declared, values, language);
}

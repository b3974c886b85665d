import { entities, referencedLabel } from '../index.ts';
import { memoize } from '../lib/memoize.ts';
import { fillPlaceholders, type Label, type Language } from '../messages/label.ts';
import type { Entity } from '../schema/entity.ts';
import { fixedNotices, type NoticeDeclaration, type NoticeKey, noticeMailOf } from '../schema/notice.ts';
import { fillSentence, valueText } from '../values/valueText.ts';
import { fromStoredNoticeValue, resolveNoticePaths, resolveNoticeValues } from './noticeValues.ts';

type Values = Readonly<Record<string, unknown>>;

/** The key under which a declared notice is stored. The text stays in the declaration, so that it can be reworded. */
export const noticeKey = (entity: string, operation: string) => `${entity}.${operation}` as const;

/** The key of a notice, which its declaration may override. */
export const storedNoticeKey = (entity: string, name: string, { key }: Pick<NoticeDeclaration, 'key'>): string =>
  key ?? noticeKey(entity, name);

/** A declared notice and its entity. */
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

/** The declared notice with that key. */
function declaredNotice(key: string): DeclaredNotice | undefined {
  declared ??= collectNotices();
  return declared.get(key);
}

/** The entity of a stored notice; undefined for one of `fixedNotices`, which has a module. */
export const noticeEntity = (key: string): Entity | undefined => declaredNotice(key)?.entity;

let entityMap: ReadonlyMap<string, Entity> | undefined;

/**
 * The entities by name. They are read when the first notice is formatted, because they are not yet known when this
 * module loads.
 */
function entitiesByName(): ReadonlyMap<string, Entity> {
  entityMap ??= new Map(entities.map((one) => [one.name, one]));
  return entityMap;
}

/** The values and paths of each notice of an entity, resolved on first use. */
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

/** The values of a notice by placeholder name. */
export const noticeValues = (entity: Entity, notice: NoticeDeclaration) => resolveNotice(entity, notice).values;

/** The paths of the record that a notice reads. */
export const noticePaths = (entity: Entity, notice: NoticeDeclaration): readonly string[] =>
  resolveNotice(entity, notice).paths;

/** In UTC, and labelled so, because the reader's time zone is unknown. */
const momentText = (value: unknown): string => `${String(value).slice(0, 16).replace('T', ' ')} UTC`;

/** Fills a text with its values, formatted for the language. */
function renderText(text: Label, { entity, notice }: DeclaredNotice, values: Values, language: Language): string {
  const fields = noticeValues(entity, notice);
  return fillSentence(text[language], (name, isBare) => {
    const field = fields[name]?.field;
    if (!field) return String(values[name] ?? '');
    const { value, ...around } = fromStoredNoticeValue(field, values[name]);
    return valueText(value, field, { ...around, noun: referencedLabel(field), language, isBare, moment: momentText });
  });
}

/** The title of a notice in the reader's language; the key itself if the notice is no longer declared. */
export function noticeTitle(key: string, values: Values, language: Language): string {
  const declared = declaredNotice(key);
  if (declared) return renderText(declared.notice.text, declared, values, language);
  const text = Object.hasOwn(fixedNotices, key) ? fixedNotices[key as NoticeKey] : undefined;
  const valueAt = (name: string) => String(values[name] ?? values[`${name}_${language}`] ?? '');
  return text ? fillPlaceholders(text[language], valueAt) : key;
}

/** The text of a notice's mail below its title; undefined if the mail has only the title. */
export function noticeMailText(key: string, values: Values, language: Language): string | undefined {
  const declared = declaredNotice(key);
  const text = declared && noticeMailOf(declared.notice)?.text;
  return text && renderText(text, declared, values, language);
}

import { referencedLabel } from '../createContract.ts';
import { toMilliseconds } from '../lib/dateTime.ts';
import { memoize } from '../lib/memoize.ts';
import { zonedMinute } from '../lib/timeZone.ts';
import { fillPlaceholders, type Label, type Language } from '../messages/label.ts';
import type { Contract, Entity } from '../schema/entity.ts';
import { fixedNotices, type NoticeDeclaration, type NoticeKey, noticeMailOf } from '../schema/notice.ts';
import { fillSentence, valueText } from '../values/valueText.ts';
import { countText, fromStoredNoticeValue, resolveNoticePaths, resolveNoticeValues } from './noticeValues.ts';

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

/** The declared notices by key. */
const declaredNotices = memoize(
  ({ entities }: Contract): ReadonlyMap<string, DeclaredNotice> =>
    new Map(
      entities.flatMap((entity) =>
        Object.entries(entity.notices ?? {}).map(([name, notice]) => [
          storedNoticeKey(entity.name, name, notice),
          { entity, notice },
        ]),
      ),
    ),
);

/** The entity of a stored notice; undefined for one of `fixedNotices`, which has a module. */
export const noticeEntity = (contract: Contract, key: string): Entity | undefined =>
  declaredNotices(contract).get(key)?.entity;

/** The page that the mail of a notice about a record leads to; undefined where it leads to the record. */
export const noticeMailAddress = (contract: Contract, key: string, id: number): string | undefined => {
  const declared = declaredNotices(contract).get(key);
  return declared && noticeMailOf(declared.notice)?.address?.replace('{id}', String(id));
};

/** The values and paths of each notice of an entity, resolved on first use. */
const resolvedNotices = memoize(
  (_: Entity) =>
    new Map<NoticeDeclaration, { values: ReturnType<typeof resolveNoticeValues>; paths: readonly string[] }>(),
);

function resolveNotice(entity: Entity, notice: NoticeDeclaration) {
  const known = resolvedNotices(entity);
  const found = known.get(notice) ?? {
    values: resolveNoticeValues(entity, notice),
    paths: resolveNoticePaths(entity, notice),
  };
  known.set(notice, found);
  return found;
}

/** The values of a notice by placeholder name. */
export const noticeValues = (entity: Entity, notice: NoticeDeclaration) => resolveNotice(entity, notice).values;

/** The paths of the record that a notice reads. */
export const noticePaths = (entity: Entity, notice: NoticeDeclaration): readonly string[] =>
  resolveNotice(entity, notice).paths;

/** A point in time in the reader's zone, with the zone. */
const momentText =
  (zone: string) =>
  (value: unknown): string => {
    const moment = toMilliseconds(value);
    return moment === undefined ? String(value) : zonedMinute(zone, moment);
  };

/** Who reads a notice: in which language, and in which time zone. */
interface NoticeReader {
  readonly language: Language;
  readonly zone: string;
}

/** Fills a text with its values, formatted for the reader. */
function renderText(
  text: Label,
  { entity, notice }: DeclaredNotice,
  values: Values,
  { language, zone }: NoticeReader,
): string {
  const fields = noticeValues(entity, notice);
  const moment = momentText(zone);
  return fillSentence(text[language], (name, isBare) => {
    const field = fields[name]?.field;
    if (!field) return countText(values[name], zone);
    const { value, ...around } = fromStoredNoticeValue(field, values[name]);
    return valueText(value, field, {
      ...around,
      noun: referencedLabel(entity.contract, field),
      language,
      isBare,
      moment,
    });
  });
}

/** The title of a notice in the reader's language and time zone; the key itself if the notice is no longer declared. */
export function noticeTitle(contract: Contract, key: string, values: Values, language: Language, zone = 'UTC'): string {
  const declared = declaredNotices(contract).get(key);
  if (declared) return renderText(declared.notice.text, declared, values, { language, zone });
  const text = Object.hasOwn(fixedNotices, key) ? fixedNotices[key as NoticeKey] : undefined;
  const namedValue = (name: string) => String(values[name] ?? values[`${name}_${language}`] ?? '');
  return text ? fillPlaceholders(text[language], namedValue) : key;
}

/** The text of a notice's mail below its title; undefined if the mail has only the title. */
export function noticeMailText(
  contract: Contract,
  key: string,
  values: Values,
  language: Language,
  zone = 'UTC',
): string | undefined {
  const declared = declaredNotices(contract).get(key);
  const text = declared && noticeMailOf(declared.notice)?.text;
  return text && renderText(text, declared, values, { language, zone });
}

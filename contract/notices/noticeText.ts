import { entities, referredLabel } from '../index.ts';
import { once } from '../lib/memoize.ts';
import { filled, type Label, type Language } from '../messages/label.ts';
import type { Entity } from '../schema/entity.ts';
import { mailOf, type Notice, type NoticeKey, notices } from '../schema/notice.ts';
import { said, sentence } from '../values/valueText.ts';
import { heldValue, pathsOf, saidIn } from './noticeValues.ts';

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

let named: ReadonlyMap<string, Entity> | undefined;

/** The entities by their names. They are known when the first message is told, and not before. */
function byName(): ReadonlyMap<string, Entity> {
  named ??= new Map(entities.map((one) => [one.name, one]));
  return named;
}

/** What each message of an entity says and looks at, worked out when it is first told. */
const toldBy = once((_: Entity) => new Map<Notice, { values: ReturnType<typeof saidIn>; paths: readonly string[] }>());

function toldOf(entity: Entity, notice: Notice) {
  const known = toldBy(entity);
  const found = known.get(notice) ?? {
    values: saidIn(entity, notice, byName()),
    paths: pathsOf(entity, notice, byName()),
  };
  known.set(notice, found);
  return found;
}

/** What a message of an entity says, by the names in braces. */
export const noticeValues = (entity: Entity, notice: Notice) => toldOf(entity, notice).values;

/** The paths of the record that a message of an entity looks at. */
export const noticePaths = (entity: Entity, notice: Notice): readonly string[] => toldOf(entity, notice).paths;

/** Where a reader is, nobody knows: in UTC, and it says so. */
const moment = (value: unknown): string => `${String(value).slice(0, 16).replace('T', ' ')} UTC`;

/** A text with its values as the reader of the language reads them. */
function told(text: Label, { entity, notice }: Declared, values: Values, language: Language): string {
  const fields = noticeValues(entity, notice);
  return sentence(text[language], (name, isBare) => {
    const field = fields[name]?.field;
    if (!field) return String(values[name] ?? '');
    const { value, ...around } = heldValue(field, values[name]);
    return said(value, field, { ...around, noun: referredLabel(field), language, isBare, moment });
  });
}

/** The title of a notice in the reader's language; the key itself for one that nobody knows any more. */
export function noticeTitle(key: string, values: Values, language: Language): string {
  const declared = declaredNotice(key);
  if (declared) return told(declared.notice.text, declared, values, language);
  const text = Object.hasOwn(notices, key) ? notices[key as NoticeKey] : undefined;
  return text ? filled(text[language], (name) => String(values[name] ?? '')) : key;
}

/** What a notice says by mail below its title, in the reader's language; nothing where that is all. */
export function noticeMailText(key: string, values: Values, language: Language): string | undefined {
  const declared = declaredNotice(key);
  const text = declared && mailOf(declared.notice)?.text;
  return text && told(text, declared, values, language);
}

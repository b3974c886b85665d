import { valueAt } from '../lib/dottedPath.ts';
import type { Language } from '../messages/label.ts';
import { textIn } from '../messages/localizedText.ts';
import type { Entity } from '../schema/entity.ts';

/** The known part of a record. */
type PartialRecord = Readonly<Record<string, unknown>>;
type WithTitle = Pick<Entity, 'title' | 'titleChoices'>;

/** The column that identifies a record to a user: its title, or the id if the title has several parts. */
export const titleColumn = ({ title }: WithTitle): string => (typeof title === 'string' ? title : 'id');

/** True if no single column can serve as the title. */
export const isUntitled = (entity: WithTitle): boolean => titleColumn(entity) === 'id';

/** A part of a title as a text, or one for each language: the label of a choice, any other value as it is. */
export const titlePart = ({ titleChoices }: Pick<Entity, 'titleChoices'>, path: string, value: unknown): unknown =>
  titleChoices?.[path]?.find(({ id }) => id === value)?.label ?? value;

/** The title of a record for a reader, from the parts that an answer or an embed includes; undefined if it includes none. */
export function titleOf(entity: WithTitle, record: unknown, language: Language): string | undefined {
  if (entity.title === 'id') return undefined;
  const parts = [entity.title].flat().map((path) => textIn(titlePart(entity, path, valueAt(record, path)), language));
  return parts.filter((part) => part !== '').join(' · ') || undefined;
}

/**
 * The name of a record where another one refers to it: what it is `shownBy`, of a person the display name, otherwise its
 * title; undefined if the embedded record includes none.
 */
export function referenceName(
  entity: WithTitle & Pick<Entity, 'shownBy'>,
  embedded: unknown,
  language: Language,
): string | undefined {
  const shown = entity.shownBy && textIn(valueAt(embedded, entity.shownBy), language);
  return shown || titleOf(entity, embedded, language);
}

/** The name of a record in a sentence: its title, otherwise its noun and number (`Licence 16`), without it for the only one. */
export function recordName(
  entity: WithTitle & Pick<Entity, 'label' | 'single'>,
  record: PartialRecord,
  language: Language,
): string {
  if (entity.single) return entity.label[language];
  return titleOf(entity, record, language) ?? `${entity.label[language]} ${String(record.id ?? '')}`.trim();
}

/** The text of a localized value for the reader; any other value as it is. */
const readValue = (value: unknown, language: Language): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? textIn(value, language) : value;

/** Names of a record besides its title: the distinct texts and tags at these paths that an answer includes. */
export function otherNames(
  { title }: WithTitle,
  answer: unknown,
  paths: readonly string[],
  language: Language,
): string[] {
  const textAt = (path: string) => readValue(valueAt(answer, path), language);
  const shown = [title].flat().map(textAt);
  const texts = paths
    .flatMap(textAt)
    .filter((value): value is string => typeof value === 'string' && value !== '' && !shown.includes(value));
  return [...new Set(texts)];
}

/** The heading of a record: what it is, and its title. */
export function recordHeading(
  entity: WithTitle & Pick<Entity, 'label' | 'single'>,
  record: PartialRecord,
  language: Language,
): string {
  const title = titleOf(entity, record, language);
  return title === undefined ? recordName(entity, record, language) : `${entity.label[language]} ${title}`;
}

import { valueAt } from '../lib/dottedPath.ts';
import type { Language } from '../messages/label.ts';
import type { Entity } from '../schema/entity.ts';

/** As much of a record as is known. */
type PartialRecord = Readonly<Record<string, unknown>>;
type WithTitle = Pick<Entity, 'title'>;

/** The column that names a record among others of its entity: its title, or its number where the title has several parts. */
export const titleColumn = ({ title }: WithTitle): string => (typeof title === 'string' ? title : 'id');

/** Whether records of an entity have no one column to be named by. */
export const isUntitled = (entity: WithTitle): boolean => titleColumn(entity) === 'id';

/** What names a record to a person, as far as an answer or an embed holds it; undefined where it holds none of it. */
export function titleOf({ title }: WithTitle, record: unknown): string | undefined {
  if (title === 'id') return undefined;
  const parts = [title].flat().map((path) => valueAt(record, path) ?? '');
  return parts.filter((part) => part !== '').join(' · ') || undefined;
}

/** How a record is called in a sentence: by its title, else by what it is and its number (`Licence 16`). */
export function recordName(entity: Pick<Entity, 'title' | 'label'>, record: PartialRecord, language: Language): string {
  return titleOf(entity, record) ?? `${entity.label[language]} ${String(record.id ?? '')}`.trim();
}

/** What names a record besides its title: the texts and tags at these paths, as far as an answer has them, each once. */
export function otherNames({ title }: WithTitle, answer: unknown, paths: readonly string[]): string[] {
  const said = [title].flat().map((path) => valueAt(answer, path));
  const texts = paths
    .flatMap((path) => valueAt(answer, path))
    .filter((value): value is string => typeof value === 'string' && value !== '' && !said.includes(value));
  return [...new Set(texts)];
}

/** What stands above a record: what it is, and how it is called. */
export function recordHeading(
  entity: Pick<Entity, 'title' | 'label'>,
  record: PartialRecord,
  language: Language,
): string {
  const title = titleOf(entity, record);
  return title === undefined ? recordName(entity, record, language) : `${entity.label[language]} ${title}`;
}

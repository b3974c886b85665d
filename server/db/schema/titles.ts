import { type RawBuilder, sql } from 'kysely';
import type { Language } from '../../../contract/messages/label.ts';
import { textLanguages } from '../../../contract/messages/localizedText.ts';
import { type Entity, fieldOf } from '../../../contract/schema/entity.ts';
import { isLocalized, readerValue } from './localizedTexts.ts';

/** How SQL reads the titles of records as `titleOf` makes them, also those of several texts. */

type Sql = RawBuilder<unknown>;

/** A part of a title: its text for a reader, and whether that depends on the reader's language. */
interface TitlePart {
  readonly isLocalized: boolean;
  readonly text: (language: Language) => Sql;
}

function ownPart(entity: Entity, name: string, alias: string): TitlePart {
  const choices = fieldOf(entity, name)?.choices;
  if (!choices)
    return {
      isLocalized: isLocalized(entity, name),
      text: (language) => readerValue(entity, name, alias, language),
    };
  const column = sql.ref(`${alias}.${name}`);
  const text = (language: Language) => {
    const labels = choices.map(({ id, label }) => sql`when ${sql.lit(id)} then ${sql.lit(label[language])}`);
    return sql`case ${column} ${sql.join(labels, sql` `)} else ${column}::text end`;
  };
  return { isLocalized: true, text };
}

/** A part of the title of the record in a row: a column of its own, or of a record that it refers to. */
function titlePart(entity: Entity, path: string, alias: string): TitlePart[] {
  const [head = '', column] = path.split('.');
  if (column === undefined) return fieldOf(entity, head)?.computed ? [] : [ownPart(entity, head, alias)];
  const [name, field] = Object.entries(entity.fields).find(([, { as }]) => as === head) ?? [];
  if (!name || !field?.to) return [];
  const target = entity.contract.entity(field.to);
  const part = ownPart(target, column, 'o');
  const text = (language: Language) => sql`(select ${part.text(language)} from ${sql.table(target.table)} as o
    where o.id = ${sql.ref(`${alias}.${name}`)})`;
  return [{ ...part, text }];
}

const titleParts = (entity: Entity, alias: string): TitlePart[] =>
  entity.title === 'id' ? [] : [entity.title].flat().flatMap((path) => titlePart(entity, path, alias));

const titleIn = (parts: readonly TitlePart[], language: Language): RawBuilder<string> => {
  const texts = parts.map(({ text }) => sql`nullif(${text(language)}::text, '')`);
  return sql<string>`nullif(concat_ws(' · ', ${sql.join(texts)}), '')`;
};

/**
 * The title of the record in a row as JSON: a text, or one for each language where a part of it is localized; undefined
 * where it has no part that SQL reads.
 */
export function titleJson(entity: Entity, alias: string): Sql | undefined {
  const parts = titleParts(entity, alias);
  if (parts.length === 0) return undefined;
  if (!parts.some((part) => part.isLocalized)) return sql`to_jsonb(${titleIn(parts, 'en')})`;
  const perLanguage = textLanguages.map((language) => sql`${sql.lit(language)}::text, ${titleIn(parts, language)}`);
  return sql`jsonb_build_object(${sql.join(perLanguage)})`;
}

/**
 * The name of the record in a row where others refer to it, as JSON that `textIn` reads: what it is `shownBy`, otherwise
 * its title, otherwise its number.
 */
export function shownName(entity: Entity, alias: string): Sql {
  const title = titleJson(entity, alias) ?? sql`to_jsonb(${sql.ref(`${alias}.id`)}::text)`;
  const { shownBy } = entity;
  return shownBy ? sql`coalesce(to_jsonb(nullif(${sql.ref(`${alias}.${shownBy}`)}, '')), ${title})` : title;
}

/**
 * The whole titles of several parts of the record in a row, as SQL: one, or one for each language. None where the title
 * is a single field, or where SQL does not read all its parts.
 */
export function joinedTitles(entity: Entity, alias: string): RawBuilder<string>[] {
  const parts = titleParts(entity, alias);
  if (typeof entity.title === 'string' || parts.length < entity.title.length) return [];
  const languages = parts.some((part) => part.isLocalized) ? textLanguages : (['en'] as const);
  return languages.map((language) => titleIn(parts, language));
}

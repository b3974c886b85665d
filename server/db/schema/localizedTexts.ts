import { type RawBuilder, sql } from 'kysely';
import { kinds } from '../../../contract/kinds/index.ts';
import type { Language } from '../../../contract/messages/label.ts';
import { languagesFor, textLanguages } from '../../../contract/messages/localizedText.ts';
import { type DeclaredEntity, storedFields } from '../../../contract/schema/entity.ts';
import { quoted } from './columns.ts';

/** How SQL reads the texts of a localized field, which one column stores as JSON with a key for each language. */

/** True if the field of that name has a text for each language. */
export function isLocalized({ fields }: DeclaredEntity, name: string): boolean {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return field !== undefined && kinds[field.kind].localized;
}

/** The names of the stored localized fields of an entity. */
export const localizedNames = (entity: DeclaredEntity): string[] =>
  storedFields(entity).flatMap(([name]) => (isLocalized(entity, name) ? [name] : []));

/** The text in one language of a localized column. */
export const languageSql = (column: string, language: Language): string => `(${column} ->> '${language}')`;

/** The text of a localized column for a reader: in the reader's language, otherwise in the other one. */
export const readerTextSql = (column: string, language: Language): string =>
  `coalesce(${languagesFor(language)
    .map((one) => languageSql(column, one))
    .join(', ')})`;

/** All texts of a localized column in one, for an index that finds parts of each of them. */
export const allTextsSql = (column: string): string =>
  `(${textLanguages.map((one) => `coalesce(${languageSql(column, one)}, '')`).join(` || chr(10) || `)})`;

/** The texts of a field by which a record is named, as SQL: one, or one for each language. */
export function namingTexts(entity: DeclaredEntity, name: string, alias: string): RawBuilder<string>[] {
  const column = `${quoted(alias)}.${quoted(name)}`;
  const texts = isLocalized(entity, name) ? textLanguages.map((one) => languageSql(column, one)) : [column];
  return texts.map((text) => sql.raw<string>(text));
}

/** The text of a field in which parts are searched: of a localized field all its texts. */
export function searchedText(entity: DeclaredEntity, name: string, alias: string): RawBuilder<string> {
  const column = `${quoted(alias)}.${quoted(name)}`;
  return sql.raw<string>(isLocalized(entity, name) ? allTextsSql(column) : column);
}

/** The value of a column for a reader: of a localized field the text, of any other field the column. */
export function readerValue(
  entity: DeclaredEntity,
  name: string,
  alias: string,
  language: Language,
): RawBuilder<unknown> {
  const column = `${quoted(alias)}.${quoted(name)}`;
  return sql.raw(isLocalized(entity, name) ? readerTextSql(column, language) : column);
}

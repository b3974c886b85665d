import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { kinds } from '../../../contract/kinds/index.ts';
import { mostOfColumn } from '../../../contract/kinds/numberRule.ts';
import { readNumber } from '../../../contract/kinds/numberText.ts';
import { isStorable } from '../../../contract/lib/canonicalText.ts';
import { foldText } from '../../../contract/lib/foldText.ts';
import { type MessageKey, message } from '../../../contract/messages/message.ts';
import { titleColumn } from '../../../contract/relations/title.ts';
import { type Entity, mayRead, storedFields } from '../../../contract/schema/entity.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { type Context, callerOf } from '../../core/context.ts';
import { namingTexts } from '../../db/schema/localizedTexts.ts';
import { joinedTitles } from '../../db/schema/titles.ts';
import { folded } from '../../db/schema/uniqueTexts.ts';
import { conditionPredicate, scopePredicate } from '../compile/scope.ts';

/** The fields that name a record: its title, what it is shown by, and unique texts. */
function namesOf(entity: Entity, context: Context): string[] {
  const { role } = callerOf(context);
  return storedFields(entity)
    .filter(([name, field]) => name === titleColumn(entity) || name === entity.shownBy || field.unique)
    .filter(([, field]) => kinds[field.kind].namesRecord && !field.encrypted && mayRead(field, role))
    .map(([name]) => name);
}

/** The record that a text of a file refers to: its id, or why there is none. */
export type ReferenceMatch = number | { readonly refused: string };
const refused = (why: MessageKey): ReferenceMatch => ({ refused: message(why) });

/** The id that a text means, also one with grouped or full-width digits; undefined if it is none. */
export function idOfText(text: string): number | undefined {
  const id = readNumber(text.trim());
  return typeof id === 'number' && id > 0 && id <= mostOfColumn ? id : undefined;
}

/** The distinct forms of texts, without those that no column can contain. */
export const distinctForms = (texts: readonly string[], formOf: (text: string) => string): string[] =>
  [...new Set(texts.map(formOf))].filter(isStorable);

/**
 * Finds the records that texts refer to, among those that the caller may see and pick: by title, also one of several
 * texts, by what they are shown by, or by a unique text, in folded form, else by id. One statement.
 * @param given the texts of the reference's cells
 * @returns the matches by text
 */
export async function matchReferences(
  context: Context,
  field: Field,
  given: readonly string[],
): Promise<Map<string, ReferenceMatch>> {
  const target = context.contract.entity(field.to ?? '');
  const names = namesOf(target, context);
  const keys = distinctForms(given, foldText);
  const found = new Map<string, Set<number>>();
  /** The names of records that the caller sees and may not pick. */
  const unpicked = new Set<string>();
  const texts = [...names.flatMap((name) => namingTexts(target, name, 't')), ...joinedTitles(target, 't')];
  if (texts.length > 0 && keys.length > 0) {
    const picked: RawBuilder<SqlBool> = field.where
      ? conditionPredicate(target, field.where, callerOf(context))
      : sql`true`;
    const called = texts.map(
      (one) => sql`select t.id, ${folded(one)} as name, ${picked} as picked
      from ${sql.table(target.table)} as t where ${folded(one)} = any (${keys}::text[])
        and t.deleted_at is null and ${scopePredicate(target, callerOf(context))}`,
    );
    const { rows } = await sql<{
      id: number;
      name: string;
      picked: boolean | null;
    }>`${sql.join(called, sql` union `)}`.execute(context.trx);
    for (const { id, name, picked: isPicked } of rows)
      if (isPicked) found.set(name, (found.get(name) ?? new Set()).add(id));
      else unpicked.add(name);
  }
  const meant = (text: string): ReferenceMatch => {
    const ids = [...(found.get(foldText(text)) ?? [])];
    if (ids.length > 1) return refused('several_records');
    if (ids[0] !== undefined) return ids[0];
    // A text that is no record's name may be an id.
    return idOfText(text) ?? refused(unpicked.has(foldText(text)) ? 'not_offered' : 'not_found_reference');
  };
  return new Map(given.map((text) => [text, meant(text)]));
}

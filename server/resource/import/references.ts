import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { entityNamed } from '../../../contract/index.ts';
import { kinds } from '../../../contract/kinds/index.ts';
import { type MessageKey, message } from '../../../contract/messages/message.ts';
import { titleColumn } from '../../../contract/relations/title.ts';
import { type Entity, mayRead, storedFields } from '../../../contract/schema/entity.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { type Context, callerOf } from '../../core/context.ts';
import { conditionPredicate, scopePredicate } from '../compile/scope.ts';

/** The texts that call a record by name: its title, and whatever occurs once. */
function namesOf(entity: Entity, context: Context): string[] {
  const { role } = callerOf(context);
  return storedFields(entity)
    .filter(([name, field]) => name === titleColumn(entity) || field.unique)
    .filter(([, field]) => kinds[field.kind].namesRecord && !field.encrypted && mayRead(field, role))
    .map(([name]) => name);
}

const key = (text: string): string => text.trim().toLowerCase();

/** What a text of a file means as a reference: the number of a record, or why none is meant. */
export type ReferenceMatch = number | { readonly refused: string };
const refused = (why: MessageKey): ReferenceMatch => ({ refused: message(why) });

/** A text that names no record may be its number. */
const asNumber = (text: string): ReferenceMatch =>
  /^[1-9]\d{0,8}$/.test(text) ? Number(text) : refused('not_found_reference');

/**
 * The records that texts mean, among those that the caller may see and pick: by title or by a unique text, whatever its
 * case, else by number. In: the reference, and its texts. Out: by the text as it stands; one statement.
 */
export async function matchReferences(
  context: Context,
  field: Field,
  given: readonly string[],
): Promise<Map<string, ReferenceMatch>> {
  const target = entityNamed(field.to ?? '');
  const names = namesOf(target, context);
  const keys = [...new Set(given.map(key))].filter((text) => text.isWellFormed() && !text.includes('\0'));
  const found = new Map<string, Set<number>>();
  if (names.length > 0 && keys.length > 0) {
    const picked: RawBuilder<SqlBool> = field.where
      ? conditionPredicate(target, field.where, callerOf(context))
      : sql`true`;
    const called = names.map(
      (name) => sql`select t.id, lower(${sql.ref(`t.${name}`)}) as name
      from ${sql.table(target.table)} as t where lower(${sql.ref(`t.${name}`)}) = any (${keys}::text[])
        and t.deleted_at is null and ${scopePredicate(target, callerOf(context))} and ${picked}`,
    );
    const { rows } = await sql<{ id: number; name: string }>`${sql.join(called, sql` union `)}`.execute(context.trx);
    for (const { id, name } of rows) found.set(name, (found.get(name) ?? new Set()).add(id));
  }
  const meant = (text: string): ReferenceMatch => {
    const ids = [...(found.get(key(text)) ?? [])];
    if (ids.length > 1) return refused('several_records');
    return ids[0] ?? asNumber(text.trim());
  };
  return new Map(given.map((text) => [text, meant(text)]));
}

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { foldText } from '../../../contract/lib/foldText.ts';
import type { Label } from '../../../contract/messages/label.ts';
import { titleColumn } from '../../../contract/relations/title.ts';
import { type Contract, type Entity, fieldOf } from '../../../contract/schema/entity.ts';
import { auditActions, stepsAndActions } from '../../../contract/timeline/auditAction.ts';
import { namingTexts, searchedText } from '../../db/schema/localizedTexts.ts';
import { folded } from '../../db/schema/uniqueTexts.ts';
import type { Context } from '../context.ts';

/** Further words are ignored. */
const maxWords = 6;
/** A word that matches more records of an entity than this is ignored for that entity. */
const maxFound = 100;
/** The trigram index answers searches from this length on. */
const minIndexedLength = 3;

type Found = Readonly<Record<string, readonly number[]>>;

const holds = (label: Label, word: string): boolean =>
  Object.values(label).some((text) => foldText(text).includes(word));

const isCalled = (name: string, label: Label, word: string): boolean => name.includes(word) || holds(label, word);

/** The columns that name a record of the entity: its title and its unique columns, as far as they are searchable. */
const namesOf = (entity: Entity): string[] =>
  (entity.list.search ?? []).filter((name) => name === titleColumn(entity) || fieldOf(entity, name)?.unique);

const likeText = (word: string): string => `%${word.replace(/[\\%_]/g, (char) => `\\${char}`)}%`;

/**
 * Searches one entity for records of that name: part of a name through the trigram index, a short word as the whole
 * name.
 */
function recordsCalledSql(entity: Entity, word: string): RawBuilder<unknown> {
  const isShort = [...word].length < minIndexedLength;
  const named = namesOf(entity).flatMap((name) =>
    isShort
      ? namingTexts(entity, name, 'n').map((text) => sql`${folded(text)} = ${word}`)
      : [sql`${folded(searchedText(entity, name, 'n'))} like ${likeText(word)}`],
  );
  return sql`array(select n.id from ${sql.table(entity.table)} as n where ${sql.join(named, sql` or `)}
    limit ${sql.lit(maxFound + 1)}) as ${sql.id(entity.name)}`;
}

const searchedEntities = ({ entities }: Contract): Entity[] =>
  entities.filter((entity) => entity.name !== 'audit' && namesOf(entity).length > 0);

/** The records of every entity whose name matches the word, also deleted ones, in one statement. */
async function recordsCalled({ trx, contract }: Context, word: string): Promise<Found> {
  const { rows } = await sql<
    Record<string, number[]>
  >`select ${sql.join(searchedEntities(contract).map((one) => recordsCalledSql(one, word)))}`.execute(trx);
  return Object.fromEntries(
    Object.entries(rows[0] ?? {}).filter(([, ids]) => ids.length > 0 && ids.length <= maxFound),
  );
}

const among = (column: string, values: readonly string[]): RawBuilder<SqlBool>[] =>
  values.length > 0 ? [sql<SqlBool>`${sql.ref(column)} in (${sql.join(values)})`] : [];

/**
 * Conditions for kinds of entries that match the word in either language: the entity, the action, or a step of an
 * entity.
 */
function kindsCalled({ entities }: Contract, word: string): RawBuilder<SqlBool>[] {
  const about = entities.filter(({ name, label, labels }) => isCalled(name, label, word) || holds(labels, word));
  const done = Object.keys(auditActions).filter((name) => isCalled(name, auditActions[name] as Label, word));
  const steps = entities.flatMap((entity) => {
    const matching = stepsAndActions(entity).filter(({ name, label }) => isCalled(name, label, word));
    const own = among(
      't.action',
      matching.map(({ name }) => name),
    );
    return own.map((one) => sql<SqlBool>`(t.entity = ${entity.name} and ${one})`);
  });
  const entityNames = about.map(({ name }) => name);
  return [...among('t.entity', entityNames), ...among('t.action', done), ...steps];
}

/** Entries of these users, also as salesmen who acted on behalf of others. */
const byPeople = (ids: readonly number[] = []): RawBuilder<SqlBool>[] =>
  ids.length > 0
    ? [sql<SqlBool>`t.actor_id = any (${[...ids]}::int[])`, sql<SqlBool>`t.behalf_id = any (${[...ids]}::int[])`]
    : [];

async function wordCondition(context: Context, word: string): Promise<RawBuilder<SqlBool>> {
  const records = await recordsCalled(context, word);
  const about = Object.entries(records).map(
    ([name, ids]) => sql<SqlBool>`(t.entity = ${name} and t.entity_id = any (${[...ids]}::int[]))`,
  );
  const any = [...kindsCalled(context.contract, word), ...about, ...byPeople(records['user'])];
  return any.length > 0 ? sql<SqlBool>`(${sql.join(any, sql` or `)})` : sql<SqlBool>`false`;
}

/**
 * The audit entries that match a search text (issue 14 point 6). Each word matches, in either language, an action, an
 * entity, a record by its code or name, or a person. No word scans a whole table: names are found by index, kinds
 * without the database.
 */
export async function auditSearch(context: Context, text: string): Promise<RawBuilder<SqlBool>> {
  const words = foldText(text).split(' ').filter(Boolean).slice(0, maxWords);
  const conditions: RawBuilder<SqlBool>[] = [];
  for (const word of words) conditions.push(await wordCondition(context, word));
  return conditions.length > 0 ? sql<SqlBool>`(${sql.join(conditions, sql` and `)})` : sql<SqlBool>`true`;
}

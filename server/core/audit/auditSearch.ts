import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { entities } from '../../../contract/index.ts';
import type { Label } from '../../../contract/messages/label.ts';
import { titleColumn } from '../../../contract/relations/title.ts';
import { type Entity, fieldOf } from '../../../contract/schema/entity.ts';
import { auditActions, stepsOf } from '../../../contract/timeline/auditAction.ts';
import type { Context } from '../context.ts';

/** Words beyond these narrow nothing further. */
const mostWords = 6;
/** Of what finds more records than this, or people, nothing is told: it names nobody. */
const many = 100;
/** From so many characters on the index of the parts of a text finds it. */
const indexed = 3;

type Found = Readonly<Record<string, readonly number[]>>;

const holds = (label: Label, word: string): boolean =>
  Object.values(label).some((said) => said.toLowerCase().includes(word));

const isCalled = (name: string, label: Label, word: string): boolean => name.includes(word) || holds(label, word);

/** The columns that name a record of the entity: its title and what occurs once, as far as it is searched by them. */
const namesOf = (entity: Entity): string[] =>
  (entity.list.search ?? []).filter((name) => name === titleColumn(entity) || fieldOf(entity, name)?.unique);

const likeText = (word: string): string => `%${word.replace(/[\\%_]/g, (char) => `\\${char}`)}%`;

/** Asks one entity for the records that are called so; the index answers, or where the word is short, who bears it whole. */
function askedOf(entity: Entity, word: string): RawBuilder<unknown> {
  const isShort = [...word].length < indexed;
  const named = namesOf(entity).map((name) =>
    isShort ? sql`${sql.ref(`n.${name}`)} = ${word}` : sql`${sql.ref(`n.${name}`)} ilike ${likeText(word)}`,
  );
  return sql`array(select n.id from ${sql.table(entity.table)} as n where ${sql.join(named, sql` or `)}
    limit ${sql.lit(many + 1)}) as ${sql.id(entity.name)}`;
}

const named = entities.filter((entity) => entity.name !== 'audit' && namesOf(entity).length > 0);

/** The records of every entity that the word names, deleted ones too, in one statement. */
async function recordsCalled({ trx }: Context, word: string): Promise<Found> {
  const { rows } = await sql<
    Record<string, number[]>
  >`select ${sql.join(named.map((one) => askedOf(one, word)))}`.execute(trx);
  return Object.fromEntries(Object.entries(rows[0] ?? {}).filter(([, ids]) => ids.length > 0 && ids.length <= many));
}

const among = (column: string, values: readonly string[]): RawBuilder<SqlBool>[] =>
  values.length > 0 ? [sql<SqlBool>`${sql.ref(column)} in (${sql.join(values)})`] : [];

/** Kinds of entries that are called so in either language: the entity, what was done, or an entity's own step. */
function kindsCalled(word: string): RawBuilder<SqlBool>[] {
  const about = entities.filter(({ name, label, labels }) => isCalled(name, label, word) || holds(labels, word));
  const done = Object.keys(auditActions).filter((name) => isCalled(name, auditActions[name] as Label, word));
  const steps = entities.flatMap((entity) => {
    const taken = stepsOf(entity).filter(({ name, label }) => isCalled(name, label, word));
    const own = among(
      't.action',
      taken.map(({ name }) => name),
    );
    return own.map((one) => sql<SqlBool>`(t.entity = ${entity.name} and ${one})`);
  });
  const entityNames = about.map(({ name }) => name);
  return [...among('t.entity', entityNames), ...among('t.action', done), ...steps];
}

/** Entries of these people, and of salesmen who acted. */
const byPeople = (ids: readonly number[] = []): RawBuilder<SqlBool>[] =>
  ids.length > 0
    ? [sql<SqlBool>`t.actor_id = any (${[...ids]}::int[])`, sql<SqlBool>`t.behalf_id = any (${[...ids]}::int[])`]
    : [];

async function meaning(context: Context, word: string): Promise<RawBuilder<SqlBool>> {
  const records = await recordsCalled(context, word);
  const about = Object.entries(records).map(
    ([name, ids]) => sql<SqlBool>`(t.entity = ${name} and t.entity_id = any (${[...ids]}::int[]))`,
  );
  const any = [...kindsCalled(word), ...about, ...byPeople(records['user'])];
  return any.length > 0 ? sql<SqlBool>`(${sql.join(any, sql` or `)})` : sql<SqlBool>`false`;
}

/**
 * The entries that a search text means (issue 14 point 6): each of its words names, in either language, what was done or
 * to what, a record by its code or name, or a person. In: the text. No word reads a table from end to end: names are
 * looked up by their indexes, kinds are known without the database.
 */
export async function auditSearch(context: Context, text: string): Promise<RawBuilder<SqlBool>> {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean).slice(0, mostWords);
  const conditions: RawBuilder<SqlBool>[] = [];
  for (const word of words) conditions.push(await meaning(context, word));
  return conditions.length > 0 ? sql<SqlBool>`(${sql.join(conditions, sql` and `)})` : sql<SqlBool>`true`;
}

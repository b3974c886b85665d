import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { comparable } from '../../contract/conditions/comparable.ts';
import { type ConditionTree, parseCondition } from '../../contract/conditions/compile.ts';
import {
  answeredRecord,
  type ConditionRecord,
  type ConditionResult,
  evaluate,
} from '../../contract/conditions/evaluate.ts';
import { storedRecord } from '../../contract/conditions/records.ts';
import { type Condition, type ConditionCaller, me } from '../../contract/schema/access.ts';
import type { Entity } from '../../contract/schema/entity.ts';
import { within } from '../../contract/schema/now.ts';
import type { Context } from '../../server/core/context.ts';
import { type Database, transaction } from '../../server/db/connection.ts';
import { tableSql } from '../../server/db/schema/ddl.ts';
import { treePredicate } from '../../server/resource/compile/treePredicate.ts';
import { removeRecord, updateRecord } from '../../server/resource/write/write.ts';
import { callers, condition, instants, probe, probes, type Row, type World, worlds } from '../support/conditions.ts';
import { forAnyEngine, freshDatabase } from '../support/database.ts';
import { scale } from '../support/scale.ts';

/** A stored row, with access to all other rows. */
function atHand(world: World, one: Row, caller: ConditionCaller): ConditionRecord {
  return {
    ...storedRecord(one, new Date()),
    referenced: (at, id) => {
      const found = world[at.field.to ?? '']?.find((other) => other.id === id);
      return found ? atHand(world, found, caller) : null;
    },
    viaRelation: ({ entity, column, where }, value): ConditionResult =>
      (world[entity.name] ?? []).some((other) => {
        const theirs = atHand(world, other, caller);
        const isMatched = comparable(column.field, theirs.value(column)) === value;
        return other.deleted_at === null && isMatched && evaluate(where, theirs, caller) === true;
      }),
  };
}

/** Inserts the rows and returns them as the server reads them. */
async function fill(database: Database, world: Readonly<Record<string, readonly object[]>>): Promise<World> {
  const read: Record<string, readonly Row[]> = {};
  for (const [name, rows] of Object.entries(world)) {
    await sql`truncate ${sql.table(name)}`.execute(database.db);
    await sql`insert into ${sql.table(name)} select * from jsonb_populate_recordset(null::${sql.table(name)},
      ${JSON.stringify(rows)}::jsonb)`.execute(database.db);
    read[name] = (await sql<Row>`select * from ${sql.table(name)} order by id`.execute(database.db)).rows;
  }
  return read;
}

/** The ids of the rows that each condition selects, in one statement. */
async function selected(database: Database, trees: readonly ConditionTree[], caller: ConditionCaller) {
  const each = trees.map(
    (tree) => sql`array(select id from probe as t where ${treePredicate(tree, caller, 't')} order by id)`,
  );
  const found = await sql<{ ids: number[][] }>`select json_build_array(${sql.join(each)}) as ids`.execute(database.db);
  return found.rows[0]?.ids ?? [];
}

const idsWhere = (rows: readonly Row[], test: (row: Row) => boolean) => rows.filter(test).map(({ id }) => id);

/** Both results must occur often, or the comparison is meaningless. */
let met = { cases: 0, some: 0 };

async function compare(database: Database, world: World, conditions: readonly Condition[], caller: ConditionCaller) {
  const parsed = conditions.map((one) => parseCondition(probe, one, 'row'));
  const empty = ['emptyList', 'anyOfEmpty'];
  expect(parsed.flatMap(({ mistakes }) => mistakes).filter(({ mistake }) => !empty.includes(mistake))).toEqual([]);
  const trees = parsed.map(({ tree }) => tree);
  const bySql = await selected(database, trees, caller);
  const rows = world.probe ?? [];
  for (const [index, tree] of trees.entries()) {
    const context = JSON.stringify([conditions[index], caller]);
    const byHand = idsWhere(rows, (one) => evaluate(tree, atHand(world, one, caller), caller) === true);
    expect(byHand, context).toEqual(bySql[index]);
    const answered = rows.map((one) => [one.id, evaluate(tree, answerOf(one), caller)] as const);
    // A response contains fewer fields, but what can be decided from it is the same.
    for (const [id, verdict] of answered)
      if (verdict !== undefined) expect([id, verdict], context).toEqual([id, bySql[index]?.includes(id)]);
    met = { cases: met.cases + 1, some: met.some + Number(byHand.length > 0 && byHand.length < rows.length) };
  }
}

const answerOf = (one: Row) => answeredRecord(JSON.parse(JSON.stringify(one)));

forAnyEngine('a condition', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await freshDatabase(engine);
    await database.executeSql(probes.map(tableSql).join('\n'));
  });
  afterAll(() => database.close());

  it('selects the same rows in SQL and in JavaScript', async () => {
    met = { cases: 0, some: 0 };
    const conditions = fc.array(condition, { minLength: 20, maxLength: 20 });
    const property = fc.asyncProperty(worlds, conditions, callers, async (world, wanted, caller) => {
      await compare(database, await fill(database, world), wanted, caller);
    });
    await fc.assert(property, { seed: 20_261_122, numRuns: scale(30, 300), endOnFailure: true });
    expect(met.cases).toBeGreaterThanOrEqual(600);
    expect(met.some / met.cases).toBeGreaterThan(0.2);
  });

  it('lets only their owner change and delete records, where the declaration says so', async () => {
    const world = { probe: [blank(1, { owner_id: 1, target_id: 1 }), blank(2, { owner_id: 2, target_id: 2 })] };
    await fill(database, { ...world, target: [blank(1, { flag: true }), blank(2, { flag: false })], link: [] });
    await database.executeSql(
      "insert into users (id, name, nick_name, role_id, password_hash) values (1, 'one', 'One', 1, 'x') on conflict do nothing",
    );
    const attempt = (more: object, id: number, work: 'edit' | 'remove') =>
      transaction(database, async (trx) => {
        const entity = { ...probe, ...more } as Entity;
        const secrets = { mac: () => 'mark' };
        const context = {
          contract: probe.contract,
          settings: { timeZone: 'UTC' },
          trx,
          caller: { id: 1, role: 'SuperAdmin' },
          now: new Date(),
          secrets,
        } as unknown as Context;
        if (work === 'edit') await updateRecord(context, entity, id, { line: 'changed' });
        else await removeRecord(context, entity, id);
      }).then(
        () => 'done',
        (error) => error.code,
      );
    const owned = { editWhile: { owner_id: me('id') }, removeWhile: { 'params.flag': true, owner_id: me('id') } };
    expect(await attempt(owned, 1, 'edit')).toBe('done');
    expect(await attempt(owned, 2, 'edit')).toBe('wrong_state');
    expect(await attempt(owned, 1, 'remove')).toBe('wrong_state');
    // By the database's clock, also where the row contains its creation time.
    const fresh = { editWhile: { owner_id: me('id'), created_at: within('15m') } };
    expect(await attempt(fresh, 1, 'edit')).toBe('wrong_state');
    await database.executeSql("update probe set created_at = now() - interval '14 minutes' where id = 1");
    expect(await attempt(fresh, 1, 'edit')).toBe('done');
    await database.executeSql("update probe set created_at = now() - interval '16 minutes' where id = 1");
    expect(await attempt(fresh, 1, 'edit')).toBe('wrong_state');
    await database.executeSql(`update probe set created_at = '${instants[0]}' where id = 1`);
    const own = { removeWhile: { 'params.flag': null, id: [1, 2], created_at: instants[0] } };
    expect(await attempt(own, 1, 'remove')).toBe('done');
    expect(await attempt(own, 1, 'remove')).toBe('not_found');
  });
});

const blank = (id: number, more: object): object => ({
  id,
  created_at: instants[0],
  updated_at: instants[0],
  version: 1,
  params: {},
  papers: [],
  topics: [],
  marks: [],
  heading: {},
  ...more,
});

import { type Arbitrary, boolean, constant, constantFrom, integer, record, sample } from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import { columnOf } from '../../contract/kinds/fieldColumn.ts';
import { everything } from '../../contract/schema/access.ts';
import { type Entity, fieldOf, storedFields } from '../../contract/schema/entity.ts';
import type { Field } from '../../contract/schema/field/field.ts';
import { viewFor } from '../../server/resource/compile/resource.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { forEachEngine } from '../support/database.ts';
import { type Client, ok } from '../support/product.ts';

/** Lists in every order that is offered (issue 33, section 4): empty values are last, ascending and descending. */

type Reader = 'SuperAdmin' | 'Enterprise';
const clients = { SuperAdmin: 'admin', Enterprise: 'customer' } as const;

const readerOf = ({ access: { list } }: Entity): Reader => (list.includes('SuperAdmin') ? 'SuperAdmin' : 'Enterprise');
const seesAll = (entity: Entity): boolean => entity.access.rows[readerOf(entity)] === everything;

const seconds = integer({ min: 1_500_000_000, max: 1_900_000_000 }).map((second) => new Date(second * 1000));

/** An entity with one record has nothing to sort. */
const sorted = contract.entities.filter(({ single }) => !single);

/** Values of a field's column: few different ones, so that some are the same where they may be. */
function valuesOf(field: Field, at: number, ids: readonly number[], isSorted: boolean): Arbitrary<unknown> {
  if (field.choices) return constantFrom(...field.choices.map(({ id }) => id));
  if (field.kind === 'reference') return constantFrom(...ids);
  const column = columnOf(field);
  if (column === 'timestamptz') return seconds.map((moment) => moment.toISOString());
  if (column === 'date') return seconds.map((moment) => moment.toISOString().slice(0, 10));
  if (column === 'boolean') return boolean();
  // A text that no list is sorted by may be a key, which is there once.
  if (column === 'text')
    return field.unique || !isSorted ? constant(`t${at}`) : constantFrom('a', 'B', '乙', 'z@x.example');
  return integer({ min: 1, max: 9 });
}

forEachEngine('sorted lists', (engine) => {
  let cast: Cast;

  const idsIn = async (table: string): Promise<number[]> =>
    (await cast.database.executeSql(`select id from "${table}" where deleted_at is null`)).rows.map(({ id }) =>
      Number(id),
    );

  async function columnsOf({ table }: Entity) {
    const { rows } = await cast.database.executeSql(
      `select column_name as name, is_nullable = 'YES' as nullable, column_default is not null as standard
        from information_schema.columns where table_name = $1 and table_schema = 'public'`,
      [table],
    );
    return new Map(rows.map(({ name, nullable, standard }) => [String(name), { nullable, standard }]));
  }

  /** Arbitrary rows; about half of the values that may be empty are empty. */
  async function rowsOf(entity: Entity, at: number): Promise<Arbitrary<Record<string, unknown>>> {
    const client = cast[clients[readerOf(entity)]];
    const own: Record<string, number> = { user_id: client.id, enterprise_id: cast.enterprise };
    const columns = await columnsOf(entity);
    const shape: Record<string, Arbitrary<unknown>> = {};
    for (const [name, field] of storedFields(entity)) {
      const column = columns.get(name);
      const ids = field.kind === 'reference' ? await idsIn(contract.entity(field.to ?? '').table) : [];
      const isSorted = viewFor(entity, readerOf(entity)).sortable.has(name);
      const value = () => valuesOf(field, at, ids, isSorted);
      if (!seesAll(entity) && own[name] !== undefined) shape[name] = constant(own[name]);
      else if (column && !column.nullable && !column.standard) shape[name] = value();
      else if (column?.nullable && isSorted && (field.kind !== 'reference' || ids.length > 0))
        shape[name] = boolean().chain((isEmpty) => (isEmpty ? constant(null) : value()));
    }
    return record(shape);
  }

  async function fill(entity: Entity): Promise<void> {
    for (let at = 0; at < 24; at += 1) {
      const [row = {}] = sample(await rowsOf(entity, at), 1);
      const names = Object.keys(row);
      await cast.database.executeSql(
        `insert into "${entity.table}" (${names.map((name) => `"${name}"`).join(', ')})
          values (${names.map((_, index) => `$${index + 1}`).join(', ')}) on conflict do nothing`,
        Object.values(row),
      );
    }
  }

  beforeAll(async () => {
    cast = await startCast(engine, { withoutWorkers: true });
    const first = ['enterprise', 'product', 'user', 'project', 'order', 'subscription', 'application', 'assignment'];
    const rest = sorted.map(({ name }) => name).filter((name) => !first.includes(name));
    for (const name of [...first, ...rest]) await fill(contract.entity(name));
  });
  afterAll(() => cast.close());

  /** The ids of a list, on all its pages. */
  async function listed(client: Client, path: string, sort: string, perPage: number): Promise<number[]> {
    const ids: number[] = [];
    for (let page = 1; ; page += 1) {
      const { items, total } = await ok(client.get(`/v1/${path}/list?sort=${sort}&page=${page}&per_page=${perPage}`));
      ids.push(...items.map(({ id }: { id: number }) => id));
      if (items.length < perPage || ids.length >= total) return ids;
    }
  }

  it.each(sorted.filter(({ without }) => !without?.includes('list')).map((entity) => [entity.name, entity]))(
    '%s: each record is listed once, those without a value last',
    async (_, entity) => {
      const reader = readerOf(entity);
      const client = cast[clients[reader]];
      for (const name of viewFor(entity, reader).sortable) {
        const [up, down] = [
          await listed(client, entity.path, name, 7),
          await listed(client, entity.path, `-${name}`, 7),
        ];
        expect([name, [...down].sort()]).toEqual([name, [...up].sort()]);
        expect([up.length > 5, new Set(up).size]).toEqual([true, up.length]);
        if (fieldOf(entity, name)?.formula) continue;
        const { rows } = await cast.database.executeSql(`select id from "${entity.table}" where "${name}" is null`);
        const empty = new Set(rows.map(({ id }) => Number(id)));
        const isFilled = (id: number) => !empty.has(id);
        const filledOnes = up.filter(isFilled);
        expect([name, up.slice(0, filledOnes.length)]).toEqual([name, filledOnes]);
        expect([`-${name}`, down]).toEqual([
          `-${name}`,
          [...filledOnes.toReversed(), ...up.filter((id) => !isFilled(id)).toReversed()],
        ]);
      }
    },
  );
});

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { everything, me } from '../../contract/schema/access.ts';
import { defineEntity, type Entity, type EntityDeclaration } from '../../contract/schema/entity.ts';
import {
  choice,
  date,
  dateTime,
  decimal,
  type Field,
  file,
  files,
  integer,
  list,
  longText,
  many,
  money,
  phone,
  reference,
  serial,
  text,
} from '../../contract/schema/field/field.ts';
import type { Database } from '../../server/db/connection.ts';
import { describeDifference, schemaDifferences } from '../../server/db/migrate/drift.ts';
import { declaredSchema, readSchema } from '../../server/db/migrate/liveSchema.ts';
import { type Migration, migrate, readMigrations } from '../../server/db/migrate/migrate.ts';
import { type MigrationPlan, planEntity, planMigrations } from '../../server/db/migrate/planMigration.ts';
import { contractWith, inContract } from '../support/contractWith.ts';
import { type EngineName, eitherEngine, freshDatabase } from '../support/database.ts';
import { scale } from '../support/scale.ts';

const label = { en: 'Word', zh: '词' };
const states = [0, 1, 8].map((id) => ({ id, label: { en: `State ${id}`, zh: `状态 ${id}` } }));

const fields = {
  name: text({ label, required: true, unique: true }),
  state: choice(states, { label, default: 0 }),
  place: text({ label }),
  hosts: integer({ label, max: 10 }),
  product_id: reference('product', { label }),
};
const first: EntityDeclaration = {
  name: 'specimen',
  label,
  title: 'name',
  fields,
  unique: [['place', 'hosts']],
  access: { list: ['SuperAdmin'], rows: { SuperAdmin: everything } },
  list: { columns: ['name', 'created_at'], filters: ['state'], sort: '-created_at' },
};

/** The specimen with other fields (`undefined` removes one) or another declaration. */
const specimen = (more: object = {}, change: Partial<EntityDeclaration> = {}): Entity => {
  const all = Object.entries({ ...fields, ...more }).filter(([, field]) => field !== undefined);
  return inContract(defineEntity({ ...first, fields: Object.fromEntries(all) as Record<string, Field>, ...change }));
};
const without = (name: string) => ({ [name]: undefined });

/** The migrations, followed by those of a plan. */
const after = (
  migrations: readonly Migration[],
  { sql, online, after: last }: Omit<MigrationPlan, 'refusals'>,
): Migration[] => {
  const version = migrations.at(-1)?.version ?? 0;
  const parts = [sql, online, last].filter((text) => text !== '');
  return [
    ...migrations,
    ...parts.map((text, at) => ({ version: version + 1 + at, name: 'specimen', text, checksum: text })),
  ];
};

/** An empty database for all plans; each test starts with the table of the first specimen. */
let empty: Database;
let begun: Migration[];
const planned = (entity: Entity) => planEntity(empty, entity);
const reset = (database: Database) =>
  database.executeSql(
    "drop table if exists gone_specimen__products, specimen__products, specimen, sample__products, sample; drop function if exists specimen_summary(), sample_summary(); drop function if exists specimen_scope__enterprise_id__sales_user_id, specimen_scope__enterprise_id__sales_user_id_moved, sample_scope__firm_id__creator_id, sample_scope__firm_id__creator_id_moved cascade; delete from schema_migration where name = 'specimen'",
  );

beforeAll(async () => {
  empty = await freshDatabase(eitherEngine);
  begun = after(readMigrations(), await planned(specimen()));
});
beforeEach(async () => {
  await reset(empty);
  await migrate(empty, begun);
});
afterAll(() => empty.close());

describe.each(scale<readonly EngineName[]>([eitherEngine], ['pglite', 'postgres']))(
  'the migration of a changed declaration on %s',
  (engine) => {
    let database: Database;
    let history: Migration[];

    beforeAll(async () => {
      database = await freshDatabase(engine);
    });
    beforeEach(async () => {
      history = begun;
      await migrate(database, history);
      await database.executeSql(`insert into specimen (name, state, place, hosts)
      values ('one', 1, 'here', 5), ('two', 0, null, null)`);
    });
    afterEach(() => reset(database));
    afterAll(() => database.close());

    /** Plans the change, applies it to the database with rows, and checks that the table is as declared. */
    async function become(entity: Entity): Promise<string> {
      const plan = await planned(entity);
      expect(plan.refusals).toEqual([]);
      history = after(history, plan);
      for (const one of [database, empty]) await migrate(one, history);
      const declared = await declaredSchema(database, entity.contract);
      expect(schemaDifferences(await readSchema(database), declared, entity).map(describeDifference)).toEqual([]);
      return plan.sql + plan.online + plan.after;
    }
    const rows = async (columns: string) =>
      (await database.executeSql(`select ${columns} from specimen order by id`)).rows;
    const insert = (columns: string, values: string) =>
      database.executeSql(`insert into specimen (${columns}) values (${values})`);

    it('adds fields: empty, with a default, of any kind', async () => {
      const colour = choice([{ id: 'red', label }], { label, default: 'red' });
      const tags = list(text({ label, required: true }), { label });
      const user_id = reference('user', { label });
      await become(
        specimen({ ends_at: dateTime({ label }), colour, tags, user_id, serial: text({ label, unique: true }) }),
      );
      expect(await rows('name, state, place, hosts, ends_at, colour, tags, user_id, serial')).toEqual([
        {
          name: 'one',
          state: 1,
          place: 'here',
          hosts: 5,
          ends_at: null,
          colour: 'red',
          tags: [],
          user_id: null,
          serial: null,
        },
        {
          name: 'two',
          state: 0,
          place: null,
          hosts: null,
          ends_at: null,
          colour: 'red',
          tags: [],
          user_id: null,
          serial: null,
        },
      ]);
      await expect(insert('name, colour', "'three', 'blue'")).rejects.toThrow('specimen_colour_check');
      await expect(insert('name, user_id', "'three', 999")).rejects.toThrow('specimen_user_id_fkey');
    });

    it('makes a field required with a default, and optional again', async () => {
      const written = await become(specimen({ place: text({ label, required: true, default: "anyone's" }) }));
      // Rows are validated without blocking writes; the statements that lock the table afterwards do not scan it.
      expect(written.split('\n').filter((line) => line.includes('null') || line.startsWith('--'))).toEqual([
        `update "specimen" set "place" = default where "place" is null;`,
        `alter table "specimen" add constraint "specimen_place_not_null" check ("place" is not null) not valid;`,
        '-- online: each statement by itself, without a transaction; it may be run again',
        `alter table "specimen" validate constraint "specimen_place_not_null";`,
        `alter table "specimen" alter column "place" set not null;`,
        `alter table "specimen" drop constraint "specimen_place_not_null";`,
      ]);
      expect(await rows('name, place')).toEqual([
        { name: 'one', place: 'here' },
        { name: 'two', place: "anyone's" },
      ]);
      await expect(insert('name, place', "'three', null")).rejects.toThrow('not-null');
    });

    it('gives old rows what they lack, and new ones nothing', async () => {
      const due_on = date({ label, required: true, migrate: { backfill: '2030-01-31' } });
      const rate = decimal({ label, required: true, default: '1.5', migrate: { backfill: '9.25' }, max: 10 });
      const product_id = reference('product', { label });
      const sql = await become(
        specimen({
          place: text({ label, required: true, migrate: { backfill: "anyone's" } }),
          due_on,
          rate,
          product_id,
        }),
      );
      expect(sql).toContain('-- Existing rows get the value of "migrate.backfill" in the declaration.');
      expect(await rows('name, place, due_on, rate')).toEqual([
        { name: 'one', place: 'here', due_on: '2030-01-31', rate: '9.25' },
        { name: 'two', place: "anyone's", due_on: '2030-01-31', rate: '9.25' },
      ]);
      await expect(insert('name, place', "'three', 'there'")).rejects.toThrow('"due_on"');
      await insert('name, place, due_on', "'three', 'there', '2031-01-01'");
      expect((await rows('rate'))[2]).toEqual({ rate: '1.50' });
    });

    it('gives rows what their choice becomes', async () => {
      const left = [0, 5, 8].map((id) => ({ id, label }));
      await insert('name, state', "'three', 8");
      await become(specimen({ state: choice(left, { label, default: 5, migrate: { choices: { 1: 5 } } }) }));
      expect(await rows('state')).toEqual([{ state: 5 }, { state: 0 }, { state: 8 }]);
      const words = (...ids: string[]) => ids.map((id) => ({ id, label }));
      await become(
        specimen(
          { colour: choice(words('red', 'blue'), { label, default: 'red' }), ...without('state') },
          {
            migrate: { removed: ['state'] },
            list: { ...first.list, filters: [] },
          },
        ),
      );
      const next = choice(words('blue', 'green'), { label, default: 'blue', migrate: { choices: { red: 'green' } } });
      await become(
        specimen(
          { colour: next, ...without('state') },
          { migrate: { removed: ['state'] }, list: { ...first.list, filters: [] } },
        ),
      );
      expect(await rows('colour')).toEqual([{ colour: 'green' }, { colour: 'green' }, { colour: 'green' }]);
    });

    it('moves a field aside with its values, brings it back, and drops it', async () => {
      const products = many('product', { label });
      await become(specimen({ products, number: serial('S{00}', { label }) }));
      await database.executeSql(`insert into product (code, name, deployment_id, category_id) values ('P', 'Product', 1, 1001);
        insert into specimen__products (owner_id, other_id) select s.id, p.id from specimen s, product p`);
      const gone = (...names: string[]) => ({
        unique: [],
        list: { ...first.list, filters: [] },
        migrate: { removed: names },
      });
      const less = specimen({ ...without('hosts'), ...without('state') }, gone('hosts', 'state', 'products', 'number'));
      await become(less);
      expect(await planned(less)).toEqual({ sql: '', online: '', after: '', refusals: [] });
      await insert('name', "'three'");
      expect(await rows('name, gone_hosts, gone_state')).toEqual([
        { name: 'one', gone_hosts: 5, gone_state: 1 },
        { name: 'two', gone_hosts: null, gone_state: 0 },
        { name: 'three', gone_hosts: null, gone_state: null },
      ]);
      const back = integer({ label, max: 10, migrate: { renamedFrom: 'gone_hosts' } });
      await become(specimen({ hosts: back, ...without('state') }, gone('state', 'products')));
      expect(await rows('hosts')).toEqual([{ hosts: 5 }, { hosts: null }, { hosts: null }]);
      const sql = await become(specimen({ hosts: back, ...without('state') }, gone()));
      expect(sql).toMatch(/drop table "gone_specimen__products"[\s\S]*drop column "gone_state"/);
      await database.executeSql('delete from product');
    });

    it('renames a set of records with what is named after it, and brings one back under another name', async () => {
      await become(specimen({ products: many('product', { label }) }));
      await database.executeSql(`insert into product (code, name, deployment_id, category_id) values ('P', 'Product', 1, 1001);
        insert into specimen__products (owner_id, other_id) select s.id, p.id from specimen s, product p`);
      const rowsOf = async (table: string) =>
        (await database.executeSql(`select owner_id from ${table} order by owner_id`)).rows.length;
      const sql = await become(specimen({ wares: many('product', { label, migrate: { renamedFrom: 'products' } }) }));
      expect(sql).not.toMatch(/create |drop |add /);
      expect(await rowsOf('specimen__wares')).toBe(2);
      await become(specimen({}, { migrate: { removed: ['wares'] } }));
      expect(
        await become(specimen({ goods: many('product', { label, migrate: { renamedFrom: 'gone_wares' } }) })),
      ).not.toMatch(/create |add /);
      expect(await rowsOf('specimen__goods')).toBe(2);
      const { rows: names } = await database.executeSql(`select relname from pg_class
        where relname ~ 'products|wares' and relnamespace = 'public'::regnamespace and relname like '%specimen%'`);
      expect(names).toEqual([]);
      await become(specimen({}, { migrate: { removed: ['goods'] } }));
      await become(specimen());
      await database.executeSql('delete from product');
    });

    it('renames an entity: its table with all that is named after it, its join tables, and what is kept by its name', async () => {
      const products = many('product', { label });
      const number = serial('S{00}', { label });
      await become(specimen({ products, number }));
      await database.executeSql(`insert into users (name, nick_name, role_id) values ('reader', 'Reader', 1);
        insert into notification (uuid, user_id, notice) select gen_random_uuid(), id, 'specimen.close' from users;
        insert into notification (uuid, user_id, notice) select gen_random_uuid(), id, 'specimens.close' from users;
        insert into mail (key, address, language, message_id, notice)
          values ('a', 'a@b.example', 'en', 'a@b', 'specimen.close');
        insert into saved_view (screen, name, query, user_id)
          select screen, 'mine', '{}', id from users, unnest(array[
            '/specimen specimen', 'opens /specimen specimen', '/my specimens', '/a my_specimen', '/specimen other']) as screen;
        insert into job (queue, data) values ('effect', '{"entity": "specimen", "id": 1, "effect": "seal"}'),
          ('effect', '{"entity": "specimens", "id": 1, "effect": "seal"}')`);
      const sample = { name: 'sample', migrate: { renamedFrom: 'specimen' } };
      const sql = await become(
        specimen(
          { products, number, site: text({ label, migrate: { renamedFrom: 'place' } }), ...without('place') },
          {
            ...sample,
            unique: [['site', 'hosts']],
          },
        ),
      );
      expect(sql).not.toMatch(/create |drop |add /);
      const { rows: rowsOf } = await database.executeSql('select name, site, number from sample order by id');
      expect(rowsOf).toEqual([
        { name: 'one', site: 'here', number: 'S01' },
        { name: 'two', site: null, number: 'S02' },
      ]);
      const { rows: names } = await database.executeSql(`select relname from pg_class
        where relname like '%specimen%' and relnamespace = 'public'::regnamespace`);
      expect(names).toEqual([]);
      const { rows: notices } = await database.executeSql('select notice from notification order by id');
      expect(notices).toEqual([{ notice: 'sample.close' }, { notice: 'specimens.close' }]);
      const valuesOf = async (column: string, table: string) =>
        (await database.executeSql(`select ${column} as text from ${table} order by id`)).rows.map(({ text }) => text);
      expect(await valuesOf('notice', 'mail')).toEqual(['sample.close']);
      expect(await valuesOf('screen', 'saved_view')).toEqual([
        '/specimen sample',
        'opens /specimen sample',
        '/my specimens',
        '/a my_specimen',
        '/specimen other',
      ]);
      expect(await valuesOf("data ->> 'entity'", 'job')).toEqual(['sample', 'specimens']);
      await database.executeSql(
        ['notification', 'mail', 'saved_view', 'job', 'users'].map((table) => `delete from ${table}`).join('; '),
      );
    });

    it('lets the files of a field go with its values', async () => {
      const { rows: users } = await database.executeSql(
        "insert into users (name, nick_name, role_id) values ('writer', 'Writer', 1) returning id",
      );
      await become(specimen({ paper: file({ label }), scans: files({ label }) }));
      await database.executeSql(`insert into stored_file (id, entity, field, owner_id, name, size, type, sha256, uploader_id)
        select gen_random_uuid(), 'specimen', field, 1, 'a.pdf', 1, 'application/pdf', 'a', ${Number(users[0]?.['id'])}
          from unnest(array['paper', 'scans']) as field`);
      const released = async () =>
        (await database.executeSql('select field from stored_file where released_at is not null order by field')).rows;
      await become(specimen({ scans: files({ label }) }, { migrate: { removed: ['paper'] } }));
      expect(await released()).toEqual([]);
      expect(await become(specimen({ scans: files({ label }) }))).toContain('drop column "gone_paper"');
      expect(await released()).toEqual([{ field: 'paper' }]);
      await database.executeSql('delete from stored_file; delete from users');
    });

    it('lets a required field be empty', async () => {
      await become(specimen({ name: text({ label, unique: true }), state: choice(states, { label }) }));
      await insert('name', 'null');
      expect(await rows('name, state')).toEqual([
        { name: 'one', state: 1 },
        { name: 'two', state: 0 },
        { name: null, state: null },
      ]);
    });

    it('renames a field with its checks, keys and indexes', async () => {
      const more = {
        stage: choice(states, { label, default: 0, migrate: { renamedFrom: 'state' } }),
        ...without('state'),
      };
      const also = { site: text({ label, migrate: { renamedFrom: 'place' } }), ...without('place') };
      const ware = {
        ware_id: reference('product', { label, migrate: { renamedFrom: 'product_id' } }),
        ...without('product_id'),
      };
      const sql = await become(
        specimen(
          { ...more, ...also, ...ware },
          { unique: [['site', 'hosts']], list: { ...first.list, filters: ['stage'] } },
        ),
      );
      expect(sql).not.toMatch(/create|drop|add/);
      expect(await rows('name, stage, site')).toEqual([
        { name: 'one', stage: 1, site: 'here' },
        { name: 'two', stage: 0, site: null },
      ]);
      await expect(insert('name, site, hosts', "'three', 'here', 5")).rejects.toThrow('specimen_site__hosts_key');
    });

    it('renames and changes a field at once', async () => {
      await become(
        specimen(
          { site: text({ label, migrate: { renamedFrom: 'place' }, default: 'there' }), ...without('place') },
          { unique: [] },
        ),
      );
      expect(await rows('site')).toEqual([{ site: 'here' }, { site: 'there' }]);
    });

    it('adds a choice, and lets it be the default', async () => {
      const more = [
        ...states,
        { id: -1, label: { en: 'Less', zh: '更少' } },
        { id: 9, label: { en: 'More', zh: '更多' } },
      ];
      await become(specimen({ state: choice(more, { label, default: 9 }) }));
      await insert('name', "'three'");
      await insert('name, state', "'four', -1");
      expect(await rows('state')).toEqual([{ state: 1 }, { state: 0 }, { state: 9 }, { state: -1 }]);
      await expect(insert('name, state', "'five', 7")).rejects.toThrow('specimen_state_check');
    });

    it('widens limits', async () => {
      await become(specimen({ hosts: integer({ label, min: -5, max: 100 }) }));
      await insert('name, hosts', "'three', -5");
      await expect(insert('name, hosts', "'four', 101")).rejects.toThrow('specimen_hosts_check');
      await become(specimen({ hosts: integer({ label, min: -5 }) }));
    });

    it('brings what lies outside narrower limits to the nearest, or to what is said, deleted rows too', async () => {
      const wide = { hosts: integer({ label, max: 10 }), fee: money({ label }), rate: decimal({ label, min: -5 }) };
      await become(specimen(wide));
      await database.executeSql(`update specimen set place = '上海 Süd 🏠 gate', fee = 900, rate = -2.5 where name = 'one';
        update specimen set place = 'x', hosts = 2, fee = 3, rate = 7, deleted_at = now() where name = 'two'`);
      const narrow = {
        place: text({ label, max: 7, migrate: { narrowed: 'nearest' } }),
        hosts: integer({ label, min: 3, max: 4, migrate: { narrowed: 'nearest' } }),
        fee: money({ label, max: 800, migrate: { narrowed: { to: null } } }),
        rate: decimal({ label, min: -1.5, max: 6, migrate: { narrowed: 'nearest' } }),
      };
      const sql = await become(specimen(narrow));
      expect(sql).toContain('-- Rows outside the new limits get the value of "migrate.narrowed" in the declaration.');
      expect(await rows('place, hosts, fee, rate')).toEqual([
        { place: '上海 Süd', hosts: 4, fee: null, rate: '-1.50' },
        { place: 'x', hosts: 3, fee: 3, rate: '6.00' },
      ]);
      await expect(insert('name, hosts', "'three', 5")).rejects.toThrow('specimen_hosts_check');
      const to = { to: 'somewhere' };
      await become(specimen({ ...narrow, place: longText({ label, min: 2, max: 9, migrate: { narrowed: to } }) }));
      expect(await rows('place')).toEqual([{ place: '上海 Süd' }, { place: 'somewhere' }]);
    });

    it('brings numbers to the nearest multiple of a new step', async () => {
      await become(specimen({ hosts: integer({ label, max: 20 }), rate: decimal({ label, max: 9 }) }));
      await database.executeSql(`update specimen set hosts = 18, rate = 8.88 where name = 'one';
        update specimen set hosts = 12, rate = 0.12 where name = 'two'`);
      const migrating = { narrowed: 'nearest' } as const;
      const declared = {
        hosts: integer({ label, max: 20, step: 5, migrate: migrating }),
        rate: decimal({ label, max: 9, step: 0.25, migrate: migrating }),
      };
      await become(specimen(declared));
      expect(await rows('hosts, rate')).toEqual([
        { hosts: 20, rate: '9.00' },
        { hosts: 10, rate: '0.00' },
      ]);
      const { hosts, rate } = declared;
      expect(
        (await planned(specimen({ hosts: { ...hosts, migrate: {} }, rate: { ...rate, step: 0.5 } }))).refusals,
      ).toEqual([]);
      expect((await planned(specimen({ hosts: integer({ label, max: 20, step: 4 }), rate }))).refusals).toEqual([
        expect.stringContaining('specimen.hosts has narrower limits than before, and rows may lie outside'),
      ]);
      await become(specimen({ hosts: integer({ label, max: 20 }), rate: decimal({ label, max: 9, step: 0.05 }) }));
    });

    it('names the records that do not fit, and changes nothing until they do', async () => {
      await insert('name, place, hosts', "'three', 'far away', 9");
      const limits = { max: 5, migrate: { narrowed: 'stop' } } as const;
      const narrow = specimen({ hosts: integer({ label, ...limits }), place: text({ label, ...limits }) });
      const tried = () => planned(narrow).then((plan) => migrate(database, after(history, plan)));
      const refusalOf = (what: string) =>
        `specimen.${what}, but these records (deleted ones too, the first 20) are outside: 3. Change them and start again`;
      await expect(tried()).rejects.toThrow(refusalOf('hosts is limited to 0 to 5'));
      expect(await rows('hosts')).toEqual([{ hosts: 5 }, { hosts: null }, { hosts: 9 }]);
      await database.executeSql('update specimen set hosts = 5 where id = 3');
      await expect(tried()).rejects.toThrow(refusalOf('place is limited to 0 to 5 characters'));
      await database.executeSql("update specimen set place = 'there' where id = 3");
      await become(narrow);
      const least = text({ label, min: 5, max: 5, migrate: { narrowed: 'nearest' } });
      const longer = await planned(specimen({ hosts: integer({ label, ...limits }), place: least }));
      await expect(migrate(database, after(history, longer))).rejects.toThrow('are outside: 1. Change them');
    });

    it('adds decimals and days, and gives a decimal more digits with its limits', async () => {
      const narrow = {
        rate: decimal({ label, precision: 4, min: -1, max: 9.5, default: '1.5' }),
        due_on: date({ label }),
      };
      await become(specimen(narrow));
      expect(await rows('rate, due_on')).toEqual([
        { rate: '1.50', due_on: null },
        { rate: '1.50', due_on: null },
      ]);
      await insert('name, rate, due_on', "'three', -0.75, '1904-02-29'");
      await become(specimen({ ...narrow, rate: decimal({ label, precision: 6, scale: 3, min: -1, max: 9.75 }) }));
      expect(await rows('rate, due_on')).toContainEqual({ rate: '-0.750', due_on: '1904-02-29' });
      await expect(insert('name, rate', "'four', 9.76")).rejects.toThrow('specimen_rate_check');
      const fewer = await planned(specimen({ ...narrow, rate: decimal({ label, precision: 6, scale: 1 }) }));
      expect(fewer.refusals.join()).toMatch(/would change its type from numeric\(6,3\) to numeric\(6,1\)/);
      const lower = await planned(specimen({ ...narrow, rate: decimal({ label, precision: 6, scale: 3, max: 9.5 }) }));
      expect(lower.refusals.join()).toMatch(/has narrower limits than before/);
    });

    it('numbers the rows that are there in the order of their ids, and goes on from there', async () => {
      await database.executeSql("update specimen set state = 8, deleted_at = now() where name = 'one'");
      await become(specimen({ number: serial('T-{000}', { label }) }));
      await insert('name', "'three'");
      expect(await rows('name, number')).toEqual([
        { name: 'one', number: 'T-001' },
        { name: 'two', number: 'T-002' },
        { name: 'three', number: 'T-003' },
      ]);
      await expect(insert('name, number', "'four', 't-003'")).rejects.toThrow('specimen_number_key');
      const { number: _, ...rest } = { number: 0, ...without('number') };
      await become(specimen({ ...rest, ticket: serial('N{0}', { label, migrate: { renamedFrom: 'number' } }) }));
      await database.executeSql("select setval('specimen_ticket_seq', 999)");
      await insert('name', "'five'");
      expect((await rows('ticket')).map(({ ticket }) => ticket)).toEqual(['T-001', 'T-002', 'T-003', 'N1000']);
      await become(specimen({ ticket: text({ label }) }));
      await expect(database.executeSql('select 1 from specimen_ticket_seq')).rejects.toThrow('specimen_ticket_seq');
      const back = await planned(specimen({ ticket: serial('N{0}', { label }) }));
      expect(back.refusals).toEqual([
        'specimen.ticket becomes a serial number, and rows have other values; write that migration yourself',
      ]);
    });

    it('adds filters, sorts and what is unique, and takes back what is unique', async () => {
      const { list: shown } = first;
      const change = {
        unique: [['name', 'state']],
        list: { ...shown, filters: ['state', 'place'], sortable: ['hosts'] },
      };
      const sql = await become(specimen({ name: text({ label, required: true }) }, change));
      expect(sql).toMatch(/create index concurrently if not exists "specimen_hosts_idx"[\s\S]* "specimen_place_idx"/);
      await insert('name, state, place, hosts', "'one', 0, 'here', 5");
      await expect(insert('name, state', "'one', 0")).rejects.toThrow('specimen_name__state_key');
    });

    it('tells texts of a group apart whatever their case, and letter by letter where it says so', async () => {
      await expect(insert('name, place, hosts', "'three', 'HERE', 5")).rejects.toThrow('specimen_place__hosts_key');
      await become(specimen({ place: text({ label, exact: true }) }));
      await insert('name, place, hosts', "'three', 'HERE', 5");
      const plan = await planned(specimen());
      await expect(migrate(database, after(history, plan))).rejects.toThrow('specimen_place__hosts_key');
    });

    it('keeps a value from coming again for ever, and takes that back', async () => {
      const sql = await become(specimen({ name: text({ label, required: true, readOnly: true, unique: 'ever' }) }));
      expect(sql).toContain('"specimen_name_key" on "specimen" (folded("name"));');
      await database.executeSql("update specimen set deleted_at = now() where name = 'one'");
      await expect(insert('name', "'One'")).rejects.toThrow('specimen_name_key');
      await become(specimen({ name: text({ label, required: true }) }));
      await insert('name', "'One'");
    });

    it('counts what is there and what is written by its summaries, and makes them anew when they change', async () => {
      const summed = { hosts: integer({ label, default: 0 }) };
      const list = (summaries: object[]) => ({ list: { ...first.list, summaries } as never, unique: [] });
      const rowsOf = async (table: string) =>
        (await database.executeSql(`select * from ${table} order by 1, 2`)).rows.map(({ _folded, ...row }) =>
          Object.values(row).map(Number),
        );
      const table = 'specimen_summary__state';
      await become(specimen(summed, list([{ by: ['state'] }])));
      expect(await rowsOf(table)).toEqual([
        [0, 1],
        [1, 1],
      ]);
      await become(specimen(summed, list([{ by: ['state'], sums: ['hosts'] }, { by: ['product_id'] }])));
      expect(await rowsOf(table)).toEqual([
        [0, 1, 0],
        [1, 1, 5],
      ]);
      await insert('name, state, hosts', "'three', 8, 2");
      expect((await rowsOf(table)).at(-1)).toEqual([8, 1, 2]);
      const renamed = {
        stage: choice(states, { label, default: 0, migrate: { renamedFrom: 'state' } }),
        ...without('state'),
      };
      const staged = { ...first.list, filters: ['stage'], summaries: [{ by: ['stage'] }] } as never;
      await become(specimen({ ...summed, ...renamed }, { unique: [], list: staged }));
      await database.executeSql("update specimen set deleted_at = now() where name = 'three'");
      expect(await rowsOf('specimen_summary__stage')).toEqual([
        [0, 1],
        [1, 1],
        [8, -1],
        [8, 1],
      ]);
      const sample = { name: 'sample', migrate: { renamedFrom: 'specimen' }, unique: [] };
      await become(specimen({ ...summed, ...renamed }, { ...sample, list: staged }));
      await database.executeSql("update sample set stage = 1 where name = 'two'");
      expect(await rowsOf('sample_summary__stage')).toEqual([
        [0, -1],
        [0, 1],
        [1, 1],
        [1, 1],
      ]);
      await expect(rowsOf('specimen_summary__stage')).rejects.toThrow('does not exist');
      await become(specimen({ ...summed, ...renamed }, { ...sample, list: { ...first.list, filters: ['stage'] } }));
      await expect(rowsOf('sample_summary__stage')).rejects.toThrow('does not exist');
    });

    it('stores what rows are told by behind a reference, of those that are there and from then on, until it is left out', async () => {
      const scoped = (reference: string, field: string, storedScope?: true) => ({
        unique: [],
        list: { ...first.list, filters: [] },
        access: {
          list: ['SuperAdmin', 'SalesMan'],
          rows: { SuperAdmin: everything, SalesMan: { [reference]: { [field]: me('id') } } },
          ...(storedScope && { storedScope }),
        } as const,
      });
      const enterprise_id = reference('enterprise', { label });
      await become(specimen({ enterprise_id }, scoped('enterprise_id', 'sales_user_id')));
      await database.executeSql(`insert into users (id, name, nick_name, role_id)
          select n, 'user ' || n, 'user', 3 from generate_series(91, 93) n on conflict do nothing;
        insert into enterprise (id, name, code, sales_user_id, creator_id) values (91, 'Ninety-one', 'NO', 91, 93)
          on conflict (id) do update set sales_user_id = 91;
        update specimen set enterprise_id = 91, deleted_at = case when name = 'two' then now() end`);
      const written = await become(specimen({ enterprise_id }, scoped('enterprise_id', 'sales_user_id', true)));
      expect(written).toContain('update "specimen" set "enterprise_id" = "enterprise_id";');
      const stored = async (column = '_enterprise_id__sales_user_id', table = 'specimen') =>
        (await database.executeSql(`select ${column} as is from ${table} order by id`)).rows.map((row) => row['is']);
      expect(await stored()).toEqual([91, 91]);
      await insert('name, enterprise_id', "'three', 91), ('four', null");
      await database.executeSql('update enterprise set sales_user_id = 92 where id = 91');
      await database.executeSql("update specimen set enterprise_id = 91 where name = 'four'");
      expect(await stored()).toEqual([92, 92, 92, 92]);

      const renamed = { firm_id: reference('enterprise', { label, migrate: { renamedFrom: 'enterprise_id' } }) };
      const sample = { name: 'sample', migrate: { renamedFrom: 'specimen' }, ...scoped('firm_id', 'creator_id', true) };
      await become(specimen(renamed, sample));
      expect(await stored('_firm_id__creator_id', 'sample')).toEqual([93, 93, 93, 93]);
      await database.executeSql('update enterprise set creator_id = 91, sales_user_id = 91 where id = 91');
      expect(await stored('_firm_id__creator_id', 'sample')).toEqual([91, 91, 91, 91]);
      await become(specimen(renamed, { ...sample, ...scoped('firm_id', 'creator_id') }));
      await expect(stored('_firm_id__creator_id', 'sample')).rejects.toThrow('does not exist');
      await database.executeSql('update enterprise set creator_id = 92 where id = 91');
    });

    it('changes nothing when two rows have what shall be unique', async () => {
      await insert('name, state', "'three', 1");
      const plan = await planned(specimen({ state: choice(states, { label, default: 0, unique: true }) }));
      await expect(migrate(database, after(history, plan))).rejects.toThrow('specimen_state_key');
      expect(await rows('state')).toEqual([{ state: 1 }, { state: 0 }, { state: 1 }]);
    });
  },
);

const byUnfit =
  "and rows may lie outside; declare what those get: `migrate: { narrowed: 'nearest' }`, `{ narrowed: { to: … } }`, or `{ narrowed: 'stop' }` to list them";

describe('the migration of a declaration', () => {
  it('is the table of a new entity, and nothing when they agree', async () => {
    const entity = specimen();
    const { files } = await planMigrations(entity.contract, [entity]);
    expect(files.map(({ name }) => name)).toEqual(['specimen']);
    expect(files[0]?.text).toContain('create table "specimen"');
    expect(await planned(specimen())).toEqual({ sql: '', online: '', after: '', refusals: [] });
  });

  it.each<[string, Entity, string]>([
    [
      'a field that is gone',
      specimen(without('hosts'), { unique: [] }),
      "specimen.hosts is in the table but not declared, and no column is dropped with its values; add `migrate: { renamedFrom: 'hosts' }` to the field that it became, or `migrate: { removed: ['hosts'] }` to the entity to retire it",
    ],
    [
      'another type',
      specimen({ hosts: text({ label }) }),
      'specimen.hosts would change its type from integer to text; write that migration yourself',
    ],
    [
      'a choice that is gone',
      specimen({ state: choice(states.slice(0, 2), { label, default: 0 }) }),
      'specimen.state loses the choice 8, and rows may hold it; declare its replacement: `migrate: { choices: { 8: … } }`',
    ],
    [
      'narrower limits',
      specimen({ hosts: integer({ label, min: 1, max: 10 }) }),
      `specimen.hosts has narrower limits than before, ${byUnfit}`,
    ],
    [
      'a lower limit above',
      specimen({ hosts: integer({ label, max: 9 }) }),
      `specimen.hosts has narrower limits than before, ${byUnfit}`,
    ],
    [
      'a shorter text',
      specimen({ place: text({ label, max: 60 }) }),
      `specimen.place has narrower limits than before, ${byUnfit}`,
    ],
    [
      'a longer least text',
      specimen({ name: text({ label, required: true, unique: true, min: 2 }) }),
      `specimen.name has narrower limits than before, ${byUnfit}`,
    ],
    [
      'a kind of text of another form',
      specimen({ place: phone({ label }) }),
      'specimen.place has another form than before (line, now phone), and rows may hold such values; write that migration yourself',
    ],
    [
      'choices in place of numbers',
      specimen({ hosts: choice(states, { label }) }),
      'specimen.hosts accepts other values than before, and rows may hold such values; write that migration yourself',
    ],
    [
      'choices in place of a text',
      specimen({ place: choice([{ id: 'here', label }], { label }) }),
      'specimen.place gets a check that rows may violate; write that migration yourself',
    ],
    [
      'a required field without a default',
      specimen({ place: text({ label, required: true }) }),
      'specimen.place becomes required, and some rows may have no value; declare their value: `migrate: { backfill: … }`, or a default for new rows as well',
    ],
    [
      'a new required field without a default',
      specimen({ serial: text({ label, required: true }) }),
      'specimen.serial is required, and existing rows would have no value; declare their value: `migrate: { backfill: … }`, or a default for new rows as well',
    ],
  ])('is refused for %s', async (_, entity, sentence) => {
    expect(await planned(entity)).toEqual({ sql: '', online: '', after: '', refusals: [sentence] });
  });

  it('says of a new table that there was none to be renamed', async () => {
    const plan = await planned(specimen({}, { name: 'sample', migrate: { renamedFrom: 'simple' } }));
    expect(plan.sql).toMatch(/^-- There is no table "simple" that could be renamed.*\ncreate table "sample"/);
  });

  it('is refused with a sentence for each change', async () => {
    const entity = specimen({ ...without('place'), hosts: text({ label }) }, { unique: [] });
    expect((await planned(entity)).refusals).toHaveLength(2);
  });

  it('is refused while an entity that it points to has no table, and follows it when both are written', async () => {
    const named: Record<string, Field> = { name: text({ label }) };
    const claim = defineEntity({ ...first, name: 'claim', fields: named, unique: [] });
    const entity = specimen({ claim_id: reference('claim', { label }), self_id: reference('specimen', { label }) });
    const contract = contractWith({ specimen: entity, claim });
    const both = [contract.entity('specimen'), contract.entity('claim')];
    expect((await planEntity(empty, both[0] as Entity)).refusals).toEqual([
      'specimen.claim_id refers to claim, which has no table yet; write its migration first',
    ]);
    const { files } = await planMigrations(contract, both);
    const last = readMigrations().at(-1)?.version ?? 0;
    expect(files.map(({ version, name }) => [version - last, name])).toEqual([
      [1, 'claim'],
      [2, 'specimen'],
    ]);
  });

  it('is refused with a way out while two new entities refer to each other, and a third to one of them', async () => {
    const named = (fields: Record<string, Field>, name: string) => defineEntity({ ...first, name, fields, unique: [] });
    const name = text({ label });
    const contract = contractWith({
      specimen: specimen({ claim_id: reference('claim', { label, required: true }) }),
      claim: named({ name, specimen_id: reference('specimen', { label }) }, 'claim'),
      remark: named({ name, claim_id: reference('claim', { label }) }, 'remark'),
    });
    const all = ['specimen', 'claim', 'remark'].map((one) => contract.entity(one));
    const cure =
      'and neither has a table yet; leave a reference that may be empty out, write the migrations, then add it and write them again';
    expect(await planMigrations(contract, all)).toEqual({
      files: [],
      refusals: [
        `specimen.claim_id refers to claim, which refers back to specimen, ${cure}`,
        `claim.specimen_id refers to specimen, which refers back to claim, ${cure}`,
      ],
    });
  });
});

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assignment } from '../../contract/entities/assignment.ts';
import { contract } from '../../contract/index.ts';
import { everything } from '../../contract/schema/access.ts';
import { defineEntity, type Entity } from '../../contract/schema/entity.ts';
import { choice, list, longText, text } from '../../contract/schema/field/field.ts';
import { createSecrets } from '../../server/core/secrets.ts';
import { transaction } from '../../server/db/connection.ts';
import { tableSql } from '../../server/db/schema/ddl.ts';
import { decryptField } from '../../server/db/write/encryptedColumns.ts';
import { insert, patch, patchAll, removeAll, removeRow } from '../../server/db/write/store.ts';
import {
  allocationBody,
  approvedOrder,
  type Cast,
  effectiveProject,
  issuedLicence,
  placeOrder,
  startCast,
} from '../support/cast.ts';
import { inContract } from '../support/contractWith.ts';
import { eitherEngine, forEachEngine } from '../support/database.ts';
import { ok, startProduct, type TestProduct } from '../support/product.ts';

const label = { en: 'Word', zh: '词' };
const secrets = createSecrets('a secret key for tests alone');
const states = [0, 1].map((id) => ({ id, label }));

const specimen = (words = label): Entity =>
  inContract(
    defineEntity({
      name: 'specimen',
      label: words,
      title: 'name',
      fields: {
        name: text({ label, required: true }),
        tags: list(text({ label }), { label }),
        state: choice(states, { label, default: 0, readOnly: true }),
        pin: text({ label: words, encrypted: true }),
        remark: longText({ label }),
      },
      access: { list: ['SuperAdmin'], rows: { SuperAdmin: everything } },
      lifecycle: { field: 'state', transitions: { close: { from: [0], to: 1, roles: ['SuperAdmin'], label } } },
      list: { columns: ['name', 'remark'], sort: '-created_at' },
    }),
  );

interface Row {
  id: number;
  name: string;
  state: number;
  pin: string | null;
  version: number;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

forEachEngine('the store', (engine) => {
  let product: TestProduct;
  const now = new Date('2026-03-01T10:00:00Z');
  const later = new Date('2026-03-02T10:00:00Z');
  const write = <T>(work: (writer: Parameters<typeof insert>[0]) => Promise<T>, at = now): Promise<T> =>
    transaction(product.database, (trx) =>
      work({ contract, trx, now: at, secrets, caller: { id: 1, behalf_id: null } }),
    );
  const read = async (id: number): Promise<Row> => {
    const { rows } = await sql<Row>`select * from specimen where id = ${id}`.execute(product.database.db);
    return rows[0] as Row;
  };
  const published = (id: number) =>
    product.database.db
      .selectFrom('audit')
      .select(['action', 'actor_id', 'before', 'after'])
      .where('entity', '=', 'specimen')
      .where('entity_id', '=', id)
      .orderBy('id')
      .execute();

  beforeAll(async () => {
    product = await startProduct(engine);
    await product.database.executeSql(tableSql(specimen()));
  });
  afterAll(() => product.close());

  it('keeps times, version and the audit with its actor, whatever is written', async () => {
    const made = await write((writer) =>
      insert(writer, specimen(), { name: 'one', tags: ['a'], strange: 1 }, { action: 'create' }),
    );
    expect(made).toMatchObject({ name: 'one', tags: ['a'], state: 0, version: 1, created_at: now, updated_at: now });
    await write((writer) => patch(writer, specimen(), made, { name: 'two', tags: ['a'] }, { action: 'update' }), later);
    expect(await read(made.id)).toMatchObject({ name: 'two', version: 2, created_at: now, updated_at: later });
    await write((writer) => patch(writer, specimen(), made, { state: 1 }, { action: 'close' }), later);
    await write((writer) => removeRow(writer, specimen(), made), later);
    expect(await read(made.id)).toMatchObject({ state: 1, version: 4, deleted_at: later });
    expect(await published(made.id)).toMatchObject([
      { action: 'create', actor_id: 1, after: { name: 'one', tags: ['a'] } },
      { action: 'update', actor_id: 1, before: { name: 'one' }, after: { name: 'two' } },
      { action: 'close', actor_id: 1, before: { state: 0 }, after: { state: 1 } },
      { action: 'remove', actor_id: 1 },
    ]);
  });

  it('holds the longest text in a column of its list', async () => {
    const remark = Array.from({ length: 2000 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000))).join(
      '',
    );
    const made = await write((writer) => insert(writer, specimen(), { name: 'long', remark }));
    expect(made['remark']).toBe(remark);
  });

  it('changes and deletes many, and leaves the deleted alone', async () => {
    const made = await Promise.all(
      ['x', 'y', 'z'].map((name) => write((writer) => insert(writer, specimen(), { name }))),
    );
    const ids = made.map((one) => one.id);
    const some = sql<boolean>`id = any(${ids.slice(0, 2)})`;
    expect((await write((writer) => removeAll(writer, specimen(), sql`id = ${ids[0]}`), later)).sort()).toEqual([
      ids[0],
    ]);
    expect(await write((writer) => patchAll(writer, specimen(), some, { name: 'many' }), later)).toEqual([ids[1]]);
    const rows = await Promise.all(ids.map(read));
    expect(rows.map(({ name, version }) => [name, version])).toEqual([
      ['x', 2],
      ['many', 2],
      ['z', 1],
    ]);
  });

  it('seals what is declared so, to the row and to no label, and tells it to nobody', async () => {
    const [a, b] = await Promise.all(
      ['1234', '5678'].map((pin) =>
        write((writer) => insert(writer, specimen(), { name: 'sealed', pin }, { action: 'create' })),
      ),
    );
    if (!a || !b) throw new Error('nothing was made');
    await write((writer) => patch(writer, specimen(), a, { pin: '4321' }, { action: 'update' }));
    const [first, second] = [await read(a.id), await read(b.id)];
    expect(`${first.pin} ${second.pin}`).not.toMatch(/4321|5678/);
    const reworded = specimen({ en: 'Other word', zh: '别的词' });
    expect(decryptField(secrets, reworded, 'pin', first)).toBe('4321');
    expect(decryptField(secrets, reworded, 'pin', second)).toBe('5678');
    expect(() => decryptField(secrets, reworded, 'pin', { ...first, id: b.id } as Row)).toThrow();
    expect(JSON.stringify(await published(a.id))).not.toMatch(/1234|4321/);
    await write((writer) => patch(writer, specimen(), a, { pin: null }));
    expect(decryptField(secrets, reworded, 'pin', await read(a.id))).toBeNull();
  });
});

describe('what an earlier build sealed', () => {
  it('still opens', () => {
    const row = {
      id: 7,
      lic_secret: 'v1.Uv-BhJZlIvgUg-ND.WpS09muBt7uUgWLBHrfIj8BeeZAuyfTWIwnGVg.8Cyb3co0F1EpIRkNCdn_EQ',
      failback_secret: 'v1.3JwhBkvqxmyyb4qp.fw0LpiInaQbG-1pNST5tVgstwIWLTz84YvX9zZ0.1WzHA7S9pESH6E4EkYetBQ',
    };
    expect(decryptField(secrets, assignment, 'lic_secret', row)).toBe('eyJhbGciOiJFUzI1NiJ9.licence');
    expect(decryptField(secrets, assignment, 'failback_secret', row)).toBe('eyJhbGciOiJFUzI1NiJ9.failback');
    expect(() => decryptField(secrets, assignment, 'lic_secret', { ...row, id: 8 })).toThrow();
  });
});

/** Columns whose writes do not count as a change of the record. */
const notes = ['seen_at', 'language'];

describe('every effect', () => {
  let cast: Cast;
  beforeAll(async () => {
    cast = await startCast(eitherEngine);
    // From here on, a write that bypasses the store fails.
    await cast.database.executeSql(`create function test_store() returns trigger language plpgsql as $$ begin
      if new.version = old.version and to_jsonb(new) - '{${notes}}'::text[] <> to_jsonb(old) - '{${notes}}'::text[]
      then raise exception '% is written without its version', tg_table_name; end if; return new; end $$;
      ${contract.entities.map(({ table }) => `create trigger test_store before update on ${table} for each row execute function test_store();`).join('\n')}`);
  });
  afterAll(() => cast.close());

  it('counts its writes: an order, its licences, mails, messages, applications, subscriptions, sessions', async () => {
    const order = await approvedOrder(cast, 9);
    const cancelled = await placeOrder(cast, 1);
    await ok(cast.customer.post(`/v1/order/${cancelled}`, { status: 8 }));
    await ok(cast.operations.post(`/v1/product/${cast.productId}`, { unit: 'TB' }));
    await ok(cast.operations.post('/v1/product/license', { product_id: cast.productId, metering: 'value' }));
    const { items } = await ok(allocationBody(cast, order, 2, { mails: { project_mail: 'a@b.example' } }));
    const licence = await issuedLicence(cast, items[0].id);
    expect(licence.status).toBe(1);
    const mail = { type: 'assignment', id: licence.id, mail_type: 'project_mail', address: 'c@d.example' };
    await ok(cast.customer.post('/v1/mail', { ...mail, send_flag: 'standard' }));
    await ok(cast.customer.post('/v1/mail/custom', { ...mail, mail_type: undefined, send_flag: 'standard' }));
    const other = await effectiveProject(cast.customer, cast.productId, 'KEY-2');
    const filed = await ok(cast.admin.post('/v1/allocation', { project_id: other, hosts: 1 }));
    await ok(cast.customer.post(`/v1/allocation/approve/${filed.id}`, { status: 9, comment: 'no' }));
    await ok(cast.customer.post('/v1/notification/update/all'));
    await ok(cast.customer.post('/v1/notification/delete/all'));
    const subscribed = { company: 'Harbour', contact_man: 'An', contact_mail: 'an@harbour.example', hosts: 5 };
    await ok(cast.request('POST', '/v1/subscription', { body: subscribed }));
    const { items: wished } = await ok(cast.operations.get('/v1/subscription/temp/list'));
    const active = { id: wished[0].id, status: 1, enterprise_id: cast.enterprise, product_id: cast.productId };
    await ok(cast.operations.post('/v1/subscription/temp/update_status', active));
    await ok(cast.otherCustomer.post('/v1/auth/logout'));
  });
});

describe('the arrows', () => {
  it('let nothing but the store write a declared table', () => {
    const tree = mkdtempSync(join(tmpdir(), 'licence-store-'));
    for (const folder of ['contract', 'src', 'server', 'scripts'])
      cpSync(folder, join(tree, folder), { recursive: true });
    mkdirSync(join(tree, 'server/domain'), { recursive: true });
    const check = () =>
      execFileSync(process.execPath, ['scripts/check-arrows.mjs'], { cwd: tree, encoding: 'utf8', stdio: 'pipe' });
    expect(check()).toContain('0 findings');
    const past = [
      "db.updateTable('orders')",
      "db.insertInto('mail')",
      'sql`update users set name = 1`',
      'sql`insert into audit values (1)`',
    ];
    for (const statement of past) {
      writeFileSync(join(tree, 'server/domain/past.ts'), `export const past = (db: never) => ${statement};\n`);
      expect(check).toThrow(/server\/domain\/past.ts must write \w+ by server\/db\/write\/store.ts/);
    }
    // Nor does anything but their doors know of the stored sums and scopes of large tables.
    for (const inner of [
      'db/summary/summaryTables.ts',
      'db/summary/storedScopes.ts',
      'resource/compile/storedScopeRule.ts',
    ]) {
      writeFileSync(join(tree, 'server/domain/past.ts'), `import '../${inner}';\n`);
      expect(check).toThrow(`server/domain/past.ts must not import server/${inner}`);
    }
    rmSync(tree, { recursive: true, force: true });
  });
});

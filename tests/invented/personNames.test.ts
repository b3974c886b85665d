import { afterAll, beforeAll, expect, it } from 'vitest';
import { everything, me } from '../../contract/schema/access.ts';
import { defineEntity } from '../../contract/schema/entity.ts';
import { list, reference, text } from '../../contract/schema/field/field.ts';
import { addTables } from '../support/addTables.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { contractWith } from '../support/contractWith.ts';
import { forEachEngine } from '../support/database.ts';
import { ok, password } from '../support/product.ts';

/** An errand whose notices name persons by references that say nothing about them. */
const errand = defineEntity({
  name: 'errand',
  label: { en: 'Errand', zh: '任务' },
  title: 'name',
  fields: {
    name: text({ label: { en: 'Name', zh: '名称' }, required: true, max: 40 }),
    owner_id: reference('user', { label: { en: 'Owner', zh: '负责人' }, required: true }),
    helpers: list(reference('user', { label: { en: 'Helper', zh: '协助人' } }), {
      label: { en: 'Helpers', zh: '协助人' },
    }),
    author_id: reference('user', { label: { en: 'Author', zh: '创建人' }, readOnly: true, default: me('id') }),
  },
  access: {
    SuperAdmin: [everything, 'list create edit'],
    GeneralAdmin: [everything, 'list'],
  },
  notices: {
    create: {
      to: { role: 'GeneralAdmin' },
      text: {
        en: '{name}: {owner_id} with {helpers}, written by {author}',
        zh: '{name}：{owner_id}、{helpers}，创建人 {author}',
      },
      mail: { to: { role: 'GeneralAdmin' }, text: { en: 'Ask {owner}', zh: '请联系 {owner}' } },
    },
  },
  import: { fields: ['name', 'owner_id'] },
  list: { columns: ['name', 'owner_id', 'author_id'], search: ['name'], groups: ['owner_id'] },
});

const contract = contractWith({ errand });

forEachEngine('the names of persons', (engine) => {
  let cast: Cast;
  const persons: number[] = [];
  beforeAll(async () => {
    cast = await startCast(engine, async (database) => {
      await addTables(database, contract);
      return { contract, withoutClock: true };
    });
    for (const [name, nick_name] of [
      ['lin.yue', 'Lin Yue'],
      ['chen.bo', 'Chen Bo'],
    ]) {
      const body = { name, nick_name, role_id: 3, password };
      persons.push((await ok(cast.admin.post('/v1/user', body))).id);
    }
    await cast.database.executeSql(
      `update users set params = '{"liaison_mail": "desk@vendor.example"}' where name = 'operations'`,
    );
    await cast.database.executeSql(`update users set nick_name = 'The Boss' where name = 'admin'`);
  }, 120_000);
  afterAll(() => cast.close());

  it('are their display names in exports, as in lists, and an import finds them', async () => {
    const [owner_id, helper] = persons;
    const { id } = await ok(cast.admin.post('/v1/errand', { name: 'Post', owner_id, helpers: [helper] }));
    const exported = String((await cast.admin.get('/v1/errand/export?search=Post&sort=id')).body);
    expect(exported).toContain('Lin Yue');
    expect(exported).toContain('The Boss');
    expect(exported).not.toContain('lin.yue');
    const send = (columns: string[], rows: string[][], more: object = {}) =>
      cast.admin.post('/v1/errand/import', { columns, rows, ...more });
    const fields = (answer: Awaited<ReturnType<typeof send>>) =>
      answer.body.mistakes?.map(({ field }: { field: string }) => field) ?? answer.body;
    const asNew = ['name', 'owner_id'];
    const made = await send(asNew, [
      ['One', 'Lin Yue'],
      ['Two', 'LIN.YUE'],
    ]);
    expect(made.body).toMatchObject({ created: 2 });
    const again = () => send(['id', ...asNew], [[String(id), 'Post', 'Lin Yue']], { key: 'id' });
    const same = await again();
    expect(same.body.counts).toMatchObject({ same: 1, changed: 0 });
    // Of two people with one name, the file says neither.
    await cast.database.executeSql(`update users set nick_name = 'Lin Yue' where name = 'chen.bo'`);
    expect(fields(await send(asNew, [['Three', 'Lin Yue']]))).toEqual(['owner_id']);
    const unchanged = await again();
    expect(unchanged.body.counts).toMatchObject({ same: 1, wrong: 0 });
    await cast.database.executeSql(`update users set nick_name = 'Chen Bo' where name = 'chen.bo'`);
  });

  it('are their display names in notices, their mails and groups, as in lists', async () => {
    const [owner_id, helper] = persons;
    await ok(cast.admin.post('/v1/errand', { name: 'Call', owner_id, helpers: [helper] }));
    const { items } = await ok(cast.operations.get('/v1/notification/list'));
    expect(items.map((one: { notice_title: string }) => one.notice_title)).toContain(
      'Call: Lin Yue with Chen Bo, written by The Boss',
    );
    await expect.poll(() => cast.mails.find(({ to }) => to === 'desk@vendor.example')?.text).toContain('Ask Lin Yue');
    const totals = await ok(cast.admin.get('/v1/errand/totals?group_by=owner_id'));
    expect(JSON.stringify(totals)).toContain('Lin Yue');
  });
});

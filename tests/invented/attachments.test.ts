import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allScopes } from '../../contract/access/scopes.ts';
import { findMistakes } from '../../contract/checks/index.ts';
import { allEventTypes } from '../../contract/events/eventTypes.ts';
import { registry } from '../../contract/index.ts';
import { makeNarrowed } from '../../contract/narrowing/narrowContract.ts';
import { childSections } from '../../contract/relations/embeddedLists.ts';
import { everything, hasRight, roles } from '../../contract/schema/access.ts';
import { type Contract, defineEntity } from '../../contract/schema/entity.ts';
import { text } from '../../contract/schema/field/field.ts';
import { explainEntity } from '../../server/resource/read/explain.ts';
import { addTables } from '../support/addTables.ts';
import { type Cast, placeOrder, startCast } from '../support/cast.ts';
import { documentOf } from '../support/conformance.ts';
import { pdf } from '../support/contents.ts';
import { contractWith } from '../support/contractWith.ts';
import { eitherEngine } from '../support/database.ts';
import { type Answer, type Client, ok, password } from '../support/product.ts';
import { tableDifferences } from '../support/tableDifferences.ts';

/** Entities of the product with the words: for everybody who reads the record, and for some of them. */
const contract = contractWith({
  project: {
    ...registry.project,
    comments: true,
    files: true,
    notices: {
      ...registry.project.notices,
      commented: {
        added: 'comments',
        to: [{ role: 'Enterprise', of: 'enterprise_id' }, 'enterprise.sales_user_id'],
        text: { en: '{author} on {name}: {comment}', zh: '{author} 评论了 {name}：{comment}' },
      },
      filed: {
        added: 'files',
        to: 'enterprise.sales_user_id',
        text: { en: '{name} has {file}', zh: '{name} 新增 {file}' },
      },
    },
  },
  order: { ...registry.order, comments: ['SuperAdmin', 'GeneralAdmin'] },
});

let cast: Cast;
beforeAll(async () => {
  cast = await startCast(eitherEngine, { contract });
  await addTables(cast.database, contract);
}, 120_000);
afterAll(() => cast.close());

const refused = ({ status, body }: Answer) => [status, Object.keys(body.error?.fields ?? {})];
const comment = async (client: Client, body: string): Promise<number> =>
  (await ok(client.post('/v1/project_comment', { project_id: cast.project, body }))).id;
const comments = async (client: Client, entity = 'project_comment') =>
  (await ok(client.get(`/v1/${entity}/list?is_paginate=false`))).items.map((one: { body: string }) => one.body);
const upload = async (client: Client, field = 'file'): Promise<Answer> => {
  const response = await cast.app.request(`/v1/project_file/upload/${field}?name=plan.pdf`, {
    method: 'POST',
    headers: { authorization: client.key, 'content-type': 'application/pdf' },
    body: new Uint8Array(pdf),
  });
  return { status: response.status, body: await response.json(), headers: response.headers };
};
const attach = async (client: Client, name: string): Promise<{ id: number; file: { id: string } }> => {
  const file = (await upload(client)).body;
  return ok(client.post('/v1/project_file', { project_id: cast.project, name, file: { id: file.id } }));
};

describe('comments and files of entities of the product (issue 37, section 6)', () => {
  it('are entities without a mistake, and their tables are as declared', async () => {
    expect(findMistakes(contract)).toEqual([]);
    const added = contract.entities.filter(({ addedBy }) => addedBy !== undefined);
    expect(added.map(({ name }) => name)).toEqual(['project_comment', 'project_file', 'order_comment']);
    expect(
      await tableDifferences(
        cast.database,
        contract,
        added.map(({ name }) => name),
      ),
    ).toEqual([]);
  });

  it('are read by exactly those who may get the record, in its rows', () => {
    for (const name of ['project', 'order'])
      for (const role of roles)
        expect(hasRight(contract.entity(`${name}_comment`).access, 'list', role)).toBe(
          hasRight(contract.entity(name).access, 'get', role),
        );
    expect(explainEntity(contract.entity('project_comment'), 'SalesMan')).toMatch(
      /create +sets body, project_id\n[\s\S]*project_id in \(select tr\.id from project as tr where \(tr\.enterprise_id in/,
    );
  });

  it('are seen by those who see the record, and by nobody else', async () => {
    const { customer, sales, operations, otherCustomer, otherSales } = cast;
    const id = await comment(customer, 'Please hurry');
    await comment(sales, 'On its way');
    for (const client of [customer, sales, operations])
      expect(await comments(client)).toEqual(['On its way', 'Please hurry']);
    for (const stranger of [otherCustomer, otherSales]) {
      expect(await comments(stranger)).toEqual([]);
      expect((await stranger.get(`/v1/project_comment/${id}`)).status).toBe(404);
      expect(refused(await stranger.post('/v1/project_comment', { project_id: cast.project, body: 'x' }))).toEqual([
        422,
        ['project_id'],
      ]);
    }
  });

  it('name their author, whom nobody chooses, and stay as they were written', async () => {
    const { customer, sales, admin } = cast;
    const id = await comment(customer, 'As it is');
    expect(await ok(sales.get(`/v1/project_comment/${id}`))).toMatchObject({
      body: 'As it is',
      author: { id: customer.id, nick_name: 'first' },
      project: { id: cast.project, name: 'Project KEY-1' },
    });
    const chosen = { project_id: cast.project, body: 'x', author_id: sales.id };
    expect(refused(await customer.post('/v1/project_comment', chosen))).toEqual([422, ['author_id']]);
    for (const client of [customer, admin])
      expect((await client.post(`/v1/project_comment/${id}`, { body: 'Otherwise' })).status).not.toBe(200);
    expect(refused(await customer.post('/v1/project_comment', { project_id: cast.project, body: ' ' }))).toEqual([
      422,
      ['body'],
    ]);
    expect((await ok(sales.get(`/v1/project_comment/${id}`))).body).toBe('As it is');
  });

  it('are deleted by those who may delete the record', async () => {
    const { customer, sales } = cast;
    const id = await comment(sales, 'A mistake');
    expect((await sales.delete(`/v1/project_comment/${id}`)).status).toBe(403);
    await ok(customer.delete(`/v1/project_comment/${id}`));
    expect(await comments(sales)).not.toContain('A mistake');
  });

  it('are read by all who see the record where only some roles write them', async () => {
    const { customer, sales, operations, otherCustomer } = cast;
    const order_id = await placeOrder(cast, 1);
    for (const client of [customer, sales])
      expect((await client.post('/v1/order_comment', { order_id, body: 'x' })).status).toBe(403);
    await ok(operations.post('/v1/order_comment', { order_id, body: 'Checked' }));
    expect(await comments(customer, 'order_comment')).toEqual(['Checked']);
    expect(await comments(sales, 'order_comment')).toEqual(['Checked']);
    expect(await comments(otherCustomer, 'order_comment')).toEqual([]);
  });

  it('are found below their record by a sub-user, whose rule leads through licences', async () => {
    const name = 'project.worker';
    const worker = { name, nick_name: name, role_id: 5, password, phone: '12345678' };
    const { id: sub_user_id } = await ok(cast.customer.post('/v1/user', worker));
    const client = await cast.login(name);
    expect(await comments(client)).toEqual([]);
    await ok(cast.customer.post(`/v1/project/${cast.project}`, { sub_user_id }));
    await comment(client, 'From below');
    expect(await comments(cast.sales)).toContain('From below');
  });

  it('are audited, exported, documented, and known to tokens and webhooks', async () => {
    const id = await comment(cast.customer, 'In the books');
    const { items } = await ok(cast.admin.get(`/v1/history/project_comment/${id}`));
    expect(items).toMatchObject([{ action: 'create' }]);
    expect((await cast.sales.get('/v1/project_comment/export')).body).toContain('In the books');
    const { paths } = documentOf(contract);
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining(['/v1/project_comment', '/v1/project_file/{id}', '/v1/order_comment/list']),
    );
    expect(allScopes(contract).map(({ scope }) => scope)).toContain('project_comment:create');
    expect(allEventTypes(contract).map(({ type }) => type)).toContain('project_comment.created');
  });

  it('are sent to those whom a notice names, with their author and their beginning, and lead to the record', async () => {
    const { customer, sales, operations, database, project } = cast;
    const noticesOf = async (client: Client) =>
      (await ok(client.get('/v1/notification/list?is_paginate=false'))).items.map(
        (one: { notice_title: string; record_id: number }) => [one.notice_title, one.record_id],
      );
    const { rows } = await database.executeSql(`select name from project where id = ${project}`);
    const name = String(rows[0]?.['name']);
    await comment(sales, `First line\nsecond ${'x'.repeat(300)}`);
    const [[title, record] = ['', 0]] = await noticesOf(customer);
    expect(title).toMatch(new RegExp(`^.+ on ${name}: First line second x+…$`));
    expect(title.length).toBeLessThan(260);
    expect(record).toBe(project);
    // The author gets no notice.
    expect((await noticesOf(sales)).flat().join()).not.toContain('First line');
    await attach(operations, 'Plan of the pier');
    expect((await noticesOf(sales)).flat()).toContain(`${name} has Plan of the pier`);
  });
});

describe('files of a record', () => {
  it('come down for those who see the record, with their author', async () => {
    const { customer, sales, otherCustomer, otherSales } = cast;
    const { id, file } = await attach(sales, 'Plan');
    const [found] = (await ok(customer.get('/v1/project_file/list?search=plan'))).items;
    expect(found).toMatchObject({
      name: 'Plan',
      file: { name: 'plan.pdf', size: pdf.length },
      author: { id: sales.id },
    });
    const path = `/v1/project_file/${id}/file/${file.id}`;
    const get = (client: Client) => cast.app.request(path, { headers: { authorization: client.key } });
    expect(Buffer.from(await (await get(customer)).arrayBuffer())).toEqual(pdf);
    for (const stranger of [otherCustomer, otherSales]) expect((await get(stranger)).status).toBe(404);
  });

  it('need a name and a file, and are deleted by those who may edit the record', async () => {
    const { customer, sales } = cast;
    expect(refused(await sales.post('/v1/project_file', { project_id: cast.project }))).toEqual([
      422,
      ['name', 'file'],
    ]);
    const { id } = await attach(sales, 'Wrong');
    expect((await sales.delete(`/v1/project_file/${id}`)).status).toBe(403);
    await ok(customer.delete(`/v1/project_file/${id}`));
    expect((await ok(sales.get('/v1/project_file/list?search=wrong'))).items).toEqual([]);
  });
});

/** Crates, or what they are called later, with comments. */
const crates = (name: string, migrate?: { readonly renamedFrom: string }): Contract => {
  const label = { en: 'Crate', zh: '箱子' };
  const crate = defineEntity({
    name,
    label,
    title: 'code',
    fields: { code: text({ label, required: true }) },
    access: { list: ['SuperAdmin'], create: ['SuperAdmin'], rows: { SuperAdmin: everything } },
    list: { columns: ['code'] },
    comments: true,
    ...(migrate && { migrate }),
  });
  return contractWith({ [name]: crate });
};

describe('a record with comments and files', () => {
  it('keeps its comments when its entity gets another name', async () => {
    const { database } = cast;
    await addTables(database, crates('crate'));
    await database.executeSql(`insert into crate (code) values ('C-1');
      insert into crate_comment (crate_id, body) select id, 'Heavy' from crate`);
    const renamed = crates('box', { renamedFrom: 'crate' });
    await addTables(database, renamed);
    const { rows } = await database.executeSql(
      'select b.code, c.body from box_comment c join box b on b.id = c.box_id',
    );
    expect(rows).toEqual([{ code: 'C-1', body: 'Heavy' }]);
    const added = renamed.entities.filter(({ name }) => name.startsWith('box'));
    expect(
      await tableDifferences(
        database,
        renamed,
        added.map(({ name }) => name),
      ),
    ).toEqual([]);
  });

  it('takes them along when it is deleted, and when it is restored', async () => {
    const { customer, sales, productId } = cast;
    const project = { name: 'Short', product_id: productId, license_key: 'KEY-9' };
    const { id } = await ok(customer.post('/v1/project', project));
    await ok(sales.post('/v1/project_comment', { project_id: id, body: 'Soon gone' }));
    await ok(customer.delete(`/v1/project/${id}`));
    expect(await comments(sales)).not.toContain('Soon gone');
    await ok(customer.post(`/v1/project/restore/${id}`));
    expect(await comments(sales)).toContain('Soon gone');
  });

  it('shows both below its page to every role that may get it', () => {
    const project = contract.entity('project');
    const titles = childSections(project, 'SalesMan').map(({ section: { label }, entity: { label: one } }) => [
      label,
      one,
    ]);
    expect(titles).toEqual([
      [
        { en: 'Comments', zh: '评论' },
        { en: 'Project comment', zh: '项目评论' },
      ],
      [
        { en: 'Files', zh: '文件' },
        { en: 'Project file', zh: '项目文件' },
      ],
    ]);
  });

  it('withholds them from people whose narrowed rights withhold the record', () => {
    const narrowed = (...withheld: string[]): Contract =>
      makeNarrowed(contract, { role: 'SalesMan', withheld: new Set(withheld) });
    const may = (of: Contract, right: 'list' | 'create') =>
      hasRight(of.entity('project_comment').access, right, 'SalesMan');
    expect([may(narrowed(), 'list'), may(narrowed(), 'create')]).toEqual([true, true]);
    expect([may(narrowed('project:read'), 'list'), may(narrowed('project:read'), 'create')]).toEqual([false, false]);
    const silent = narrowed('project_comment:create');
    expect([may(silent, 'list'), may(silent, 'create')]).toEqual([true, false]);
  });
});

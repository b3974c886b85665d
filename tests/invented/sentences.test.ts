import { afterAll, beforeAll, expect, it } from 'vitest';
import { everything, me, staff } from '../../contract/schema/access.ts';
import { defineEntity } from '../../contract/schema/entity.ts';
import { boolean, choice, integer, reference, text } from '../../contract/schema/field/field.ts';
import { addTables } from '../support/addTables.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { contractWith } from '../support/contractWith.ts';
import { forEachEngine } from '../support/database.ts';
import { type Answer, type Client, ok } from '../support/product.ts';

/** A remark that its author alone may change, with the sentences that say so. */
const remark = defineEntity({
  name: 'remark',
  label: { en: 'Remark', zh: '评论' },
  title: 'body',
  fields: {
    body: text({ label: { en: 'Text', zh: '内容' }, required: true, max: 60 }),
    pinned: boolean({ label: { en: 'Pinned', zh: '置顶' }, default: false }),
    votes: integer({ label: { en: 'Votes', zh: '票数' }, default: 0, readOnly: true }),
    status: choice(
      [0, 1, 2].map((id) => ({ id, label: { en: `State ${id}`, zh: `状态 ${id}` } })),
      {
        label: { en: 'Status', zh: '状态' },
        default: 0,
        readOnly: true,
      },
    ),
    author_id: reference('user', {
      label: { en: 'Author', zh: '作者' },
      readOnly: true,
      default: me('id'),
      as: 'author',
      embed: ['id', 'name'],
    }),
  },
  access: {
    list: staff,
    create: staff,
    edit: staff,
    remove: staff,
    rows: { SuperAdmin: everything, GeneralAdmin: everything, SalesMan: everything },
  },
  editWhile: { author_id: me('id') },
  editOtherwise: { en: 'Only the author can change a remark: {body} & 100%', zh: '仅作者可修改评论：{body} & 100%' },
  removeWhile: { pinned: false },
  removeOtherwise: { en: 'A pinned remark cannot be deleted', zh: '置顶的评论不能删除' },
  lifecycle: {
    field: 'status',
    transitions: {
      publish: {
        from: [0],
        to: 1,
        roles: staff,
        label: { en: 'Publish', zh: '发布' },
        when: { pinned: true },
        otherwise: { en: 'Pin the remark before you publish it', zh: '请先置顶再发布' },
      },
      hide: { from: [0, 1], to: 2, roles: staff, label: { en: 'Hide', zh: '隐藏' }, when: { pinned: false } },
    },
  },
  actions: {
    vote: {
      endpoint: { name: 'remark_vote', path: '/v1/remark/{id}/vote', label: { en: 'Vote', zh: '投票' } },
      roles: staff,
      label: { en: 'Vote', zh: '投票' },
      when: [
        { holds: { status: 1 }, otherwise: { en: 'Only published remarks have votes', zh: '仅可为已发布的评论投票' } },
      ],
      input: { why: text({ label: { en: 'Why', zh: '原因' }, max: 20 }) },
      typed: { input: 'why', word: 'Yes', otherwise: { en: 'Type Yes to vote', zh: '请输入 Yes 投票' } },
      assign: { votes: 1 },
      confirm: false,
    },
  },
  list: { columns: ['body', 'status'], sort: 'id' },
  form: ['body', 'pinned'],
  screens: [{ path: '/remark', roles: staff, label: { en: 'Remarks', zh: '评论' }, menu: { order: 78 } }],
});

const contract = contractWith({ remark });
const zh = { 'X-LANG': 'zh' };

forEachEngine('a condition with a sentence of its own (issue 33)', (engine) => {
  let cast: Cast;
  beforeAll(async () => {
    cast = await startCast(engine, { contract, withoutClock: true });
    await addTables(cast.database, contract);
  }, 120_000);
  afterAll(() => cast.close());

  const made = async (pinned: boolean): Promise<string> =>
    `/v1/remark/${(await ok(cast.sales.post('/v1/remark', { body: 'Good', pinned }))).id}`;
  const refusalOf = ({ status, body }: Answer) => [status, body.code, body.title, body.error.fields];
  const refusal = (en: string, chinese: string, field = 'status') => [
    [422, 'wrong_state', en, { [field]: [en] }],
    [422, 'wrong_state', chinese, { [field]: [chinese] }],
  ];
  const both = async (ask: (headers: Record<string, string>) => Promise<Answer>) => [
    refusalOf(await ask({})),
    refusalOf(await ask(zh)),
  ];

  const edit = (who: Client, path: string, body: object) => both((headers) => who.post(path, body, headers));

  it('says it to whoever changes a record against it', async () => {
    const path = await made(false);
    expect(await edit(cast.admin, path, { body: 'Bad' })).toEqual(
      refusal('Only the author can change a remark: {body} & 100%', '仅作者可修改评论：{body} & 100%'),
    );
    expect((await ok(cast.sales.post(path, { body: 'Better' }))).body).toBe('Better');
  });

  it('says it to whoever deletes a record against it', async () => {
    const path = await made(true);
    expect(await both((headers) => cast.admin.delete(path, headers))).toEqual(
      refusal('A pinned remark cannot be deleted', '置顶的评论不能删除'),
    );
  });

  it('says it of a step, and the general sentence of one that has none', async () => {
    const path = await made(false);
    expect(await edit(cast.admin, path, { status: 1 })).toEqual(
      refusal('Pin the remark before you publish it', '请先置顶再发布'),
    );
    expect(await edit(cast.admin, await made(true), { status: 2 })).toEqual(
      refusal('This is not possible in the current state', '当前状态不允许此操作'),
    );
  });

  it('says it of an action, and of the word that it asks for', async () => {
    const path = await made(true);
    expect(await edit(cast.admin, `${path}/vote`, { why: 'Yes' })).toEqual(
      refusal('Only published remarks have votes', '仅可为已发布的评论投票', '_'),
    );
    await ok(cast.admin.post(path, { status: 1 }));
    expect(await edit(cast.admin, `${path}/vote`, { why: 'No' })).toEqual(
      refusal('Type Yes to vote', '请输入 Yes 投票', 'why'),
    );
    await ok(cast.admin.post(`${path}/vote`, { why: 'Yes' }));
  });
});

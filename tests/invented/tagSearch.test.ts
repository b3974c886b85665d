import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findMistakes } from '../../contract/checks/index.ts';
import { foldText } from '../../contract/lib/foldText.ts';
import { withinTransaction } from '../../server/db/migrate/onlineStatements.ts';
import { planEntity } from '../../server/db/migrate/planMigration.ts';
import { addTables } from '../support/addTables.ts';
import { awkwardText } from '../support/awkwardTexts.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { contractWith } from '../support/contractWith.ts';
import { forEachEngine } from '../support/database.ts';
import { ok } from '../support/product.ts';
import { scale } from '../support/scale.ts';
import { planOf, recordStatements, withStatements } from '../support/statements.ts';
import { tableDifferences } from '../support/tableDifferences.ts';
import { taggedPart } from '../support/taggedPart.ts';

const contract = contractWith({ tagged_part: taggedPart });

const path = '/v1/tagged_part';

forEachEngine('a search over tags', (engine) => {
  let cast: Cast;
  beforeAll(async () => {
    cast = await startCast(engine, { contract, withoutClock: true });
    await addTables(cast.database, contract);
    const tagged: [string, string[]][] = [
      ['Bolt', ['steel', 'outdoor use']],
      ['Nut', ['Steel', '备件']],
      ['Cable', ["o'k", 'a\\b', '50%', 'under_score']],
      ['Lamp', ['备', '件']],
      ['Fuse', []],
      ['Plug', ['outdoor', 'use']],
      ['Hose', ['Ｆｕｎｄ（Ｑ１）', 'Straße', 'O’Neil', '-']],
    ];
    for (const [name, topics] of tagged) await ok(cast.admin.post(path, { name, topics }));
  }, 120_000);
  afterAll(() => cast.close());

  const names = async (text: string): Promise<string[]> =>
    (await ok(cast.sales.get(`${path}/list?sort=id&search=${encodeURIComponent(text)}`))).items.map(
      ({ name }: { name: string }) => name,
    );

  it('is declared without a mistake, and its indexes are as declared', async () => {
    expect(findMistakes(contract)).toEqual([]);
    expect(await tableDifferences(cast.database, contract, [taggedPart.name])).toEqual([]);
  });

  it('has its indexes written by a migration where the tags were not searched before', async () => {
    const both = ['search', 'signs'].map((sort) => `tagged_part_topics__${sort}_idx`);
    await cast.database.executeSql(both.map((name) => `drop index "${name}"`).join('; '));
    const { sql, online = '', refusals } = await planEntity(cast.database, contract.entity('tagged_part'));
    expect(refusals).toEqual([]);
    for (const name of both) expect(sql + online).toContain(`"${name}"`);
    await cast.database.executeSql([sql, withinTransaction(online)].join('\n'));
    expect(await tableDifferences(cast.database, contract, [taggedPart.name])).toEqual([]);
  });

  it.each<[string, string[]]>([
    ['steel', ['Bolt', 'Nut']],
    ['TEE', ['Bolt', 'Nut']],
    ['outdoor use', ['Bolt']],
    ['door', ['Bolt', 'Plug']],
    ['备件', ['Nut']],
    ['备', ['Nut', 'Lamp']],
    ['el', ['Bolt', 'Nut']],
    ["o'k", ['Cable']],
    ['a\\b', ['Cable']],
    ['50%', ['Cable']],
    ['r_s', ['Cable']],
    ['_', ['Cable']],
    ["'", ['Cable', 'Hose']],
    ['\\', ['Cable']],
    ["' '", []],
    ['fund(q1)', ['Hose']],
    ['STRASSE', ['Hose']],
    ['steel,outdoor', []],
    ['lamp', ['Lamp']],
    ['zinc', []],
  ])('finds a part of one tag, never of two: %s', async (text, found) => {
    expect(await names(text)).toEqual(found);
  });

  it.each<[string, string[]]>([
    ['steel', ['Bolt', 'Nut']],
    ['ＳＴＥＥＬ', ['Bolt', 'Nut']],
    ['s\u200bteel', ['Bolt', 'Nut']],
    [' steel\u00a0', ['Bolt', 'Nut']],
    ['tee', []],
    ['outdoor use', ['Bolt']],
    ['OUTDOOR\u3000USE', ['Bolt']],
    ['outdoor', ['Plug']],
    ['备件', ['Nut']],
    ['件', ['Lamp']],
    ['fund(q1)', ['Hose']],
    ['Fund（Q1）', ['Hose']],
    ['strasse', ['Hose']],
    ["o'neil", ['Hose']],
    ['O‘NEIL', ['Hose']],
    ['–', ['Hose']],
    ["O'K", ['Cable']],
    ['Ａ\\b', ['Cable']],
    ['50％', ['Cable']],
    ['under_score', ['Cable']],
    ['underXscore', []],
    ["'", []],
    ['steel,STRASSE', ['Bolt', 'Nut', 'Hose']],
  ])('is filtered by a whole tag in any form: %s', async (text, found) => {
    const { items } = await ok(cast.sales.get(`${path}/list?sort=id&filter_topics=${encodeURIComponent(text)}`));
    expect(items.map(({ name }: { name: string }) => name)).toEqual(found);
  });

  it('has each tag once, in whichever form it is written', async () => {
    for (const [one, other] of [
      ['Steel', 'steel'],
      ['Ｆund', 'fund'],
      ['Straße', 'STRASSE'],
      ['a–b', 'a-b'],
      ['ｶﾞ', 'ガ'],
    ]) {
      const answer = await cast.admin.post(path, { name: 'Twice', topics: [one, other] });
      expect([one, answer.status, answer.body.error?.fields]).toEqual([
        one,
        422,
        { topics: ['This item is given twice'] },
      ]);
    }
    const { topics } = await ok(cast.admin.post(path, { name: 'Written', topics: [' Ｆｕ\u200bnd\u3000 1 ', 'b'] }));
    expect(topics).toEqual(['Ｆｕnd 1', 'b']);
  });

  it('is filtered by any tag in its folded form', async () => {
    const isTag = (text: string) => !/[,，]/.test(text) && foldText(text) !== '';
    const generated = fc.sample(awkwardText.filter(isTag), { numRuns: scale(120, 1000), seed: 33 });
    const topics = generated.map((one, at) => [one, `other ${at % 7}`]);
    await cast.database.executeSql(
      `insert into tagged_part (name, topics) select 'Any ' || n, array[t->>0, t->>1]
        from json_array_elements($1::json) with ordinality as e (t, n)`,
      [JSON.stringify(topics)],
    );
    for (const wanted of generated) {
      const parameter = encodeURIComponent(foldText(wanted));
      const { items } = await ok(cast.sales.get(`${path}/list?is_paginate=false&sort=id&filter_topics=${parameter}`));
      const same = ({ topics: of }: { topics: string[] }) => of.some((one) => foldText(one) === foldText(wanted));
      expect([wanted, items.filter(same).length]).toEqual([wanted, items.length]);
      expect(items.length).toBeGreaterThanOrEqual(generated.filter((one) => foldText(one) === foldText(wanted)).length);
    }
  });

  it('is part of the search over everything, which says by what', async () => {
    const found = async (text: string) =>
      (await ok(cast.sales.get(`/v1/search?q=${encodeURIComponent(text)}`))).items.filter(
        ({ entity }: { entity: string }) => entity === 'tagged_part',
      );
    expect(await found('outdoor use')).toMatchObject([{ title: 'Bolt', detail: 'steel · outdoor use' }]);
    expect(await found('备件')).toMatchObject([{ title: 'Nut' }]);
    expect(await found('件')).toHaveLength(2);
    expect(await found('zinc')).toEqual([]);
  });
});

describe('a search over tags of many records', () => {
  let cast: Cast;
  beforeAll(async () => {
    cast = await startCast('postgres', { contract, withoutClock: true });
    await addTables(cast.database, contract);
    await cast.database.executeSql(`insert into tagged_part (name, topics)
      select 'Part ' || n, array['kind' || n % 5000, '货' || chr(19968 + n % 5000)] from generate_series(1, 20000) n`);
    await cast.database.executeSql('vacuum analyze tagged_part');
    recordStatements();
  }, 120_000);
  afterAll(async () => {
    vi.restoreAllMocks();
    await cast.close();
  });

  it.each([
    `kind4321`,
    `货${String.fromCharCode(19968 + 4321)}`,
    `/v1/search?q=kind4321`,
    `${path}/list?filter_topics=KIND4321`,
    `${path}/list?filter_topics=${encodeURIComponent(`货${String.fromCharCode(19968 + 4321)}`)}`,
  ])('reads no whole table: %s', async (text) => {
    const asked = text.startsWith('/') ? text : `${path}/list?search=${encodeURIComponent(text)}`;
    const { result, statements } = await withStatements(() => ok(cast.sales.get(asked)));
    expect(result.items).toHaveLength(4);
    const looking = statements.filter((one) => one.text.includes(contract.entity('tagged_part').table));
    expect(looking.length).toBeGreaterThan(0);
    const nodes = (await Promise.all(looking.map((one) => planOf(cast.database, one)))).flat();
    expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
    expect(JSON.stringify(nodes)).toMatch(/tagged_part_topics__(search|signs)_idx/);
  });
});

import { parse } from 'papaparse';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findMistakes } from '../../contract/checks/index.ts';
import { addTables } from '../support/addTables.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { contractWith } from '../support/contractWith.ts';
import { forEachEngine } from '../support/database.ts';
import { attendance, lesson, topic } from '../support/localizedTopic.ts';
import { ok } from '../support/product.ts';
import { tableDifferences } from '../support/tableDifferences.ts';

const contract = contractWith({ topic, lesson, attendance });
const path = '/v1/topic';
const languages = { en: { 'X-LANG': 'en' }, zh: { 'X-LANG': 'zh' } } as const;
type Reader = keyof typeof languages;

forEachEngine('localized texts', (engine) => {
  let cast: Cast;
  const ids: Record<string, number> = {};

  const list = async (query: string, reader: Reader = 'en') =>
    (await ok(cast.admin.get(`${path}/list?${query}`, languages[reader]))).items;
  const codes = async (query: string, reader: Reader = 'en'): Promise<string[]> =>
    (await list(query, reader)).map(({ code }: { code: string }) => code);
  const refusal = async (body: object, at = path) => {
    const answer = await cast.admin.post(at, body);
    return [answer.status, answer.body.error?.fields];
  };

  beforeAll(async () => {
    cast = await startCast(engine, { contract, withoutClock: true });
    await addTables(cast.database, contract);
    for (const body of [
      { code: 'a', name: { en: 'Anchor', zh: '锚' }, summary: { en: 'Iron', zh: '铁器' } },
      { code: 'b', name: { zh: 'Birne' }, summary: { zh: 'Zebra' } },
      { code: 'c', name: { en: 'Cable', zh: 'Aal' }, slogan: { en: 'Go', zh: '走' } },
      { code: 'd', name: { en: '  Door ', zh: '' }, summary: null },
    ])
      ids[body.code] = (await ok(cast.admin.post(path, body))).id;
  }, 120_000);
  afterAll(() => cast.close());

  it('are declared without a mistake, and their table is as declared', async () => {
    expect(findMistakes(contract)).toEqual([]);
    expect(await tableDifferences(cast.database, contract, [topic.name])).toEqual([]);
  });

  it('are answered in both languages, in their canonical form', async () => {
    expect(await ok(cast.admin.get(`${path}/${ids['d']}`))).toMatchObject({ name: { en: 'Door', zh: null } });
    expect(await ok(cast.admin.get(`${path}/${ids['a']}`))).toMatchObject({
      name: { en: 'Anchor', zh: '锚' },
      summary: { en: 'Iron', zh: '铁器' },
    });
  });

  it('are refused at each language, with what to do', async () => {
    const oneNeeded = ['Fill in at least one language'];
    expect(await refusal({})).toEqual([422, { name: ['The current item cannot be empty'] }]);
    expect(await refusal({ name: {} })).toEqual([422, { 'name.en': oneNeeded, 'name.zh': oneNeeded }]);
    expect(await refusal({ name: { en: ' ' } })).toEqual([422, { 'name.en': oneNeeded, 'name.zh': oneNeeded }]);
    expect(await refusal({ name: { en: 'x'.repeat(41) } })).toMatchObject([422, { 'name.en': [expect.any(String)] }]);
    expect(await refusal({ name: 'plain' })).toMatchObject([422, { name: [expect.any(String)] }]);
    expect(await refusal({ name: { fr: 'Porte' } })).toMatchObject([422, { 'name.fr': [expect.any(String)] }]);
    expect(await refusal({ name: { en: 'Both' }, slogan: { zh: '好' } })).toEqual([
      422,
      { 'slogan.en': ['Fill in both languages'] },
    ]);
    const answer = await cast.admin.post(path, { name: {} }, languages.zh);
    expect(answer.body.error.fields['name.en']).toEqual(['请至少填写一种语言']);
  });

  it('are asked by conditions whether one of the two is filled in', async () => {
    const body = { name: { en: 'Filled' }, code: 'needed', summary: { zh: '摘要' } };
    for (const slogan of [undefined, null, {}, { en: ' ', zh: '' }])
      expect(await refusal({ ...body, slogan })).toEqual([422, { slogan: ['The current item cannot be empty'] }]);
    const { id } = await ok(cast.admin.post(path, { ...body, slogan: { en: 'Slow', zh: '慢' } }));
    expect((await cast.admin.delete(`${path}/${id}`)).status).toBe(422);
    await ok(cast.admin.post(`${path}/${id}`, { slogan: { en: '', zh: ' ' }, summary: null }));
    await ok(cast.admin.delete(`${path}/${id}`));
  });

  it('are unique in each language, whatever the case', async () => {
    const taken = await refusal({ name: { en: 'ANCHOR', zh: '别的' } });
    expect(taken).toMatchObject([422, { 'name.en': [expect.any(String)] }]);
    expect(Object.keys(taken[1])).toEqual(['name.en']);
    const { id } = await ok(cast.admin.post(path, { name: { zh: 'Anchor' } }));
    await ok(cast.admin.delete(`${path}/${id}`));
  });

  it('are sorted in the language of the reader, with the other one where that is empty, and empty ones last', async () => {
    expect(await codes('sort=name')).toEqual(['a', 'b', 'c', 'd']);
    expect(await codes('', 'zh')).toEqual(['c', 'b', 'd', 'a']);
    expect(await codes('sort=-name', 'zh')).toEqual(['a', 'd', 'b', 'c']);
    expect((await codes('sort=summary')).slice(0, 2)).toEqual(['a', 'b']);
    expect((await codes('sort=-summary', 'zh')).slice(0, 2)).toEqual(['a', 'b']);
  });

  it('are found and filtered by a text in any language', async () => {
    expect(await codes('search=ANCH')).toEqual(['a']);
    expect(await codes('search=锚')).toEqual(['a']);
    expect(await codes('search=铁', 'en')).toEqual(['a']);
    expect(await codes('filter_name_has=bir')).toEqual(['b']);
    expect(await codes('filter_name_is=ＣABLE', 'zh')).toEqual(['c']);
    expect(await codes('filter_name_is=cabl')).toEqual([]);
    expect(await codes('filter_name=aal,door')).toEqual(['c', 'd']);
    expect(await codes('search=Anchor 锚')).toEqual([]);
    const { items } = await ok(cast.admin.get('/v1/search?q=锚', languages.en));
    expect(items).toContainEqual(expect.objectContaining({ entity: 'topic', id: ids['a'], title: 'Anchor' }));
  });

  it('are changed one language at a time', async () => {
    const at = `${path}/${ids['b']}`;
    await ok(cast.admin.post(at, { name: { en: 'Pear' } }));
    expect((await ok(cast.admin.get(at))).name).toEqual({ en: 'Pear', zh: 'Birne' });
    await ok(cast.admin.post(at, { name: { en: null, zh: 'Birne' } }));
    expect((await ok(cast.admin.get(at))).name).toEqual({ en: null, zh: 'Birne' });
    expect(await refusal({ name: { en: null, zh: null } }, at)).toMatchObject([
      422,
      { 'name.en': [expect.any(String)] },
    ]);
    const { items } = await ok(cast.admin.get(`/v1/history/topic/${ids['b']}`));
    expect(items[0]).toMatchObject({ before: { 'name.en': 'Pear' }, after: { 'name.en': null } });
  });

  it('name their records in the language of the reader: in embeds, notices, the audit and look-ups', async () => {
    const { id } = await ok(cast.admin.post('/v1/lesson', { room: 'R1', topic_id: ids['a'] }));
    expect(await ok(cast.admin.get(`/v1/lesson/${id}`))).toMatchObject({ topic: { name: { en: 'Anchor', zh: '锚' } } });
    for (const [reader, title] of [
      ['en', 'Lesson about Anchor'],
      ['zh', '新课程：锚'],
    ] as const) {
      const notices = await ok(cast.operations.get('/v1/notification/list', languages[reader]));
      expect(notices.items.map((one: { notice_title: string }) => one.notice_title)).toContain(title);
      const audit = await ok(cast.admin.get('/v1/audit/list?sort=-id&per_page=5', languages[reader]));
      const entry = audit.items.find((one: { entity: string }) => one.entity === 'lesson');
      expect(entry.record_name).toBe(`R1 · ${reader === 'en' ? 'Anchor' : '锚'}`);
    }
    const found = await ok(cast.customer.get(`${path}/lookup?search=锚`, languages.zh));
    expect(found.items).toEqual([{ id: ids['a'], name: { en: 'Anchor', zh: '锚' } }]);
  });

  it('are a column for each language in a file, of which an import changes what was edited', async () => {
    const file = parse<string[]>(
      String((await cast.admin.get(`${path}/export?sort=code`)).body)
        .replace('\uFEFF', '')
        .trim(),
    ).data;
    const [headings = [], ...rows] = file;
    expect(headings).toEqual([
      'No.',
      'Name (English)',
      'Name (Chinese)',
      'Summary (English)',
      'Summary (Chinese)',
      'Slogan (English)',
      'Slogan (Chinese)',
      'Code',
    ]);
    const columns = ['id', 'name.en', 'name.zh', 'summary.en', 'summary.zh', 'slogan.en', 'slogan.zh', 'code'];
    const send = (changed: readonly (readonly string[])[]) =>
      cast.admin.post(`${path}/import`, { columns, rows: changed, key: 'id', dry_run: true });
    expect((await ok(send(rows))).counts).toEqual({ new: 0, changed: 0, same: rows.length, wrong: 0 });
    const edited = rows.map((row) => [...row]);
    (edited[0] as string[])[1] = '';
    (edited[1] as string[])[3] = 'Stripes';
    const tried = await ok(send(edited));
    expect(tried.mistakes).toEqual([]);
    expect(tried.changes).toEqual([
      { row: 0, field: 'name.en', before: 'Anchor', after: '' },
      { row: 1, field: 'summary.en', before: '', after: 'Stripes' },
    ]);
    const body = { columns, rows: edited, key: 'id', dry_run: false, versions: tried.versions };
    await ok(cast.admin.post(`${path}/import`, body));
    expect((await ok(cast.admin.get(`${path}/${ids['a']}`))).name).toEqual({ en: null, zh: '锚' });
    expect((await ok(cast.admin.get(`${path}/${ids['b']}`))).summary).toEqual({ en: 'Stripes', zh: 'Zebra' });
  });

  it('name the records of references in a file, in either language', async () => {
    const columns = ['room', 'topic_id'];
    const rows = [
      ['R2', 'Aal'],
      ['R3', 'cable'],
    ];
    await ok(cast.admin.post('/v1/lesson/import', { columns, rows, dry_run: false }));
    const { items } = await ok(cast.admin.get('/v1/lesson/list?sort=room&search=R'));
    expect(items.map((one: { topic_id: number }) => one.topic_id)).toEqual([ids['a'], ids['c'], ids['c']]);
    const { body } = await cast.admin.get('/v1/lesson/export?sort=room', languages.zh);
    expect(String(body)).toContain('R2,Aal');
  });

  it('are in the titles of several texts by which a file names records, and finds them again', async () => {
    const lessonId = async (room: string) => (await ok(cast.admin.post('/v1/lesson', { room, topic_id: ids['c'] }))).id;
    const [lesson_id, other] = [await lessonId('R8'), await lessonId('R9')];
    await ok(cast.admin.post('/v1/attendance', { guest: 'Ann', lesson_id, seen: [other] }));
    const columns = ['guest', 'lesson_id', 'seen'];
    for (const [reader, called] of [
      ['en', 'Cable'],
      ['zh', 'Aal'],
    ] as const) {
      const { body } = await cast.admin.get('/v1/attendance/export?sort=id', languages[reader]);
      const [, [, ...cells] = []] = parse<string[]>(String(body).trim()).data;
      expect(cells).toEqual(['Ann', `R8 · ${called}`, `R9 · ${called}`]);
      const rows = [[reader, ...cells.slice(1)]];
      await ok(cast.admin.post('/v1/attendance/import', { columns, rows, dry_run: false }));
      const { items } = await ok(cast.admin.get('/v1/attendance/list?sort=-id'));
      expect(items[0]).toMatchObject({ guest: reader, lesson_id, seen: [other] });
    }
    const twin = await lessonId('R8');
    const answer = await cast.admin.post('/v1/attendance/import', {
      columns,
      rows: [['Bo', 'R8 · Cable', '']],
      dry_run: true,
    });
    expect(answer.body.mistakes).toMatchObject([{ row: 0, field: 'lesson_id' }]);
    await ok(cast.admin.post('/v1/attendance/import', { columns, rows: [['Bo', String(twin), '']], dry_run: true }));
  });

  it('are checked by the table, whoever writes them', async () => {
    const insert = (name: string, slogan = '{}') =>
      cast.database.executeSql(`insert into topic (name, slogan) values ('${name}', '${slogan}')`);
    await expect(insert('{"en": null}')).rejects.toThrow(/topic_name_check/);
    await expect(insert('{"en": "Plain"}', '{"en": "One"}')).rejects.toThrow(/topic_slogan_check/);
    await expect(insert('{"en": "CABLE"}')).rejects.toThrow(/topic_name_en_key/);
  });
});

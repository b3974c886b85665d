import { afterAll, beforeAll, expect, it } from 'vitest';
import { allocationBody, approvedOrder, type Cast, startCast } from '../support/cast.ts';
import { forEachEngine } from '../support/database.ts';
import { type Answer, type Client, ok, password } from '../support/product.ts';

const encoded = encodeURIComponent;
const fieldErrors = ({ status, body }: Answer) => [status, body.error?.fields];

forEachEngine('texts that look the same (issue 33)', (engine) => {
  let cast: Cast;
  beforeAll(async () => {
    cast = await startCast(engine);
  });
  afterAll(() => cast.close());

  const enterprise = (name: string, code: string) =>
    cast.admin.post('/v1/enterprise', { name, code, sales_user_id: cast.sales.id });
  const listed = async (path: string, who: Client = cast.admin): Promise<number[]> =>
    (await ok(who.get(path))).items.map(({ id }: { id: number }) => id);

  it('are unique once, in every form', async () => {
    const { id, name } = await ok(enterprise('  Müller\u00a0 &\u3000Söhne (Straße) ', 'MULLER'));
    expect(name).toBe('Müller & Söhne (Straße)');
    for (const other of [
      'MÜLLER & SÖHNE (STRASSE)',
      'Mu\u0308ller & So\u0308hne (Straße)',
      'Ｍüller ＆ Söhne （Straße）',
      'Mül\u00adler &\u200b Söhne (Straße)',
      'müller & söhne（strasse）'.replace('（', ' （'),
    ]) {
      const answer = await enterprise(other, 'OTHER');
      expect([other, ...fieldErrors(answer)]).toEqual([other, 422, { name: ['This value is already in use'] }]);
      const checked = await ok(cast.admin.post('/v1/enterprise/check', { type: 'name', name: other }));
      expect([other, checked.success]).toEqual([other, false]);
    }
    // The record itself may be written in another form.
    await ok(cast.admin.post(`/v1/enterprise/${id}`, { name: 'Ｍüller & Söhne (Straße)' }));
    await ok(cast.admin.post(`/v1/enterprise/${id}`, { name: 'Müller & Söhne (Straße)' }));
  });

  it('are found in every form, in lists and by the search over everything', async () => {
    const { id } = await ok(enterprise('Ａｃｍｅ（北京）－ガード「Ⅳ」 Café', 'ACMEBJ'));
    for (const words of [
      'acme(北京)',
      'ACME（北京）',
      'ac\u200bme(',
      'ｶﾞｰﾄﾞ',
      '-ガ',
      '"iv"',
      '北京)-',
      'cafe\u0301',
      '  acme(北京)\u3000',
      '(北',
      '京）',
    ]) {
      expect([words, await listed(`/v1/enterprise/list?search=${encoded(words)}`)]).toEqual([words, [id]]);
      const { items } = await ok(cast.admin.get(`/v1/search?q=${encoded(words)}`));
      expect([words, items.map((one: { id: number }) => one.id)]).toEqual([words, [id]]);
    }
    const all = await listed('/v1/enterprise/list?');
    for (const blank of [' ', '\u3000 \u00a0', '\u200b'])
      expect(await listed(`/v1/enterprise/list?search=${encoded(blank)}`)).toEqual(all);
  });

  it('sign in the same user, and count as one name', async () => {
    const body = { name: 'Ｊoe.\u200bＤoe ', nick_name: 'Joe', role_id: 2, password };
    const { name } = await ok(cast.admin.post('/v1/user', body));
    expect(name).toBe('Joe.Doe');
    for (const written of ['joe.doe', ' JOE.DOE\u00a0', 'ｊｏｅ.ｄｏｅ', 'joe.\u200bdoe']) {
      const answer = await cast.request('POST', '/v1/auth/login', { body: { name: written, password } });
      expect([written, answer.status]).toEqual([written, 200]);
      const taken = await cast.admin.post('/v1/user', { ...body, name: written });
      expect([written, ...fieldErrors(taken)]).toEqual([written, 422, { name: ['This value is already in use'] }]);
    }
  });

  it('are one key of an installation', async () => {
    const project = (license_key: string) =>
      cast.customer.post('/v1/project', { name: 'Keyed', product_id: cast.productId, license_key });
    const { id, license_key } = await ok(project(' ＡＢ12\u00a0-\u200b34–56 '));
    expect(license_key).toBe('AB12-34-56');
    for (const written of ['AB12-34-56', 'ＡＢ１２-34-56', 'AB12 -34-56', 'AB12\u00ad-34-56'])
      expect([written, (await project(written)).status]).toEqual([written, 422]);
    expect(await listed(`/v1/project/list?search=${encoded('ab12-34')}`, cast.customer)).toEqual([id]);
    expect((await project('AB\n12')).body.error.fields.license_key[0]).toContain('line break');
  });

  it('say which character is refused, and where, in the language of the reader', async () => {
    const answer = await enterprise('Acme\u202egro', 'REVERSED');
    expect(answer.body.error.fields.name[0]).toContain('U+202E after “Acme”');
    const body = { name: 'Acme\u202egro', code: 'REVERSED', sales_user_id: cast.sales.id };
    const zh = await cast.admin.post('/v1/enterprise', body, { 'X-LANG': 'zh' });
    expect(zh.body.error.fields.name[0]).toContain('“Acme”之后的字符 U+202E');
    for (const [at, name] of ['Family 👨\u200d👩\u200d👧', 'می\u200cخواهم'].entries())
      expect((await ok(enterprise(name, `NEEDED${'AB'[at]}`))).name).toBe(name);
  });

  it('name the same record in an import, and each other', async () => {
    const columns = ['name', 'code', 'type', 'sales_user_id'];
    const general = await ok(cast.admin.get(`/v1/enterprise/${cast.enterprise}`));
    const type = String(general.type);
    const rows = [
      ['Imported A', 'ＩＭＰＡ', type, ' ｓales\u00a0'],
      ['Imported B', 'IMPB', type, 'SALES.\u200bOTHER'],
    ];
    const answer = await ok(cast.admin.post('/v1/enterprise/import', { columns, rows }));
    expect(answer).toMatchObject({ created: 2, mistakes: [] });
    const { items } = await ok(cast.admin.get('/v1/enterprise/list?search=imported&sort=name'));
    expect(items).toMatchObject([
      { code: 'IMPA', sales_user_id: cast.sales.id },
      { code: 'IMPB', sales_user_id: cast.otherSales.id },
    ]);
    const twice = {
      columns: ['name', 'code', 'deployment_id', 'category_id'],
      rows: [
        ['One', 'Ｘ-1', '1', '1001'],
        ['Two', 'x–1', '1', '1001'],
      ],
    };
    const { mistakes } = await ok(cast.admin.post('/v1/product/import', twice));
    expect(mistakes).toEqual([{ row: 1, field: 'code', message: 'This value is already in use' }]);
  });

  it('are one recipient, whose language is that of the user', async () => {
    await ok(
      cast.customer.post('/v1/user', {
        name: 'reader',
        nick_name: 'R',
        role_id: 5,
        password,
        params: { liaison_mail: 'Reader@first.example' },
      }),
    );
    await cast.database.executeSql("update users set language = 'zh-CN' where name = 'reader'");
    const order = await approvedOrder(cast, 2);
    const mails = {
      project_mail: 'ops@first.example',
      others: ['OPS＠first.example', 'READER@First.example', 'c@first.example'],
    };
    const { items } = await ok(allocationBody(cast, order, 1, { mails }));
    await expect
      .poll(
        async () => {
          const { rows } = await cast.database.executeSql(
            'select address, language from mail where assignment_id = $1 order by key',
            [items[0].id],
          );
          return rows.filter(({ address }) => String(address).startsWith('READER'));
        },
        { timeout: 10_000 },
      )
      .toEqual([{ address: 'READER@First.example', language: 'zh-CN' }]);
    const four = { project_mail: 'a@b.example', others: ['b@b.example', 'c@b.example', 'd@b.example'] };
    expect((await allocationBody(cast, order, 1, { mails: four })).status).toBe(422);
  });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Cast } from '../../support/cast.ts';
import { forAnyEngine } from '../../support/database.ts';
import { type Directory, enterpriseSchema, refusalOf, startDirectoryWorld, userSchema } from './directory.ts';

/** Lists of SCIM: filters, pages, order and chosen attributes (RFC 7644, 3.4.2 and 3.9), and discovery (RFC 7644, 4). */

forAnyEngine('a list of SCIM', (engine) => {
  let cast: Cast;
  let directory: Directory;
  beforeAll(async () => {
    ({ cast, directory } = await startDirectoryWorld(engine));
    const people: object[] = [
      {
        userName: 'anna',
        externalId: 'A-1',
        displayName: 'Anna Lang',
        name: { givenName: 'Anna', familyName: 'Lang' },
      },
      { userName: 'Bert', externalId: 'b-2', emails: [{ value: 'bert@mail.example' }], active: false },
      { userName: 'c_arl%', externalId: 'c\\3', displayName: '王 小明' },
      { userName: 'dora', active: false },
    ];
    for (const values of people) expect((await directory.create({ userType: 'SalesMan', ...values })).status).toBe(201);
  }, 120_000);
  afterAll(() => cast.close());

  const list = (parameters: Record<string, string>) => directory.get(`/Users?${new URLSearchParams(parameters)}`);
  const namesOf = (users: { userName: string }[]) => users.map(({ userName }) => userName);
  const found = async (filter: string) => namesOf(await directory.find(filter));

  it('finds users by a filter, and escapes nothing into the database', async () => {
    const others = ['operations', 'sales', 'sales.other', 'first', 'second'];
    const cases: [filter: string, names: string[]][] = [
      ['userName eq "anna"', ['anna']],
      ['username EQ "ANNA"', ['anna']],
      [`${userSchema}:userName eq "bert"`, ['Bert']],
      ['userName eq "sales"', ['sales']],
      ['userName sw "an"', ['anna']],
      ['userName ew "RA"', ['dora']],
      ['userName co "_arl%"', ['c_arl%']],
      ['userName co "%"', ['c_arl%']],
      [`userName eq "x' or 1=1 --"`, []],
      ['externalId eq "A-1"', ['anna']],
      ['externalId eq "a-1"', []],
      ['externalId eq "c\\\\3"', ['c_arl%']],
      ['externalId pr', ['anna', 'Bert', 'c_arl%']],
      ['externalId eq null', [...others, 'dora']],
      ['externalId ne "A-1"', [...others, 'Bert', 'c_arl%', 'dora']],
      ['active eq false', ['Bert', 'dora']],
      ['active eq "False"', ['Bert', 'dora']],
      ['active ne true', ['Bert', 'dora']],
      ['active eq true and externalId pr', ['anna', 'c_arl%']],
      ['not (active eq true)', ['Bert', 'dora']],
      ['not (externalId pr) and active eq false', ['dora']],
      ['userName eq "anna" or userName eq "dora"', ['anna', 'dora']],
      ['(userName eq "anna" or userName eq "dora") and active eq false', ['dora']],
      ['emails.value eq "BERT@mail.example"', ['Bert']],
      ['emails eq "bert@mail.example"', ['Bert']],
      ['emails[type eq "work" and value co "@mail"]', ['Bert']],
      ['emails[type eq "work"].value eq "bert@mail.example"', ['Bert']],
      ['emails[type eq "home"]', []],
      ['emails[primary eq true]', ['Bert']],
      ['displayName co "小明"', ['c_arl%']],
      ['name.familyName eq "lang"', ['anna']],
      ['userName gt "bz" and externalId pr', ['c_arl%']],
      ['meta.lastModified gt "2020-01-01T00:00:00Z" and externalId pr', ['anna', 'Bert', 'c_arl%']],
      ['meta.created lt "2020-01-01T00:00:00Z"', []],
    ];
    for (const [filter, names] of cases) expect(await found(filter), filter).toEqual(names);
  });

  it('finds a user by the exact time of the last change', async () => {
    const [anna] = await directory.find('userName eq "anna"');
    expect(await found(`meta.lastModified eq "${anna.meta.lastModified}"`)).toContain('anna');
    expect(await found(`id eq "${anna.id}"`)).toEqual(['anna']);
  });

  it('never shows SuperAdmins, programs, and who was deleted', async () => {
    expect(await found('userName eq "admin"')).toEqual([]);
    const all = await list({ count: '200' });
    expect(namesOf(all.body.Resources)).not.toContain('admin');
    expect(all.body.totalResults).toBe(9);
    expect(await found(`id eq "${directory.user}"`)).toEqual([]);
  });

  it('refuses a filter that it cannot read, or that is too long or too deep', async () => {
    const wrong = [
      'userName',
      'userName eq',
      'userName eq anna',
      'userName eq "anna',
      'userName is "anna"',
      'userName eq "anna" and',
      '(userName eq "anna"',
      'userName eq "anna")',
      'userName eq "a\\u0000b"',
      'userName eq 5',
      'password eq "x"',
      'password_hash sw "$argon2"',
      '__proto__ eq "x"',
      'constructor pr',
      'active gt true',
      'active eq "perhaps"',
      'meta.created gt "yesterday"',
      'meta.created co "2026"',
      'emails[value[type eq "x"]]',
      `userName eq "${'x'.repeat(1000)}"`,
      `${'('.repeat(11)}userName eq "x"${')'.repeat(11)}`,
      `${'not '.repeat(11)}(userName eq "x")`,
    ];
    for (const filter of wrong) {
      const answer = await list({ filter });
      expect(refusalOf(answer), filter).toEqual([400, 'invalidFilter']);
    }
    expect(refusalOf(await list({ sortBy: 'password' }))).toEqual([400, 'invalidFilter']);
  });

  it('has pages, whose numbers begin with 1', async () => {
    const page = async (startIndex: string, count: string) => {
      const { body } = await list({ startIndex, count, sortBy: 'userName' });
      return [body.startIndex, body.itemsPerPage, body.totalResults, namesOf(body.Resources)];
    };
    expect(await page('1', '2')).toEqual([1, 2, 9, ['anna', 'Bert']]);
    expect(await page('3', '2')).toEqual([3, 2, 9, ['c_arl%', 'dora']]);
    expect(await page('9', '5')).toEqual([9, 1, 9, ['second']]);
    expect(await page('100', '5')).toEqual([100, 0, 9, []]);
    expect(await page('0', '1')).toEqual([1, 1, 9, ['anna']]);
    expect(await page('-7', '1')).toEqual([1, 1, 9, ['anna']]);
    expect(await page('1', '0')).toEqual([1, 0, 9, []]);
    expect(await page('1', '-3')).toEqual([1, 0, 9, []]);
    expect((await list({ count: '100000' })).body.itemsPerPage).toBe(9);
    const wrong: Record<string, string>[] = [{ count: 'ten' }, { startIndex: '1.5' }, { count: '99999999999' }];
    for (const parameters of wrong) expect(refusalOf(await list(parameters))).toEqual([400, 'invalidValue']);
    const { body } = await list({ sortBy: 'userName', sortOrder: 'descending', count: '1' });
    expect(namesOf(body.Resources)).toEqual(['second']);
  });

  it('answers the attributes that are asked for', async () => {
    const keysOf = async (parameters: Record<string, string>) =>
      (await list({ filter: 'userName eq "anna"', ...parameters })).body.Resources[0];
    expect(Object.keys(await keysOf({ attributes: 'userName' }))).toEqual(['schemas', 'id', 'userName']);
    expect(await keysOf({ attributes: `${userSchema}:NAME.givenname,active` })).toMatchObject({
      name: { givenName: 'Anna' },
      active: true,
    });
    expect((await keysOf({ attributes: 'name.givenName' })).name).toEqual({ givenName: 'Anna' });
    const without = await keysOf({ excludedAttributes: 'meta,name.familyName,id' });
    expect([without.meta, without.name, typeof without.id]).toEqual([undefined, { givenName: 'Anna' }, 'string']);
    expect(refusalOf(await list({ attributes: 'userName', excludedAttributes: 'meta' }))).toEqual([
      400,
      'invalidValue',
    ]);
    const [bert] = await directory.find('userName eq "bert"');
    const { body } = await directory.get(`/Users/${bert.id}?attributes=emails.value`);
    expect(body).toEqual({ schemas: [userSchema], id: bert.id, emails: [{ value: 'bert@mail.example' }] });
    const sub = await directory.create({ userName: 'sub.user', [enterpriseSchema]: { organization: 'FIRST' } });
    const one = await directory.get(`/Users/${sub.body.id}?attributes=${enterpriseSchema}:organization`);
    expect(one.body[enterpriseSchema]).toEqual({ organization: 'FIRST' });
    await directory.send('DELETE', `/Users/${sub.body.id}`);
  });

  it('can be asked for by a search in a body', async () => {
    const search = {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
      filter: 'active eq false',
      sortBy: 'userName',
      startIndex: 2,
      count: 1,
      attributes: ['userName'],
    };
    const { status, body } = await directory.send('POST', '/Users/.search', search);
    expect([status, body.totalResults, body.Resources.map(({ userName }: { userName: string }) => userName)]).toEqual([
      200,
      2,
      ['dora'],
    ]);
    expect(Object.keys(body.Resources[0])).toEqual(['schemas', 'id', 'userName']);
  });

  it('describes what the server can do', async () => {
    const { body: config } = await directory.get('/ServiceProviderConfig');
    expect(config).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
      changePassword: { supported: false },
      sort: { supported: true },
      etag: { supported: true },
    });
    const { body: types } = await directory.get('/ResourceTypes');
    expect(types.Resources.map(({ id, endpoint, schema }: Record<string, string>) => [id, endpoint, schema])).toEqual([
      ['User', '/Users', userSchema],
    ]);
    expect((await directory.get('/ResourceTypes/User')).body.schemaExtensions[0].schema).toBe(enterpriseSchema);
    const { body: schemas } = await directory.get('/Schemas');
    expect(schemas.Resources.map(({ id }: { id: string }) => id)).toEqual([userSchema, enterpriseSchema]);
    const { body: schema } = await directory.get(`/Schemas/${userSchema}`);
    // Every attribute of an answer is described.
    const [anna] = await directory.find('userName eq "anna"');
    const described = schema.attributes.map(({ name }: { name: string }) => name);
    for (const name of Object.keys(anna).filter((one) => !['schemas', 'id', 'meta'].includes(one)))
      expect(described).toContain(name);
    expect((await directory.get('/Schemas?filter=id%20pr')).status).toBe(403);
    for (const path of [
      '/Schemas/other',
      '/ResourceTypes/Group',
      '/Nothing',
      '/Users/abc',
      '/Users/0',
      '/Users/999999999',
    ])
      expect((await directory.get(path)).status, path).toBe(404);
    expect((await directory.get('/Groups?startIndex=1&count=100')).body).toMatchObject({
      totalResults: 0,
      Resources: [],
    });
    for (const [method, path] of [
      ['GET', '/Me'],
      ['POST', '/Bulk'],
    ] as const)
      expect((await directory.send(method, path, method === 'GET' ? undefined : {})).status, path).toBe(501);
    expect((await directory.send('PUT', '/Users', { userName: 'x' })).status).toBe(405);
  });
});

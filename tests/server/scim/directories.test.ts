import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Cast } from '../../support/cast.ts';
import { forAnyEngine } from '../../support/database.ts';
import { ok, password } from '../../support/product.ts';
import {
  type Directory,
  enterpriseSchema,
  patchSchema,
  refusalOf,
  startDirectoryWorld,
  userSchema,
} from './directory.ts';

/**
 * The requests of Microsoft Entra ID and Okta in the order and the form in which their documentation says that they are
 * sent: the check of the connection, the search, the creation, changes, and the end (issue 35, section 5).
 */

forAnyEngine('the directory', (engine) => {
  let cast: Cast;
  let directory: Directory;
  beforeAll(async () => {
    ({ cast, directory } = await startDirectoryWorld(engine));
  }, 120_000);
  afterAll(() => cast.close());

  const list = (query: string) => directory.get(`/Users?${query}`);

  describe('Entra ID', () => {
    const patch = async (id: string, Operations: object[]) => {
      const answer = await directory.send('PATCH', `/Users/${id}`, { schemas: [patchSchema], Operations });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return answer.body;
    };

    it('checks the connection by a search for a user who does not exist', async () => {
      const { status, body } = await list('filter=userName+eq+%22non-existent-4711%22');
      expect([status, body]).toEqual([
        200,
        {
          schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
          totalResults: 0,
          startIndex: 1,
          itemsPerPage: 0,
          Resources: [],
        },
      ]);
    });

    it('creates a user, with attributes that are not stored here', async () => {
      const { status, body } = await directory.send('POST', '/Users', {
        schemas: [userSchema, enterpriseSchema],
        externalId: 'b7a1ed12-0f2c-4b1f-8f0f-1c2d3e4f5a6b',
        userName: 'anna.lang@contoso.example',
        active: true,
        displayName: 'Anna Lang',
        emails: [{ primary: true, type: 'work', value: 'anna.lang@contoso.example' }],
        addresses: [{ primary: false, type: 'work', country: 'DE', formatted: null }],
        meta: { resourceType: 'User' },
        name: { formatted: 'Anna Lang', familyName: 'Lang', givenName: 'Anna' },
        preferredLanguage: 'de',
        title: 'Buyer',
        roles: [],
        userType: 'SalesMan',
        [enterpriseSchema]: { employeeNumber: '701984', department: 'Sales', organization: 'Contoso' },
        'urn:ietf:params:scim:schemas:extension:custom:2.0:User': { costPlace: '12' },
      });
      expect(status, JSON.stringify(body)).toBe(201);
      expect(body).toMatchObject({
        schemas: [userSchema],
        externalId: 'b7a1ed12-0f2c-4b1f-8f0f-1c2d3e4f5a6b',
        userName: 'anna.lang@contoso.example',
        active: true,
        displayName: 'Anna Lang',
        name: { familyName: 'Lang', givenName: 'Anna' },
        userType: 'SalesMan',
      });
      expect(body.title).toBeUndefined();
      const twin = { schemas: [userSchema], userName: body.userName, userType: 'SalesMan' };
      expect(refusalOf(await directory.send('POST', '/Users', twin))).toEqual([409, 'uniqueness']);
    });

    it('changes users by operations whose names begin with a capital letter', async () => {
      const [{ id }] = await directory.find('userName eq "anna.lang@contoso.example"');
      expect(
        await patch(id, [
          { op: 'Replace', path: 'displayName', value: 'Anna Kurz' },
          { op: 'Replace', path: 'name.familyName', value: 'Kurz' },
          { op: 'Add', path: 'emails[type eq "work"].value', value: 'anna.kurz@contoso.example' },
          { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '+49 30 123456' },
          { op: 'Replace', path: 'title', value: 'Head of buying' },
          { op: 'Add', path: `${enterpriseSchema}:department`, value: 'Buying' },
          { op: 'Add', path: 'addresses[type eq "work"].country', value: 'CH' },
          { op: 'Remove', path: 'roles[primary eq "True"].value' },
        ]),
      ).toMatchObject({
        displayName: 'Anna Kurz',
        name: { familyName: 'Kurz', givenName: 'Anna' },
        emails: [{ value: 'anna.kurz@contoso.example', type: 'work', primary: true }],
        phoneNumbers: [{ value: '+49 30 123456', type: 'work', primary: true }],
      });
      const flat = {
        'name.givenName': 'Änna',
        'emails[type eq "work"].value': 'aenna@contoso.example',
        [`${enterpriseSchema}:department`]: 'Buying',
        [`${userSchema}:displayName`]: 'Änna Kurz',
        userName: 'aenna.kurz@contoso.example',
      };
      expect(await patch(id, [{ op: 'Add', value: flat }])).toMatchObject({
        userName: 'aenna.kurz@contoso.example',
        displayName: 'Änna Kurz',
        name: { familyName: 'Kurz', givenName: 'Änna' },
        emails: [{ value: 'aenna@contoso.example' }],
      });
      const account = await ok(cast.admin.get(`/v1/user/${id}`));
      expect(account).toMatchObject({
        name: 'anna.lang@contoso.example',
        nick_name: 'Änna Kurz',
        phone: '+49 30 123456',
      });
      expect(
        (await patch(id, [{ op: 'Remove', path: 'phoneNumbers[type eq "work"].value' }])).phoneNumbers,
      ).toBeUndefined();
    });

    it('deactivates and activates users by every form in which it sends a boolean', async () => {
      const [{ id }] = await directory.find('userName eq "aenna.kurz@contoso.example"');
      const forms: object[] = [
        { op: 'Replace', path: 'active', value: 'False' },
        { op: 'Replace', path: 'active', value: false },
        { op: 'Replace', path: 'active', value: [{ $ref: null, value: 'False' }] },
        { op: 'replace', value: { active: false } },
        { op: 'Replace', value: { active: 'False' } },
        { op: 'Add', path: `${userSchema}:active`, value: 'False' },
      ];
      for (const form of forms) {
        expect((await patch(id, [form])).active, JSON.stringify(form)).toBe(false);
        const [found] = await directory.find('userName eq "aenna.kurz@contoso.example"');
        expect(found.active).toBe(false);
        expect((await patch(id, [{ op: 'Replace', path: 'active', value: 'True' }])).active).toBe(true);
      }
    });

    it('adopts an account that it finds by its name, and deletes it for good later', async () => {
      const name = 'known.person';
      const made = await ok(cast.admin.post('/v1/user', { name, nick_name: 'Known', role_id: 2, password }));
      const [found] = await directory.find(`userName eq "${name}"`);
      expect(found.id).toBe(String(made.id));
      const change = [{ op: 'Add', path: 'externalId', value: 'entra-object-id' }];
      expect(await patch(found.id, change)).toMatchObject({ externalId: 'entra-object-id', displayName: 'Known' });
      expect((await directory.find('externalId eq "entra-object-id"')).map(({ id }) => id)).toEqual([found.id]);
      expect((await directory.send('DELETE', `/Users/${found.id}`)).status).toBe(204);
      expect((await directory.get(`/Users/${found.id}`)).status).toBe(404);
    });
  });

  describe('Okta', () => {
    const put = (id: string, body: object) =>
      directory.send('PUT', `/Users/${id}`, { schemas: [userSchema], id, ...body });

    it('checks the connection by pages of users and of groups', async () => {
      const { status, body } = await list('startIndex=1&count=2');
      expect([status, body.startIndex, body.itemsPerPage, typeof body.totalResults]).toEqual([200, 1, 2, 'number']);
      expect((await directory.get('/Groups?startIndex=1&count=100')).body.totalResults).toBe(0);
    });

    it('creates, reads, changes and deactivates a user', async () => {
      expect(
        (await list(`filter=${encodeURIComponent('userName eq "test.user@okta.local"')}&startIndex=1&count=100`)).body,
      ).toMatchObject({ totalResults: 0, Resources: [] });
      const created = await directory.send('POST', '/Users', {
        schemas: [userSchema],
        userName: 'test.user@okta.local',
        name: { givenName: 'Test', familyName: 'User' },
        emails: [{ primary: true, value: 'test.user@okta.local', type: 'work' }],
        displayName: 'Test User',
        locale: 'en-US',
        externalId: '00ujl29u0le5T6Aj10h7',
        userType: 'SalesMan',
        groups: [],
        password: '1mz050nq',
        active: true,
      });
      expect(created.status, JSON.stringify(created.body)).toBe(201);
      expect(JSON.stringify(created.body)).not.toContain('1mz050nq');
      const { id } = created.body;
      expect((await directory.get(`/Users/${id}`)).body).toEqual(created.body);
      const changed = await put(id, {
        userName: 'test.user@okta.local',
        name: { givenName: 'Another', middleName: 'Excited', familyName: 'User' },
        emails: [{ primary: true, value: 'another.user@okta.local', type: 'work' }],
        active: true,
        groups: [],
        meta: { resourceType: 'User' },
      });
      expect(changed.status, JSON.stringify(changed.body)).toBe(200);
      expect(changed.body).toMatchObject({
        displayName: 'Another User',
        externalId: '00ujl29u0le5T6Aj10h7',
        emails: [{ value: 'another.user@okta.local' }],
      });
      const off = { schemas: [patchSchema], Operations: [{ op: 'replace', value: { active: false } }] };
      const ended = await directory.send('PATCH', `/Users/${id}`, off);
      expect([ended.status, ended.body.active]).toEqual([200, false]);
      const on = await put(id, { ...changed.body, active: true });
      expect([on.status, on.body.active]).toEqual([200, true]);
      const gone = await put(id, { ...changed.body, active: false });
      expect([gone.status, gone.body.active]).toEqual([200, false]);
    });

    it('finds names in any case, and is told of a name in use', async () => {
      const [found] = await directory.find('userName eq "TEST.USER@OKTA.LOCAL"');
      expect(found.userName).toBe('test.user@okta.local');
      const again = { schemas: [userSchema], userName: 'Test.User@okta.local', userType: 'SalesMan' };
      const { status, body } = await directory.send('POST', '/Users', again);
      expect([status, body.schemas, body.status]).toEqual([
        409,
        ['urn:ietf:params:scim:api:messages:2.0:Error'],
        '409',
      ]);
    });
  });

  describe('a PATCH', () => {
    const fresh = async () => {
      const userName = `patched.${Math.floor(performance.now() * 1000)}`;
      const values = {
        emails: [{ value: 'one@mail.example', type: 'work' }],
        name: { givenName: 'A', familyName: 'B' },
      };
      return (await directory.create({ userName, userType: 'SalesMan', ...values })).body;
    };
    const send = async (id: string, ...operations: unknown[]) => {
      const { status, body } = await directory.send('PATCH', `/Users/${id}`, { Operations: operations });
      return status === 200 ? body : [status, body.scimType];
    };

    it('changes a user as RFC 7644 says', async () => {
      const cases: [operations: object[], expected: object][] = [
        [[{ op: 'replace', path: 'NAME.GIVENNAME', value: 'X' }], { name: { givenName: 'X', familyName: 'B' } }],
        [[{ op: 'remove', path: 'name.givenName' }], { name: { familyName: 'B' } }],
        [[{ op: 'remove', path: 'name' }], { name: undefined }],
        [[{ op: 'replace', path: 'name', value: { familyName: 'Y' } }], { name: { givenName: 'A', familyName: 'Y' } }],
        [[{ op: 'remove', path: 'emails' }], { emails: undefined }],
        [[{ op: 'remove', path: 'emails[type eq "work"]' }], { emails: undefined }],
        [[{ op: 'remove', path: 'emails[type eq "home"]' }], { emails: [{ value: 'one@mail.example' }] }],
        [[{ op: 'remove', path: 'emails', value: [{ value: 'one@mail.example' }] }], { emails: undefined }],
        [
          [{ op: 'replace', path: 'emails', value: [{ value: 'two@mail.example' }] }],
          { emails: [{ value: 'two@mail.example' }] },
        ],
        [[{ op: 'replace', path: 'emails', value: 'two@mail.example' }], { emails: [{ value: 'two@mail.example' }] }],
        [
          [{ op: 'add', path: 'emails', value: [{ value: 'two@mail.example', type: 'home', primary: true }] }],
          { emails: [{ value: 'two@mail.example' }] },
        ],
        [
          [{ op: 'add', path: 'emails', value: [{ value: 'two@mail.example', type: 'home' }] }],
          { emails: [{ value: 'one@mail.example' }] },
        ],
        [
          [{ op: 'replace', path: 'emails[primary eq true].value', value: 'two@mail.example' }],
          { emails: [{ value: 'two@mail.example' }] },
        ],
        [
          [{ op: 'replace', path: 'emails.value', value: 'two@mail.example' }],
          { emails: [{ value: 'two@mail.example' }] },
        ],
        [[{ op: 'add', value: { [enterpriseSchema]: { department: 'X' }, title: 'Y' } }], { displayName: 'A B' }],
        [[{ op: 'add', path: enterpriseSchema, value: { department: 'X' } }], { displayName: 'A B' }],
        [
          [{ op: 'replace', value: { id: '1', schemas: [], meta: {}, groups: [], displayName: 'Z' } }],
          { displayName: 'Z' },
        ],
        [
          [
            { op: 'replace', path: 'displayName', value: 'One' },
            { op: 'replace', path: 'displayName', value: 'Two' },
          ],
          { displayName: 'Two' },
        ],
        [[{ op: 'remove', path: 'displayName' }], { displayName: 'A B' }],
        [[{ op: 'remove', path: 'externalId' }], { externalId: undefined }],
      ];
      for (const [operations, expected] of cases) {
        const { id } = await fresh();
        const changed = await send(id, ...operations);
        for (const [name, value] of Object.entries(expected))
          expect({ [name]: changed[name] }, JSON.stringify(operations)).toMatchObject({ [name]: value });
      }
    });

    it('is refused as a whole, with the kind of its mistake', async () => {
      const cases: [operations: unknown[], type: string][] = [
        [[], 'invalidSyntax'],
        [['remove'], 'invalidSyntax'],
        [[{ op: 'move', path: 'displayName' }], 'invalidSyntax'],
        [[{ op: 'replace', path: 5, value: 'x' }], 'invalidSyntax'],
        [Array.from({ length: 101 }, () => ({ op: 'replace', path: 'active', value: true })), 'invalidSyntax'],
        [[{ op: 'remove' }], 'noTarget'],
        [[{ op: 'replace', path: 'nothing', value: 'x' }], 'invalidPath'],
        [[{ op: 'replace', path: '__proto__', value: 'x' }], 'invalidPath'],
        [[{ op: 'replace', path: 'name.__proto__', value: 'x' }], 'invalidPath'],
        [[{ op: 'replace', path: 'displayName[value eq "x"]', value: 'x' }], 'invalidPath'],
        [[{ op: 'replace', path: 'emails[type eq work].value', value: 'x' }], 'invalidFilter'],
        [[{ op: 'replace', path: 'emails[type sw "h"].value', value: 'x@mail.example' }], 'noTarget'],
        [[{ op: 'replace', path: 'meta.version', value: 'x' }], 'mutability'],
        [[{ op: 'replace', path: 'groups', value: [] }], 'mutability'],
        [[{ op: 'replace', path: 'active', value: 'perhaps' }], 'invalidValue'],
        [[{ op: 'replace', value: 'x' }], 'invalidValue'],
        [[{ op: 'replace', path: 'name', value: 'x' }], 'invalidValue'],
        [[{ op: 'replace', path: 'emails[type eq "work"].value', value: 'no address' }], 'invalidValue'],
        [[{ op: 'replace', path: 'userName', value: '' }], 'invalidValue'],
      ];
      const { id, ...before } = await fresh();
      for (const [operations, type] of cases) {
        const all = [...operations];
        if (all.length === 1) all.unshift({ op: 'replace', path: 'displayName', value: 'Changed' });
        expect(await send(id, ...all), JSON.stringify(operations).slice(0, 200)).toEqual([400, type]);
      }
      expect((await directory.get(`/Users/${id}`)).body).toEqual({ ...before, id });
    });
  });
});

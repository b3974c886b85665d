import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Directory, enterpriseSchema, startDirectory, userSchema } from '../server/scim/directory.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { brief, scale } from '../support/scale.ts';

/** Requests of SCIM that are generated from its parts, right and wrong: each answer has the form of the standard. */

const runs = Number(process.env.FUZZ_REQUESTS ?? scale(brief(400, 1_500), 50_000));
const seed = Number(process.env.FUZZ_SEED ?? 20_261_127);

let cast: Cast;
let directory: Directory;
beforeAll(async () => {
  cast = await startCast('pglite');
  directory = await startDirectory(cast);
}, 120_000);
afterAll(() => cast?.close());

const attributes = [
  'userName',
  'externalId',
  'displayName',
  'active',
  'name',
  'name.givenName',
  'emails',
  'emails.value',
  'emails[type eq "work"].value',
  'phoneNumbers[primary eq "True"].value',
  'phoneNumbers',
  'userType',
  `${enterpriseSchema}:organization`,
  `${userSchema}:active`,
  'id',
  'meta.created',
  'meta.lastModified',
  'title',
  'password',
  'schemas',
  '__proto__',
  'constructor.prototype',
  'members[value eq "1"]',
];
const text = fc.oneof(
  fc.string({ maxLength: 20, unit: 'binary' }),
  fc.constantFrom(
    'admin',
    'sales',
    'anna',
    'a@mail.example',
    '+86 137 0000 0000',
    'True',
    'False',
    'SuperAdmin',
    'FIRST',
  ),
);
const value: fc.Arbitrary<unknown> = fc.oneof(
  text,
  fc.boolean(),
  fc.integer(),
  fc.constant(null),
  fc.array(fc.oneof(text, fc.record({ value: text, type: fc.constantFrom('work', 'home'), primary: fc.boolean() })), {
    maxLength: 3,
  }),
  fc.dictionary(fc.constantFrom(...attributes, 'value', 'givenName', 'familyName', 'organization'), text, {
    maxKeys: 4,
  }),
);
const path = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...attributes) }, { weight: 1, arbitrary: text });
const operation = fc.record(
  { op: fc.constantFrom('add', 'Replace', 'remove', 'move'), path, value },
  { requiredKeys: ['op'] },
);
const resource = fc.record(
  {
    userName: text,
    externalId: value,
    displayName: value,
    active: value,
    name: value,
    emails: value,
    phoneNumbers: value,
    userType: fc.constantFrom('SalesMan', 'Subordinate', 'SuperAdmin', 'x'),
    [enterpriseSchema]: value,
  },
  { requiredKeys: [] },
);
/** A user as a directory would send them. */
const person = fc.record(
  {
    userName: fc.stringMatching(/^[a-z]{6,12}$/),
    userType: fc.constant('SalesMan'),
    externalId: fc.stringMatching(/^[a-z0-9]{8}$/),
    displayName: fc.string({ minLength: 1, maxLength: 20 }),
    active: fc.constantFrom(true, false, 'True', 'False'),
    emails: fc.stringMatching(/^[a-z]{3,9}$/).map((name) => [{ value: `${name}@mail.example`, type: 'work' }]),
  },
  { requiredKeys: ['userName', 'userType'] },
);
const comparison = fc
  .tuple(
    path,
    fc.constantFrom('eq', 'ne', 'co', 'sw', 'ew', 'gt', 'le', 'pr', 'is'),
    fc.oneof(text, fc.boolean(), fc.integer()),
  )
  .map(([name, op, compared]) => (op === 'pr' ? `${name} pr` : `${name} ${op} ${JSON.stringify(compared)}`));
const filter = fc.oneof(
  comparison,
  text,
  fc.tuple(comparison, fc.constantFrom('and', 'or'), comparison).map((parts) => parts.join(' ')),
  comparison.map((one) => `not (${one})`),
);
/** The admin, a salesman, the directory itself, those whom the run creates, and none. */
const id = fc.integer({ min: 1, max: 40 }).map(String);
const request = fc.oneof(
  fc.record({ method: fc.constant('POST'), path: fc.constant('/Users'), body: fc.oneof(person, resource) }),
  fc.record({ method: fc.constant('PUT'), path: id.map((one) => `/Users/${one}`), body: fc.oneof(person, resource) }),
  fc.record({
    method: fc.constant('PATCH'),
    path: id.map((one) => `/Users/${one}`),
    body: fc.record({ Operations: fc.array(operation, { maxLength: 4 }) }),
  }),
  fc.record({ method: fc.constant('DELETE'), path: id.map((one) => `/Users/${one}`), body: fc.constant(undefined) }),
  fc.record({
    method: fc.constant('GET'),
    path: fc
      .record({ filter, sortBy: path, startIndex: text, attributes: path }, { requiredKeys: [] })
      .map((given) => `/Users?${new URLSearchParams(given)}`),
    body: fc.constant(undefined),
  }),
);

/** What no request of a directory may change: SuperAdmins, programs, and the role and the password of anybody. */
const untouched = async () =>
  (
    await cast.database.executeSql(`select json_agg(t order by t.id) as all from (
      select id, name, role_id, kind, active, deleted_at, password_hash, params::text from users where role_id = 1 or kind = 'service') t`)
  ).rows;

it(`answers ${runs} generated requests of SCIM in its form, without a fault`, async () => {
  const before = await untouched();
  const statuses: Record<number, number> = {};
  for (const { method, path: to, body } of fc.sample(request, { numRuns: runs, seed })) {
    const answer = await directory.send(method, to, body === undefined ? undefined : JSON.stringify(body));
    const asked = `${method} ${to} ${JSON.stringify(body)}`;
    expect(answer.status, `${asked} -> ${JSON.stringify(answer.body)}`).toBeLessThan(500);
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
  }
  expect(await untouched()).toEqual(before);
  expect(cast.logged).toEqual([]);
  // The run reaches what it is about: users are created, changed and found.
  for (const status of [200, 201, 204, 400, 404]) expect(statuses[status] ?? 0, String(status)).toBeGreaterThan(3);
}, 7_200_000);

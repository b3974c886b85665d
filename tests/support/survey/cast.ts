import type { Database } from '../../../server/db/connection.ts';
import { addTables } from '../addTables.ts';
import { type Cast, startCast } from '../cast.ts';
import { documentOf } from '../conformance.ts';
import type { EngineName } from '../database.ts';
import { type Answer, type Client, ok, password } from '../product.ts';
import { surveyContract, surveyRules } from './invented.ts';

/** The path of the surveys in the API. */
export const surveyPath = '/v1/survey/site';

/** The API document. It is created late, because it depends on the rules that the product adds at its start. */
export const document = () => documentOf(surveyContract);

/** The status of an answer, and the places in the body that it refuses, in alphabetical order. */
export const refusedFields = ({ status, body }: Answer): [number, string[]] => [
  status,
  Object.keys(body.error?.fields ?? {}).sort(),
];

/** A product with surveys, its users, and what a test file often needs of them. */
export interface SurveyCast extends Cast {
  /** A sub-user of the customer. */
  readonly worker: Client;
  /** The ids of the surveys, by code. */
  readonly ids: Record<string, number>;
  /** A body with a value of every kind. */
  fullBody(code: string): ReturnType<typeof fullBody>;
  /** A body with the required values and the given ones. */
  minimalBody(code: string, more?: object): { code: string };
  /** Creates a survey and adds it to `ids`. */
  create(client: Client, body: { code: string }): Promise<number>;
  /** The codes of the surveys that a user sees, from the oldest to the newest. */
  codes(client: Client, query?: string): Promise<string[]>;
  /** The path of a survey in `ids`. */
  pathOf(code: string): string;
}

const fullBody = ({ enterprise, productId, sales }: Cast, code: string) => ({
  code,
  summary: '第一行\nsecond line',
  initials: 'ABC',
  contact: 'gate@site.example',
  phone: '010-55555',
  map: 'https://map.example/a?b=c#d',
  guide: 'abc',
  report: '# Way\n\n**left**',
  topics: ['dock', '码头 2'],
  plan: { ' step ': [1, ' two ', { x: null }] },
  area: '-0.50',
  width: '3.125',
  due_on: '2030-02-28',
  hours: 2,
  round: -5,
  currency: 'JPY',
  cost: 4_000_000_000_000,
  grade_id: 3,
  method: 'visit',
  urgent: true,
  visit_at: '2030-05-01T10:00:00+02:00',
  enterprise_id: enterprise,
  about: { product: productId },
  reason: 'Steep',
  origin: 'Fair',
  remark: 'Ring twice',
  password: ' open sesame ',
  surveyor_id: sales.id,
  crew: 7,
  devices: [{ name: 'Crane', count: 2 }, { name: '吊车' }],
  tags: ['dock', '码头'],
  instalments: [1250, 5],
  closed_on: ['2030-05-01', '1904-02-29'],
  levels: ['-0.50', '1234.00'],
  calls: ['2030-05-01T08:00:00.000Z'],
  answers: [true, false, true],
  floors: [-2, 12],
  helpers: [sales.id],
  gate_code: 'B-16',
  parking: { spots: 4 },
  sheet: {
    serial: `S-${code}`,
    place: {
      city: 'Berlin',
      note: 'Left, then right',
      mail: 'door@site.example',
      phone: '+49 30 1234',
      floor: -9,
      fee: 250,
      site: 'http://site.example',
      rules: '- *quiet*',
      topics: ['a'],
      layout: [1, { b: [] }],
      height: '2.5',
      built_on: '1904-02-29',
      indoor: true,
      lift: 'visit',
      open_at: '2030-01-01T07:00:00Z',
      product: productId,
    },
  },
});

const minimalBody = ({ enterprise }: Cast, code: string, more: object = {}) => ({
  code,
  method: 'remote',
  visit_at: '2030-06-01T08:00:00Z',
  enterprise_id: enterprise,
  sheet: { place: { city: 'Berlin' } },
  gate_code: 'B-15',
  ...more,
});

/** Creates the tables of the survey, also that of its settings, whose record a start creates. The clock takes no steps. */
export async function withSurveys(database: Database) {
  await addTables(database, surveyContract);
  return { contract: surveyContract, rules: surveyRules, withoutClock: true } as const;
}

/** Starts a product with the tables of the survey, and without records of it. */
export async function startSurveys(engine: EngineName, env: Record<string, string> = {}): Promise<SurveyCast> {
  const cast = await startCast(engine, withSurveys, env);
  const worker = { name: 'worker', nick_name: 'Worker', role_id: 5, password, phone: '12345678' };
  await ok(cast.customer.post('/v1/user', worker));
  const ids: Record<string, number> = {};
  return {
    ...cast,
    worker: await cast.login('worker'),
    ids,
    fullBody: (code) => fullBody(cast, code),
    minimalBody: (code, more) => minimalBody(cast, code, more),
    async create(client, body) {
      const { id } = await ok(client.post(surveyPath, body));
      ids[body.code] = id;
      return id;
    },
    async codes(client, query = '') {
      const { items } = await ok(client.get(`${surveyPath}/list?sort=id${query}`));
      return items.map(({ code }: { code: string }) => code);
    },
    pathOf: (code) => `${surveyPath}/${ids[code]}`,
  };
}

/** Creates the second to the fifth survey: the fifth is of the other customer. */
export async function createSmallSurveys(cast: SurveyCast): Promise<void> {
  const { minimalBody, otherEnterprise: enterprise_id } = cast;
  await cast.create(cast.admin, minimalBody('second', { round: 2, origin: 'fair' }));
  await cast.create(cast.sales, minimalBody('third', { round: 3, cost: 10 }));
  await cast.create(cast.customer, minimalBody('fourth', { round: 4, urgent: true }));
  await cast.create(cast.otherCustomer, minimalBody('fifth', { enterprise_id }));
}

/** Creates five surveys: the first has a value of nearly every kind, the others have little more than the required ones. */
export async function createSurveys(cast: SurveyCast): Promise<void> {
  await cast.create(cast.operations, cast.fullBody('first'));
  const emptied = { parking: null, tags: null, origin: null, sheet: { place: { city: 'Berlin', lift: null } } };
  await ok(cast.sales.post(cast.pathOf('first'), { ...emptied, gate_code: 'B-18' }));
  await createSmallSurveys(cast);
}

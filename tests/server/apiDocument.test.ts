import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import { roles } from '../../contract/schema/access.ts';
import { openapi } from '../../server/http/openapi/document.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { document, operations, validatorOf } from '../support/conformance.ts';
import { eitherEngine } from '../support/database.ts';
import { surveyContract } from '../support/survey/invented.ts';

/** What the API document says to people and to generators of clients (issue 34, 3). */

interface Schema {
  readonly [key: string]: unknown;
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Place {
  readonly path: string;
  readonly schema: Schema;
}

const isObject = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

/** Every property of every schema in a document; conditions repeat properties that are described elsewhere. */
function propertiesIn(part: unknown, path = ''): Place[] {
  if (!isObject(part) || /\/(if|then|else|examples|example)$/.test(path)) return [];
  const own = Object.entries(isObject(part.properties) && !Array.isArray(part.properties) ? part.properties : {});
  return [
    ...own.map(([name, schema]): Place => ({ path: `${path}/${name}`, schema })),
    ...Object.entries(part).flatMap(([key, inner]) => propertiesIn(inner, `${path}/${key}`)),
  ];
}

const contracts = [
  ['the product', contract],
  ['the contract of all kinds', surveyContract],
] as const;

describe.each(contracts)('the document of %s', (_, of) => {
  const whole = openapi(of, 'http://127.0.0.1:8080');
  const places = propertiesIn(whole);

  it('describes every property in both languages', () => {
    const english = propertiesIn(openapi(of, 'http://127.0.0.1:8080', 'en'));
    const chinese = propertiesIn(openapi(of, 'http://127.0.0.1:8080', 'zh'));
    const silent = (given: readonly Place[]) =>
      given.filter(({ schema }) => !schema.description && !schema.$ref).map(({ path }) => path);
    expect(places.length).toBeGreaterThan(400);
    expect([silent(places), silent(english), silent(chinese)]).toEqual([[], [], []]);
    const isChinese = ({ schema }: Place) => /[\u4e00-\u9fff]/.test(schema.description ?? '');
    expect(english.filter(isChinese).map(({ path, schema }) => `${path}: ${schema.description}`)).toEqual([]);
    // A reference is described where it leads to.
    const own = places.filter(({ schema }) => !schema.$ref);
    expect(chinese.filter(isChinese).length).toBeGreaterThan(own.length * 0.95);
    // No separator of the two languages is left over.
    expect(JSON.stringify([whole, openapi(of, 'x', 'en'), openapi(of, 'x', 'zh')])).not.toMatch(/\\u001f/);
  });

  it('counts periods in singular and plural', () => {
    const wrong = JSON.stringify(whole).match(/[^"]{0,40}\b1 (years|months|weeks|days|hours|minutes)\b/g) ?? [];
    expect(wrong).toEqual([]);
  });

  it('has an example for every value, which its schema accepts', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'whole', components: whole.components });
    const values = places.filter(({ schema }) => !['object', 'array'].includes([schema.type].flat()[0] ?? 'object'));
    expect(values.filter(({ schema }) => !schema.examples).map(({ path }) => path)).toEqual([]);
    const wrong = places.flatMap(({ path, schema }) => {
      const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/comp', '"whole#/comp')));
      return (schema.examples ?? []).filter((example) => !validate(example)).map((one) => `${path}: ${one}`);
    });
    expect(wrong).toEqual([]);
  });

  it('names the values of choices, for people and for code', () => {
    const chosen = places.filter(({ schema }) => schema['x-enumNames'] !== undefined);
    expect(chosen.length).toBeGreaterThan(10);
    for (const { path, schema } of chosen) {
      const lists = ['x-enumNames', 'x-enum-varnames', 'x-enum-descriptions'].map((name) => schema[name] as string[]);
      expect([path, lists.map(({ length }) => length)]).toEqual([path, Array(3).fill(schema.enum?.length)]);
      const names = lists[1] ?? [];
      expect([path, names.every((name) => /^[A-Za-z_]\w*$/.test(name))]).toEqual([path, true]);
      expect([path, new Set(names).size]).toEqual([path, names.length]);
    }
  });

  it('gives every call an id of its own in the words of the product', () => {
    const ids = Object.values(whole.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(ids.filter((id) => !/^[a-z][A-Za-z0-9]*$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('says of a body that it may be left out only where nothing in it is required', () => {
    const schemas = whole.components['schemas'] ?? {};
    const wrong = Object.entries(whole.paths).flatMap(([path, { post }]) => {
      const body = post?.requestBody as { required: boolean; content: Record<string, { schema: Schema }> } | undefined;
      const schema = body?.content['application/json']?.schema;
      if (!body || !schema) return [];
      const meant = schema.$ref ? schemas[schema.$ref.split('/').at(-1) ?? ''] : schema;
      const needed = [meant?.['required'] ?? []].flat().length > 0;
      return body.required === needed ? [] : [path];
    });
    expect(wrong).toEqual([]);
  });

  it('has patterns only where they tell a client something', () => {
    const patterns = [...JSON.stringify(whole).matchAll(/"pattern":"((?:[^"\\]|\\.)*)"/g)].map(([, one = '']) => one);
    expect(patterns.join('').length).toBeLessThan(JSON.stringify(whole).length / 50);
    expect(patterns.filter((one) => /u0000|ud800/i.test(one))).toEqual([]);
  });
});

const schemas = document.components.schemas as Readonly<Record<string, Schema>>;

/** The property of a schema at a path of names. */
const at = (schema: Schema | undefined, ...names: string[]): Schema =>
  names.reduce((found: Schema | undefined, name) => found?.properties?.[name], schema) ?? {};

describe('the document of the product', () => {
  it('calls its operations what a person would', () => {
    const known = new Map(
      operations.map(({ method, path, operation }) => [`${method} ${path}`, operation.operationId]),
    );
    const expected = {
      'GET /v1/order/list': 'listOrders',
      'GET /v1/order/{id}': 'getOrder',
      'POST /v1/order': 'createOrder',
      'POST /v1/order/{id}': 'updateOrder',
      'DELETE /v1/order/{id}': 'deleteOrder',
      'POST /v1/order/restore/{id}': 'restoreOrder',
      'GET /v1/assignment/list': 'listLicences',
      'POST /v1/assignment': 'allocateLicences',
      'POST /v1/auth/login': 'signIn',
      'GET /v1/mail/list': 'listEmails',
    };
    expect(Object.fromEntries(Object.keys(expected).map((call) => [call, known.get(call)]))).toEqual(expected);
  });

  it('has parameters of real types, and those of pages once', () => {
    const shared = document.components.parameters as Readonly<Record<string, { name: string; schema: Schema }>>;
    const types = Object.fromEntries(Object.values(shared).map(({ name, schema }) => [name, schema.type]));
    expect(types).toMatchObject({ page: 'integer', per_page: 'integer', is_paginate: 'boolean' });
    const lists = operations.filter(({ path, method }) => method === 'GET' && path.endsWith('/list'));
    const named = lists.flatMap(({ operation }) => operation.parameters as { name?: string }[]);
    expect(named.filter(({ name }) => name === 'page')).toEqual([]);
    const { parameters = [] } = document.paths['/v1/order/list']?.['get'] ?? {};
    const filters = new Map((parameters as { name: string; schema: Schema }[]).map((one) => [one.name, one]));
    expect(filters.get('filter_status')).toMatchObject({
      style: 'form',
      explode: false,
      schema: { type: 'array', items: { type: 'integer', enum: [0, 1, 2, 8, 9] } },
    });
    expect(filters.get('filter_is_available')?.schema).toEqual({ type: 'boolean' });
    expect(filters.get('start_at')?.schema).toMatchObject({ type: 'string', format: 'date-time' });
  });

  it('says of every list once what a page is', () => {
    const { responses = {} } = document.paths['/v1/order/list']?.['get'] ?? {};
    const { content } = responses['200'] as { content: Record<string, { schema: Schema }> };
    const schema = content['application/json']?.schema;
    expect(schema).toMatchObject({ allOf: [{ $ref: '#/components/schemas/paging' }], required: ['items'] });
    const page = { items: [], total: 0, page: 1, per_page: 20 };
    const takes = validatorOf(schema);
    expect([page, { ...page, more: 1 }, { items: [] }].map((one) => takes(one))).toEqual([true, false, false]);
  });

  it('says which values of an answer are always there', () => {
    const { order } = schemas;
    expect(order?.['required']).toEqual(
      expect.arrayContaining(['id', 'version', 'status', 'purchased', 'is_available']),
    );
    // Only staff reads who sells, and only those who may delete an order whether it is in use.
    for (const name of ['sales', 'sales_user_id', 'in_use']) expect(order?.['required']).not.toContain(name);
    const typeOf = (...names: string[]) => at(order, ...names).type;
    expect([
      typeOf('status'),
      typeOf('created_at'),
      typeOf('is_available'),
      typeOf('purchased', 'hosts', 'value'),
    ]).toEqual(['integer', 'string', 'boolean', 'integer']);
    expect([typeOf('comment'), typeOf('enterprise'), typeOf('enterprise', 'name')]).toEqual([
      ['string', 'null'],
      ['object', 'null'],
      'string',
    ]);
  });

  it('tells an update and each step apart, by a title and by the state', () => {
    const { oneOf = [] } = schemas['order_edit'] as { oneOf?: { $ref: string }[] };
    const bodies = oneOf.map(({ $ref }) => schemas[$ref.split('/').at(-1) ?? ''] as Schema);
    expect(bodies.map(({ title }) => String(title).split(' / ')[0])).toEqual([
      'Update order',
      'Confirm',
      'Agree',
      'Reject',
      'Cancel order',
    ]);
    const { order_edit } = schemas;
    const takes = validatorOf(order_edit);
    const given: [object, boolean][] = [
      [{ comment: 'For March' }, true],
      [{ status: 1, assign_period: 30, use_period: 365 }, true],
      [{ status: 1 }, false],
      [{ status: 2 }, true],
      [{ status: 9, comment: null }, true],
      [{ status: 7 }, false],
    ];
    expect(given.map(([body]) => [body, takes(body)])).toEqual(given);
  });

  it('names the codes of errors, and both of their forms', () => {
    const refused = document.components.responses?.['422'] as Schema;
    expect(refused['x-codes']).toContain('stale');
    expect(Object.keys(refused['content'] as object)).toEqual(['application/json', 'application/problem+json']);
  });

  it('has scopes for tokens and names both ways to authenticate', () => {
    const { security = [] } = document.paths['/v1/order/list']?.['get'] ?? {};
    expect(security).toEqual([{ session: [] }, { token: ['order:read'] }]);
    expect(Object.keys(document.components.securitySchemes ?? {})).toEqual(['session', 'token', 'licence']);
    expect(roles.length).toBeGreaterThan(0);
  });
});

describe('a rule between fields that a schema can say', () => {
  let cast: Cast;
  beforeAll(async () => {
    cast = await startCast(eitherEngine);
  });
  afterAll(() => cast.close());

  const product = { name: 'Ferry', code: 'FERRY', deployment_id: 1, category_id: 1001 };
  const delivery = { delivery_method: 'payment_after_delivery', is_stamp: false };
  const order = { category_id: 1001, params: delivery };

  it.each<[string, string, object, string[]]>([
    ['product', 'without a unit where none is needed', product, []],
    ['product', 'with the unit of what is metered', { ...product, metering: 'value', unit: 'TB' }, []],
    ['product', 'without it', { ...product, metering: 'value' }, ['unit']],
    ['product', 'with an empty one', { ...product, metering: 'value', unit: '' }, ['unit']],
    ['order', 'without a delivery', { ...order, params: undefined }, ['params.delivery_method', 'params.is_stamp']],
    ['order', 'with the time that nobody pays at', order, []],
    [
      'order',
      'without the time of the payment',
      { ...order, params: { ...delivery, delivery_method: 'send_upon_payment' } },
      ['params.expected_payment_time'],
    ],
    [
      'order',
      'with a seal, without its kind and time',
      { ...order, params: { ...delivery, is_stamp: true } },
      ['params.stamp_method', 'params.stamp_time'],
    ],
    [
      'order',
      'with a seal on paper, without its type',
      { ...order, params: { ...delivery, is_stamp: true, stamp_method: 'entity', stamp_time: '2026-11-30T00:00:00Z' } },
      ['params.entity_stamp_type'],
    ],
  ])('%s %s: is refused by both or by neither', async (name, _, body, fields) => {
    const sent = JSON.parse(JSON.stringify(body));
    expect(validatorOf(schemas[`${name}_create`])(sent)).toBe(fields.length === 0);
    const answer = await (name === 'order' ? cast.sales : cast.admin).post(`/v1/${name}`, sent);
    const refused = Object.keys(answer.body.error?.fields ?? {});
    expect(refused).toEqual(expect.arrayContaining(fields));
    if (fields.length === 0) expect(refused.filter((one) => /^(unit|params)/.test(one))).toEqual([]);
  });
});

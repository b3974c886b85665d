import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import { type Schema, valuesOf } from '../fuzz/arbitrary.ts';
import { type Documented, document, operations } from '../support/conformance.ts';
import { eitherEngine } from '../support/database.ts';
import { payloadsWith } from '../support/payloads.ts';
import { scale } from '../support/scale.ts';
import { isOfNewResource, type RoleName } from './matrix/allowed.ts';
import { startWorld, type World } from './matrix/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld(eitherEngine);
});
afterAll(() => world.cast.close());

const resolve = (schema: Schema): Schema =>
  schema.$ref ? (document.components.schemas?.[schema.$ref.split('/').at(-1) ?? ''] as Schema) : schema;

const bodyOf = ({ operation }: Documented): Schema | undefined =>
  (operation.requestBody as { content: Record<string, { schema: Schema }> } | undefined)?.content['application/json']
    ?.schema;

interface Place {
  operation: Documented;
  path: string[];
  schema: Schema;
  name: string;
}

/** All texts that a body may contain, also inside its objects. */
function placesIn(operation: Documented, given: Schema, path: string[]): Place[] {
  const schema = resolve(given);
  const inner = schema.oneOf ? (resolve(schema.oneOf[0] ?? {}).properties ?? {}) : (schema.properties ?? {});
  return Object.entries(inner).flatMap(([name, one]) => {
    const at = [...path, name];
    const types = [one.type].flat();
    if (types.includes('object')) return placesIn(operation, one, at);
    if (!types.includes('string') || one.format === 'date-time') return [];
    return [{ operation, path: at, schema: one, name: `${operation.method} ${operation.path} ${at.join('.')}` }];
  });
}

const places = operations
  .filter(({ path }) => !path.startsWith('/v1/auth/'))
  .flatMap((operation) => placesIn(operation, bodyOf(operation) ?? {}, []));

/** All payloads at each field, or in the short version only every fifth one, chosen by the field. */
const payloadsAt = (place: number): string[] => payloadsWith('a').filter((_, at) => scale(at % 5 === place % 5, true));

const idFor = (path: string): number | undefined =>
  world.common[
    path.split('/')[2] === 'product' && path.includes('license') ? 'product_license' : (path.split('/')[2] ?? '')
  ]?.o ?? world.common[path.split('/')[2] ?? '']?.o;

const addressOf = ({ path }: Documented): string =>
  path.replace('{id}', String(idFor(path) ?? 1)).replace(/\{\w+\}/g, 'nothing');

/** The field of the text, or of the object that it is in; undefined if no entity declares it. */
const fieldOfPlace = ({ operation: { path }, path: [head = ''] }: Place) =>
  contract.entities.find((one) => [`/v1/${one.path}`, `/v1/${one.path}/{id}`].includes(path))?.fields[head];

/** The roles that may write the field of the text; undefined if every role of the operation may. */
const writersOf = (place: Place): readonly string[] | undefined => fieldOfPlace(place)?.write;

/** A role that may send the text. */
const roleFor = (place: Place): RoleName => {
  const writers = writersOf(place);
  const who = place.operation.operation['x-roles'].filter((role) => writers?.includes(role) ?? true);
  if (who.includes('SuperAdmin') || who.includes('anybody')) return 'SA';
  if (who.includes('Enterprise')) return 'EN';
  return who.includes('Subordinate') ? 'SU' : 'SM';
};

/** The keys of installations are written without blanks. */
const isKey = ({ path }: Place): boolean => /_key$/.test(path.at(-1) ?? '');

function put(
  body: Record<string, unknown>,
  [head = '', ...rest]: readonly string[],
  value: unknown,
): Record<string, unknown> {
  if (rest.length === 0) return { ...body, [head]: value };
  return { ...body, [head]: put((body[head] ?? {}) as Record<string, unknown>, rest, value) };
}

/** The rest of the body that a request needs. */
function aroundOf(place: Place): Record<string, unknown> {
  const schema = resolve(bodyOf(place.operation) ?? {});
  if (schema.oneOf) return {};
  const needed = {
    ...schema,
    properties: Object.fromEntries((schema.required ?? []).map((name) => [name, schema.properties?.[name] ?? {}])),
  };
  return fc.sample(valuesOf(needed, resolve), { numRuns: 1, seed: 5 })[0] as Record<string, unknown>;
}

const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];

describe('every text that a body may hold', () => {
  it('is known to this test', () => {
    expect(new Set(places.flatMap((_, at) => payloadsAt(at))).size).toBe(50);
    expect(places.length).toBeGreaterThan(60);
  });

  it.each(places.map((place, at) => ({ ...place, at })))(
    '$name: script payloads come back as texts, or are refused',
    async (place) => {
      const { operation, path, schema, at } = place;
      const around = aroundOf(place);
      const key = world.actors[roleFor(place)].key;
      for (const payload of payloadsAt(at)) {
        const text = payload.slice(0, schema.maxLength ?? 60).trim();
        const answer = await world.cast.request(operation.method, addressOf(operation), {
          key,
          body: put(around, path, text),
        });
        expect([200, 401, 404, 422, 429], JSON.stringify(answer.body)).toContain(answer.status);
        const record = answer.status === 200 && 'version' in answer.body;
        if (record && !['metering', 'password', 'client_secret', 'smtp_password'].includes(path.at(-1) ?? ''))
          expect(textsIn(answer.body)).toContain(isKey(place) ? text.replaceAll(' ', '') : text);
      }
    },
  );

  /**
   * Multi-line texts, which are never part of a mail header: comments, descriptions, replies, the filters of a view, the
   * request of a machine, the report of a relay, and those of new entities.
   */
  const severalLines = (place: Place) =>
    /^(comment|description|reply|query|request|report)$/.test(place.path.at(-1) ?? '') ||
    (isOfNewResource(place.operation.path) && /^(longText|richText)$/.test(fieldOfPlace(place)?.kind ?? ''));

  /** The name of the refused field; users do not type the parts of a file, so it is refused as a whole. */
  const refusedBy = ({ operation, path }: Place) => {
    const outer = resolve(resolve(bodyOf(operation) ?? {}).properties?.[path[0] ?? ''] ?? {});
    return (outer.properties?.sha256 ? path.slice(0, 1) : path).join('.');
  };

  it.each(places.filter((place) => !severalLines(place)))(
    '$name: a line break is refused by its name',
    async (place) => {
      const { operation, path } = place;
      const key = world.actors[roleFor(place)].key;
      for (const broken of ['a\r\nBcc: b@c.example', 'a@b.example\nX: y', 'a\u0000b']) {
        const body = put(aroundOf(place), path, broken);
        const answer = await world.cast.request(operation.method, addressOf(operation), { key, body });
        expect([401, 404, 422, 429]).toContain(answer.status);
        if (answer.status === 422) expect(Object.keys(answer.body.error.fields)).toContain(refusedBy(place));
      }
    },
  );
});

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalTexts } from '../../contract/kinds/canonicalTexts.ts';
import { kinds } from '../../contract/kinds/index.ts';
import { bodyRule, type FieldErrors, validate } from '../../contract/kinds/validation.ts';
import { defineEntity, type Entity } from '../../contract/schema/entity.ts';
import type { Field, Fields, KindName } from '../../contract/schema/field/field.ts';
import type { Database } from '../../server/db/connection.ts';
import { tableSql } from '../../server/db/schema/ddl.ts';
import { insertAll } from '../../server/db/write/store.ts';
import { createSchema } from '../../server/http/openapi/bodies.ts';
import { parseInput } from '../../server/resource/write/body.ts';
import { validatorOf } from '../support/conformance.ts';
import { inContract } from '../support/contractWith.ts';
import { freshDatabase } from '../support/database.ts';
import { fieldOf, label, seed } from '../support/kindFields.ts';
import { valuesFor } from '../support/kindValues.ts';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase('pglite');
});
afterAll(() => database.close());

const entityOf = (name: string, fields: Fields): Entity =>
  inContract(
    defineEntity({
      name,
      label,
      title: 'id',
      fields,
      list: { columns: [], sort: '-id' },
      access: { list: ['SuperAdmin'], create: ['SuperAdmin'], rows: { SuperAdmin: 'everything' } },
    }),
  );

/** The values that the rule of the field accepts. */
function acceptedOf(field: Field, values: readonly unknown[]): unknown[] {
  const fields = { value: field };
  const rule = bodyRule(fields);
  return values.filter((value) => validate(rule, canonicalTexts({ value }, fields)) === undefined);
}

/** A value after conversion to JSON and back, without the sign of zero. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** False if an optional object has a required part, which the start refuses (contract/checks/fields/nested.ts). */
const isDeclared = ({ fields = {}, items, required }: Field, isHere = required): boolean =>
  Object.values(fields).every((one) => (isHere || !one.required) && isDeclared(one)) &&
  (!items || isDeclared(items, true));

let serial = 0;

/**
 * Stores the accepted values and reads them back.
 * @returns the number of values
 */
async function roundTrip(field: Field, values: readonly unknown[]): Promise<number> {
  const taken = acceptedOf(field, values);
  if (taken.length === 0) return 0;
  serial += 1;
  const entity = entityOf(`kind_${serial}`, { value: field });
  await database.executeSql(tableSql(entity));
  const rows = taken.map((value) => parseInput(entity.fields, { value }));
  const answered = rows.map(({ value }) => asJson(value));
  // A returned value is accepted when it is sent back.
  if (isDeclared(field)) expect(acceptedOf(field, answered)).toEqual(answered);
  const writer = {
    contract: entity.contract,
    trx: database.db,
    now: new Date(),
    secrets: { seal: (text: string) => text, mac: () => 'mark' },
  };
  await insertAll(writer, entity, rows);
  const stored = await database.executeSql(`select value from ${entity.table} order by id`);
  expect(stored.rows.map(({ value }) => asJson(value))).toEqual(answered);
  await database.executeSql(`drop table ${entity.table}`);
  return taken.length;
}

const cases = (kind: KindName) =>
  fieldOf(kind).chain((field) =>
    fc.tuple(fc.constant(field), fc.array(valuesFor(field), { minLength: 50, maxLength: 50 })),
  );

describe('what the rule of a field takes, its column takes and gives back', () => {
  it.each(Object.keys(kinds) as KindName[])('%s', async (kind) => {
    let stored = 0;
    for (const [field, values] of fc.sample(cases(kind), { seed, numRuns: 20 }))
      stored += await roundTrip(field, values);
    expect(stored).toBeGreaterThan(100);
  });
});

describe('the body of a record', () => {
  const fields: Fields = {
    hosts: { kind: 'integer', label, required: true, min: 1, max: 9, writePath: 'purchased.hosts' },
    place: { kind: 'text', label, writePath: 'delivery.to.place' },
    stored: { kind: 'object', label, fields: { by: { kind: 'text', label, readOnly: true } } },
    params: {
      kind: 'object',
      label,
      fields: { a: { kind: 'text', label }, b: { kind: 'boolean', label, readOnly: true } },
    },
  };
  const purchased = { hosts: 1 };

  it.each<[unknown, FieldErrors | undefined]>([
    [{ purchased }, undefined],
    [{ purchased, delivery: {}, params: {}, stored: {} }, undefined],
    [{ purchased, delivery: { to: { place: 'x' } }, params: { a: null }, stored: null }, undefined],
    [{}, { 'purchased.hosts': ['required'] }],
    [{ purchased: {} }, { 'purchased.hosts': ['required'] }],
    [{ purchased: null }, { purchased: ['object'] }],
    [{ purchased, delivery: null }, { delivery: ['object'] }],
    [{ purchased, delivery: { to: [] } }, { 'delivery.to': ['object'] }],
    [{ purchased: { hosts: 1, more: 1 } }, { 'purchased.more': ['unknown_field'] }],
    [{ purchased, stored: { by: 'me' } }, { 'stored.by': ['unknown_field'] }],
    [{ purchased, params: { b: true } }, { 'params.b': ['unknown_field'] }],
    [null, { _: ['object'] }],
    [[], { _: ['object'] }],
  ])('%j is taken by its rule and by its schema, or by neither', (body, isValid) => {
    expect(validate(bodyRule(fields), body)).toEqual(isValid);
    expect(validatorOf(createSchema(entityOf('body', fields)))(body)).toBe(isValid === undefined);
  });
});

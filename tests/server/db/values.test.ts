import fc from 'fast-check';
import { types } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../../server/db/connection.ts';
import { typeParser } from '../../../server/db/engine/typeParsers.ts';
import { createPostgres } from '../../support/database.ts';

const timestamptz = 1184;
const known = types.getTypeParser(timestamptz) as (text: string) => unknown;

const number = (max: number, digits: number, min = 0) =>
  fc.integer({ min, max }).map((value) => String(value).padStart(digits, '0'));
const fraction = fc.option(fc.stringMatching(/^\.\d{1,9}$/), { nil: '' });
const zone = fc.constantFrom('+00', '+00', '+00', '+01', '-03', '+05:30', '-00:44:30', '');
const era = fc.constantFrom('', '', '', ' BC');
/** A timestamp as PostgreSQL prints it, with any zone, era and supported year. */
const moment = fc
  .tuple(
    fc.oneof(number(9999, 4), number(200, 4), number(294_276, 4)),
    number(12, 2, 1),
    number(31, 2, 1),
    number(23, 2),
    number(59, 2),
    number(59, 2),
    fraction,
    zone,
    era,
  )
  .map(
    ([year, month, day, hour, minute, second, part, offset, end]) =>
      `${year}-${month}-${day} ${hour}:${minute}:${second}${part}${offset}${end}`,
  );

describe('a moment of the database', () => {
  it('is read as pg reads it, whatever year, zone and fraction it has', () => {
    const text = fc.oneof({ weight: 8, arbitrary: moment }, fc.constantFrom('infinity', '-infinity', '2026-11-24'));
    fc.assert(
      fc.property(text, (one) => {
        expect(typeParser(timestamptz)(one)).toEqual(known(one));
      }),
      { numRuns: 2_000 },
    );
  });

  it('is read to the millisecond that it lies in', () => {
    for (const [text, iso] of [
      ['2026-11-24 09:18:16+00', '2026-11-24T09:18:16.000Z'],
      ['2026-11-24 09:18:16.2+00', '2026-11-24T09:18:16.200Z'],
      ['2026-11-24 09:18:16.028999+00', '2026-11-24T09:18:16.028Z'],
      ['9999-12-31 23:59:59.999999+00', '9999-12-31T23:59:59.999Z'],
    ] as const)
      expect((typeParser(timestamptz)(text) as Date).toISOString()).toBe(iso);
  });
});

const written = [
  '2026-11-24 09:18:16',
  '2026-11-24 09:18:16.000001',
  '2026-11-24 09:18:16.9995',
  '2024-02-29 23:59:59.12',
  '0001-01-01 00:00:00',
  '0099-12-31 23:59:59.5',
  '0100-01-01 00:00:00',
  '9999-12-31 23:59:59.999999',
  '10000-01-01 00:00:00',
  '0044-03-15 12:00:00 BC',
  'infinity',
  '-infinity',
];

describe.each(['postgres', 'pglite'] as const)('moments of %s', (engine) => {
  let database: Database;
  let drop: () => Promise<void> = async () => undefined;
  beforeAll(async () => {
    const created = engine === 'postgres' ? await createPostgres('template1') : undefined;
    if (created) drop = created.drop;
    database = await openDatabase(created ? { databaseUrl: created.url } : {});
  });
  afterAll(async () => {
    await database.close();
    await drop();
  });

  it.each(written)('are the same by the protocol and by pg: %s', async (text) => {
    const { rows } = await database.executeSql('select $1::timestamptz as moment, $1::timestamptz::text as text', [
      text,
    ]);
    expect(rows[0]?.['moment']).toEqual(known(String(rows[0]?.['text'])));
  });
});

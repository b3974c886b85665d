import { afterAll, beforeAll, expect, it } from 'vitest';
import { ticket } from '../../examples/service-desk/tickets/ticket.ts';
import { ticketTeam } from '../../examples/service-desk/tickets/ticketTeam.ts';
import { addTables } from '../support/addTables.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { contractWith } from '../support/contractWith.ts';
import { forEachEngine } from '../support/database.ts';
import { ok } from '../support/product.ts';
import { scale } from '../support/scale.ts';

const contract = contractWith({ ticket, ticket_team: ticketTeam });

const columns = ['subject', 'description', 'severity', 'enterprise_id'];

forEachEngine('serial numbers of what is imported', (engine) => {
  let cast: Cast;
  beforeAll(async () => {
    cast = await startCast(engine, { contract });
    await addTables(cast.database, contract);
  }, 120_000);
  afterAll(() => cast.close());

  const rows = (count: number, ...more: string[][]) => [
    ...Array.from({ length: count }, (_, at) => [`Row ${at}`, 'Text', '1', 'Enterprise first']),
    ...more,
  ];
  const send = (given: string[][], dry_run: boolean) =>
    ok(cast.operations.post('/v1/ticket/import', { columns, rows: given, dry_run }));
  const file = async (subject: string): Promise<number> => {
    const body = { subject, description: 'Text', severity: 1 };
    const { number } = await ok(cast.customer.post('/v1/ticket', body));
    return Number(/^T-(\d{6})$/.exec(number)?.[1]);
  };
  // The highest severity requires a phone number, which is checked only when the row is written.
  const broken = ['Stands still', 'Text', '3', 'Enterprise first'];

  it('are drawn for what is made alone: by no trial, and by no import that fails', async () => {
    const before = await file('before');
    expect(await send(rows(450), true)).toEqual({ rows: 450, created: 0, mistakes: [] });
    for (const dry_run of [true, false]) {
      const { created, mistakes } = await send(rows(30, broken), dry_run);
      expect([created, mistakes]).toEqual([
        0,
        [{ row: 30, field: 'phone', message: 'The current item cannot be empty' }],
      ]);
    }
    expect(await file('after')).toBe(before + 1);
    expect((await send(rows(250), false)).created).toBe(250);
    expect(await file('last')).toBe(before + 252);
    const { items } = await ok(cast.operations.get('/v1/ticket/list?is_paginate=false&sort=number'));
    const numbers = items.map(({ number }: { number: string }) => Number(number.slice(2)));
    expect(numbers).toEqual(Array.from({ length: 253 }, (_, at) => before + at));
    expect(numbers.every((number: number) => number < 1_000_000)).toBe(true);
  });

  it('are each given once and without a gap, however many import, try and make at once', async () => {
    const before = await file('first of many');
    const rounds = scale(4, 40);
    const work = Array.from({ length: rounds }, (_, at) => [
      send(rows(20), true),
      send(rows(20, broken), false),
      send(rows(5), false),
      file(`beside ${at}`),
    ]).flat();
    await Promise.all(work as Promise<unknown>[]);
    const last = await file('last of many');
    expect(last - before).toBe(rounds * 6 + 1);
    const { rows: found } = await cast.database.executeSql('select count(distinct number)::int as count from ticket');
    const { rows: all } = await cast.database.executeSql('select count(*)::int as count from ticket');
    expect(found).toEqual(all);
  });
});

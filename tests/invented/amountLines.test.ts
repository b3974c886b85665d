import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findMistakes } from '../../contract/checks/index.ts';
import { addTables } from '../support/addTables.ts';
import { type Cast, startCast } from '../support/cast.ts';
import { contractWith } from '../support/contractWith.ts';
import { forEachEngine } from '../support/database.ts';
import { ok } from '../support/product.ts';
import { invoiceDesk, invoiceLine } from '../support/quoteDesk/invoices.ts';

describe('amounts and quantities in rows of children', () => {
  const mistakes = (...desk: Parameters<typeof invoiceDesk>) => findMistakes(contractWith(invoiceDesk(...desk)));
  const { currency } = invoiceLine.fields;

  it('are declared where a row has their currency and their product', () => {
    expect(mistakes()).toEqual([]);
    const add = ['name', 'currency', 'rate'];
    expect(mistakes({ add }, { currency: { ...currency, readOnly: false, default: undefined } })).toEqual([]);
    expect(mistakes({ add: ['name', 'rate'] }, { currency: { ...currency, default: 'CNY' } })).toEqual([]);
  });

  it.each<[string, Parameters<typeof invoiceDesk>]>([
    ['currency', [{}, { currency: { ...currency, default: { from: 'tariff_id', field: 'currency' } } }]],
    ['product', [{ add: ['name', 'tariff_id', 'rate', 'quantity'] }, {}]],
  ])('are refused without the %s', (name, [lines, line]) => {
    const add = name === 'currency' ? ['name', 'rate'] : lines?.add;
    expect(mistakes({ ...lines, ...(add && { add }) }, line)).toEqual([
      expect.stringMatching(new RegExp(`nested.*${name}.*; add`)),
    ]);
  });
});

forEachEngine('amounts in lines that are saved with their record', (engine) => {
  const contract = contractWith(invoiceDesk());
  let cast: Cast;
  let product_id: number;
  let tariff_id: number;
  beforeAll(async () => {
    cast = await startCast(engine, { contract });
    await addTables(cast.database, contract);
    product_id = (await ok(cast.admin.get('/v1/product/list?is_paginate=false'))).items[0]?.id;
    tariff_id = (await ok(cast.admin.post('/v1/tariff', { name: 'Day', currency: 'USD', rate: 9_900 }))).id;
  }, 120_000);
  afterAll(() => cast.close());

  const save = (path: string, body: object) => cast.admin.post(path, body);
  const newInvoice = (lines: readonly object[], currency = 'USD') =>
    ok(save('/v1/invoice', { subject: 'Services', currency, lines }));
  const linesOf = async (id: number) =>
    (await ok(cast.admin.get(`/v1/invoice_line/list?is_paginate=false&filter_invoice_id=${id}`))).items;
  const refusal = async (path: string, body: object) => {
    const { status, body: answer } = await save(path, body);
    return [status, answer.error?.fields];
  };

  it('have the currency of the record, the price of their tariff, and add up', async () => {
    const { id, total } = await newInvoice([
      { name: 'One', rate: 1_250, quantity: 3, product_id },
      { name: 'Two', tariff_id, quantity: 2 },
    ]);
    expect(total).toBe(3 * 1_250 + 2 * 9_900);
    expect(await linesOf(id)).toMatchObject([
      { currency: 'USD', rate: 1_250, amount: 3_750 },
      { currency: 'USD', rate: 9_900, amount: 19_800 },
    ]);
  });

  it('are refused in the currency of the record, in a new line', async () => {
    const line = (rate: unknown) => ({ subject: 'Services', currency: 'USD', lines: [{ name: 'One', rate }] });
    expect(await refusal('/v1/invoice', line('12'))).toEqual([
      422,
      { 'lines[0].rate': [expect.stringContaining('12')] },
    ]);
    expect(await refusal('/v1/invoice', line(99))).toEqual([
      422,
      { 'lines[0].rate': [expect.stringMatching(/USD|[$]/)] },
    ]);
    expect(await refusal('/v1/invoice', line('many'))).toEqual([
      422,
      { 'lines[0].rate': [expect.stringMatching(/USD|[$]/)] },
    ]);
  });

  it('are refused in it in a line that is there, and change the total', async () => {
    const { id } = await newInvoice([{ name: 'One', rate: 1_250 }], 'EUR');
    const [line] = await linesOf(id);
    const change = (rate: unknown) => ({ lines: [{ id: line.id, rate }] });
    expect(await refusal(`/v1/invoice/${id}`, change('many'))).toEqual([
      422,
      { 'lines[0].rate': [expect.stringMatching(/EUR|€/)] },
    ]);
    expect(await refusal(`/v1/invoice/${id}`, change(99))).toEqual([
      422,
      { 'lines[0].rate': [expect.stringMatching(/EUR|€/)] },
    ]);
    expect(await ok(save(`/v1/invoice/${id}`, change(2_000)))).toMatchObject({ total: 2_000 });
  });
});

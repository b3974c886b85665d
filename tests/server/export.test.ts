import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cellOf } from '../../server/http/csv.ts';
import { buy, type Cast, startCast } from '../support/cast.ts';
import { eitherEngine } from '../support/database.ts';
import { type Client, ok } from '../support/product.ts';

let cast: Cast;
beforeAll(async () => {
  cast = await startCast(eitherEngine);
});
afterAll(() => cast.close());

async function file(reader: Client, path: string, language = 'en') {
  const answer = await cast.app.request(path, { headers: { authorization: reader.key, 'X-LANG': language } });
  expect(answer.status).toBe(200);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return { answer, bytes, lines: new TextDecoder().decode(bytes).split('\r\n').filter(Boolean) };
}

describe('an export (B38, C10)', () => {
  it('is the filtered list whole, as CSV with its mark, in the caller’s language', async () => {
    for (let hosts = 1; hosts <= 23; hosts += 1) await buy(cast, hosts);
    await buy(cast, 99, cast.otherCustomer);
    const { answer, bytes, lines } = await file(cast.customer, '/v1/order/export?sort=purchased_hosts');
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="order-\d{4}-\d\d-\d\d\.csv"$/);
    expect(lines[0]).toBe('No.,Order code,Type,Product,Enterprise,Purchased,Available,Status,Availability,Created at');
    expect(lines).toHaveLength(24);
    expect(lines.slice(1).map((line) => Number(line.split(',')[5]))).toEqual(
      Array.from({ length: 23 }, (_, at) => at + 1),
    );
    expect(lines[1]).toMatch(/,New purchase,Mover,Enterprise FIRST,1,0,Pending confirmation,false,/);
    const chinese = await file(cast.customer, '/v1/order/export?filter_status=9', 'zh');
    expect(chinese.lines).toEqual(['编号,订单编号,类型,产品,企业,购买数量,可用数量,状态,是否可用,创建时间']);
    expect((await file(cast.admin, '/v1/order/export')).lines).toHaveLength(25);
  });

  it('leaves out what the role may not read, refuses what it may not do, and is audited', async () => {
    expect((await file(cast.sales, '/v1/enterprise/export')).lines[0]).toContain('Sales owner');
    expect((await cast.customer.get('/v1/enterprise/export')).status).toBe(403);
    expect((await cast.customer.get('/v1/order/export?filter_secret=1')).status).toBe(422);
    const { items } = await ok(cast.admin.get('/v1/audit/list?search=export'));
    expect(items[0]).toMatchObject({ action: 'export', entity: 'enterprise', actor: { id: cast.sales.id } });
  });

  it('keeps a spreadsheet from taking a text for a formula', () => {
    for (const text of ['=1+1', '+1', '-1+1', '@sum', '\tx']) expect(cellOf(text).replace(/^"/, '')).toMatch(/^'/);
    expect([cellOf('-5'), cellOf('a,b'), cellOf('say "x"'), cellOf('two\nlines')]).toEqual([
      '-5',
      '"a,b"',
      '"say ""x"""',
      '"two\nlines"',
    ]);
  });
});

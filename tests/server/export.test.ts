import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import { csvCell } from '../../contract/lib/csv.ts';
import { everything } from '../../contract/schema/access.ts';
import { defineEntity } from '../../contract/schema/entity.ts';
import { reference } from '../../contract/schema/field/field.ts';
import { csvResponse } from '../../server/http/files/csv.ts';
import type { HttpEnv } from '../../server/http/services.ts';
import { wholeProjection } from '../../server/resource/compile/projection.ts';
import { cellsOf } from '../../server/resource/read/export.ts';
import { type Cast, placeOrder, startCast } from '../support/cast.ts';
import { inContract } from '../support/contractWith.ts';
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

async function* parts(whole: number): AsyncGenerator<string[][]> {
  for (let part = 0; part < whole; part += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    yield [[`line ${part}`]];
  }
  throw new Error('the database went away');
}

/** A real local server, because the test breaks a connection. */
function listen(app: Hono<HttpEnv>) {
  let listening = (_port: number) => {};
  const promise = new Promise<number>((resolve) => {
    listening = resolve;
  });
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => listening(port));
  return { promise, server };
}

describe('an export (B38, C10)', () => {
  it('is the filtered list whole, as CSV with its mark, in the caller’s language', async () => {
    for (let hosts = 1; hosts <= 23; hosts += 1) await placeOrder(cast, hosts);
    await placeOrder(cast, 99, cast.otherCustomer);
    const { answer, bytes, lines } = await file(cast.customer, '/v1/order/export?sort=purchased_hosts');
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="order-\d{4}-\d\d-\d\d\.csv"$/);
    expect(lines[0]).toBe(
      'No.,Order code,Type,Product,Enterprise,Quantity,Available,Status,Availability,Created at,Unit',
    );
    expect(lines).toHaveLength(24);
    expect(lines.slice(1).map((line) => Number(line.split(',')[5]))).toEqual(
      Array.from({ length: 23 }, (_, at) => at + 1),
    );
    expect(lines[1]).toMatch(/,New purchase,Mover,Enterprise FIRST,1,0,Pending confirmation,false,/);
    const chinese = await file(cast.customer, '/v1/order/export?filter_status=9', 'zh');
    expect(chinese.lines).toEqual(['编号,订单编号,类型,产品,企业,购买数量,可用数量,状态,可用性,创建时间,单位']);
    expect((await file(cast.admin, '/v1/order/export')).lines).toHaveLength(25);
  });

  it('leaves out what the role may not read, refuses what it may not do, and is audited', async () => {
    expect((await file(cast.sales, '/v1/enterprise/export')).lines[0]).toContain('Sales owner');
    expect((await cast.customer.get('/v1/enterprise/export')).status).toBe(403);
    expect((await cast.customer.get('/v1/order/export?filter_secret=1')).status).toBe(422);
    const { items } = await ok(cast.admin.get('/v1/audit/list?search=export'));
    expect(items[0]).toMatchObject({ action: 'export', entity: 'enterprise', actor: { id: cast.sales.id } });
  });

  it('names things as the list shows them: actions, entities, and records with a title of several parts', async () => {
    const { lines } = await file(cast.admin, '/v1/audit/export?search=export');
    expect(lines[1]).toContain(',Export,');
    expect(lines.slice(1).join()).toMatch(/,Order[,\s]/);
    const chinese = await file(cast.admin, '/v1/audit/export?search=export', 'zh');
    expect(chinese.lines[1]).toContain(',导出,');
    const names = defineEntity({
      name: 'claim',
      label: { en: 'Claim', zh: '申报' },
      title: 'order_project_id',
      fields: {
        order_project_id: reference('order_project', {
          label: { en: 'Pair', zh: '组合' },
          embed: ['id', 'order.code', 'project.name'],
        }),
      },
      access: { list: ['SuperAdmin'], rows: { SuperAdmin: everything } },
      list: { columns: ['order_project_id'] },
    } as never);
    const shape = wholeProjection(inContract(names));
    const answer = { id: 1, order_project: { id: 5, order: { code: 'A-1' }, project: { name: 'North' } } };
    const cells = cellsOf(shape, {} as never, answer as never, {
      columns: ['order_project_id'],
      language: 'en',
      zone: undefined,
    });
    expect(cells).toEqual(['A-1 · North']);
  });

  it.each([
    [0, 'identity'],
    [1, 'identity'],
    [3, 'identity'],
    [0, 'gzip'],
    [3, 'gzip'],
  ])('that breaks after %i parts, sent as %s, is broken off, and no whole file', async (whole, encoding) => {
    const app = new Hono<HttpEnv>().get('/', (c) => {
      c.set('services', cast.product.services);
      c.set('origin', { address: '', agent: '', request_id: 'broken', language: 'en' });
      return csvResponse(c, contract.entity('order'), parts(whole));
    });
    const { promise: port, server } = listen(app);
    const { ok, body } = await fetch(`http://127.0.0.1:${await port}/`, {
      headers: { 'accept-encoding': encoding },
    }).catch(() => ({ ok: false, body: undefined }));
    await expect(ok ? new Response(body).text() : Promise.reject(new Error('terminated'))).rejects.toThrow();
    server.close();
    expect(cast.logged.at(-1)).toContain('an export broke off');
  });

  it('keeps a spreadsheet from taking a text for a formula', () => {
    for (const text of ['=1+1', '+1', '-1+1', '@sum', '\tx', '＝1+1', '＋1', '－1+1', '＠sum', ' =1+1', '\u3000=1'])
      expect(csvCell(text).replace(/^"/, '')).toMatch(/^'/);
    expect([
      csvCell('-5'),
      csvCell('a,b'),
      csvCell('say "x"'),
      csvCell('two\nlines'),
      csvCell('a;=1+1'),
      csvCell('a\tb'),
    ]).toEqual(['-5', '"a,b"', '"say ""x"""', '"two\nlines"', '"a;=1+1"', '"a\tb"']);
  });
});

import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { contract } from '../../contract/index.ts';
import { purgeChanges } from '../../server/db/changes/changeLog.ts';
import { transaction } from '../../server/db/connection.ts';
import { patch } from '../../server/db/write/store.ts';
import { maxStreams } from '../../server/http/eventStream.ts';
import { type Cast, placeOrder, startCast } from '../support/cast.ts';
import { forEachEngine } from '../support/database.ts';
import { type Client, ok } from '../support/product.ts';

interface PublishedChange {
  id?: string;
  event?: string;
  data: { entity: string; id: number; version: number; action: string };
}

const changesIn = (text: string): PublishedChange[] =>
  text
    .split('\n\n')
    .filter((part) => part.includes('data: '))
    .map((part) => {
      const lines = Object.fromEntries(part.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)));
      return { ...lines, data: JSON.parse(lines['data'] ?? '{}') };
    });

forEachEngine('what others change (D3)', (engine) => {
  let cast: Cast;
  beforeAll(async () => {
    cast = await startCast(engine);
  });
  afterAll(() => cast.close());

  /** A stream, read as it arrives. */
  const open = async (client: Client, headers: Record<string, string> = {}, query = '') => {
    const response = await cast.app.request(`/v1/events${query}`, {
      headers: { authorization: client.key, ...headers },
    });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    const stream = { text: '', ended: false, close: async () => reader.cancel() };
    const reader = response.body?.getReader() as ReadableStreamDefaultReader<Uint8Array>;
    const decoder = new TextDecoder();
    const read = async () => {
      for (let part = await reader.read(); !part.done; part = await reader.read())
        stream.text += decoder.decode(part.value);
      stream.ended = true;
    };
    void read().catch(() => undefined);
    onTestFinished(() => stream.close());
    // The stream does not contain changes before its first id; a resumed stream sends no id at its start.
    const hasBegun = () => stream.ended || 'last-event-id' in headers || /^id: /m.test(stream.text);
    await expect.poll(hasBegun).toBe(true);
    return stream;
  };
  const orders = (text: string) =>
    changesIn(text)
      .map(({ data }) => data)
      .filter(({ entity }) => entity === 'order');

  it('is told to those who may read it, once, and to nobody else', async () => {
    const [own, foreign, admin] = [await open(cast.customer), await open(cast.otherCustomer), await open(cast.admin)];
    const id = await placeOrder(cast, 1);
    await ok(cast.customer.post(`/v1/order/${id}`, { comment: 'Soon' }));
    await ok(cast.customer.post(`/v1/order/${id}`, { status: 8 }));
    await ok(cast.customer.delete(`/v1/order/${id}`));
    const wanted = ['create', 'update', 'update', 'remove'].map((action, at) => ({
      entity: 'order',
      id,
      version: at + 1,
      action,
    }));
    await expect.poll(() => orders(own.text)).toEqual(wanted);
    await expect.poll(() => orders(admin.text)).toEqual(wanted);
    const other = await placeOrder(cast, 1, cast.otherCustomer);
    await expect.poll(() => orders(foreign.text)).toMatchObject([{ id: other }]);
    expect(orders(own.text)).toEqual(wanted);
    expect(new Set(changesIn(own.text).map((one) => one.id)).size).toBe(changesIn(own.text).length);
  });

  it('is told to whoever loses a record as if it were deleted, and names nobody else by it', async () => {
    const [losing, gaining] = [await open(cast.sales), await open(cast.otherSales)];
    const of = (text: string) => changesIn(text).filter(({ data }) => data.entity === 'enterprise' && 'id' in data);
    const give = async (sales_user_id: number) =>
      (await ok(cast.admin.post(`/v1/enterprise/${cast.enterprise}`, { sales_user_id }))).version;
    const [mine, theirs] = [cast.sales.id, cast.otherSales.id];
    const version = await give(theirs);
    const change = (action: string) => ({ entity: 'enterprise', id: cast.enterprise, version, action });
    await expect.poll(() => of(losing.text).map(({ data }) => data)).toEqual([change('remove')]);
    await expect.poll(() => of(gaining.text).map(({ data }) => data)).toEqual([change('update')]);
    await give(mine);
    await expect.poll(() => of(losing.text).length).toBe(2);
  });

  it('is told to whoever loses a record by what it belongs to', async () => {
    const id = await placeOrder(cast, 1);
    const losing = await open(cast.sales);
    const writer = { contract, now: new Date(), secrets: cast.product.services.secrets };
    const move = (enterprise_id: number) =>
      transaction(cast.database, (trx) => patch({ ...writer, trx }, 'order', { id }, { enterprise_id }));
    await move(cast.otherEnterprise);
    await expect.poll(() => orders(losing.text)).toMatchObject([{ id, action: 'remove' }]);
    await move(cast.enterprise);
    await expect.poll(() => orders(losing.text).map(({ action }) => action)).toEqual(['remove', 'update']);
  });

  it('is not told when it is rolled back', async () => {
    const stream = await open(cast.admin);
    const id = await placeOrder(cast, 1);
    await expect.poll(() => orders(stream.text).length).toBe(1);
    const writer = { contract, now: new Date(), secrets: cast.product.services.secrets };
    const failing = transaction(cast.database, async (trx) => {
      await patch({ ...writer, trx }, 'order', { id }, { comment: 'never' });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    const next = await placeOrder(cast, 1);
    await expect.poll(() => orders(stream.text).map((one) => one.id)).toEqual([id, next]);
  });

  it('goes on after the last that was read; what is not known any more is a reset', async () => {
    const stream = await open(cast.customer);
    const [first, second] = [await placeOrder(cast, 1), await placeOrder(cast, 2)];
    await expect.poll(() => orders(stream.text).map(({ id }) => id)).toEqual([first, second]);
    const after = changesIn(stream.text).find(({ data }) => data.entity === 'order')?.id ?? '';
    const again = await cast.customer.get('/v1/events?wait=0', { 'last-event-id': after });
    expect(orders(String(again.body)).map(({ id }) => id)).toEqual([second]);
    const foreign = await cast.otherCustomer.get('/v1/events?wait=0', { 'last-event-id': after });
    expect(changesIn(String(foreign.body))).toEqual([]);
    const lost = await cast.customer.get('/v1/events?wait=0', { 'last-event-id': 'no-such-event' });
    expect(changesIn(String(lost.body))).toMatchObject([{ event: 'reset' }]);
  });

  const idOf = (body: unknown) => [...String(body).matchAll(/^id: (.+)$/gm)].at(-1)?.[1] ?? '';
  const piece = async (client: Client, after?: string) =>
    String(await ok(client.get('/v1/events?wait=0', after ? { 'last-event-id': after } : {})));

  it('tells where to go on before anything has happened, and names no record by it', async () => {
    const start = idOf((await cast.otherCustomer.get('/v1/events?wait=0')).body);
    expect(start).toMatch(/^at\.[\w-]+$/);
    await placeOrder(cast, 1);
    const own = await placeOrder(cast, 1, cast.otherCustomer);
    const since = () => cast.otherCustomer.get('/v1/events?wait=0', { 'last-event-id': start });
    // The database publishes the change shortly after the response.
    await expect.poll(async () => orders(String((await since()).body)).map(({ id }) => id)).toEqual([own]);
    const then = await since();
    const rest = await cast.otherCustomer.get('/v1/events?wait=0', { 'last-event-id': idOf(then.body) });
    expect(changesIn(String(rest.body))).toEqual([]);
  });

  it('begins anew where the position is no position, too old, or of a database that was further on', async () => {
    await cast.database.executeSql("update schema_migration set applied_at = now() - interval '1 hour'");
    const position = idOf(await piece(cast.customer));
    const [, at = '', first = '', end = ''] = /^at\.(\d+)-(\d+)-(\d+)-/.exec(position) ?? [];
    const reset = [{ event: 'reset' }];
    const change = async (after: string) => changesIn(await piece(cast.customer, after));
    expect(await change(position)).toEqual([]);
    expect(await change(`at.${Number(at) - 200}-${first}-${end}-`)).toEqual([]);
    expect(await change(`at.${Number(at) - 400}-${first}-${end}-`)).toMatchObject(reset);
    expect(await change(`at.${Number(at) + 400}-${first}-${end}-`)).toMatchObject(reset);
    expect(await change(`at.${at}-${first}-${BigInt(end) + 1000n}-`)).toMatchObject(reset);
    for (const odd of [
      `${end}-${BigInt(first) - 1n}-`,
      `${first}-${end}-${end}`,
      `${first}-${end}-1_1`,
      '0-0-',
      '-1-2-',
    ])
      expect(await change(`at.${at}-${odd}`), odd).toMatchObject(reset);
    for (const odd of ["at.1'", `${position};select 1`, `${position}.${first}-${end}-.x`, 'x'.repeat(2000)])
      expect(await change(odd), odd).toMatchObject(reset);
  });

  it('begins anew where the position was made up, at either end of what it may be', async () => {
    await cast.database.executeSql("update schema_migration set applied_at = now() - interval '1 hour'");
    const start = idOf(await piece(cast.customer));
    await placeOrder(cast, 1);
    await expect.poll(async () => changesIn(await piece(cast.customer, start)).length).toBe(1);
    const last = changesIn(await piece(cast.customer, start))[0]?.id ?? '';
    expect(changesIn(await piece(cast.customer, last))).toEqual([]);
    const [, at = '', snapshot = '', until = '', id = ''] = /^at\.(\d+)-(.+?)\.(.+?)\.(\d+)$/.exec(last) ?? [];
    const later = until.replace(/^(\d+)-(\d+)-.*$/, (_, from, to) => `${from}-${BigInt(to) + 1000n}-`);
    const many = Array.from({ length: 2_000 }, (_, one) => BigInt('1000000') + BigInt(one)).join('_');
    for (const odd of [
      `at.999999999999-${snapshot}`,
      `at.2147483647-${snapshot}`,
      `at.${at}-${snapshot}.${later}.${id}`,
      `at.${at}-${snapshot}.${until}.${BigInt(id) + 1000n}`,
      `at.${at}-1-999999999999999999-`,
      `at.${at}-1-9999999-${many}`,
      `${last}.${'9'.repeat(12_000)}`,
      ' ',
    ])
      expect(changesIn(await piece(cast.customer, odd)), odd.slice(0, 60)).toMatchObject([{ event: 'reset' }]);
  });

  // The embedded database has only one transaction at a time.
  const itAtOnce = engine === 'postgres' ? it : undefined;
  itAtOnce?.('tells what is committed late, also to who has read what came before', async () => {
    const stream = await open(cast.customer);
    const [slow, fast] = [await placeOrder(cast, 1), await placeOrder(cast, 2)];
    await expect.poll(() => orders(stream.text).length).toBe(2);
    const writer = { contract, now: new Date(), secrets: cast.product.services.secrets };
    const comment = (id: number, written: () => Promise<unknown>) =>
      transaction(cast.database, async (trx) => {
        await patch({ ...writer, trx }, 'order', { id }, { comment: 'Soon' });
        await written();
      });
    let [hasWritten, commit] = [() => {}, () => {}];
    const written = new Promise<void>((resolve) => {
      hasWritten = resolve;
    });
    const committing = new Promise<void>((resolve) => {
      commit = resolve;
    });
    const waiting = comment(slow, () => {
      hasWritten();
      return committing;
    });
    await written;
    await comment(fast, async () => undefined);
    await expect.poll(() => orders(stream.text).at(-1)).toMatchObject({ id: fast, version: 2 });
    const position = changesIn(stream.text).at(-1)?.id ?? '';
    expect(orders(await piece(cast.customer, position))).toEqual([]);
    commit();
    await waiting;
    const late = { entity: 'order', id: slow, version: 2, action: 'update' };
    await expect.poll(() => orders(stream.text).at(-1)).toEqual(late);
    expect(orders(await piece(cast.customer, position))).toEqual([late]);
  });

  it('loses nothing between pieces, whichever was the last event that was read, while many write', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => placeOrder(cast, 1)));
    let position = idOf(await piece(cast.admin));
    const writer = { contract, now: new Date(), secrets: cast.product.services.secrets };
    const rounds = 8;
    let isWriting = true;
    const write = async (id: number, at: number) => {
      for (let round = 0; round < rounds; round += 1)
        await transaction(cast.database, async (trx) => {
          await patch({ ...writer, trx }, 'order', { id }, { comment: `${round}` });
          await new Promise((resolve) => setTimeout(resolve, ((at * 7 + round * 5) % 11) * 3));
        });
    };
    const writing = Promise.all(ids.map(write)).then(() => {
      isWriting = false;
    });
    const seen = new Set<string>();
    let pieces = 0;
    const read = async () => {
      const events = changesIn(await piece(cast.admin, position));
      expect(events.filter(({ event }) => event)).toEqual([]);
      pieces += 1;
      const read = events.slice(0, 1 + ((pieces * 7) % Math.max(events.length, 1)));
      for (const { data } of read) if (data.entity === 'order') seen.add(`${data.id} ${data.version}`);
      position = read.at(-1)?.id ?? position;
      return events.length;
    };
    while (isWriting) await read();
    await writing;
    while ((await read()) > 0);
    const wanted = ids.flatMap((id) => Array.from({ length: rounds }, (_, at) => `${id} ${at + 2}`));
    expect([...seen].sort()).toEqual(wanted.sort());
  });

  it('begins anew when the database was restored or changed its schema since', async () => {
    const position = idOf(await piece(cast.customer)).replace(/\d+/, (at) => `${Number(at) - 5}`);
    expect(changesIn(await piece(cast.customer, position))).toEqual([]);
    await cast.database.executeSql('update schema_migration set applied_at = now() where version = 1');
    expect(changesIn(await piece(cast.customer, position))).toMatchObject([{ event: 'reset' }]);
  });

  it('is forgotten after some minutes', async () => {
    await cast.database.executeSql("update record_change set at = at - interval '11 minutes'");
    const id = await placeOrder(cast, 1);
    const more = await transaction(cast.database, (trx) => purgeChanges({ trx, now: new Date() }));
    expect(more).toBe(false);
    const { rows } = await cast.database.executeSql(
      "select distinct record_id from record_change where entity = 'order'",
    );
    expect(rows).toEqual([{ record_id: id }]);
  });

  it('ends with its session, at once', async () => {
    const client = await cast.login('first');
    const [ending, staying] = [await open(client), await open(cast.customer)];
    await client.post('/v1/auth/logout');
    await expect.poll(() => ending.ended).toBe(true);
    expect(staying.ended).toBe(false);
    expect((await client.get('/v1/events')).status).toBe(401);
  });

  it('has a bound for each account', async () => {
    const client = await cast.login('second');
    const streams = [];
    for (let left = maxStreams; left > 0; left -= 1) streams.push(await open(client));
    expect((await client.get('/v1/events?wait=0')).status).toBe(429);
    await streams[0]?.close();
    expect((await client.get('/v1/events?wait=0')).status).toBe(200);
  });

  it('ends when the process is told to stop', async () => {
    const stream = await open(cast.sales);
    cast.product.refuse();
    await expect.poll(() => stream.ended).toBe(true);
  });
});

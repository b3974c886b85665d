import { expect } from 'vitest';
import { all, good } from './api.ts';
import type { Place } from './place.ts';

/** What the clients have sent, and what was acknowledged. */
export class Books {
  requests = 0;
  readonly statuses: Record<string, number> = {};
  /** The ids of allocated licences. */
  readonly licences: number[] = [];
  /** The unique comments of new orders; those with a response have an id. */
  readonly orders = new Map<string, number | undefined>();
  /** The number in an order's comment: the last one that was sent, and the last one that was acknowledged. */
  readonly edits = new Map<number, { sent: number; acknowledged: number; answers: number }>();

  get acknowledged(): number {
    const made = [...this.orders.values()].filter((id) => id !== undefined).length;
    const edits = [...this.edits.values()].reduce((sum, { answers }) => sum + answers, 0);
    return this.licences.length + made + edits;
  }
}

export interface AuditedBooks {
  readonly licences: number;
  readonly orders: number;
  readonly mails: number;
}

async function count(url: string, key: string): Promise<number> {
  return Number((await good(url, { key })).total);
}

async function checkLicences(books: Books, place: Place, url: string): Promise<number> {
  const { key } = place;
  let licences = 0;
  const ids = new Set<number>();
  const jtis = new Set<string>();
  for (const { id: order, hosts } of place.orders) {
    const found = await all(`${url}/v1/assignment/list?filter_order_id=${order}`, key);
    expect(found.filter(({ task, status }) => task.status !== 'succeed' || status !== 1)).toEqual([]);
    for (const one of found) ids.add(one.id) && jtis.add(one.jti);
    licences += found.length;
    const { available } = await good(`${url}/v1/order/${order}`, { key });
    expect(available.hosts.value).toBe(hosts - found.length);
    expect(available.hosts.value).toBeGreaterThanOrEqual(0);
  }
  expect(books.licences.filter((id) => !ids.has(id))).toEqual([]);
  expect(jtis.size).toBe(licences);
  return licences;
}

async function checkOrders(books: Books, { key }: Place, url: string): Promise<number> {
  const rows = await all(`${url}/v1/order/list?filter_status=0`, key);
  const withComment = (wanted: string) => rows.filter(({ comment }) => comment === wanted);
  const made = [...books.orders].map(([comment, id]) => ({ id, found: withComment(comment) }));
  expect(made.filter(({ id, found }) => found.length > 1 || (id !== undefined && found[0]?.id !== id))).toEqual([]);
  for (const [id, { sent, acknowledged }] of books.edits) {
    const number = Number(rows.find((row) => row.id === id)?.comment);
    expect(number).toBeGreaterThanOrEqual(acknowledged);
    expect(number).toBeLessThanOrEqual(sent);
  }
  return made.filter(({ found }) => found.length === 1).length;
}

/**
 * Compares the records with the product after its work is done: all that was acknowledged exists, nothing exists twice,
 * no order has given more than it has, and all tasks and mails have ended.
 * @returns the numbers of checked records
 */
export async function audit(books: Books, place: Place, url: string): Promise<AuditedBooks> {
  const { key } = place;
  const open = async () =>
    (await count(`${url}/v1/assignment/list?filter_task_status=running&per_page=1`, key)) +
    (await count(`${url}/v1/mail/list?filter_status=0&per_page=1`, key));
  await expect.poll(open, { timeout: 180_000, interval: 500 }).toBe(0);
  const licences = await checkLicences(books, place, url);
  const orders = await checkOrders(books, place, url);
  const mails = await count(`${url}/v1/mail/list?per_page=1`, key);
  return { licences, orders, mails };
}

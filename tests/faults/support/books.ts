import { expect } from 'vitest';
import { all, good } from './api.ts';
import type { Place } from './place.ts';

/** What the clients sent, and what of it was acknowledged. */
export class Books {
  requests = 0;
  readonly statuses: Record<string, number> = {};
  /** The ids of licences. */
  readonly licences: number[] = [];
  /** The comments of new orders, each its own; those with an answer have an id. */
  readonly orders = new Map<string, number | undefined>();
  /** The number that an order's comment was last set to: the last that was sent, and the last with an answer. */
  readonly edits = new Map<number, { sent: number; acknowledged: number; answers: number }>();

  get acknowledged(): number {
    const made = [...this.orders.values()].filter((id) => id !== undefined).length;
    const edits = [...this.edits.values()].reduce((sum, { answers }) => sum + answers, 0);
    return this.licences.length + made + edits;
  }
}

export interface Held {
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
 * Holds the books against the product, once its work is done: what was acknowledged is there, nothing is there twice, no
 * order gave more than it has, and every task and mail has ended. Out: how much there is.
 */
export async function audit(books: Books, place: Place, url: string): Promise<Held> {
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

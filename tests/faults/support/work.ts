import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ask, type Got } from './api.ts';
import type { Books } from './books.ts';
import { orderOf, type Place } from './place.ts';

export interface Work {
  readonly books: Books;
  readonly place: Place;
  /** The servers; each request uses one of them. */
  readonly urls: () => readonly string[];
  readonly goesOn: () => boolean;
  /** Called for each request without a complete response. */
  readonly onBroken?: (error: unknown) => void;
  /** The time between two requests of a client. */
  readonly pauseMs?: number;
}

type Post = (path: string, body: object, headers?: Record<string, string>) => Promise<Got | undefined>;

async function allocate(work: Work, post: Post): Promise<void> {
  const { books, place } = work;
  const order = place.orders[Math.random() < 0.8 ? 0 : Math.floor(Math.random() * place.orders.length)];
  const mails = Math.random() < 0.5 ? { mails: { project_mail: 'work@example.com' } } : {};
  const orders = [{ order_id: order?.id, hosts: 1 }];
  const got = await post('/v1/assignment', { project_id: place.project, orders, ...mails });
  if (got?.status === 200) books.licences.push(...got.body.items.map(({ id }: { id: number }) => id));
}

/** Creates an order with a request key; repeats the same request until a response arrives. */
async function order(work: Work, post: Post): Promise<void> {
  const { books, place } = work;
  const comment = randomUUID();
  books.orders.set(comment, undefined);
  for (let left = 3; left > 0 && work.goesOn(); left -= 1) {
    const got = await post('/v1/order', orderOf(place.product, 1, comment), { 'Idempotency-Key': comment });
    if (got?.status === 200) books.orders.set(comment, got.body.id);
    if (got && got.status < 500) return;
  }
}

/** Changes an order of this client, whose comment counts upwards. */
function counter(work: Work, post: Post): () => Promise<void> {
  let id: number | undefined;
  return async () => {
    const got = id ? undefined : await post('/v1/order', orderOf(work.place.product, 1, '0'));
    if (got?.status === 200) {
      id = got.body.id as number;
      work.books.edits.set(id, { sent: 0, acknowledged: 0, answers: 0 });
    }
    const edit = id && work.books.edits.get(id);
    if (!edit) return;
    edit.sent += 1;
    const answer = await post(`/v1/order/${id}`, { comment: String(edit.sent) });
    if (answer?.status !== 200) return;
    edit.acknowledged = edit.sent;
    edit.answers += 1;
  };
}

/**
 * One client: allocates licences, some from orders with too few hosts, and creates and changes orders, until the work
 * ends.
 */
export async function client(work: Work): Promise<void> {
  const { books, place } = work;
  const post: Post = async (path, body, headers = {}) => {
    const urls = work.urls();
    const url = urls[Math.floor(Math.random() * urls.length)];
    books.requests += 1;
    const got = await ask(`${url}${path}`, { key: place.key, body, headers }).catch((error) => {
      work.onBroken?.(error);
      return pause(20);
    });
    const status = got ? String(got.status) : 'none';
    books.statuses[status] = (books.statuses[status] ?? 0) + 1;
    return got ?? undefined;
  };
  const edit = counter(work, post);
  while (work.goesOn()) {
    const chance = Math.random();
    if (chance < 0.5) await allocate(work, post);
    else if (chance < 0.75) await order(work, post);
    else await edit();
    if (work.pauseMs) await pause(work.pauseMs);
  }
}

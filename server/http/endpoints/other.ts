import type { EndpointBody } from '../../../contract/endpoints/index.ts';
import { maxSearchResults } from '../../../contract/endpoints/search.ts';
import { message } from '../../../contract/messages/message.ts';
import { AppError } from '../../core/appError.ts';
import { deleteAll, markRead } from '../../core/mail/notification.ts';
import { createSubscription } from '../../domain/account/subscriptionTerm.ts';
import { refreshUsage, reportUsage } from '../../domain/licence/usage.ts';
import { dashboard } from '../../reports/dashboard.ts';
import { orderAmounts } from '../../reports/orderAmounts.ts';
import { globalSearch } from '../../resource/read/globalSearch.ts';
import { readUsage } from '../../resource/read/usage.ts';
import { readHistory } from '../../resource/timeline/history.ts';
import { readTimeline } from '../../resource/timeline/timeline.ts';
import { sendJson } from '../answer.ts';
import { eventStream, mayOpenStream } from '../eventStream.ts';
import { keyOfRequest } from '../findCaller.ts';
import { openapi } from '../openapi/document.ts';
import type { EndpointHandlers, RawEndpointHandler } from '../serve.ts';
import { asAnybody, asReader, inTransaction } from '../services.ts';

const done = { success: true };

/** Endpoints of notices, subscriptions, timelines and metrics (B10, B24, B26, C16, C17). */
export const otherHandlers: EndpointHandlers<
  | 'notification_update'
  | 'notification_update_all'
  | 'notification_delete_all'
  | 'subscription_create'
  | 'order_timeline'
  | 'history'
  | 'timeline'
  | 'use'
  | 'order_amount'
  | 'dashboard'
> = {
  async notification_update(context, { body }) {
    await markRead(context, body.ids);
    return done;
  },
  async notification_update_all(context) {
    await markRead(context);
    return done;
  },
  async notification_delete_all(context) {
    await deleteAll(context);
    return done;
  },
  subscription_create: async (context, { body }) => ({ code: await createSubscription(context, body) }),
  use: (context, { name, id }) => readUsage(context, name, id),
  timeline: (context, { name, id }) => readTimeline(context, name, id),
  order_timeline: (context, { id }) => readTimeline(context, 'order', id),
  history: (context, { name, id, query }) => readHistory(context, name, id, query.page ?? 1),
  order_amount: (context, request) => orderAmounts(context, request.list),
  dashboard: (context, { query }) => dashboard(context, query.time_zone ?? undefined),
};

export const rawOtherHandlers = {
  async usage(c, { body }) {
    const token = keyOfRequest(c) ?? '';
    const { used } = body as EndpointBody<'usage'>;
    const isSaved = await asAnybody(c, (context) => refreshUsage(context, token, used));
    if (!isSaved) await inTransaction(c, (context) => reportUsage(context, token, used));
    return c.json(done);
  },
  async search(c, { query }) {
    const items = await asReader(c, (context) => globalSearch(context, String(query['q'])));
    return sendJson(c, { items, total: items.length, page: 1, per_page: maxSearchResults.inTotal });
  },
  async events(c, { query }) {
    const services = c.get('services');
    const caller = c.get('caller');
    if (!caller) throw AppError.signedOut();
    if (!mayOpenStream(caller.id)) throw new AppError(429, message('too_many'), undefined, 30);
    const key = keyOfRequest(c) ?? '';
    const { address } = c.get('origin');
    const wait = query['wait'] as number | undefined;
    const stream = eventStream(services, { key, address, caller, after: c.req.header('last-event-id'), wait });
    // Tells proxies (nginx) not to buffer the stream.
    return c.body(stream, 200, { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' });
  },
  openapi: async (c) => sendJson(c, openapi(c.get('services').contract, c.get('services').settings.publicUrl)),
} satisfies Record<string, RawEndpointHandler>;

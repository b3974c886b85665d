import { Hono } from 'hono';
import { list, text } from '../../contract/field.ts';
import { bodyRule, judge } from '../../contract/validation.ts';
import { deleteAll, markRead } from '../domain/notification.ts';
import { invalid } from '../domain/refusal.ts';
import { bodyOf } from './middleware.ts';
import { asCaller, type Env } from './services.ts';

const uuid = text({ label: { en: 'Message', zh: '消息' }, required: true, max: 36 });
const idsRule = bodyRule({ ids: list(uuid, { label: { en: 'Messages', zh: '消息' }, required: true, max: 1000 }) });

/** Reading and clearing one's own messages (B10, C9). */
export const notificationRoutes = new Hono<Env>()
  .post('/update', async (c) => {
    const body = await bodyOf(c);
    const errors = judge(idsRule, body);
    if (errors) throw invalid(errors);
    await asCaller(c, (context) => markRead(context, (body as { ids: string[] }).ids));
    return c.json({ success: true });
  })
  .post('/update/all', async (c) => {
    await asCaller(c, (context) => markRead(context));
    return c.json({ success: true });
  })
  .post('/delete/all', async (c) => {
    await asCaller(c, deleteAll);
    return c.json({ success: true });
  });

import { HTTPException } from 'hono/http-exception';
import type { Language } from '../../contract/label.ts';
import { type MessageKey, message, say } from '../../contract/message.ts';
import type { FieldErrors } from '../../contract/validation.ts';
import { record } from '../domain/event.ts';
import { Refusal } from '../domain/refusal.ts';
import { asCaller, type Http } from './services.ts';

const titles: Readonly<Record<number, MessageKey>> = {
  400: 'not_json',
  405: 'method',
  413: 'too_large',
  429: 'too_many',
};

const spoken = (fields: FieldErrors | undefined, language: Language) =>
  fields &&
  Object.fromEntries(Object.entries(fields).map(([name, texts]) => [name, texts.map((text) => say(text, language))]));

/** A denial leaves one line in the audit, by itself, since its own transaction has been rolled back (C10). */
async function auditDenial(c: Http, refusal: Refusal): Promise<void> {
  const writes = c.req.method !== 'GET';
  if (!c.get('caller') || !(refusal.status === 403 || (writes && refusal.status === 404))) return;
  const after = { call: `${c.req.method} ${c.req.path}`, status: refusal.status };
  await asCaller(c, (context) => record(context, { action: 'denied', after, result: 'denied' }));
}

function answer(c: Http, refusal: Refusal): Response {
  const language = c.get('origin').language;
  const fields = spoken(refusal.fields, language);
  const title = refusal.code === 'invalid' && fields ? Object.values(fields)[0]?.[0] : undefined;
  const body = { title: title ?? say(refusal.message, language), code: refusal.code, error: { fields: fields ?? {} } };
  return c.json(body, refusal.status);
}

/** Every error becomes one shape (B2); of an unforeseen one the caller learns a title and the request's id. */
export async function onError(error: Error, c: Http): Promise<Response> {
  if (error instanceof Refusal) {
    await auditDenial(c, error);
    return answer(c, error);
  }
  if (error instanceof HTTPException) {
    const status = error.status as 400;
    return answer(c, new Refusal(status, message(titles[status] ?? 'server')));
  }
  const { language, request_id } = c.get('origin');
  c.get('services').log.error({ err: error, request_id, path: c.req.path }, 'request failed');
  return c.json({ title: say('server', language), code: 'server', error: { fields: {} }, request_id }, 500);
}

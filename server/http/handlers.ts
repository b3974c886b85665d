import type { Hono } from 'hono';
import { type CallName, callNamed } from '../../contract/calls.ts';
import { assignmentHandlers } from './calls/assignments.ts';
import { authHandlers, authRaw } from './calls/auth.ts';
import { mailHandlers } from './calls/mails.ts';
import { otherHandlers, otherRaw } from './calls/other.ts';
import { productHandlers } from './calls/products.ts';
import { userHandlers } from './calls/users.ts';
import { wellKnownRaw } from './calls/wellKnown.ts';
import { callNames } from './paths.ts';
import { type Handler, type Handlers, type RawHandler, serve, serveRaw } from './serve.ts';
import type { Env } from './services.ts';

const raw = { ...authRaw, ...otherRaw, ...wellKnownRaw };
type RawName = keyof typeof raw;

/** What each declared call does; a declaration without a handler does not compile. */
const handlers: Handlers<Exclude<CallName, RawName>> = {
  ...authHandlers,
  ...userHandlers,
  ...productHandlers,
  ...assignmentHandlers,
  ...mailHandlers,
  ...otherHandlers,
};

/** Registers every declared call, those with a fixed path before those with a name in it (A23). */
export function serveCalls(app: Hono<Env>): void {
  const pathOf = (name: CallName) => callNamed(name).path;
  const ordered = [...callNames].sort((a, b) => Number(pathOf(a).includes('{')) - Number(pathOf(b).includes('{')));
  for (const name of ordered) {
    if (Object.hasOwn(raw, name)) serveRaw(app, name, raw[name as RawName] as RawHandler);
    else serve(app, name, handlers[name as Exclude<CallName, RawName>] as Handler<CallName>);
  }
}

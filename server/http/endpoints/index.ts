import type { Hono } from 'hono';
import { type EndpointName, endpointNamed } from '../../../contract/endpoints/index.ts';
import { callNames } from '../paths.ts';
import { type Handler, type Handlers, type RawHandler, serve, serveRaw } from '../serve.ts';
import type { Env } from '../services.ts';
import { assignmentHandlers } from './assignments.ts';
import { authHandlers, authRaw } from './auth.ts';
import { mailHandlers } from './mails.ts';
import { otherHandlers, otherRaw } from './other.ts';
import { productHandlers } from './products.ts';
import { userHandlers } from './users.ts';
import { wellKnownRaw } from './wellKnown.ts';

const raw = { ...authRaw, ...otherRaw, ...wellKnownRaw };
type RawName = keyof typeof raw;

/** The handler of each declared endpoint; a declaration without a handler does not compile. */
const handlers: Handlers<Exclude<EndpointName, RawName>> = {
  ...authHandlers,
  ...userHandlers,
  ...productHandlers,
  ...assignmentHandlers,
  ...mailHandlers,
  ...otherHandlers,
};

/** Registers every declared endpoint, those with a fixed path before those with a name in it (A23). */
export function serveEndpoints(app: Hono<Env>): void {
  const pathOf = (name: EndpointName) => endpointNamed(name).path;
  const ordered = [...callNames].sort((a, b) => Number(pathOf(a).includes('{')) - Number(pathOf(b).includes('{')));
  for (const name of ordered) {
    if (Object.hasOwn(raw, name)) serveRaw(app, name, raw[name as RawName] as RawHandler);
    else serve(app, name, handlers[name as Exclude<EndpointName, RawName>] as Handler<EndpointName>);
  }
}

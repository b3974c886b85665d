import type { Hono } from 'hono';
import { type EndpointName, endpointNamed } from '../../../contract/endpoints/index.ts';
import { rawLogoHandlers } from '../files/logo.ts';
import { endpointNames } from '../paths.ts';
import {
  type EndpointHandler,
  type EndpointHandlers,
  type RawEndpointHandler,
  serveEndpoint,
  serveRawEndpoint,
} from '../serve.ts';
import type { HttpEnv } from '../services.ts';
import { activationHandlers, rawActivationHandlers } from './activations.ts';
import { assignmentHandlers } from './assignments.ts';
import { authHandlers, rawAuthHandlers } from './auth.ts';
import { mailHandlers } from './mails.ts';
import { oidcHandlers, rawOidcHandlers } from './oidc.ts';
import { otherHandlers, rawOtherHandlers } from './other.ts';
import { passkeyHandlers, rawPasskeyHandlers } from './passkeys.ts';
import { productHandlers } from './products.ts';
import { profileHandlers } from './profile.ts';
import { programHandlers } from './programs.ts';
import { rawSettingHandlers, settingHandlers } from './settings.ts';
import { userHandlers } from './users.ts';
import { rawWellKnownHandlers } from './wellKnown.ts';

const raw = {
  ...rawAuthHandlers,
  ...rawPasskeyHandlers,
  ...rawOidcHandlers,
  ...rawActivationHandlers,
  ...rawOtherHandlers,
  ...rawSettingHandlers,
  ...rawLogoHandlers,
  ...rawWellKnownHandlers,
};
type RawName = keyof typeof raw;

/** The handler of each declared endpoint; a declaration without a handler does not compile. */
const handlers: EndpointHandlers<Exclude<EndpointName, RawName>> = {
  ...authHandlers,
  ...settingHandlers,
  ...passkeyHandlers,
  ...oidcHandlers,
  ...userHandlers,
  ...profileHandlers,
  ...productHandlers,
  ...assignmentHandlers,
  ...activationHandlers,
  ...mailHandlers,
  ...otherHandlers,
  ...programHandlers,
};

/** Registers every declared endpoint, those with a fixed path before those with a name in it (A23). */
export function serveEndpoints(app: Hono<HttpEnv>): void {
  const pathOf = (name: EndpointName) => endpointNamed(name).path;
  const ordered = [...endpointNames].sort((a, b) => Number(pathOf(a).includes('{')) - Number(pathOf(b).includes('{')));
  for (const name of ordered) {
    if (Object.hasOwn(raw, name)) serveRawEndpoint(app, name, raw[name as RawName] as RawEndpointHandler);
    else serveEndpoint(app, name, handlers[name as Exclude<EndpointName, RawName>] as EndpointHandler<EndpointName>);
  }
}

import { profileEndpoints } from './account/profile.ts';
import { authEndpoints } from './auth.ts';
import type { AnswerOf, BodyOf, Endpoint, QueryOf } from './endpoint.ts';
import { historyEndpoints } from './history.ts';
import { activationEndpoints } from './licence/activation.ts';
import { allocationEndpoints } from './licence/allocation.ts';
import { assignmentEndpoints, mailEndpoints } from './licence/assignment.ts';
import { liveEndpoints } from './live.ts';
import { oidcEndpoints } from './oidc.ts';
import { orderEndpoints } from './order.ts';
import { otherEndpoints } from './other.ts';
import { passkeyEndpoints } from './passkeys.ts';
import { productEndpoints } from './product.ts';
import { serviceAccountEndpoints, serviceTokenEndpoints, webhookEndpoints } from './programs.ts';
import { searchEndpoints } from './search.ts';
import { brandEndpoints } from './setting/brand.ts';
import { settingEndpoints } from './setting/mailSetting.ts';
import { setupEndpoints } from './setting/setup.ts';
import { signingKeyEndpoints } from './setting/signingKey.ts';
import { userEndpoints } from './user.ts';
import { wellKnownEndpoints } from './wellKnown.ts';

/** Every endpoint that no entity declares, by name. */
export const endpoints = {
  ...authEndpoints,
  ...passkeyEndpoints,
  ...oidcEndpoints,
  ...userEndpoints,
  ...profileEndpoints,
  ...productEndpoints,
  ...orderEndpoints,
  ...assignmentEndpoints,
  ...activationEndpoints,
  ...mailEndpoints,
  ...allocationEndpoints,
  ...otherEndpoints,
  ...serviceAccountEndpoints,
  ...serviceTokenEndpoints,
  ...webhookEndpoints,
  ...settingEndpoints,
  ...brandEndpoints,
  ...signingKeyEndpoints,
  ...setupEndpoints,
  ...searchEndpoints,
  ...historyEndpoints,
  ...liveEndpoints,
  ...wellKnownEndpoints,
} as const;

export type EndpointName = keyof typeof endpoints;
export type EndpointBody<N extends EndpointName> = BodyOf<(typeof endpoints)[N]>;
export type EndpointQuery<N extends EndpointName> = QueryOf<(typeof endpoints)[N]>;
export type EndpointAnswer<N extends EndpointName> = AnswerOf<(typeof endpoints)[N]>;

/**
 * An endpoint without the types of its body, for the server, the document and the tests, which treat all endpoints
 * alike.
 */
export const endpointNamed = (name: EndpointName): Endpoint => endpoints[name] as unknown as Endpoint;

import type { AnswerOf, BodyOf, Endpoint, QueryOf } from './endpoint.ts';
import { allocationEndpoints } from './endpoints/allocation.ts';
import { assignmentEndpoints, mailEndpoints } from './endpoints/assignment.ts';
import { authEndpoints } from './endpoints/auth.ts';
import { historyEndpoints } from './endpoints/history.ts';
import { liveEndpoints } from './endpoints/live.ts';
import { orderEndpoints } from './endpoints/order.ts';
import { otherEndpoints } from './endpoints/other.ts';
import { productEndpoints } from './endpoints/product.ts';
import { searchEndpoints } from './endpoints/search.ts';
import { userEndpoints } from './endpoints/user.ts';
import { wellKnownEndpoints } from './endpoints/wellKnown.ts';

/** Every call that no entity's declaration makes, by name. */
export const endpoints = {
  ...authEndpoints,
  ...userEndpoints,
  ...productEndpoints,
  ...orderEndpoints,
  ...assignmentEndpoints,
  ...mailEndpoints,
  ...allocationEndpoints,
  ...otherEndpoints,
  ...searchEndpoints,
  ...historyEndpoints,
  ...liveEndpoints,
  ...wellKnownEndpoints,
} as const;

export type EndpointName = keyof typeof endpoints;
export type Body<N extends EndpointName> = BodyOf<(typeof endpoints)[N]>;
export type Query<N extends EndpointName> = QueryOf<(typeof endpoints)[N]>;
export type Answer<N extends EndpointName> = AnswerOf<(typeof endpoints)[N]>;

/** A call without the types of its body: for the server, the document and the tests, which take them all alike. */
export const endpointNamed = (name: EndpointName): Endpoint => endpoints[name] as unknown as Endpoint;

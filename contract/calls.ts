import type { AnswerOf, BodyOf, Call, QueryOf } from './call.ts';
import { allocationCalls } from './calls/allocation.ts';
import { assignmentCalls, mailCalls } from './calls/assignment.ts';
import { authCalls } from './calls/auth.ts';
import { orderCalls } from './calls/order.ts';
import { otherCalls } from './calls/other.ts';
import { productCalls } from './calls/product.ts';
import { userCalls } from './calls/user.ts';
import { wellKnownCalls } from './calls/wellKnown.ts';

/** Every call that no entity's declaration makes, by name. */
export const calls = {
  ...authCalls,
  ...userCalls,
  ...productCalls,
  ...orderCalls,
  ...assignmentCalls,
  ...mailCalls,
  ...allocationCalls,
  ...otherCalls,
  ...wellKnownCalls,
} as const;

export type CallName = keyof typeof calls;
export type Body<N extends CallName> = BodyOf<(typeof calls)[N]>;
export type Query<N extends CallName> = QueryOf<(typeof calls)[N]>;
export type Answer<N extends CallName> = AnswerOf<(typeof calls)[N]>;

/** A call without the types of its body: for the server, the document and the tests, which take them all alike. */
export const callNamed = (name: CallName): Call => calls[name] as unknown as Call;

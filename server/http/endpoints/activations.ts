import type { EndpointBody } from '../../../contract/endpoints/index.ts';
import type { Context } from '../../core/context.ts';
import {
  activate,
  activateOffline,
  type LeaseToSign,
  releaseLease,
  renewLease,
  type SignLease,
} from '../../domain/licence/activation/activation.ts';
import type { Assignment } from '../../domain/licence/assignment.ts';
import { type DelegationToSign, delegateOnline, type SignDelegation } from '../../domain/licence/relay/delegation.ts';
import { takeReport, takeReportOnline } from '../../domain/licence/relay/relayReport.ts';
import { readRow } from '../../resource/read/read.ts';
import { keyOfRequest } from '../findCaller.ts';
import type { EndpointHandlers, RawEndpointHandler } from '../serve.ts';
import { type HttpRequestContext, inTransaction } from '../services.ts';

/** The answer to a machine: its signed lease, with the end and the seat beside it. */
const leaseAnswer = async (given: LeaseToSign, sign: SignLease) => ({
  lease: await sign(given),
  expires_at: given.expires_at.toISOString(),
  seat: given.seat,
});

/** The answer to a relay: its signed delegation, with the end and the number of seats beside it. */
const delegationAnswer = async (given: DelegationToSign, sign: SignDelegation) => ({
  delegation: await sign(given),
  expires_at: given.expires_at.toISOString(),
  seats: given.seats,
});

/** Activations in the console (issue 36). */
export const activationHandlers: EndpointHandlers<'activate_offline' | 'take_relay_report'> = {
  async activate_offline(context, { body }, { signLease, signDelegation }) {
    const row = await readRow(context, context.contract.entity('assignment'), body.assignment_id, 'change');
    const given = await activateOffline(context, row as unknown as Assignment, body.request);
    if (!('seats' in given)) return { ...(await leaseAnswer(given, signLease)), seats: null };
    const { delegation: lease, ...others } = await delegationAnswer(given, signDelegation);
    return { lease, ...others, seat: given.seat };
  },
  async take_relay_report(context, { body }) {
    const row = await readRow(context, context.contract.entity('assignment'), body.assignment_id);
    return { ...(await takeReport(context, row as unknown as Assignment, body.report)) };
  },
};

/** Answers a product, whose licence is its authorization, with the lease that it is given in one transaction. */
async function answerLease(
  c: HttpRequestContext,
  give: (context: Context, token: string) => Promise<LeaseToSign>,
): Promise<Response> {
  const lease = await inTransaction(c, (context) => give(context, keyOfRequest(c) ?? ''));
  return c.json(await leaseAnswer(lease, c.get('services').signLease));
}

/** Activations by the vendor's product, with the licence as authorization (issue 36). */
export const rawActivationHandlers = {
  activate: (c, { body }) =>
    answerLease(c, (context, token) => activate(context, token, body as EndpointBody<'activate'>)),
  renew_lease: (c, { body }) =>
    answerLease(c, (context, token) => renewLease(context, token, (body as EndpointBody<'renew_lease'>).fingerprint)),
  async release_lease(c, { body }) {
    const { fingerprint } = body as EndpointBody<'release_lease'>;
    const at = await inTransaction(c, (context) => releaseLease(context, keyOfRequest(c) ?? '', fingerprint));
    return c.json({ expires_at: at.toISOString() });
  },
  async delegate(c, { body }) {
    const { request } = body as EndpointBody<'delegate'>;
    const given = await inTransaction(c, (context) => delegateOnline(context, keyOfRequest(c) ?? '', request));
    return c.json(await delegationAnswer(given, c.get('services').signDelegation));
  },
  async relay_report(c, { body }) {
    const { report } = body as EndpointBody<'relay_report'>;
    const saved = await inTransaction(c, (context) => takeReportOnline(context, keyOfRequest(c) ?? '', report));
    return c.json(saved);
  },
} satisfies Record<string, RawEndpointHandler>;

import type { EndpointBody } from '../../../contract/endpoints/index.ts';
import {
  activate,
  activateOffline,
  type LeaseToSign,
  releaseLease,
  renewLease,
  type SignLease,
} from '../../domain/licence/activation.ts';
import type { Assignment } from '../../domain/licence/assignment.ts';
import { readRow } from '../../resource/read/read.ts';
import { keyOfRequest } from '../findCaller.ts';
import type { EndpointHandlers, RawEndpointHandler } from '../serve.ts';
import { inTransaction } from '../services.ts';

/** The answer to a machine: its signed lease, with the end and the seat beside it. */
const leaseAnswer = async (given: LeaseToSign, sign: SignLease) => ({
  lease: await sign(given),
  expires_at: given.expires_at.toISOString(),
  seat: given.seat,
});

/** Activations in the console (issue 36). */
export const activationHandlers: EndpointHandlers<'activate_offline'> = {
  async activate_offline(context, { body }, { signLease }) {
    const row = await readRow(context, context.contract.entity('assignment'), body.assignment_id, 'change');
    return leaseAnswer(await activateOffline(context, row as unknown as Assignment, body.request), signLease);
  },
};

/** Activations by the vendor's product, with the licence as authorization (issue 36). */
export const rawActivationHandlers = {
  async activate(c, { body }) {
    const machine = body as EndpointBody<'activate'>;
    const lease = await inTransaction(c, (context) => activate(context, keyOfRequest(c) ?? '', machine));
    return c.json(await leaseAnswer(lease, c.get('services').signLease));
  },
  async renew_lease(c, { body }) {
    const { fingerprint } = body as EndpointBody<'renew_lease'>;
    const lease = await inTransaction(c, (context) => renewLease(context, keyOfRequest(c) ?? '', fingerprint));
    return c.json(await leaseAnswer(lease, c.get('services').signLease));
  },
  async release_lease(c, { body }) {
    const { fingerprint } = body as EndpointBody<'release_lease'>;
    const at = await inTransaction(c, (context) => releaseLease(context, keyOfRequest(c) ?? '', fingerprint));
    return c.json({ expires_at: at.toISOString() });
  },
} satisfies Record<string, RawEndpointHandler>;

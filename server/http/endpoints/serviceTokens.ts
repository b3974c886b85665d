import type { EntityRows } from '../../../contract/index.ts';
import { prepareToken, rotateToken } from '../../domain/serviceAccount/serviceToken.ts';
import { getRecord, readRow } from '../../resource/read/read.ts';
import type { EndpointHandlers } from '../serve.ts';

/** Endpoints of the tokens of service accounts besides their records (issue 34). */
export const serviceTokenHandlers: EndpointHandlers<'service_token_rotate'> = {
  async service_token_rotate(given, { id, body }) {
    const context = { ...given, prepared: prepareToken() };
    const entity = context.contract.entity('service_token');
    const row = await readRow(context, entity, id, 'change');
    const made = await rotateToken(context, row as unknown as EntityRows['service_token'], body.keep_days ?? 0);
    return getRecord(context, entity, made);
  },
};

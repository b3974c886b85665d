import type { EntityRows } from '../../../contract/index.ts';
import { AppError } from '../../core/appError.ts';
import { callerOf } from '../../core/context.ts';
import { accountActivity } from '../../domain/serviceAccount/activity.ts';
import { prepareToken, rotateToken } from '../../domain/serviceAccount/serviceToken.ts';
import { prepareWebhook, rotateWebhook } from '../../domain/webhook/webhook.ts';
import { getRecord, readRow } from '../../resource/read/read.ts';
import { eventExample } from '../openapi/webhooks/events.ts';
import type { EndpointHandlers } from '../serve.ts';

/** Endpoints of the tokens of service accounts and of webhooks besides their records (issue 34). */
export const programHandlers: EndpointHandlers<
  'service_account_activity' | 'service_token_rotate' | 'webhook_rotate' | 'webhook_example'
> = {
  async service_account_activity(context, { id, query }) {
    const entity = context.contract.entity('service_account');
    const { user_id } = (await readRow(context, entity, id)) as unknown as EntityRows['service_account'];
    return accountActivity(context, user_id ?? 0, query.page ?? 1);
  },
  async service_token_rotate(given, { id, body }) {
    const context = { ...given, prepared: prepareToken() };
    const entity = context.contract.entity('service_token');
    const row = await readRow(context, entity, id, 'change');
    const made = await rotateToken(context, row as unknown as EntityRows['service_token'], body.keep_days ?? 0);
    return getRecord(context, entity, made);
  },
  async webhook_example(context, { name }) {
    const example = eventExample(context.contract, callerOf(context).role, name, context.now);
    if (!example) throw AppError.notFound();
    return example;
  },
  async webhook_rotate(given, { id }) {
    const context = { ...given, prepared: prepareWebhook() };
    const entity = context.contract.entity('webhook');
    const row = await readRow(context, entity, id, 'change');
    await rotateWebhook(context, row as unknown as EntityRows['webhook']);
    return getRecord(context, entity, id);
  },
};

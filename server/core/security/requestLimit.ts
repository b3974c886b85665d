import type { EndpointName } from '../../../contract/endpoints/index.ts';
import { message } from '../../../contract/messages/message.ts';
import type { SqlExecutor } from '../../db/connection.ts';
import { createLimiter, type Limiter } from '../../db/maintenance/rateLimiter.ts';
import { AppError } from '../appError.ts';
import type { Context } from '../context.ts';

const hour = 60 * 60;

/** How often one caller (without one: one network) may make these calls within an hour. */
const limits: { readonly [name in EndpointName]?: number } = {
  mail_resend: 200,
  mail_custom: 200,
  subscription_create: 20,
  application_link_get: 200,
  application_link_apply: 20,
  dingtalk_jump: 100,
  dingtalk_login: 100,
};

/** Counts a call; throws 429 when it is one too many. Calls without a limit are not counted. */
export type CountRequest = (name: EndpointName, party: string) => Promise<void>;

export function createRequestLimits(database: SqlExecutor): CountRequest {
  const limiters = new Map<string, Limiter>(
    Object.entries(limits).map(([name, points]) => [name, createLimiter(database, name, points, hour)]),
  );
  return async (name, party) => {
    const taken = await limiters.get(name)?.take(party);
    if (taken && taken.wait > 0) throw new AppError(429, message('too_many'), undefined, taken.wait / 1000);
  };
}

/** Forgets the counts whose time is over. */
export async function forgetCounts(context: Context): Promise<void> {
  await context.trx.deleteFrom('rate_limit').where('expire', '<=', context.now.getTime()).execute();
}

import type { EndpointName } from '../../../contract/endpoints/index.ts';
import { message } from '../../../contract/messages/message.ts';
import type { SqlExecutor } from '../../db/connection.ts';
import { createLimiter, type Limiter, type LimiterCount } from '../../db/maintenance/rateLimiter.ts';
import { AppError } from '../appError.ts';
import type { Context } from '../context.ts';

const hour = 60 * 60;

/** The number of requests per hour and caller (without a caller: per network). */
const limits: { readonly [name in EndpointName]?: number } = {
  mail_resend: 200,
  mail_custom: 200,
  subscription_create: 20,
  application_link_get: 200,
  application_link_apply: 20,
  password_forgotten: 20,
  login_second_factor: 200,
  passkey_sign_in_begin: 1000,
  passkey_sign_in: 1000,
  oidc_backchannel_logout: 10_000,
  password_link: 100,
  password_reset: 100,
  dingtalk_jump: 100,
  dingtalk_login: 100,
};

/**
 * Counts a request of an endpoint that has a limit.
 * @throws 429 above the limit
 */
export type CountRequest = (name: EndpointName, party: string) => Promise<void>;

export function createRequestLimits(database: SqlExecutor): CountRequest {
  const limiters = new Map<string, Limiter>(
    Object.entries(limits).map(([name, points]) => [name, createLimiter(database, name, points, hour)]),
  );
  return async (name, party) => {
    const counted = await limiters.get(name)?.count(party);
    if (counted && counted.wait > 0) throw new AppError(429, message('too_many'), undefined, counted.wait / 1000);
  };
}

/** Counts a request of a token, up to the number that its account may make in a minute. */
export type CountToken = (token_id: number, perMinute: number) => Promise<LimiterCount>;

export function createTokenLimits(database: SqlExecutor): CountToken {
  // A limiter is cheap: it only holds the limit, which an administrator may change at any time.
  return (token_id, perMinute) => createLimiter(database, 'token', perMinute, 60).count(String(token_id));
}

/** Deletes the counts whose time is over. */
export async function purgeRateLimits(context: Context): Promise<void> {
  await context.trx.deleteFrom('rate_limit').where('expire', '<=', context.now.getTime()).execute();
}

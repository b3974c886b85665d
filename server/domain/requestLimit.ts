import type { EndpointName } from '../../contract/endpoints.ts';
import type { Context } from './context.ts';

const window = 60 * 60 * 1000;

/** How often one address (a caller, where there is one) may make these calls within an hour. */
const limits: { readonly [name in EndpointName]?: number } = {
  mail_resend: 200,
  mail_custom: 200,
  subscription_create: 20,
  application_link_get: 200,
  application_link_apply: 20,
  dingtalk_jump: 100,
  dingtalk_login: 100,
};

/** Counts a call and says whether it is one too many; calls without a limit are not counted. */
export async function overLimit(context: Context, call: EndpointName): Promise<boolean> {
  const limit = limits[call];
  if (limit === undefined) return false;
  const address = context.caller ? `user ${context.caller.id}` : (context.origin?.address ?? '');
  const begin = new Date(context.now.getTime() - window);
  const { count } = await context.trx
    .insertInto('request_count')
    .values({ call, address, since: context.now, count: 1 })
    .onConflict((conflict) =>
      conflict.columns(['call', 'address']).doUpdateSet((eb) => ({
        count: eb
          .case()
          .when('request_count.since', '<', begin)
          .then(1)
          .else(eb('request_count.count', '+', 1))
          .end(),
        since: eb
          .case()
          .when('request_count.since', '<', begin)
          .then(context.now)
          .else(eb.ref('request_count.since'))
          .end(),
      })),
    )
    .returning('count')
    .executeTakeFirstOrThrow();
  return count > limit;
}

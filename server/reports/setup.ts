import { sql } from 'kysely';
import { type SetupStep, setupSteps } from '../../contract/choices/setup.ts';
import { roleIds } from '../../contract/roles/index.ts';
import { type Context, callerOf } from '../core/context.ts';

/**
 * Which steps of setting up the console are done, from what is stored: so the steps can be left and gone on with at any
 * time, and by another administrator (issue 35, section 6).
 * @returns every step in its order
 */
export async function setupState(context: Context): Promise<{ steps: { name: SetupStep; done: boolean }[] }> {
  const { rows } = await sql<Record<SetupStep, boolean>>`select
      exists (select from users where id = ${callerOf(context).id} and coalesce(params ->> 'liaison_mail', '') <> '') as account,
      exists (select from product_setting where coalesce(name_en, name_zh) is not null) as product_name,
      exists (select from mail_setting where smtp_host is not null) as mail,
      exists (select from product where deleted_at is null) as product,
      exists (select from users where role_id = ${roleIds.SalesMan} and deleted_at is null) as salesman,
      exists (select from enterprise where deleted_at is null) as enterprise`.execute(context.trx);
  const [found] = rows;
  const isMailFixed = context.settings.environment.get('mail_setting')?.has('smtp_host') === true;
  return {
    steps: setupSteps.map(({ id }) => ({ name: id, done: found?.[id] === true || (id === 'mail' && isMailFixed) })),
  };
}

import { randomInt } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
import { message } from '../../../contract/messages/message.ts';
import { isRole } from '../../../contract/roles/index.ts';
import { isCustomer, type Role, roleIds } from '../../../contract/schema/access.ts';
import { AppError } from '../../core/appError.ts';
import { type Context, callerOf } from '../../core/context.ts';
import type { EntityRules, FieldValues } from '../../core/rules.ts';
import { insert, patch, patchAll, removeRow } from '../../db/write/store.ts';

/** The roles of accounts that each role may create: nobody gives more than they have (issue 34). */
const givenRoles: { readonly [role in Role]?: readonly Role[] } = {
  SuperAdmin: ['SuperAdmin', 'GeneralAdmin', 'SalesMan', 'Enterprise', 'Subordinate'],
  GeneralAdmin: ['GeneralAdmin', 'SalesMan', 'Enterprise'],
  Enterprise: ['Enterprise'],
};

/** The role of a new account: an enterprise gives only its own. */
function roleOfNew(context: Context, { role }: FieldValues): Role {
  const caller = callerOf(context);
  const given = isRole(caller.role, 'Enterprise') ? 'Enterprise' : (role as Role | null | undefined);
  if (!given) throw AppError.invalid({ role: [message('required')] });
  if (!givenRoles[caller.role]?.includes(given)) throw AppError.unprocessable('role_above', undefined, 'role');
  return given;
}

/** While acting for somebody, nobody gives lasting access to what is theirs. */
export function refuseWhileActing(context: Context): void {
  if (callerOf(context).behalf_id) throw AppError.unprocessable('not_while_acting');
}

/** Creates the user that records and the audit name for the account. Without a password, nobody can sign in as it. */
async function insertUser(context: Context, name: string, role: Role, enterprise_id: number | null): Promise<number> {
  const owner =
    role === 'Enterprise' && enterprise_id
      ? await context.trx
          .selectFrom('enterprise')
          .select('sales_user_id')
          .where('id', '=', enterprise_id)
          .executeTakeFirst()
      : undefined;
  const { id } = await insert(context, 'user', {
    name: `service.${Date.now().toString(36)}${randomInt(2 ** 40).toString(36)}`.slice(0, 30),
    nick_name: name,
    role_id: roleIds[role],
    enterprise_id,
    parent_id: owner?.sales_user_id ?? null,
    kind: 'service',
  });
  return id;
}

export const serviceAccount: EntityRules<'service_account'> = {
  async beforeCreate(context, values) {
    refuseWhileActing(context);
    const role = roleOfNew(context, values);
    const caller = callerOf(context);
    const own = isRole(caller.role, 'Enterprise') ? caller.enterprise_id : (values['enterprise_id'] as number | null);
    const enterprise_id = isCustomer(role) ? (own ?? null) : null;
    if (isCustomer(role) && enterprise_id === null) throw AppError.invalid({ enterprise_id: [message('required')] });
    const user_id = await insertUser(context, values['name'] as string, role, enterprise_id);
    return { ...values, role, enterprise_id, user_id };
  },
  async beforeUpdate(context, row, values) {
    refuseWhileActing(context);
    const { name } = values;
    if (typeof name === 'string' && row.user_id) await patch(context, 'user', { id: row.user_id }, { nick_name: name });
    return values;
  },
  removedWith: 'user_id',
  async beforeRemove(context, row) {
    refuseWhileActing(context);
    const theirs = sql<SqlBool>`account_id = ${row.id} and revoked_at is null`;
    await patchAll(context, 'service_token', theirs, { revoked_at: context.now });
    if (row.user_id) await removeRow(context, context.contract.entity('user'), { id: row.user_id });
  },
};

import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { EntityRows } from '../../../../contract/index.ts';
import { foldText } from '../../../../contract/lib/foldText.ts';
import { isRole } from '../../../../contract/roles/index.ts';
import { isCustomer, roleIds } from '../../../../contract/schema/access.ts';
import { AppError } from '../../../core/appError.ts';
import type { Context } from '../../../core/context.ts';
import { folded } from '../../../db/schema/uniqueTexts.ts';
import { insert, patch } from '../../../db/write/store.ts';
import { endSessions } from '../session.ts';
import { checkLastAdmin, nameRefusal } from '../user.ts';
import {
  type Claims,
  type EnterpriseMap,
  enterpriseByMail,
  enterpriseCodeOf,
  loginNameOf,
  nameOf,
  type RoleMap,
  roleByClaims,
  verifiedMail,
} from './claims.ts';
import { isEmergencyAdmin } from './closedPassword.ts';
import type { IdentityProvider } from './identityProvider.ts';

type Place = Pick<EntityRows['user'], 'role_id' | 'enterprise_id' | 'parent_id'>;

/** The enterprise by the claims: by its code, otherwise by the domain of the verified mail address. */
async function enterpriseOf({ trx }: Context, map: EnterpriseMap, claims: Claims) {
  const code = enterpriseCodeOf(map, claims);
  const id = enterpriseByMail(map, claims);
  if (code === undefined && id === undefined) return undefined;
  const query = trx.selectFrom('enterprise').select(['id', 'sales_user_id']).where('deleted_at', 'is', null);
  return code === undefined
    ? query.where('id', '=', id ?? 0).executeTakeFirst()
    : query.where(folded(sql.ref('code')), '=', foldText(code)).executeTakeFirst();
}

/**
 * The role and the enterprise that the claims give.
 * @throws 401 if no role fits, or the enterprise of a customer is not known
 */
async function placeByClaims(context: Context, provider: IdentityProvider, claims: Claims): Promise<Place> {
  const role = roleByClaims(provider as unknown as RoleMap, claims);
  if (!role) throw new AppError(401, 'oidc_no_role');
  if (!isCustomer(role)) return { role_id: roleIds[role], enterprise_id: null, parent_id: null };
  const enterprise = await enterpriseOf(context, provider as unknown as EnterpriseMap, claims);
  if (!enterprise) throw new AppError(401, 'oidc_no_enterprise');
  const parent_id = isRole(role, 'Enterprise') ? enterprise.sales_user_id : null;
  return { role_id: roleIds[role], enterprise_id: enterprise.id, parent_id };
}

/** A login name that nobody has, made of one that somebody may have. */
export async function freeName(context: Context, base: string): Promise<string> {
  for (const end of ['', '.2', '.3', '.4', '.5']) {
    const name = `${base}${end}`;
    if (!(await nameRefusal(context, name))) return name;
  }
  return `${base.slice(0, 20)}.${randomInt(1e8).toString(36)}`;
}

/**
 * Creates a user for a person who signs in for the first time. The user has no password.
 * @returns the id of the user
 * @throws 401 if the claims give no role or no enterprise
 */
export async function makeAccount(context: Context, provider: IdentityProvider, claims: Claims): Promise<number> {
  const place = await placeByClaims(context, provider, claims);
  const liaison_mail = verifiedMail(claims);
  const { id } = await insert(context, 'user', {
    name: await freeName(context, loginNameOf(claims)),
    nick_name: nameOf(claims),
    ...place,
    kind: 'person',
    ...(liaison_mail !== undefined && { params: { liaison_mail } as EntityRows['user']['params'] }),
  });
  return id;
}

/**
 * Gives an account the role and the enterprise of the claims, as they are now. Other sessions end with the old role.
 * @throws 401 if the claims give none any more, 422 for the last SuperAdmin
 */
export async function followClaims(
  context: Context,
  provider: IdentityProvider,
  claims: Claims,
  user_id: number,
): Promise<void> {
  const place = await placeByClaims(context, provider, claims);
  const user = await context.trx
    .selectFrom('users')
    .select(['id', 'role_id', 'enterprise_id', 'parent_id'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow();
  if (user.role_id === place.role_id && user.enterprise_id === place.enterprise_id) return;
  if (user.role_id === roleIds.SuperAdmin) {
    await checkLastAdmin(context);
    if (await isEmergencyAdmin(context, user_id)) throw AppError.unprocessable('break_glass_role');
  }
  await patch(context, 'user', user as EntityRows['user'], place, { action: 'follow_claims' });
  await endSessions(context, user_id);
}

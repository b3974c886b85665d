import { canonicalTexts } from '../../../contract/kinds/canonicalTexts.ts';
import { foldText } from '../../../contract/lib/foldText.ts';
import { isCustomer, type Role, roleIds, roleOf } from '../../../contract/schema/access.ts';
import type { Context } from '../../core/context.ts';
import { namesVersion } from '../../core/namesVersion.ts';
import {
  type DirectoryUser,
  directoryUser,
  enterpriseByCode,
  leaveDirectory,
  newLoginName,
  saveDirectoryValues,
  setActive,
  takeDirectoryTurn,
  usedDirectoryValue,
} from '../../domain/account/directory/directoryUser.ts';
import { keepsMailAddress } from '../../domain/account/user.ts';
import { create } from '../../resource/write/create.ts';
import { isInUse, removeRecord, updateRecord } from '../../resource/write/write.ts';
import { invalidValue, ScimRefusal } from './scimRefusal.ts';
import { directoryValues, type WantedUser } from './scimResource.ts';
import { givenRoles } from './scimSchemas.ts';

/**
 * What a directory does with users. Their records are written as the console writes them, so that the same rules hold;
 * only what the product has no other way for is written by `server/domain/account/directory`.
 */

const isSame = (one: string, other: string): boolean => foldText(one) === foldText(other);

/** The role that a directory names; the least one by default. */
function wantedRole(name: string | undefined): Role {
  if (name === undefined) return 'Subordinate';
  if (isSame(name, 'SuperAdmin')) throw invalidValue('scim_super');
  const found = givenRoles.find((one) => isSame(one, name));
  if (!found) throw invalidValue('scim_role', { name: name.slice(0, 60) });
  return found;
}

/** The enterprise of a new user: only users with the role of a customer have one. */
async function wantedEnterprise(context: Context, role: Role, code: string | undefined): Promise<number | null> {
  if (!isCustomer(role)) return null;
  if (code === undefined) throw invalidValue('scim_organization', { name: role });
  const id = await enterpriseByCode(context, code);
  if (id === undefined) throw invalidValue('scim_organization_unknown', { code: code.slice(0, 60) });
  return id;
}

/** Refuses another role or enterprise than the user has: both are fixed, as they are in the console. */
function checkFixed({ role_id, organization }: DirectoryUser, wanted: WantedUser): void {
  const role = roleOf(role_id) ?? '';
  if (wanted.role !== undefined && !isSame(wanted.role, role))
    throw new ScimRefusal(400, 'mutability', 'scim_role_fixed', { name: role });
  // A user of the vendor belongs to no enterprise, whatever the directory says of their organization.
  if (organization === null || wanted.organization === undefined) return;
  if (!isSame(wanted.organization, organization))
    throw new ScimRefusal(400, 'mutability', 'scim_organization_fixed', { code: organization });
}

/** Refuses a userName or an externalId that another user of the directory has. */
async function checkFree(
  context: Context,
  account_id: number,
  values: Parameters<typeof usedDirectoryValue>[2],
  except?: number,
): Promise<void> {
  const found = await usedDirectoryValue(context, account_id, values, except);
  if (!found) return;
  const name = found === 'user_name' ? 'userName' : 'externalId';
  throw new ScimRefusal(409, 'uniqueness', 'scim_in_use', { name });
}

/**
 * Creates a user. They have no password: they sign in with a provider, or an administrator gives them one.
 * @param account_id the directory
 * @throws 409 if another user has the name or the externalId; 400 for a role or an enterprise that cannot be given
 */
export async function createUser(given: Context, account_id: number, wanted: WantedUser): Promise<DirectoryUser> {
  const context = { ...given, directory_id: account_id };
  const role = wantedRole(wanted.role);
  const values = directoryValues(wanted);
  await takeDirectoryTurn(context, account_id);
  await checkFree(context, account_id, values);
  const body = {
    name: await newLoginName(context, account_id, values.user_name),
    nick_name: wanted.displayName ?? values.user_name,
    role_id: roleIds[role],
    enterprise_id: await wantedEnterprise(context, role, wanted.organization),
    // The owner of a user is the salesman of the enterprise, and not the directory.
    parent_id: null,
    phone: wanted.phone ?? null,
    params: { liaison_mail: wanted.mail ?? null },
  };
  const { id } = (await create(context, context.contract.entity('user'), body)) as { id: number };
  await saveDirectoryValues(context, account_id, id, values);
  if (wanted.active === false) await setActive(context, await directoryUser(context, account_id, id), false);
  return directoryUser(context, account_id, id);
}

/** The changed values of a user's record, as a body of `/v1/user`; empty if nothing changes. */
function changedBody(context: Context, user: DirectoryUser, { displayName, ...sent }: WantedUser) {
  // As they would be stored, so that what is only written in another way is no change.
  const body = { nick_name: displayName, phone: sent.phone, params: { liaison_mail: sent.mail } };
  const { nick_name, phone, params } = canonicalTexts(body, context.contract.entity('user').fields) as typeof body;
  const mail = params.liaison_mail;
  const isMailChanged = mail !== undefined && mail !== user.mail && !keepsMailAddress(context, user);
  return {
    ...(nick_name !== undefined && nick_name !== user.nick_name && { nick_name }),
    ...(phone !== undefined && phone !== user.phone && { phone }),
    ...(isMailChanged && { params: { liaison_mail: mail } }),
  };
}

/**
 * A user of a directory, which no other request of it changes until the transaction ends.
 * @param ifMatch the header `If-Match`
 * @throws 404, or 412 if the user is of another version
 */
async function lockedUser(context: Context, account_id: number, id: number, ifMatch: string | undefined) {
  await takeDirectoryTurn(context, account_id);
  const user = await directoryUser(context, account_id, id);
  if (ifMatch !== undefined && !namesVersion(ifMatch, user.version))
    throw new ScimRefusal(412, undefined, 'scim_stale');
  return user;
}

/**
 * Changes a user; one whom the directory did not know is adopted.
 * @param wantedOf what the user is to be, from what they are
 * @throws 404; 409 if another user has the name or the externalId; 412 if the user is of another version
 */
export async function saveUser(
  given: Context,
  account_id: number,
  { id, ifMatch }: { readonly id: number; readonly ifMatch: string | undefined },
  wantedOf: (user: DirectoryUser) => WantedUser,
): Promise<DirectoryUser> {
  const context = { ...given, directory_id: account_id };
  const user = await lockedUser(context, account_id, id, ifMatch);
  const wanted = wantedOf(user);
  checkFixed(user, wanted);
  const values = directoryValues(wanted, user);
  await checkFree(context, account_id, values, id);
  const body = changedBody(context, user, wanted);
  if (Object.keys(body).length > 0) await updateRecord(context, context.contract.entity('user'), id, body);
  await saveDirectoryValues(context, account_id, id, values);
  await setActive(context, user, wanted.active ?? user.active);
  return directoryUser(context, account_id, id);
}

/**
 * Deletes a user as the console does. One whom other records need stays, without any access: deactivated, and not found
 * by the directory any more.
 * @throws 404, or 412 if the user is of another version
 */
export async function removeUser(
  given: Context,
  account_id: number,
  { id, ifMatch }: { readonly id: number; readonly ifMatch: string | undefined },
): Promise<void> {
  const context = { ...given, directory_id: account_id };
  const user = await lockedUser(context, account_id, id, ifMatch);
  const entity = context.contract.entity('user');
  if (await isInUse(context, entity, id)) return leaveDirectory(context, account_id, user);
  await removeRecord(context, entity, id);
}

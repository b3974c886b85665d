import ipaddr from 'ipaddr.js';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { directoryScope, refusedScopes } from '../../../contract/access/scopes.ts';
import { neverExpires } from '../../../contract/choices/serviceAccount.ts';
import { serviceToken as declaration } from '../../../contract/entities/serviceToken.ts';
import type { EntityRows } from '../../../contract/index.ts';
import { type MessageKey, message } from '../../../contract/messages/message.ts';
import { type Role, roleOf } from '../../../contract/schema/access.ts';
import { AppError } from '../../core/appError.ts';
import { type Caller, type Context, callerOf } from '../../core/context.ts';
import type { EntityRules, FieldValues } from '../../core/rules.ts';
import { logPosition } from '../../db/changes/logPosition.ts';
import type { Tables } from '../../db/schema/tables.ts';
import { audit, type WriteContext } from '../../db/write/audit.ts';
import { insert, patch, updateUnversioned } from '../../db/write/store.ts';
import { requireRecentSignIn } from '../account/signIn/recentSignIn.ts';
import { refuseWhileActing } from './serviceAccount.ts';
import { hashToken, isToken, newToken, shownParts } from './tokenText.ts';

type ServiceToken = EntityRows['service_token'];

const dayMs = 24 * 60 * 60 * 1000;
const usualDays = 90;
/** How often the last use of a token is written, in ms. */
const touchEvery = 60 * 1000;

/** A network in CIDR notation, or one address; undefined for any other text. */
function networkIn(text: string): ReturnType<typeof ipaddr.parseCIDR> | undefined {
  try {
    return ipaddr.parseCIDR(text.includes('/') ? text : `${text}/${text.includes(':') ? 128 : 32}`);
  } catch {
    return undefined;
  }
}

/** True if the address is in one of the networks, or if there are none. */
function isAllowedFrom(networks: readonly string[], address: string): boolean {
  if (networks.length === 0) return true;
  if (!ipaddr.isValid(address)) return false;
  const from = ipaddr.process(address);
  return networks.some((text) => {
    const network = networkIn(text);
    return (
      network !== undefined &&
      network[0].kind() === from.kind() &&
      (from as ipaddr.IPv4).match(network as [ipaddr.IPv4, number])
    );
  });
}

/** Why a token that exists is refused; undefined if it is valid. */
function refusalOf(found: FoundToken, now: Date, address: string): MessageKey | undefined {
  if (found.is_removed) return 'token_account_removed';
  if (found.revoked_at) return 'token_revoked';
  if (found.expires_at && found.expires_at <= now) return 'token_expired';
  return isAllowedFrom(found.networks ?? [], address) ? undefined : 'token_network';
}

interface FoundToken extends Omit<Caller, 'role' | 'token'> {
  readonly role_id: number;
  readonly token_id: number;
  readonly scopes: readonly string[] | null;
  readonly networks: readonly string[] | null;
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
  readonly last_used_at: Date | null;
  readonly last_used_address: string | null;
  readonly requests_per_minute: number;
  readonly is_removed: boolean;
}

const tokenStatement = (hash: string, placed: boolean): RawBuilder<FoundToken> => sql<FoundToken>`select
    t.id as token_id, t.scopes, t.networks, t.expires_at, t.revoked_at, t.last_used_at, t.last_used_address,
    a.requests_per_minute, (a.deleted_at is not null or u.deleted_at is not null) as is_removed,
    0 as session_id, null as behalf_id, false as must_change_password, false as must_enrol,
    u.id, u.name, u.role_id, u.enterprise_id, u.parent_id, u.tags ${placed ? sql`, ${logPosition} as position` : sql``}
  from service_token t join service_account a on a.id = t.account_id join users u on u.id = a.user_id
  where t.key_hash = ${hash} and t.deleted_at is null`;

/** A program that calls with a valid token. */
export interface TokenUse {
  readonly caller: Caller;
  readonly requestsPerMinute: number;
  readonly lastUsedAt: Date | null;
  readonly lastUsedAddress: string | null;
}

/**
 * The caller of a token. One with a wrong checksum is refused without a look into the database.
 * @param address where the request came from
 * @param placed true to get the position of the primary's log too
 * @returns undefined for a token that does not exist
 * @throws 401 with the reason, for a token that exists: no longer valid, or not from this network
 */
export async function callerOfToken(
  db: Kysely<Tables>,
  token: string,
  now: Date,
  { address, placed = false }: { address: string; placed?: boolean },
): Promise<TokenUse | undefined> {
  if (!isToken(token)) return undefined;
  const [found] = (await tokenStatement(hashToken(token), placed).execute(db)).rows;
  const role = found && roleOf(found.role_id);
  if (!found || !role) return undefined;
  const refusal = refusalOf(found, now, address);
  if (refusal) throw new AppError(401, message(refusal));
  const {
    role_id: _,
    token_id,
    scopes,
    networks: _networks,
    expires_at: _expires,
    revoked_at: _revoked,
    ...rest
  } = found;
  const { last_used_at, last_used_address, requests_per_minute, is_removed: _removed, ...caller } = rest;
  return {
    caller: { ...caller, role, token: { id: token_id, scopes: scopes ?? [] } },
    requestsPerMinute: requests_per_minute,
    lastUsedAt: last_used_at,
    lastUsedAddress: last_used_address,
  };
}

/** True if the token was used from the address before, as the audit has it. */
async function isKnownAddress({ trx }: WriteContext, id: number, address: string): Promise<boolean> {
  const found = await sql`select 1 from audit where entity_id = ${id} and entity = 'service_token'
    and action = 'use_token' and after ->> 'last_used_address' = ${address} and deleted_at is null limit 1`.execute(
    trx,
  );
  return found.rows.length > 0;
}

/**
 * Saves when and from where a token was used, at most once a minute. The first use from each address is audited,
 * however soon it follows another.
 */
export async function noteTokenUse(writer: WriteContext, use: TokenUse, address: string): Promise<void> {
  const { lastUsedAt, lastUsedAddress, caller } = use;
  const isRecent = lastUsedAt !== null && writer.now.getTime() - lastUsedAt.getTime() < touchEvery;
  const isSame = address === lastUsedAddress;
  const id = caller.token?.id;
  if ((isRecent && isSame) || id === undefined) return;
  if (!isRecent)
    await updateUnversioned(writer.trx, declaration, id, { last_used_at: writer.now, last_used_address: address });
  if (isSame || (await isKnownAddress(writer, id, address))) return;
  await audit(
    { ...writer, caller },
    { action: 'use_token', entity: 'service_token', id, after: { last_used_address: address } },
  );
}

/** When a new token ends; only a SuperAdmin makes one that never does. */
function endOf(context: Context, days: unknown): Date | null {
  const given = (days as number | null | undefined) ?? usualDays;
  if (given !== neverExpires) return new Date(context.now.getTime() + given * dayMs);
  if (callerOf(context).role !== 'SuperAdmin')
    throw AppError.unprocessable('token_never', undefined, 'expires_in_days');
  return null;
}

/** Refuses scopes that do not exist or that the role of the account does not have. */
function checkScopes({ contract }: Context, role: Role, scopes: readonly string[]): void {
  const [refused] = refusedScopes(contract, role, scopes);
  if (refused !== undefined) throw AppError.unprocessable('scope_unknown', { scope: refused }, 'scopes');
  if (scopes.includes(directoryScope) && scopes.some((one) => one !== directoryScope))
    throw AppError.unprocessable('scope_alone', { scope: directoryScope }, 'scopes');
}

function checkNetworks(networks: readonly string[]): void {
  const wrong = networks.find((text) => networkIn(text) === undefined);
  if (wrong !== undefined) throw AppError.unprocessable('network_invalid', { network: wrong }, 'networks');
}

const roleOfAccount = async (context: Context, id: number): Promise<Role> =>
  (await context.trx.selectFrom('service_account').select('role').where('id', '=', id).executeTakeFirstOrThrow())
    .role as Role;

/** The columns of a new token, whose text was made before the transaction. */
function tokenColumns({ prepared }: Context) {
  const token = prepared?.token;
  if (token === undefined) throw new Error('the token must be made before the transaction that stores it');
  return { ...shownParts(token), key_hash: hashToken(token) };
}

/** What a new token needs before its transaction: its text. */
export const prepareToken = () => ({ token: newToken() });

export const serviceToken: EntityRules<'service_token'> = {
  prepare: async () => prepareToken(),
  async beforeCreate(context, given) {
    refuseWhileActing(context);
    await requireRecentSignIn(context);
    const { expires_in_days, ...values } = given as FieldValues & { expires_in_days?: number };
    const { account_id, scopes, networks } = values as { account_id: number; scopes?: string[]; networks?: string[] };
    checkScopes(context, await roleOfAccount(context, account_id), scopes ?? []);
    checkNetworks(networks ?? []);
    return {
      ...values,
      scopes: scopes ?? [],
      networks: networks ?? [],
      expires_at: endOf(context, expires_in_days),
      ...tokenColumns(context),
    };
  },
  actions: {
    async revoke(context) {
      refuseWhileActing(context);
      return {};
    },
  },
  computed: {
    token: {
      from: ['key_hash'],
      value: ({ key_hash }, { prepared }) =>
        prepared?.token !== undefined && hashToken(prepared.token) === key_hash ? prepared.token : null,
    },
  },
};

/**
 * Replaces a token by one with the same rights that is valid as long as the old one was. The old one stays valid for
 * some days, so that programs can change to the new one.
 * @param row the locked token
 * @param keepDays 0 to 7
 * @returns the id of the new token
 * @throws 422 for a token that is no longer valid; 403 if the caller has to show first that it is them
 */
export async function rotateToken(context: Context, row: ServiceToken, keepDays: number): Promise<number> {
  refuseWhileActing(context);
  await requireRecentSignIn(context);
  const { now } = context;
  if (row.revoked_at || (row.expires_at && row.expires_at <= now)) throw AppError.unprocessable('wrong_state');
  const lifetime = row.expires_at && row.expires_at.getTime() - row.created_at.getTime();
  const { id } = await insert(
    context,
    'service_token',
    {
      name: row.name,
      account_id: row.account_id,
      scopes: row.scopes,
      networks: row.networks,
      expires_at: lifetime === null ? null : new Date(now.getTime() + lifetime),
      replaces_id: row.id,
      created_by_id: callerOf(context).id,
      ...tokenColumns(context),
    },
    { action: 'create' },
  );
  const end = new Date(now.getTime() + keepDays * dayMs);
  const expires_at = row.expires_at && row.expires_at < end ? row.expires_at : end;
  await patch(context, 'service_token', row, { expires_at }, { action: 'rotate_token' });
  return id;
}

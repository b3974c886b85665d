import { sql } from 'kysely';
import { AppError } from '../../core/appError.ts';
import { type Context, callerOf } from '../../core/context.ts';
import { prepareSigningKey, rotateSigningKey } from '../../core/security/signingKey.ts';
import { audit } from '../../db/write/audit.ts';
import { requireRecentSignIn } from '../account/signIn/recentSignIn.ts';

/** A key that signs or has signed licences, as it is answered. */
interface SigningKeyRow {
  readonly kid: string;
  readonly state: 'prepared' | 'current' | 'retired';
  readonly created_at: Date;
  readonly activated_at: Date | null;
  readonly retired_at: Date | null;
  readonly licences: number;
  readonly profiles: number;
}

/**
 * All signing keys, the newest first. The licences of a key are those that were issued while it signed: a licence does
 * not store its key. The time of an issue is a whole second.
 */
export async function signingKeys({ trx }: Pick<Context, 'trx'>): Promise<{ keys: readonly SigningKeyRow[] }> {
  const { rows } = await sql<SigningKeyRow>`select k.kid, k.created_at, k.activated_at, k.retired_at,
      case when k.activated_at is null then 'prepared' when k.retired_at is null then 'current' else 'retired' end as state,
      (select count(*)::integer from assignment a where a.deleted_at is null and a.issued_at >= date_trunc('second', k.activated_at)
        and (k.retired_at is null or a.issued_at < date_trunc('second', k.retired_at))) as licences,
      (select count(*)::integer from product_license p where p.deleted_at is null and p.signing_key_id = k.kid) as profiles
    from signing_key k order by k.activated_at is not null, k.activated_at desc`.execute(trx);
  return { keys: rows };
}

/** Refuses programs, and people who have not shown lately that it is them. */
async function requirePerson(context: Context): Promise<void> {
  if (callerOf(context).token) throw AppError.unprocessable('not_for_tokens');
  await requireRecentSignIn(context);
}

/**
 * Creates the next key, which does not sign yet.
 * @throws 403 without a recent sign-in; 422 if a key is prepared already
 */
export async function prepareNextKey(context: Context) {
  await requirePerson(context);
  const kid = await prepareSigningKey(context.trx, context.secrets);
  if (kid === undefined) throw AppError.unprocessable('signing_key_prepared');
  await audit(context, { action: 'prepare_key', after: { kid } });
  return signingKeys(context);
}

/**
 * Signs new licences with the prepared key, or a new one.
 * @param current the key that signs now, as the caller has seen it: of two people who change it at once, one is refused
 * @throws 403 without a recent sign-in; 422 if another key signs meanwhile
 */
export async function changeSigningKey(context: Context, current: string) {
  await requirePerson(context);
  const changed = await rotateSigningKey(context.trx, context.secrets, context.now, current);
  if (!changed) throw AppError.unprocessable('signing_key_changed', undefined, 'kid');
  await audit(context, { action: 'rotate_key', before: { kid: changed.former }, after: { kid: changed.kid } });
  return signingKeys(context);
}

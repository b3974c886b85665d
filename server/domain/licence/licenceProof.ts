import { decodeProtectedHeader, jwtVerify } from 'jose';
import { type SqlBool, sql } from 'kysely';
import { foldText } from '../../../contract/lib/foldText.ts';
import { message } from '../../../contract/messages/message.ts';
import { AppError } from '../../core/appError.ts';
import type { Context } from '../../core/context.ts';
import { publicKey } from '../../core/security/signingKey.ts';
import { folded } from '../../db/schema/uniqueTexts.ts';
import { failbackMark } from './failback.ts';

/** The refusal of a licence that is not ours, has ended or was withdrawn. */
export const unknownLicence = () => new AppError(401, message('licence_unknown'));

/** The id of a licence and of its signing key, from its token. */
export interface SignedLicence {
  readonly jti: string;
  readonly kid: string;
}

/** The id of the key that a token names; it is a thumbprint. */
function kidOf(token: string): string | undefined {
  try {
    const { kid } = decodeProtectedHeader(token);
    return typeof kid === 'string' && /^[\w-]{1,100}$/.test(kid) ? kid : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Verifies a licence: signed by one of our keys, and not expired.
 * @throws 401 otherwise
 */
export async function verifyLicence(context: Context, token: string): Promise<SignedLicence> {
  const kid = kidOf(token);
  const key = kid && (await publicKey(context.trx, kid));
  if (!key) throw unknownLicence();
  const rules = { algorithms: ['EdDSA'], typ: 'license+jwt', currentDate: context.now };
  const { payload } = await jwtVerify(token, key, rules).catch(() => {
    throw unknownLicence();
  });
  return { kid, jti: String(payload.jti).replace(failbackMark, '') };
}

/** The assignment `a` of a licence that was not withdrawn, signed by a key of this database. */
export const isIssued = ({
  jti,
  kid,
}: SignedLicence) => sql<SqlBool>`${folded(sql.ref('a.jti'))} = ${foldText(jti)} and a.status = 1 and a.deleted_at is null
  and exists (select 1 from signing_key k where k.kid = ${kid})`;

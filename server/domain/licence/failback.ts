import { assignment as declaration } from '../../../contract/entities/assignment.ts';
import type { LicenceClaims } from '../../../contract/entities/shared/licence.ts';
import { canonicalText } from '../../../contract/lib/canonicalText.ts';
import { message } from '../../../contract/messages/message.ts';
import { AppError } from '../../core/appError.ts';
import type { Context } from '../../core/context.ts';
import { audit } from '../../db/write/audit.ts';
import { decryptField } from '../../db/write/encryptedColumns.ts';
import { patch } from '../../db/write/store.ts';
import type { Assignment } from './assignment.ts';

/**
 * Signs claims with the key that issues the product's licences.
 * @returns the licence as a compact JWS
 */
export type SignLicence = (context: Context, claims: LicenceClaims, product_id: number) => Promise<string>;

/** The suffix of a failback licence's id: it is a licence of its own that belongs to another one. */
export const failbackMark = '.failback';

async function productOf(context: Context, assignment: Assignment) {
  return context.trx
    .selectFrom('project as p')
    .innerJoin('product as d', 'd.id', 'p.product_id')
    .select(['d.id', 'd.category_id'])
    .where('p.id', '=', assignment.project_id)
    .executeTakeFirstOrThrow();
}

/** The same claims, so the same end, with the failback key and generation 2: one key always gives the same secret. */
const claimsOf = (assignment: Assignment, failback_key: string): LicenceClaims => {
  const claims = assignment.claims as LicenceClaims;
  return { ...claims, jti: `${claims.jti}${failbackMark}`, licence_key: failback_key, generation: 2 };
};

/**
 * The failback licence of a locked licence (C7), which must be issued and of a disaster recovery product. The first key
 * binds, the same key gives the same secret, another one is refused.
 */
export async function failBack(
  context: Context,
  assignment: Assignment,
  failback_key: string,
  sign: SignLicence,
): Promise<string> {
  if (assignment.status !== 1 || assignment.task_status !== 'succeed') throw AppError.unprocessable('not_issued');
  const product = await productOf(context, assignment);
  if (product.category_id !== 1002) throw AppError.unprocessable('failback_unfit', undefined, 'assignment_id');
  if (assignment.failback_key && canonicalText(assignment.failback_key, 'key') !== failback_key) {
    throw AppError.invalid({ failback_key: [message('failback_bound')] });
  }
  const savedSecret = decryptField(context.secrets, declaration, 'failback_secret', assignment);
  if (savedSecret) {
    await audit(context, { action: 'view_secret', entity: 'assignment', id: assignment.id });
    return savedSecret;
  }
  const secret = await sign(context, claimsOf(assignment, failback_key), product.id);
  const bound = { failback_key, failback_secret: secret };
  await patch(context, 'assignment', assignment, bound, { action: 'fail_back', after: { failback_key } });
  return secret;
}

import type { EntityRows } from '../../../contract/index.ts';
import { isCustomer } from '../../../contract/schema/access.ts';
import { AppError } from '../../core/appError.ts';
import { type Context, callerOf } from '../../core/context.ts';
import { audit } from '../../db/write/audit.ts';
import { decryptField } from '../../db/write/encryptedColumns.ts';
import { requireRecentSignIn } from '../account/signIn/recentSignIn.ts';

type Assignment = EntityRows['assignment'];

/** What proves that a product is licensed; a record shows neither while people are asked again before they see it. */
export const licenceTexts = ['lic_secret', 'failback_secret'] as const;

/** True if the caller has to show again that it is them before a licence is shown; tokens of programs are not asked. */
const isAsked = (context: Context): boolean =>
  context.settings.confirmLicences && callerOf(context).token === undefined;

/** The fields that records of licences leave empty: none, unless people are asked again. */
export const withheldTexts = (context: Context): readonly (typeof licenceTexts)[number][] =>
  isAsked(context) ? licenceTexts : [];

/**
 * Refuses a person who would see a licence and has not shown in the last ten minutes that it is them, if the settings
 * ask for it (issue 35, section 2).
 * @throws 403 with the code of what the account can answer with
 */
export async function requireRevealing(context: Context): Promise<void> {
  if (isAsked(context)) await requireRecentSignIn(context);
}

/**
 * The licence of a record that the caller may see, and its failback licence.
 * @throws 422 if it is not issued; 403 as `requireRevealing`
 */
export async function revealLicence(context: Context, row: Assignment) {
  await requireRevealing(context);
  if (row.lic_secret === null) throw AppError.unprocessable('not_issued');
  if (isCustomer(callerOf(context).role))
    await audit(context, { action: 'view_secret', entity: 'assignment', id: row.id });
  const open = (name: (typeof licenceTexts)[number]) =>
    decryptField(context.secrets, { name: 'assignment' }, name, row);
  return { lic_secret: open('lic_secret') ?? '', failback_secret: open('failback_secret') };
}

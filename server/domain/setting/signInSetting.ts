import type { EntityRows } from '../../../contract/index.ts';
import { message } from '../../../contract/messages/message.ts';
import { singleId } from '../../../contract/schema/entity.ts';
import { AppError } from '../../core/appError.ts';
import type { Context } from '../../core/context.ts';
import type { EntityRules, FieldValues } from '../../core/rules.ts';
import type { Secrets } from '../../core/secrets.ts';
import { decryptField } from '../../db/write/encryptedColumns.ts';
import { requireRecentSignIn } from '../account/signIn/recentSignIn.ts';

type SignInSetting = EntityRows['sign_in_setting'];

/** What a sign-in with DingTalk needs (C19). */
export interface DingtalkApp {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly corpId: string;
}

/** The app at DingTalk in a row; undefined if it names none. */
export function dingtalkApp(secrets: Pick<Secrets, 'open'>, row: SignInSetting): DingtalkApp | undefined {
  const clientSecret = decryptField(secrets, { name: 'sign_in_setting' }, 'stored_dingtalk_secret', row);
  const { dingtalk_client_id: clientId, dingtalk_corp_id: corpId } = row;
  return clientId && corpId && clientSecret ? { clientId, clientSecret, corpId } : undefined;
}

/**
 * Asks DingTalk whether it knows the app that a body names, before the transaction that saves it. What is missing is
 * refused with the other mistakes of the body.
 * @throws 422 at the field that has to change
 */
async function checkApp(context: Context, body: FieldValues): Promise<void> {
  const row = (await context.trx
    .selectFrom('sign_in_setting')
    .selectAll()
    .where('id', '=', singleId)
    .executeTakeFirstOrThrow()) as unknown as SignInSetting;
  const before = dingtalkApp(context.secrets, row);
  const given = (name: string) => (typeof body[name] === 'string' ? body[name] : undefined);
  const clientId = given('dingtalk_client_id') ?? before?.clientId;
  const clientSecret = given('dingtalk_client_secret') || before?.clientSecret;
  if (!clientId || !clientSecret) return;
  if (clientId === before?.clientId && clientSecret === before.clientSecret) return;
  const mistake = await context.settings.checkDingtalk({ clientId, clientSecret });
  if (mistake === 'unreachable') throw AppError.unprocessable('oauth_failed', undefined, 'dingtalk_client_id');
  if (mistake) throw AppError.unprocessable('dingtalk_refused', undefined, 'dingtalk_client_secret');
}

/** Whoever changes what a sign-in needs has shown recently that it is them (issue 35, section 2). */
export const signInSetting: EntityRules<'sign_in_setting'> = {
  async prepare(_caller, body, { context }) {
    await requireRecentSignIn(context);
    await checkApp(context, body);
    return {};
  },
  async beforeUpdate(_context, row, { dingtalk_client_secret: secret, ...values }) {
    const after = { ...row, ...values };
    if (secret && !after.dingtalk_client_id) throw AppError.invalid({ dingtalk_client_id: [message('required')] });
    if (!after.dingtalk_client_id) return { ...values, stored_dingtalk_secret: null };
    if (!after.dingtalk_corp_id) throw AppError.invalid({ dingtalk_corp_id: [message('required')] });
    if (secret) return { ...values, stored_dingtalk_secret: secret };
    if (!row.stored_dingtalk_secret) throw AppError.invalid({ dingtalk_client_secret: [message('required')] });
    // A secret belongs to the app for which it was entered.
    if (after.dingtalk_client_id !== row.dingtalk_client_id)
      throw AppError.unprocessable('dingtalk_secret_again', undefined, 'dingtalk_client_secret');
    return values;
  },
};

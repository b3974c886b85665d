import type { EntityRows } from '../../../contract/index.ts';
import { singleId } from '../../../contract/schema/entity.ts';
import { AppError } from '../../core/appError.ts';
import { type Context, callerOf } from '../../core/context.ts';
import { newMessageId } from '../../core/mail/messageId.ts';
import { renderTestMail } from '../../core/mail/testMail.ts';
import { audit } from '../../db/write/audit.ts';
import { requireRecentSignIn } from '../../domain/account/signIn/recentSignIn.ts';
import { serverAddress } from '../../domain/setting/mailSetting.ts';
import { changeSigningKey, prepareNextKey, signingKeys } from '../../domain/setting/signingKeys.ts';
import { setupState } from '../../reports/setup.ts';
import type { EndpointHandlers, RawEndpointHandler } from '../serve.ts';
import { asCaller, type HttpRequestContext, type TestMail } from '../services.ts';

/** The contact e-mail of the caller. */
async function ownAddress(context: Context): Promise<string> {
  const { params } = await context.trx
    .selectFrom('users')
    .select('params')
    .where('id', '=', callerOf(context).id)
    .executeTakeFirstOrThrow();
  const address = (params as EntityRows['user']['params'])?.liaison_mail;
  if (!address) throw AppError.unprocessable('mail_test_no_address');
  return address;
}

type MailSetting = EntityRows['mail_setting'];

/** The settings of mails as they are saved, which this process may not know yet. */
const savedSettings = async ({ trx }: Context): Promise<MailSetting> =>
  (await trx
    .selectFrom('mail_setting')
    .selectAll()
    .where('id', '=', singleId)
    .executeTakeFirstOrThrow()) as MailSetting;

/** The sender as it is saved. */
function savedSender(context: Context, row: MailSetting): string {
  const isChinese = context.origin?.language === 'zh';
  const locked = context.settings.environment.get('mail_setting');
  const name = isChinese ? 'sender_zh' : 'sender_en';
  const stored = locked?.has(name) ? undefined : row[name];
  return (
    stored ??
    (isChinese && !locked?.has('sender_en') ? row.sender_en : undefined) ??
    context.settings.senders[isChinese ? 'zh' : 'en']
  );
}

/** The mail of a test, and the address of the server that is to send it. */
async function preparedTest(c: HttpRequestContext) {
  const { fixedSmtpUrl } = c.get('services');
  return asCaller(c, async (context) => {
    if (callerOf(context).token) throw AppError.unprocessable('not_for_tokens');
    await requireRecentSignIn(context);
    const to = await ownAddress(context);
    const saved = await savedSettings(context);
    const server = fixedSmtpUrl || serverAddress(context.secrets, saved);
    const language = context.origin?.language === 'zh' ? 'zh-CN' : 'en';
    const rendered = renderTestMail(language, context.settings);
    const from = savedSender(context, saved);
    const mail: TestMail = { ...rendered, from, to, messageId: newMessageId(context), attachments: [] };
    return { server, mail };
  });
}

/** The refusal of a test, with the answer of the server. */
function refusalOf(error: unknown): unknown {
  const { name, fault, message } = error as { name?: string; fault?: string; message?: string };
  if (name !== 'MailTestFailed') return error;
  return AppError.unprocessable(`mail_test_${fault as 'login'}`, { answer: message ?? '' });
}

/** Sends the test outside of any transaction, since a mail server may take its time. */
async function testMail(c: HttpRequestContext) {
  const { server, mail } = await preparedTest(c);
  let failure: unknown;
  try {
    await c.get('services').sendTestMail(server, mail);
  } catch (error) {
    failure = refusalOf(error);
  }
  const after = { address: mail.to, ...(failure instanceof AppError && { reason: failure.code }) };
  const event = { action: 'test_mail', entity: 'mail_setting', id: singleId, after } as const;
  await asCaller(c, (context) => audit(context, event));
  if (failure !== undefined) throw failure;
  return { address: mail.to, saved_as_file: server === undefined };
}

export const settingHandlers: EndpointHandlers<
  'setup' | 'signing_key_list' | 'signing_key_prepare' | 'signing_key_rotate'
> = {
  setup: (context) => setupState(context),
  signing_key_list: (context) => signingKeys(context),
  signing_key_prepare: (context) => prepareNextKey(context),
  signing_key_rotate: (context, { body }) => changeSigningKey(context, body.kid),
};

export const rawSettingHandlers = {
  mail_setting_test: async (c) => c.json(await testMail(c)),
} satisfies Record<string, RawEndpointHandler>;

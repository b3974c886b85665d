import type { EntityRows } from '../../../contract/index.ts';
import { message } from '../../../contract/messages/message.ts';
import { AppError } from '../../core/appError.ts';
import type { EntityRules } from '../../core/rules.ts';
import type { Secrets } from '../../core/secrets.ts';
import { decryptField } from '../../db/write/encryptedColumns.ts';
import { requireRecentSignIn } from '../account/signIn/recentSignIn.ts';
import { isHostName, smtpAddress } from './smtpAddress.ts';

type MailSetting = EntityRows['mail_setting'];

/** A sender as a header has it (RFC 5322, 3.4): an address, or a name with an address in angle brackets. */
const sender = /^(?:[^<>\r\n,;"]+ ?<([^\s<>@,]+@[^\s<>@,]+)>|[^\s<>@,;"]+@[^\s<>@,;"]+)$/;

function checkSenders(values: Partial<MailSetting>): void {
  const wrong = (['sender_en', 'sender_zh'] as const).filter((name) => values[name] && !sender.test(values[name]));
  if (wrong.length > 0)
    throw AppError.invalid(Object.fromEntries(wrong.map((name) => [name, [message('mail_sender')]])));
}

/** The password of the mail server in a row. */
export const smtpPassword = (secrets: Pick<Secrets, 'open'>, row: MailSetting): string | null =>
  decryptField(secrets, { name: 'mail_setting' }, 'stored_password', row);

/** The address of the mail server in a row; undefined if it names none. */
export const serverAddress = (secrets: Pick<Secrets, 'open'>, row: MailSetting): string | undefined =>
  smtpAddress(row, smtpPassword(secrets, row));

/** E-mails open accounts: only a SuperAdmin who has shown recently that it is them says who sends them. */
export const mailSetting: EntityRules<'mail_setting'> = {
  async prepare(_caller, _body, { context }) {
    await requireRecentSignIn(context);
    return {};
  },
  async beforeUpdate(_context, row, { smtp_password, ...values }) {
    checkSenders(values);
    if (values.smtp_host && !isHostName(values.smtp_host))
      throw AppError.unprocessable('smtp_host', undefined, 'smtp_host');
    const after = { ...row, ...values };
    if (!after.smtp_host || !after.smtp_user) return { ...values, stored_password: null };
    if (smtp_password) return { ...values, stored_password: smtp_password };
    // A stored password goes to no other server than the one that it was entered for.
    const isMoved = after.smtp_host !== row.smtp_host || after.smtp_user !== row.smtp_user;
    if (isMoved && row.stored_password) throw AppError.unprocessable('smtp_password_again', undefined, 'smtp_password');
    return values;
  },
};

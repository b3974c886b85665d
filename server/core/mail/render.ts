import { type Language, languageOf } from '../../../contract/messages/label.ts';
import { renderAccountMail } from './accountMail.ts';
import { renderDaily } from './dailyMail.ts';
import { renderNotice } from './noticeMail.ts';
import type { LicenceMail, OutgoingMail } from './payload.ts';
import { renderMail } from './template.ts';

function renderLicence({ licence, ...mail }: LicenceMail, publicUrl: string) {
  const rendered = renderMail({
    template: mail.send_flag,
    language: mail.language,
    zone: mail.zone,
    data: {
      projectName: licence.project,
      enterpriseName: licence.enterprise,
      productName: licence.product,
      orderCode: licence.order,
      orderType: licence.order_type,
      quantity: licence.quantity,
      unit: licence.unit,
      licKey: licence.key,
      licenceId: licence.id,
      expiredAt: licence.expired_at,
      publicUrl,
    },
  });
  const attachments = [
    { filename: rendered.attachmentName, content: licence.token, contentType: 'application/jose' },
    ...rendered.pictures.map((one) => ({ ...one, contentType: 'image/png' })),
  ];
  const { subject, text, html } = rendered;
  return { subject, text, html, attachments };
}

function renderAny(mail: OutgoingMail, publicUrl: string) {
  if ('notice' in mail) return { ...renderNotice(mail), attachments: [] };
  if ('daily' in mail) return { ...renderDaily(mail), attachments: [] };
  if ('account' in mail) return { ...renderAccountMail(mail), attachments: [] };
  return renderLicence(mail, publicUrl);
}

/**
 * A mail in the form that the mail server accepts.
 * @param publicUrl the address of the product
 * @param senders the sender of mails in each language
 */
export function toMailMessage(mail: OutgoingMail, publicUrl: string, senders: Readonly<Record<Language, string>>) {
  return {
    ...renderAny(mail, publicUrl),
    from: senders[languageOf(mail.language)],
    to: mail.address,
    messageId: mail.message_id,
  };
}

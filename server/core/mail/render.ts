import { languageOf } from '../../../contract/messages/label.ts';
import type { DomainSettings } from '../context.ts';
import { renderAccountMail } from './accountMail.ts';
import { renderDaily } from './dailyMail.ts';
import { renderNotice } from './noticeMail.ts';
import type { LicenceMail, OutgoingMail } from './payload.ts';
import { type MailBrand, renderMail } from './template.ts';

/** What a mail shows of the product: its address, and its name and colour if they are not its own. */
interface Look {
  readonly publicUrl: string;
  readonly brand: MailBrand;
}

function renderLicence({ licence, ...mail }: LicenceMail, { publicUrl, brand }: Look) {
  const rendered = renderMail({
    brand,
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

function renderAny(mail: OutgoingMail, look: Look) {
  if ('notice' in mail) return { ...renderNotice(mail, look.brand), attachments: [] };
  if ('daily' in mail) return { ...renderDaily(mail, look.brand), attachments: [] };
  if ('account' in mail) return { ...renderAccountMail(mail, look.brand), attachments: [] };
  return renderLicence(mail, look);
}

/** A mail in the form that the mail server accepts, with the address, the name and the sender of the settings. */
export function toMailMessage(
  mail: OutgoingMail,
  { publicUrl, productName, colour, senders }: Pick<DomainSettings, 'publicUrl' | 'productName' | 'colour' | 'senders'>,
) {
  const language = languageOf(mail.language);
  return {
    ...renderAny(mail, { publicUrl, brand: { name: productName[language], colour: colour[language] } }),
    from: senders[language],
    to: mail.address,
    messageId: mail.message_id,
  };
}

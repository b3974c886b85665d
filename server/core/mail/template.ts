import { orderTypes } from '../../../contract/choices/order.ts';
import { zoneLabel } from '../../../contract/lib/timeZone.ts';
import type { Language, StoredLanguage } from '../../../contract/messages/label.ts';
import { type MailFact, mailHtml } from './layout.ts';
import { qrCode } from './qrCode.ts';

export type MailTemplate = 'standard' | 'dr' | 'migration' | 'failback';

export interface MailData {
  readonly projectName: string;
  readonly enterpriseName: string;
  readonly productName: string;
  readonly orderCode: string;
  /** One of `orderTypes`; the mail says that an order is a trial. */
  readonly orderType: number;
  readonly quantity: number;
  /** The unit of the quantity; null for hosts (B18). */
  readonly unit: string | null;
  readonly licKey: string;
  readonly licenceId: string;
  readonly expiredAt: Date | null;
  readonly publicUrl: string;
}

/** A picture within the HTML, which refers to it as `cid:` (RFC 2392). */
export interface InlinePicture {
  readonly filename: string;
  readonly cid: string;
  readonly content: Buffer;
}

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachmentName: string;
  readonly pictures: readonly InlinePicture[];
}

const en = {
  key: 'en' as Language,
  locale: 'en-GB',
  brand: 'License',
  kind: {
    standard: 'licence',
    dr: 'disaster recovery licence',
    migration: 'migration licence',
    failback: 'failback licence',
  },
  subject: (kind: string, project: string) => `Your ${kind} for ${project}`,
  greeting: (enterprise: string) => `Dear ${enterprise},`,
  intro: (kind: string, product: string) =>
    `Your ${kind} for ${product} has been issued. It is attached to this e-mail.`,
  hosts: (count: number): string => (count === 1 ? 'host' : 'hosts'),
  fact: ({ name, value }: MailFact) => `${name}: ${value}`,
  rows: {
    product: 'Product',
    enterprise: 'Enterprise',
    project: 'Project',
    order: 'Order',
    orderType: 'Order type',
    quantity: 'Quantity',
    licKey: 'Licence key',
    licenceId: 'Licence ID',
    expiredAt: 'Valid until',
    file: 'Licence file',
  },
  picture: (key: string) => `QR code of the licence key ${key}`,
  caption: 'QR code of the licence key. Compare it with the key that your installed product shows.',
  use: 'Import the attached file into your installed product. Please keep it: you need it again if you reinstall.',
  open: 'Open in the console:',
  verify: 'Anybody can verify the licence with the public keys:',
  revoked: 'The signed list of withdrawn licences says whether it is still valid:',
  footer: 'This e-mail was sent automatically. Please do not reply.',
};

const zh: typeof en = {
  key: 'zh',
  locale: 'zh-CN',
  brand: '许可管理系统',
  kind: { standard: '许可', dr: '容灾许可', migration: '迁移许可', failback: '回切许可' },
  subject: (kind, project) => `项目「${project}」的${kind}`,
  greeting: (enterprise) => `${enterprise}，您好：`,
  intro: (kind, product) => `「${product}」的${kind}已签发，许可文件见附件。`,
  hosts: () => '台',
  fact: ({ name, value }) => `${name}：${value}`,
  rows: {
    product: '产品',
    enterprise: '企业',
    project: '项目',
    order: '订单',
    orderType: '订单类型',
    quantity: '数量',
    licKey: '许可码',
    licenceId: '许可编号',
    expiredAt: '有效期至',
    file: '许可文件',
  },
  picture: (key) => `许可码 ${key} 的二维码`,
  caption: '许可码的二维码，可与已安装的产品所显示的许可码核对。',
  use: '请在已安装的产品中导入附件，并妥善保存：重新安装后仍需使用。',
  open: '在控制台中查看：',
  verify: '任何人都可以使用公开密钥验证该许可：',
  revoked: '许可是否已被撤销，可查询以下带签名的撤销列表：',
  footer: '本邮件由系统自动发送，请勿回复。',
};

type MailWords = typeof en;

/** What the settings give the product in a language; what is undefined is its own. */
export interface MailBrand {
  readonly name?: string | undefined;
  readonly colour?: string | undefined;
}

/** The fixed texts of every mail, in the language, with the name and the colour of the product. */
export function mailWords(language: StoredLanguage, { name, colour }: MailBrand = {}) {
  const words: MailWords = language === 'zh-CN' ? zh : en;
  return { ...words, brand: name ?? words.brand, colour };
}

/** A value as one line: a line break would start another line of the text, or another header. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

const withOneLineValues = (data: MailData): MailData => ({
  ...data,
  projectName: oneLine(data.projectName),
  enterpriseName: oneLine(data.enterpriseName),
  productName: oneLine(data.productName),
  orderCode: oneLine(data.orderCode),
  unit: data.unit && oneLine(data.unit),
  licKey: oneLine(data.licKey),
});

/** A point in time to the minute, in the reader's format and time zone, with the zone: `… 11:04 GMT+8 (Asia/Shanghai)`. */
function momentText(date: Date, { locale }: MailWords, zone: string): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: zone });
  const label = zoneLabel(zone, date.getTime());
  return `${format.format(date)} ${label === zone ? zone : `${label} (${zone})`}`;
}

const fileOf = (data: MailData): string => `licence-${data.licenceId}.jws`;

/** The facts of the licence that the mail shows, without the empty ones. */
function factsOf(words: MailWords, data: MailData, zone: string): MailFact[] {
  const { rows } = words;
  const facts: MailFact[] = [
    { name: rows.product, value: data.productName },
    { name: rows.enterprise, value: data.enterpriseName },
    { name: rows.project, value: data.projectName },
    { name: rows.order, value: data.orderCode, isCode: true },
    { name: rows.orderType, value: orderTypes.find(({ id }) => id === data.orderType)?.label[words.key] ?? '' },
    {
      name: rows.quantity,
      value: `${data.quantity.toLocaleString('en')} ${data.unit ?? words.hosts(data.quantity)}`,
    },
    { name: rows.licKey, value: data.licKey, isCode: true },
    { name: rows.licenceId, value: data.licenceId, isCode: true },
    { name: rows.expiredAt, value: data.expiredAt ? momentText(data.expiredAt, words, zone) : '' },
    { name: rows.file, value: fileOf(data) },
  ];
  return facts.filter(({ value }) => value !== '');
}

function pictureOf({ licKey, licenceId, publicUrl }: MailData): InlinePicture | undefined {
  if (licKey === '') return undefined;
  const cid = `licence-key.${licenceId}@${new URL(publicUrl).hostname}`;
  return { filename: 'licence-key.png', cid, content: qrCode(licKey) };
}

/**
 * The mail that delivers a licence, in the recipient's language, as text and HTML with the same facts (C8, issue 14.9).
 */
export function renderMail(mail: {
  template: MailTemplate;
  language: StoredLanguage;
  /** The recipient's time zone; UTC by default. */
  zone?: string;
  data: MailData;
  brand?: MailBrand;
}): RenderedMail {
  const data = withOneLineValues(mail.data);
  const words = mailWords(mail.language, mail.brand);
  const kind = words.kind[mail.template];
  const subject = words.subject(kind, data.projectName);
  const facts = factsOf(words, data, mail.zone ?? 'UTC');
  const top = [words.greeting(data.enterpriseName), words.intro(kind, data.productName)];
  const links = [
    { text: words.verify, url: `${data.publicUrl}/.well-known/jwks.json` },
    { text: words.revoked, url: `${data.publicUrl}/.well-known/revoked.jws` },
  ];
  const linkLines = links.flatMap(({ text, url }) => [text, url]);
  const factLines = facts.map(words.fact);
  const text = [...top, '', ...factLines, '', words.use, ...linkLines, '', words.footer, ''].join('\n');
  const picture = pictureOf(data);
  const shown = picture && { source: `cid:${picture.cid}`, alt: words.picture(data.licKey), caption: words.caption };
  const { language } = mail;
  const rest = { brand: words.brand, colour: words.colour, footer: words.footer, ...(shown && { picture: shown }) };
  const html = mailHtml({ language, title: subject, top, facts, bottom: [words.use], links, ...rest });
  return { subject, text, html, attachmentName: fileOf(data), pictures: picture ? [picture] : [] };
}

import type { StoredLanguage } from '../../contract/label.ts';

export type MailTemplate = 'standard' | 'dr' | 'migration' | 'failback';

export interface MailData {
  readonly projectName: string;
  readonly enterpriseName: string;
  readonly productName: string;
  readonly orderCode: string;
  readonly quantity: number;
  readonly licKey: string;
  readonly licenceId: string;
  readonly expiredAt: Date;
  readonly publicUrl: string;
}

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachmentName: string;
}

const en = {
  kind: {
    standard: 'licence',
    dr: 'disaster recovery licence',
    migration: 'migration licence',
    failback: 'failback licence',
  },
  subject: (kind: string, project: string) => `Your ${kind} for ${project}`,
  greeting: (enterprise: string) => `Dear ${enterprise},`,
  intro: (kind: string, product: string) => `your ${kind} for ${product} has been issued. It is attached to this mail.`,
  rows: {
    project: 'Project',
    product: 'Product',
    order: 'Order',
    quantity: 'Quantity',
    licKey: 'Licence key',
    licenceId: 'Licence id',
    expiredAt: 'Valid until',
  },
  use: 'Import the attached file in your installation. Please keep it: it is needed again after a reinstallation.',
  verify: (url: string) => `Anybody can check the licence with the public keys at ${url}`,
  footer: 'This mail was sent automatically; please do not reply to it.',
};

const zh: typeof en = {
  kind: { standard: '许可', dr: '容灾许可', migration: '迁移许可', failback: '回切许可' },
  subject: (kind, project) => `项目「${project}」的${kind}`,
  greeting: (enterprise) => `${enterprise}，您好：`,
  intro: (kind, product) => `${product} 的${kind}已签发，许可文件见附件。`,
  rows: {
    project: '项目',
    product: '产品',
    order: '订单',
    quantity: '数量',
    licKey: '许可码',
    licenceId: '许可编号',
    expiredAt: '有效期至',
  },
  use: '请在已安装的产品中导入附件，并妥善保存：重新安装后仍需使用。',
  verify: (url) => `任何人都可以使用公开密钥验证该许可：${url}`,
  footer: '本邮件由系统自动发送，请勿回复。',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

const moment = (date: Date): string => `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;

const cell = 'padding:8px 12px;border-bottom:1px solid #eee;font-size:14px;';

function html(lines: { subject: string; top: string[]; rows: [string, string][]; bottom: string[] }): string {
  const paragraph = (text: string) => `<p style="margin:0 0 14px;font-size:14px;line-height:1.6">${escaped(text)}</p>`;
  const row = ([name, value]: [string, string]) =>
    `<tr><td style="${cell}color:#666;white-space:nowrap">${escaped(name)}</td><td style="${cell}">${escaped(value)}</td></tr>`;
  return `<!doctype html><html><body style="margin:0;background:#f6f4f6;font-family:Segoe UI,Helvetica,Arial,'PingFang SC','Microsoft YaHei',sans-serif;color:#222">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="max-width:600px;background:#fff;border-radius:8px">
<tr><td style="background:#b0126f;color:#fff;padding:18px 24px;font-size:18px;border-radius:8px 8px 0 0">${escaped(lines.subject)}</td></tr>
<tr><td style="padding:24px">${lines.top.map(paragraph).join('')}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 18px">${lines.rows.map(row).join('')}</table>
${lines.bottom.map(paragraph).join('')}</td></tr></table></td></tr></table></body></html>`;
}

/** The mail that carries a licence, in the recipient's language, as text and HTML (C8). */
export function renderMail(mail: { template: MailTemplate; language: StoredLanguage; data: MailData }): RenderedMail {
  const { data } = mail;
  const words = mail.language === 'zh-CN' ? zh : en;
  const kind = words.kind[mail.template];
  const subject = words.subject(kind, data.projectName);
  const rows: [string, string][] = [
    [words.rows.project, data.projectName],
    [words.rows.product, data.productName],
    [words.rows.order, data.orderCode],
    [words.rows.quantity, data.quantity.toLocaleString('en')],
    [words.rows.licKey, data.licKey],
    [words.rows.licenceId, data.licenceId],
    [words.rows.expiredAt, moment(data.expiredAt)],
  ];
  const top = [words.greeting(data.enterpriseName), words.intro(kind, data.productName)];
  const bottom = [words.use, words.verify(`${data.publicUrl}/.well-known/jwks.json`), words.footer];
  const text = [...top, '', ...rows.map(([name, value]) => `${name}: ${value}`), '', ...bottom, ''].join('\n');
  return { subject, text, html: html({ subject, top, rows, bottom }), attachmentName: `licence-${data.licenceId}.jws` };
}

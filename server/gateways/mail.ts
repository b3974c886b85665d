import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';

export interface MailMessage {
  /** The sender, if it is not that of the mailer. */
  readonly from?: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Fixed, so that a second try is the same mail. */
  readonly messageId: string;
  readonly attachments: readonly MailAttachment[];
}

export interface MailAttachment {
  readonly filename: string;
  readonly content: string | Buffer;
  readonly contentType: string;
  /** The HTML refers to it by this name (RFC 2392): it is part of the HTML, and not an attachment to save. */
  readonly cid?: string;
}

export interface Mailer {
  readonly kind: 'smtp' | 'outbox';
  /**
   * Resolves when the server has accepted the mail.
   * @throws otherwise, and when the signal is aborted: MailRefused if another try would not help
   */
  send(message: MailMessage, signal?: AbortSignal): Promise<void>;
}

export interface MailerSettings {
  /** The address of the server, or a function that returns the present one; without it the folder is used. */
  readonly smtpUrl?: string | undefined | (() => string | undefined);
  readonly outboxDir: string;
  readonly from: string;
}

/** Thrown before anything is sent: a header may not contain a line break. */
export class HeaderInjection extends Error {}

/** The server refuses this mail for good: it answered 5xx to it (RFC 5321, 4.2.1). */
export class MailRefused extends Error {}

/** Codes of errors that concern the mail, and not the connection or the credentials. */
const ofTheMail = new Set(['EENVELOPE', 'EMESSAGE']);

function asRefusal(error: unknown): unknown {
  const { code, responseCode, message } = error as { code?: string; responseCode?: number; message?: string };
  const isFinal = ofTheMail.has(code ?? '') && responseCode !== undefined && responseCode >= 500;
  return isFinal ? new MailRefused(message, { cause: error }) : error;
}

function checkHeaders(message: MailMessage): void {
  const named = message.attachments.flatMap(({ filename, cid }) => [filename, cid ?? '']);
  const bound = [message.to, message.subject, message.messageId, ...named];
  if (bound.some((text) => /[\r\n]/.test(text))) throw new HeaderInjection('A mail header contains a line break');
}

/**
 * A server may take 10 minutes to answer to a whole mail (RFC 5321, 4.5.3.2.6): a client that gives up earlier and
 * tries again may have it delivered twice. Before anything is sent, giving up early does no harm.
 */
const limits = { connectionTimeout: 10_000, greetingTimeout: 30_000, socketTimeout: 10 * 60_000 };

function smtp(url: string, from: string): Mailer {
  const transport = createTransport({ url, ...limits } as Parameters<typeof createTransport>[0]);
  return {
    kind: 'smtp',
    async send(message, signal) {
      checkHeaders(message);
      const mail = { from, ...message, attachments: [...message.attachments], ...(signal && { signal }) };
      await transport.sendMail(mail).catch((error: unknown) => {
        throw asRefusal(error);
      });
    },
  };
}

function outbox(folder: string, from: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    kind: 'outbox',
    async send(message) {
      checkHeaders(message);
      const built = await transport.sendMail({ from, ...message, attachments: [...message.attachments] });
      // A mail contains a licence, so that only the operator may read it.
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await chmod(folder, 0o700);
      const file = join(folder, `${message.messageId.replace(/[^\w-]/g, '_')}.eml`);
      await writeFile(`${file}.part`, built.message as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
  };
}

/** A mailer to the SMTP server, or without one to a folder of .eml files; each mail goes to the server of that time. */
export function createMailer({ smtpUrl, outboxDir, from }: MailerSettings): Mailer {
  const files = outbox(outboxDir, from);
  let known: { readonly url: string; readonly mailer: Mailer } | undefined;
  const present = (): Mailer => {
    const url = typeof smtpUrl === 'function' ? smtpUrl() : smtpUrl;
    if (!url) return files;
    if (known?.url !== url) known = { url, mailer: smtp(url, from) };
    return known.mailer;
  };
  return {
    get kind() {
      return present().kind;
    },
    send: (message, signal) => present().send(message, signal),
  };
}

/** Why a mail server did not take a mail: what an administrator has to check. */
export type MailFault = 'login' | 'encryption' | 'unreachable' | 'refused';

/** Thrown by a test of a mail server: what is wrong, with its answer or the reason of the connection. */
export class MailTestFailed extends Error {
  override readonly name = 'MailTestFailed';
  readonly fault: MailFault;

  constructor(fault: MailFault, answer: string) {
    super(answer);
    this.fault = fault;
  }
}

/** A test is answered within the time limit of a request. */
const testLimits = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 8_000, dnsTimeout: 5_000 };

function faultOf({ code = '', message = '' }: { code?: string; message?: string }): MailFault {
  if (code === 'EAUTH' || code === 'ENOAUTH') return 'login';
  if (code === 'ETLS' || /certificate|\bssl\b|\btls\b|starttls/i.test(message)) return 'encryption';
  return ofTheMail.has(code) || code === 'EPROTOCOL' ? 'refused' : 'unreachable';
}

/**
 * Sends one mail to see whether a server takes it.
 * @throws MailTestFailed
 */
export async function testMailServer(url: string, message: MailMessage): Promise<void> {
  checkHeaders(message);
  const transport = createTransport({ url, ...testLimits } as Parameters<typeof createTransport>[0]);
  try {
    await transport.sendMail({ ...message, attachments: [] });
  } catch (error) {
    const { response, message: reason = '' } = error as { response?: string; message?: string };
    throw new MailTestFailed(faultOf(error as Error), (response ?? reason).slice(0, 300));
  } finally {
    transport.close();
  }
}

import type { EntityRows } from '../../../contract/index.ts';
import type { FieldValues } from '../../core/rules.ts';

/** The parts of a mail server's address. */
export type SmtpParts = Pick<EntityRows['mail_setting'], 'smtp_host' | 'smtp_port' | 'smtp_encryption' | 'smtp_user'>;

const usualPort = { tls: 465, starttls: 587, none: 25 } as const;

/** True for the name or the address of a host alone, without a protocol, a port or a path. */
export function isHostName(text: string): boolean {
  if (!URL.canParse(`smtp://${text}`)) return false;
  const { hostname, username, port, pathname, search, hash } = new URL(`smtp://${text}`);
  return (
    hostname !== '' &&
    [username, port, search, hash].every((part) => part === '') &&
    /^\/?$/.test(pathname) &&
    !text.includes('/')
  );
}

/**
 * The address of a mail server as SMTP_URL has it.
 * @returns undefined if there is no server
 */
export function smtpAddress(
  { smtp_host, smtp_port, smtp_encryption, smtp_user }: SmtpParts,
  password: string | null,
): string | undefined {
  if (!smtp_host) return undefined;
  const scheme = smtp_encryption === 'tls' ? 'smtps' : 'smtp';
  const login = smtp_user ? `${encodeURIComponent(smtp_user)}:${encodeURIComponent(password ?? '')}@` : '';
  return `${scheme}://${login}${smtp_host}:${smtp_port}${smtp_encryption === 'starttls' ? '?requireTLS=true' : ''}`;
}

/** The parts of the variable SMTP_URL. */
export function smtpParts(text: string): FieldValues {
  if (!URL.canParse(text)) throw new Error(`SMTP_URL must be an address such as smtp://user:password@host:587`);
  const { protocol, hostname, port, username, searchParams } = new URL(text);
  const plain = searchParams.get('requireTLS') === 'true' ? 'starttls' : 'none';
  const smtp_encryption = protocol === 'smtps:' ? 'tls' : plain;
  return {
    smtp_host: hostname,
    smtp_port: port === '' ? usualPort[smtp_encryption] : Number(port),
    smtp_encryption,
    smtp_user: decodeURIComponent(username) || null,
  };
}

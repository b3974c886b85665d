import { Secret, TOTP } from 'otpauth';

const period = 30;
const digits = 6;
/** A code of the step before or after is accepted too, for clocks that differ. */
const window = 1;

const totpOf = (secret: string, label = '', issuer = ''): TOTP =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits, period, label, issuer });

/** A new secret of 160 bits, as RFC 4226 recommends, in base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** The address that an authenticator app reads from a QR code (https://github.com/google/google-authenticator/wiki/Key-Uri-Format). */
export const totpUri = (secret: string, { name, issuer }: { name: string; issuer: string }): string =>
  totpOf(secret, name, issuer).toString();

/**
 * The time step that a code belongs to (RFC 6238, 4.2): the present one, the one before or the one after.
 * @param secret in base32
 * @param after the step of the last accepted code; a code of that step or an earlier one is not accepted (RFC 6238, 5.2)
 * @returns undefined for a wrong code or one that was used
 */
export function stepOfCode(secret: string, typed: string, now: Date, after = -1): number | undefined {
  const token = typed.normalize('NFKC').replace(/[\s-]/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const delta = totpOf(secret).validate({ token, timestamp: now.getTime(), window });
  if (delta === null) return undefined;
  const step = Math.floor(now.getTime() / 1000 / period) + delta;
  return step > after ? step : undefined;
}

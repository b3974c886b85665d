import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * The text of a token: `lct_`, 32 random bytes and their CRC-32, both in base 62. Scanners of source code find it by its
 * prefix, and a mistyped one is refused without a look into the database (issue 34).
 */

const prefix = 'lct_';
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const [secretLength, checksumLength] = [43, 6];

/** A number in base 62, filled up with zeros. */
function inBase62(value: bigint, length: number): string {
  let [left, text] = [value, ''];
  while (left > 0n) {
    text = digits[Number(left % 62n)] + text;
    left /= 62n;
  }
  return text.padStart(length, '0');
}

const checksumOf = (secret: string): string => inBase62(BigInt(crc32(secret)), checksumLength);

/** A new token with 256 random bits. */
export function newToken(): string {
  const secret = inBase62(BigInt(`0x${randomBytes(32).toString('hex')}`), secretLength);
  return `${prefix}${secret}${checksumOf(secret)}`;
}

/** True for a text that is meant to be a token. */
export const looksLikeToken = (text: string): boolean => text.startsWith(prefix);

/** True for a token whose checksum is right. */
export function isToken(text: string): boolean {
  const body = text.slice(prefix.length);
  const secret = body.slice(0, secretLength);
  return (
    looksLikeToken(text) &&
    body.length === secretLength + checksumLength &&
    /^[0-9A-Za-z]+$/.test(body) &&
    body.slice(secretLength) === checksumOf(secret)
  );
}

/** Only the SHA-256 of a token is stored: 256 random bits need no salt (B4). */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** The beginning and the end of a token, by which people tell tokens apart. */
export const shownParts = (token: string): { prefix: string; last_four: string } => ({
  prefix: token.slice(0, prefix.length + 4),
  last_four: token.slice(-4),
});

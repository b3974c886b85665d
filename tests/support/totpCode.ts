import { Secret, TOTP } from 'otpauth';

/** The code that an authenticator app shows for a secret (RFC 6238), some steps of 30 s from now. */
export const totpCode = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { message } from '../../../contract/messages/message.ts';
import { AppError } from '../../core/appError.ts';
import { createTurns } from '../../core/turns.ts';

const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/**
 * A processor stays free for everything else, and of libuv's four threads at least two, which files, names of hosts and
 * compression need.
 */
const atOnce = Math.max(1, Math.min(2, availableParallelism() - 1));
/** How many may wait, about two seconds of work, and how many of them for one party. */
const maxWaiting = 32;
const maxWaitingPerParty = 16;
const turns = createTurns(atOnce);

/**
 * Hashing is expensive: one or two run at a time and few wait, so that logins cannot block the process (D6).
 * @throws 503 if too many wait already, in all or for this party
 */
async function withSlot<T>(party: string, work: () => Promise<T>): Promise<T> {
  if (turns.waiting() >= maxWaiting || turns.waiting(party) >= maxWaitingPerParty) throw AppError.busy();
  return turns.run(work, party);
}

const commonPasswords = new Set(
  `password1 password12 password123 passw0rd p4ssword qwerty123 qwerty12 abc12345 abcd1234 a1234567 1234567a 12345678a
  123456789a a123456789 admin123 admin1234 administrator1 welcome1 welcome123 letmein1 iloveyou1 1q2w3e4r 1qaz2wsx
  1q2w3e4r5t zaq12wsx q1w2e3r4 asdf1234 qwer1234 test1234 changeme1 secret123 monkey123 dragon123 football1 baseball1
  superman1 princess1 sunshine1 master123 woaini1314 woaini520 aa123456 abc123456 qq123456 a123456a 123456aa`.split(
    /\s+/,
  ),
);

/** 8 to 64 characters with a letter and a digit, and not a common password (B5). */
export const isStrongPassword = (password: string): boolean =>
  password.length >= 8 &&
  password.length <= 64 &&
  /\p{L}/u.test(password) &&
  /\d/.test(password) &&
  !commonPasswords.has(password.toLowerCase());

/**
 * Validates a chosen password and its repetition (B5, R-VALID-15).
 * @throws 422
 */
export function validateChosenPassword({ password1, password2 }: { password1: string; password2: string }): void {
  if (!password2) throw AppError.invalid({ password2: [message('password_repeat_empty')] });
  if (password1 !== password2) throw AppError.invalid({ password2: [message('password_repeat')] });
  if (!isStrongPassword(password1)) throw AppError.invalid({ password1: [message('password_weak')] });
}

/**
 * The argon2id hash of a password. It is slow: not for use inside a transaction.
 * @param party the user or network whose waiting hashes are limited
 */
export const hashPassword = (password: string, party = ''): Promise<string> =>
  withSlot(party, () => hash(password, settings));

const decoy = hash('no account has this password 0', settings);

/** True if the password belongs to the hash. Without a hash it returns false after the same time (B3). */
export async function isPassword(
  password: string,
  passwordHash: string | null | undefined,
  party: string,
): Promise<boolean> {
  const known = passwordHash ?? (await decoy);
  const same = await withSlot(party, () => verify(known, password));
  return same && passwordHash !== null && passwordHash !== undefined;
}

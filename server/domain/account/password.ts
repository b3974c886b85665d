import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { mostPassword, type PasswordRule } from '../../../contract/access/passwordRule.ts';
import { foldText } from '../../../contract/lib/foldText.ts';
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

/** Passwords that attackers try first, in lower case (NIST SP 800-63B-4, 3.1.1.2). */
const commonPasswords = new Set(
  `a1234567 1234567a 12345678a 123456789a a123456789 a12345678 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc q1w2e3r4
  q1w2e3r4t5 zaq12wsx zaq1xsw2 a123456a 123456aa aa123456 aa123456789 qq123456 ww123456 zz123456 a1b2c3d4 a1b2c3d4e5
  1a2b3c4d abc123abc 123abc123 1234abcd 123qweasd 123qwe123 qwe123asd woaini1314520 trustno1`.split(/\s+/),
);

/** Words that make a common password with digits and punctuation around them, such as `Password2026!`. */
const commonWords = new Set(
  `password passwort passwd passphrase pass admin administrator root user guest login welcome letmein changeme default
  secret master access test testing tester temp temporary demo hello iloveyou loveme qwerty qwertz azerty qwer qwert
  qwertyuiop asdf asdfg asdfgh asdfghjkl zxcv zxcvb zxcvbn zxcvbnm qazwsx abc abcd abcde abcdef abcdefg abcdefgh
  monkey dragon football baseball basketball soccer hockey superman batman princess sunshine shadow michael jordan
  charlie ashley jessica daniel thomas computer internet samsung google microsoft windows liverpool chelsea arsenal
  starwars pokemon summer winter spring autumn january february march april may june july august september october
  november december monday friday sunday woaini woaiwojia woaizuguo aini mima wodemima zhongguo beijing shanghai
  nihao aiwoba`.split(/\s+/),
);

/** Digits and signs that people write in place of a letter, as in `p4ssw0rd`. */
const standIns: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** True for a password that is on the list, is a common word with digits around it, or repeats one or two characters. */
function isCommon(password: string): boolean {
  const text = password.toLowerCase();
  const word = text.replace(/^\P{L}+|\P{L}+$/gu, '').replace(/[013457@$!]/g, (sign) => standIns[sign] ?? sign);
  return commonPasswords.has(text) || commonWords.has(word) || new Set(text).size < 3;
}

/** Whose password it is. */
export interface PasswordHolder {
  readonly name: string;
  readonly mail?: string | null | undefined;
}

/** A part of a name that is shorter than this is in many words by chance. */
const leastPart = 4;

/** True for a password with the user name, the e-mail address or its part before the `@` in it. */
function isPersonal(password: string, { name, mail }: PasswordHolder): boolean {
  const text = foldText(password);
  const parts = [name, name.split('@')[0], mail, mail?.split('@')[0]];
  return parts.some((part) => part && part.length >= leastPart && text.includes(foldText(part)));
}

/**
 * What a chosen password lacks (B5, and NIST SP 800-63B-4 on length and lists).
 * @param holder whose password it is; without one, what depends on it is not checked
 * @returns a message with its cure; undefined if it lacks nothing
 */
export function passwordMistake(password: string, rule: PasswordRule, holder?: PasswordHolder): string | undefined {
  const { length } = [...password];
  if (length < rule.length || length > mostPassword)
    return message('password_length', { min: rule.length, max: mostPassword });
  if (!/\p{L}/u.test(password) || !/\d/.test(password)) return message('password_characters');
  if (isCommon(password)) return message('password_common');
  return holder && rule.personal && isPersonal(password, holder) ? message('password_personal') : undefined;
}

/**
 * Validates a chosen password and its repetition (R-VALID-15).
 * @throws 422
 */
export function validateChosenPassword(
  { password1, password2 }: { readonly password1: string; readonly password2: string },
  rule: PasswordRule,
  holder?: PasswordHolder,
): void {
  if (!password2) throw AppError.invalid({ password2: [message('password_repeat_empty')] });
  if (password1 !== password2) throw AppError.invalid({ password2: [message('password_repeat')] });
  const mistake = passwordMistake(password1, rule, holder);
  if (mistake !== undefined) throw AppError.invalid({ password1: [mistake] });
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

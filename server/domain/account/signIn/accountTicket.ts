import { createHash, randomBytes, randomInt } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Context } from '../../../core/context.ts';
import type { Tables } from '../../../db/schema/tables.ts';

/** A secret for a single use by one user: the link of a forgotten password or of an invitation. */
export type TicketKind = 'reset' | 'invitation';

export interface NewTicket {
  readonly kind: TicketKind;
  readonly user_id: number;
  readonly lifeMs: number;
}

/** How long used and expired tickets are stored, so that their links are answered with the right sentence. */
const retentionMs = 30 * 24 * 60 * 60 * 1000;

/** Only the SHA-256 of a token is stored: 256 random bits need no salt. */
export const hashTicket = (token: string): string => createHash('sha256').update(token).digest('hex');

/** The characters of short codes, without I, L, O and U, which are misread (https://www.crockford.com/base32.html). */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Random characters that a person types, in groups of four with hyphens. */
export const randomCode = (groups: number): string =>
  Array.from({ length: groups }, () => Array.from({ length: 4 }, () => alphabet[randomInt(32)]).join('')).join('-');

/** A code as it was typed, in its stored form: without blanks and hyphens, misread characters replaced. */
export const normalizeCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');

/** A code of 40 bits is stored as a MAC, since its hash could be reversed. It belongs to one user. */
export const codeMac = ({ secrets }: Pick<Context, 'secrets'>, user_id: number, code: string): string =>
  secrets.mac('account-code', `${user_id}:${normalizeCode(code)}`);

/**
 * Creates a ticket.
 * @returns its token and its short code, which are shown only now
 */
export async function createTicket(context: Context, ticket: NewTicket): Promise<{ token: string; code: string }> {
  const [token, code] = [randomBytes(32).toString('base64url'), randomCode(2)];
  await context.trx
    .insertInto('account_ticket')
    .values({
      kind: ticket.kind,
      user_id: ticket.user_id,
      token_hash: hashTicket(token),
      code_mac: codeMac(context, ticket.user_id, code),
      created_at: context.now,
      expires_at: new Date(context.now.getTime() + ticket.lifeMs),
    })
    .execute();
  return { token, code };
}

/**
 * Uses up all open tickets of a user, so that no link outlives a new password or another mail address.
 * @returns the ids of the tickets that were open until now
 */
export async function useTickets(context: Context, user_id: number): Promise<number[]> {
  const rows = await context.trx
    .updateTable('account_ticket')
    .set({ used_at: context.now })
    .where('user_id', '=', user_id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', context.now)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes the tickets that ended long ago. */
export async function purgeTickets({ trx, now }: { trx: Kysely<Tables>; now: Date }): Promise<void> {
  await sql`delete from account_ticket where expires_at < ${new Date(now.getTime() - retentionMs)}`.execute(trx);
}

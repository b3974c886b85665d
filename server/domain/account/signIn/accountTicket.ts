import { createHash, randomBytes, randomInt } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Context } from '../../../core/context.ts';
import type { SignInMethod, Tables } from '../../../db/schema/tables.ts';

/** The kinds of links: that of a forgotten password, and that of an invitation. */
export type LinkKind = 'reset' | 'invitation';

interface NewLink {
  readonly kind: LinkKind;
  readonly user_id: number;
  readonly lifeMs: number;
}

/** How long somebody may take for the second step of a sign-in. */
const signInMs = 5 * 60 * 1000;

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

const newToken = (): string => randomBytes(32).toString('base64url');

/**
 * Creates the ticket of a link.
 * @returns its token and its short code, which are shown only now
 */
export async function createLink(context: Context, ticket: NewLink): Promise<{ token: string; code: string }> {
  const [token, code] = [newToken(), randomCode(2)];
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

/** Creates the ticket for the second step of a sign-in, which has to come from the same network. */
export async function createSignInTicket(
  context: Context,
  signIn: {
    readonly user_id: number;
    readonly method: SignInMethod;
    readonly network: string;
    readonly provider_session_id?: number | undefined;
  },
): Promise<{ ticket: string; expires_at: Date }> {
  const ticket = newToken();
  const expires_at = new Date(context.now.getTime() + signInMs);
  await context.trx
    .insertInto('account_ticket')
    .values({ kind: 'sign_in', ...signIn, token_hash: hashTicket(ticket), created_at: context.now, expires_at })
    .execute();
  return { ticket, expires_at };
}

/** The open ticket of a sign-in, with its user; undefined if it ended or belongs to another network. */
export const signInTicket = (context: Context, token: string, network: string) =>
  context.trx
    .selectFrom('account_ticket as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .select(['t.id', 't.method', 't.provider_session_id', 'u.id as user_id', 'u.name'])
    .where('t.token_hash', '=', hashTicket(token))
    .where('t.kind', '=', 'sign_in')
    .where('t.network', '=', network)
    .where('t.used_at', 'is', null)
    .where('t.expires_at', '>', context.now)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst();

/** Uses up one ticket; false if it was used meanwhile. */
export async function useTicket(context: Context, id: number): Promise<boolean> {
  const rows = await context.trx
    .updateTable('account_ticket')
    .set({ used_at: context.now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning('id')
    .execute();
  return rows.length > 0;
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

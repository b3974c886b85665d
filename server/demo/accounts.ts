import { type Kysely, sql } from 'kysely';
import type { Tables } from '../db/schema/tables.ts';
import { audit, type Writer } from '../db/write/audit.ts';
import { patch, patchAll } from '../db/write/store.ts';
import { isPassword } from '../domain/account/password.ts';
import { enterprises, salesmen } from './data.ts';

/** The accounts that the first page of the documentation names. */
export const demoAccounts = ['superadmin', 'operations', 'sales', 'enterprise', 'subuser'];
/** Everybody knows it: whoever has it signs in nowhere but in the demo. */
export const demoPassword = 'Licence-2026';

const names = [
  ...new Set([...demoAccounts, ...salesmen.map(({ name }) => name), ...enterprises.map(({ user }) => user)]),
];

export interface KnownAccount {
  readonly id: number;
  readonly name: string;
  readonly password_hash: string;
}

/** The accounts that the demo made and that still have its password, wherever the database came from. */
export async function knownAccounts(db: Kysely<Tables>): Promise<KnownAccount[]> {
  const found = await db
    .selectFrom('users')
    .select(['id', 'name', 'password_hash'])
    .where((eb) => eb(eb.fn<string>('lower', ['name']), 'in', names))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  const known: KnownAccount[] = [];
  for (const { id, name, password_hash } of found) {
    if (password_hash && (await isPassword(demoPassword, password_hash, 'demo')))
      known.push({ id, name, password_hash });
  }
  return known;
}

/** The accounts just made sign in with the password of the README for as long as they are of a demo: none is asked for another (D7). */
export async function keepPasswords(writer: Writer): Promise<void> {
  await patchAll(writer, 'user', sql`must_change_password`, { must_change_password: false });
}

/** Takes the known password from an account for good; what it made stays, and an administrator may give it another. */
export async function closeAccount(writer: Writer, { id, name }: KnownAccount): Promise<void> {
  await patch(writer, 'user', { id }, { password_hash: null });
  await audit(writer, { action: 'change_password', entity: 'user', id, after: { name } });
}

import { type Kysely, sql } from 'kysely';
import { roleDeclarations } from '../../contract/roles/index.ts';
import type { Tables } from '../db/schema/tables.ts';
import { audit, type WriteContext } from '../db/write/audit.ts';
import { patch, patchAll } from '../db/write/store.ts';
import { isPassword } from '../domain/account/password.ts';
import { enterprises, salesmen } from './data.ts';

/** The accounts named on the first page of the documentation. */
export const demoAccounts = [
  'superadmin',
  'operations',
  'sales',
  'enterprise',
  'subuser',
  ...roleDeclarations.flatMap(({ demo }) => (demo ? [demo.name] : [])),
];
/** The password is public, so that an account with it can sign in only in the demo. */
export const demoPassword = 'Licence-2026';

const names = [
  ...new Set([...demoAccounts, ...salesmen.map(({ name }) => name), ...enterprises.map(({ user }) => user)]),
];

export interface KnownAccount {
  readonly id: number;
  readonly name: string;
  readonly password_hash: string;
}

/** The accounts that the demo created and that still have its password, wherever the database comes from. */
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

/** Lets the new accounts of a demo sign in with the password of the README, without having to change it (D7). */
export async function keepPasswords(writer: WriteContext): Promise<void> {
  await patchAll(writer, 'user', sql`must_change_password`, { must_change_password: false });
}

/** Removes the public password of an account; its records stay, and an administrator may set a new password. */
export async function closeAccount(writer: WriteContext, { id, name }: KnownAccount): Promise<void> {
  await patch(writer, 'user', { id }, { password_hash: null });
  await audit(writer, { action: 'change_password', entity: 'user', id, after: { name } });
}

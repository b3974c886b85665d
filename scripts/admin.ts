import { randomBytes } from 'node:crypto';
import { transaction } from '../server/db/connection.ts';
import { insert } from '../server/db/store.ts';
import { hashPassword } from '../server/domain/password.ts';
import { withDatabase } from './withDatabase.ts';

// npm run admin -- create NAME: makes a SuperAdmin with a password that is shown this once.

const [, , verb, name] = process.argv;
if (verb !== 'create' || !name || !/^[A-Za-z0-9._@-]{3,30}$/.test(name)) {
  console.error('Usage: npm run admin -- create NAME (3 to 30 characters: letters, digits and . _ @ -)');
  process.exit(1);
}
await withDatabase(async (database, secrets) => {
  const password = `${randomBytes(12).toString('base64url')}7a`;
  const values = { name, nick_name: name, role_id: 1 as const, password_hash: await hashPassword(password) };
  const now = new Date();
  await transaction(database, (trx) => insert({ trx, now, secrets }, 'user', values, { action: 'create' }));
  console.log(`The administrator "${name}" can sign in with the password ${password}`);
});

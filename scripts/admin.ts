import { randomBytes } from 'node:crypto';
import { contract } from '../contract/index.ts';
import { transaction } from '../server/db/connection.ts';
import { insert } from '../server/db/write/store.ts';
import { closeAccount, knownAccounts } from '../server/demo/accounts.ts';
import { hashPassword } from '../server/domain/account/password.ts';
import { endSessions } from '../server/domain/account/session.ts';
import { deleteFactor } from '../server/domain/account/signIn/secondFactor.ts';
import { withDatabase } from './withDatabase.ts';

// npm run admin -- create NAME: creates a SuperAdmin with a password that is shown once and must be changed at the
// first login.
// npm run admin -- close-demo: removes the publicly known password from the accounts of the demo.
// npm run admin -- reset-factor NAME: removes the authenticator app, the passkeys and the recovery codes of a user, where no other administrator can.

const [, , verb, name = ''] = process.argv;

async function create(): Promise<void> {
  await withDatabase(async (database, secrets) => {
    const password = `${randomBytes(12).toString('base64url')}7a`;
    const password_hash = await hashPassword(password);
    const values = { name, nick_name: name, role_id: 1 as const, password_hash, must_change_password: true };
    const now = new Date();
    await transaction(database, (trx) => insert({ contract, trx, now, secrets }, 'user', values, { action: 'create' }));
    console.log(`The administrator "${name}" can sign in with the password ${password}, and then chooses another`);
  });
}

async function resetFactor(): Promise<void> {
  await withDatabase(async (database, secrets) => {
    const found = await database.db
      .selectFrom('users')
      .select('id')
      .where('name', '=', name)
      .where('second_factor', '=', true)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!found) throw new Error(`No user "${name}" has a second factor`);
    const now = new Date();
    await transaction(database, async (trx) => {
      const writer = { contract, trx, now, secrets };
      await deleteFactor(writer, found.id, 'reset_factor');
      await endSessions(writer, found.id);
    });
    console.log(`"${name}" signs in without a second factor now; all sessions have ended`);
  });
}

async function closeDemo(): Promise<void> {
  await withDatabase(async (database, secrets) => {
    const known = await knownAccounts(database.db);
    await transaction(database, async (trx) => {
      for (const account of known) await closeAccount({ contract, trx, now: new Date(), secrets }, account);
    });
    const names = known.map((account) => account.name).join(', ');
    console.log(names ? `Without a password now: ${names}` : 'No account has the password of the demo');
  });
}

const isName = /^[A-Za-z0-9._@-]{3,30}$/.test(name);
if (verb === 'create' && isName) await create();
else if (verb === 'reset-factor' && isName) await resetFactor();
else if (verb === 'close-demo' && name === '') await closeDemo();
else {
  console.error('Usage: npm run admin -- create NAME (3 to 30 characters: letters, digits and . _ @ -)');
  console.error('       npm run admin -- reset-factor NAME');
  console.error('       npm run admin -- close-demo');
  process.exit(1);
}

import { transaction } from '../server/db/connection.ts';
import { rotateKey } from '../server/domain/signingKey.ts';
import { withDatabase } from './withDatabase.ts';

// npm run rotate-key: licences are signed with a new key from now on; those of the old one still verify.

await withDatabase(async (database, secrets) => {
  console.log(`The new signing key is ${await transaction(database, (trx) => rotateKey(trx, secrets))}`);
});

import { contract } from '../contract/index.ts';
import { rotateSigningKey } from '../server/core/security/signingKey.ts';
import { transaction } from '../server/db/connection.ts';
import { audit } from '../server/db/write/audit.ts';
import { withDatabase } from './withDatabase.ts';

// npm run rotate-key: creates a new key for signing licences. Licences signed with the old key remain valid.

await withDatabase(async (database, secrets) => {
  const made = await transaction(database, async (trx) => {
    const kid = await rotateSigningKey(trx, secrets);
    await audit({ contract, trx, now: new Date(), secrets }, { action: 'rotate_key', after: { kid } });
    return kid;
  });
  console.log(`The new signing key is ${made}`);
});

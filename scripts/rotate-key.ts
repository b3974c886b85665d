import { contract } from '../contract/index.ts';
import { prepareSigningKey, rotateSigningKey } from '../server/core/security/signingKey.ts';
import { transaction } from '../server/db/connection.ts';
import { audit } from '../server/db/write/audit.ts';
import { withDatabase } from './withDatabase.ts';

// npm run rotate-key: from now on the prepared key signs licences, or a new one where none is prepared. Licences signed
// with the old key remain valid.
// npm run rotate-key -- --prepare: creates the next key and publishes its public key; it does not sign yet.

const isPreparing = process.argv.includes('--prepare');

await withDatabase(async (database, secrets) => {
  const done = await transaction(database, async (trx) => {
    const now = new Date();
    const context = { contract, trx, now, secrets };
    if (isPreparing) {
      const kid = await prepareSigningKey(trx, secrets);
      if (kid === undefined) return 'A key is prepared already: npm run rotate-key lets it sign';
      await audit(context, { action: 'prepare_key', after: { kid } });
      return `The next signing key is ${kid}; npm run rotate-key lets it sign`;
    }
    const changed = await rotateSigningKey(trx, secrets, now);
    await audit(context, { action: 'rotate_key', before: { kid: changed?.former }, after: { kid: changed?.kid } });
    return `The new signing key is ${changed?.kid}`;
  });
  console.log(done);
});

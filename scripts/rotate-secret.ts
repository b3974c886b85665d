import { contract } from '../contract/index.ts';
import { rotateSecretKey } from '../server/operations/rotate.ts';
import { readConfig } from '../server/start/config.ts';
import { withDatabase } from './withDatabase.ts';

// npm run rotate-secret: encrypts everything with a new secret key; all servers must be stopped. If SECRET_KEY is set,
// the new key is NEW_SECRET_KEY; otherwise one is generated and replaces secret.key.

await withDatabase(async (database, secrets) => {
  const { sealed, file } = await rotateSecretKey(
    contract,
    readConfig(process.env),
    database,
    secrets,
    process.env['NEW_SECRET_KEY'],
  );
  console.log(`${sealed} values are sealed with the new key`);
  console.log(file ? `It is in ${file}` : 'Start with SECRET_KEY set to what was NEW_SECRET_KEY');
  console.log('Links for applications made before are no longer valid. A backup from before needs the former key:');
  console.log('make a new one, and keep the former key for as long as an old one is kept.');
});

import { contract } from '../contract/index.ts';
import { createBackup } from '../server/operations/backup.ts';
import { operate } from './operate.ts';

// npm run backup -- FILE: writes all data of the product into one file while it runs. BACKUP_KEY encrypts the file: a
// passphrase of at least 16 characters, or a public key of age (age1…).

await operate('backup', async (config, file, key) => {
  const { tables, rows, files, withKey, lost } = await createBackup(contract, config, file, key);
  console.log(`Wrote ${file}: ${rows} rows of ${tables} tables, ${files} files`);
  if (lost.length > 0) console.log(`The storage does not have these uploaded files: ${lost.join(', ')}`);
  if (key === undefined) console.log('It is not encrypted: whoever has it reads it. BACKUP_KEY encrypts it.');
  if (withKey) console.log('The secret key is in it.');
  else if (config.secretKey) console.log('SECRET_KEY is not in it: keep it elsewhere; no licence opens without it.');
  else console.log('secret.key is not in it: keep a copy elsewhere; no licence opens without it.');
});

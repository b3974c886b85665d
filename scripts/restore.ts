import { restoreBackup } from '../server/operations/restore.ts';
import { operate } from './operate.ts';

// npm run restore -- FILE: restores a backup into an empty DATA_DIR, and with DATABASE_URL into that empty database.
// BACKUP_KEY decrypts an encrypted backup: its passphrase, or the secret key of age (AGE-SECRET-KEY-…).

await operate('restore', async (config, file, key) => {
  const { rows, created_at, migrated, keyIn } = await restoreBackup(config, file, key);
  console.log(`Restored ${rows} rows of ${created_at}`);
  if (migrated.length > 0) console.log(`The schema was older; it has had ${migrated.join(', ')} since`);
  if (keyIn) console.log(`Start with SECRET_KEY set to the content of ${keyIn}`);
});

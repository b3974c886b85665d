import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Throws a sentence when the folder has the key to an embedded database, but the database is gone. */
export function checkDataFolder(dataDir: string): void {
  const [key, database] = [join(dataDir, 'secret.key'), join(dataDir, 'database')];
  if (existsSync(join(database, 'pgdata')) || !existsSync(key)) return;
  throw new Error(
    `${key} is there, but its database ${database} is gone: put it back from a backup, or begin anew in
  another DATA_DIR`.replace(/\s+/g, ' '),
  );
}

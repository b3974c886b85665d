import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** @throws a sentence if the folder has the key of an embedded database but not the database */
export function checkDataFolder(dataDir: string): void {
  const [key, database] = [join(dataDir, 'secret.key'), join(dataDir, 'database')];
  if (existsSync(join(database, 'pgdata')) || !existsSync(key)) return;
  throw new Error(
    `${key} exists, but its database ${database} is missing: restore it from a backup, or start anew in
  another DATA_DIR`.replace(/\s+/g, ' '),
  );
}

import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { entities, entityNamed } from '../contract/index.ts';
import { foreignKeySql, tableSql } from '../server/db/ddl.ts';

// npm run migration -- NAME: writes the migration of a new entity from its declaration, to be read and committed.

const folder = fileURLToPath(new URL('../server/db/migrations', import.meta.url));
const name = process.argv[2];
const known = entities.map((entity) => entity.name).join(', ');
if (!name || !entities.some((entity) => entity.name === name)) {
  console.error(`Name one of the declared entities: ${known}`);
  process.exit(1);
}
const number = String(readdirSync(folder).filter((file) => file.endsWith('.sql')).length + 1).padStart(4, '0');
const file = join(folder, `${number}_${name}.sql`);
const entity = entityNamed(name);
writeFileSync(file, `${[tableSql(entity), ...foreignKeySql(entity)].join('\n')}\n`);
console.log(`Wrote server/db/migrations/${number}_${name}.sql`);

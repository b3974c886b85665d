import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { entities } from '../contract/index.ts';
import { mistakesIn } from '../contract/registry.ts';
import { readMigrations } from '../server/db/migrate.ts';
import { planMigration } from '../server/db/plan.ts';

// npm run migration -- NAME: writes the migration of a new or changed entity from its declaration, to be read and
// committed. A field that got another name says the old one as `was`.

const folder = fileURLToPath(new URL('../server/db/migrations', import.meta.url));

/** Ends the script with the sentences. */
function refuse(sentences: readonly string[]): never {
  for (const sentence of sentences) console.error(sentence);
  process.exit(1);
}

const name = process.argv[2];
const entity = entities.find((one) => one.name === name);
if (!entity) refuse([`Name one of the declared entities: ${entities.map((one) => one.name).join(', ')}`]);

const mistakes = mistakesIn(entities);
if (mistakes.length > 0) refuse(mistakes);
const migrations = readMigrations();
const { sql, refusals } = await planMigration(entity, entities, migrations);
if (refusals.length > 0) refuse(refusals);
if (sql === '') {
  console.log(`Nothing to do: the table ${entity.table} is as declared`);
} else {
  const number = String((migrations.at(-1)?.version ?? 0) + 1).padStart(4, '0');
  const file = `${number}_${entity.name}.sql`;
  writeFileSync(join(folder, file), sql);
  console.log(`Wrote server/db/migrations/${file}`);
}

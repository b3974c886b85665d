import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { entities } from '../contract/index.ts';
import { readMigrations } from '../server/db/migrate.ts';
import { mistakesForTables, planMigration } from '../server/db/plan.ts';

// npm run migration -- NAME: writes the migration of a new or changed entity from its declaration, to be read and
// committed. What becomes of the rows that are
// there is declared: `was`, `fill`, `becomes` and `gone` (docs/declaration.md).

const folder = fileURLToPath(new URL('../server/db/migrations', import.meta.url));

/** Ends the script with the sentences. */
function refuse(sentences: readonly string[]): never {
  for (const sentence of sentences) console.error(sentence);
  process.exit(1);
}

const name = process.argv[2];
const entity = entities.find((one) => one.name === name);
if (!entity) refuse([`Name one of the declared entities: ${entities.map((one) => one.name).join(', ')}`]);

const mistakes = mistakesForTables(entities);
if (mistakes.length > 0) refuse(mistakes);
const migrations = readMigrations();
const { sql, online, after, refusals } = await planMigration(entity, entities, migrations);
if (refusals.length > 0) refuse(refusals);
const parts = [
  { name: entity.name, text: sql },
  { name: `${entity.name}_online`, text: online },
  { name: `${entity.name}_after`, text: after },
].filter(({ text }) => text !== '');
if (parts.length === 0) console.log(`Nothing to do: the table ${entity.table} is as declared`);
for (const [at, { name: part, text }] of parts.entries()) {
  const number = String((migrations.at(-1)?.version ?? 0) + 1 + at).padStart(4, '0');
  const file = `${number}_${part}.sql`;
  writeFileSync(join(folder, file), text);
  console.log(`Wrote server/db/migrations/${file}`);
}

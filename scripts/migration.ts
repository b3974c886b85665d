import './sayLoadFailures.ts';
import './refuse-circles.mjs';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contract } from '../contract/index.ts';
import type { Entity } from '../contract/schema/entity.ts';
import { planMigrations } from '../server/db/migrate/planMigration.ts';
import { productMistakes } from '../server/resource/compile/checkDeclarations.ts';

// npm run migration [-- NAME ...]: writes the migrations of new or changed entities (of all, when none is named) from
// their declarations, to be read and committed, also those of the comments and files of a named entity. What happens to existing rows is declared in `migrate`
// (docs/reference/declaration/migrations.md).

const folder = fileURLToPath(new URL('../server/db/migrations', import.meta.url));

/** Prints the reasons and ends the script. */
function refuse(sentences: readonly string[]): never {
  for (const sentence of sentences) console.error(sentence);
  process.exit(1);
}

const { entities } = contract;
const names = process.argv.slice(2);
const isWanted = ({ name, addedBy = name }: Entity) => names.includes(name) || names.includes(addedBy);
const wanted = names.length > 0 ? entities.filter(isWanted) : entities;
if (names.some((name) => !wanted.some((entity) => entity.name === name)))
  refuse([`Name declared entities, or none for all: ${entities.map((one) => one.name).join(', ')}`]);

const mistakes = productMistakes(contract);
if (mistakes.length > 0) refuse(mistakes);
const { files, refusals } = await planMigrations(contract, wanted);
if (refusals.length > 0) refuse(refusals);
if (files.length === 0) console.log('Nothing to do: the tables are as declared');
for (const { version, name, text } of files) {
  const file = `${String(version).padStart(4, '0')}_${name}.sql`;
  writeFileSync(join(folder, file), text);
  console.log(`Wrote server/db/migrations/${file}`);
}

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createInterface, type Interface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { fileOf } from '../contract/checks/support/mistake.ts';
import { endpoints } from '../contract/endpoints/index.ts';
import { contract } from '../contract/index.ts';
import { baseFields } from '../contract/schema/entity.ts';
import { guardedScreens, menuGroups } from '../contract/screens/menu.ts';
import { withMigratedMemoryDatabase } from '../server/db/migrate/planMigration.ts';
import { openList } from './dev/openList.ts';
import { addToRegistry, declarationOf, type ExistingNames, refusalOf, reservedIdentifiers } from './newResource.ts';
import { readFields } from './resourceFields.ts';

// npm run resource -- NAME [FIELD ...]: creates a new resource: its declaration, and its line in the registry. Fields are
// written as serial:text! or customer:reference(enterprise). Without a name it asks for both, offers to write the
// migration too, and opens the list in the console of `npm run dev`.

const root = fileURLToPath(new URL('..', import.meta.url));
const indexFile = 'contract/index.ts';
/** Where `npm run dev` shows the console. */
const devConsole = 'http://localhost:5173';

/** The reserved words of SQL and the tables of all migrations, as PostgreSQL reports them. */
const knownToSql = () =>
  withMigratedMemoryDatabase(async (database) => {
    const words = await database.executeSql("select word from pg_get_keywords() where catcode in ('R', 'T')");
    const tables = await database.executeSql("select tablename from pg_tables where schemaname = 'public'");
    return {
      words: words.rows.map(({ word }) => String(word)),
      tables: tables.rows.map((row) => String(row.tablename)),
    };
  });

async function existingNames(): Promise<ExistingNames> {
  const { words, tables } = await knownToSql();
  const endpointNames = Object.values(endpoints).map(({ path }) => path.replace(/^\/v1\//, '').split('/')[0] ?? '');
  const screenNames = [...guardedScreens(contract), ...menuGroups].map(({ path }) => path.slice(1));
  const entityNames = contract.entities.flatMap(({ name, path, table }) => [name, path, table]);
  const folder = 'contract/entities';
  return {
    reserved: new Set([...words, ...reservedIdentifiers]),
    names: new Set([...tables, ...endpointNames, ...screenNames, ...entityNames, 'login', 'assets', 'docs', 'v1']),
    files: new Set(readdirSync(`${root}${folder}`).map((file) => `${folder}/${file}`.toLowerCase())),
  };
}

/** Formats the files as `npm run check` requires: sorted imports, wrapped lines. */
function tidy(files: readonly string[]): void {
  const biome = `${root}node_modules/.bin/biome`;
  if (existsSync(biome)) spawnSync(biome, ['check', '--write', ...files], { cwd: root, stdio: 'ignore' });
}

const isAsking = process.argv.length === 2 && process.stdin.isTTY;
const ask = isAsking ? createInterface({ input: process.stdin, output: process.stdout }) : undefined;

/** The name and the fields: those of the command line, else what is answered to two questions. */
async function wanted(): Promise<readonly string[]> {
  if (!ask) return process.argv.slice(2);
  const name = await ask.question('Name (such as warranty): ');
  const fields = await ask.question('Fields (such as serial:text! customer:reference(enterprise) ends_on:date): ');
  return [name.trim(), ...fields.split(/\s+(?![^(]*\))/).filter(Boolean)];
}

/** Writes the migration if the person agrees, and opens the list. */
async function goOn(asking: Interface, name: string): Promise<void> {
  const answer = await asking.question(`Write its migration now, so that its list can be opened? (yes) `);
  if (!/^(y|yes|)$/i.test(answer.trim())) return;
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/migration.ts', name], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) return;
  const isOpened = await openList(devConsole, `/${name}`);
  console.log(
    isOpened
      ? `Opened ${devConsole}/${name}`
      : `Run npm start or npm run dev, sign in as a SuperAdmin, and open /${name}`,
  );
}

const [name = '', ...written] = await wanted();
const { fields, refusals } = readFields(written, {
  entities: [...contract.entities.map((entity) => entity.name), name],
  taken: Object.keys(baseFields),
});
const mistakes = [refusalOf(name, await existingNames()) ?? [], refusals].flat();
if (mistakes.length > 0) {
  for (const mistake of mistakes) console.error(mistake);
  process.exit(1);
}
writeFileSync(`${root}${fileOf(name)}`, declarationOf(name, fields));
writeFileSync(`${root}${indexFile}`, addToRegistry(readFileSync(`${root}${indexFile}`, 'utf8'), name));
tidy([fileOf(name), indexFile]);
console.log(`Wrote ${fileOf(name)} and its line in ${indexFile}; then: npm run migration -- ${name}`);
if (ask) await goOn(ask, name);
ask?.close();

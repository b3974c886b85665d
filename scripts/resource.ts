import './sayLoadFailures.ts';
import './refuse-circles.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createInterface, type Interface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { fileOf } from '../contract/checks/support/mistake.ts';
import { isUntranslated, untranslated } from '../contract/checks/support/untranslatedLabels.ts';
import { endpoints } from '../contract/endpoints/index.ts';
import { contract } from '../contract/index.ts';
import type { Label } from '../contract/messages/label.ts';
import { baseFields } from '../contract/schema/entity.ts';
import { guardedScreens, menuGroups } from '../contract/screens/menu.ts';
import { withMigratedMemoryDatabase } from '../server/db/migrate/planMigration.ts';
import { openList } from './dev/openList.ts';
import { addToRegistry, declarationOf, type ExistingNames, refusalOf, reservedIdentifiers } from './newResource.ts';
import {
  type DeclaredLabel,
  type GivenLabel,
  labelOf,
  readFields,
  readName,
  sharedLabel,
  type WantedField,
} from './resourceFields.ts';

// npm run resource -- NAME [FIELD ...]: creates a new resource: its declaration, and its line in the registry. Fields are
// written as serial:text! or customer:reference(enterprise), with a label as serial:text=序列号. Without a name it asks for
// both and for the Chinese labels that are not known, offers to write the migration too, and opens the list in the console
// of `npm run dev`.

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

/** The label that the declared fields of this name share. */
const declaredLabel: DeclaredLabel = (name) =>
  sharedLabel(
    name,
    contract.entities.flatMap(({ fields }) => (Object.hasOwn(fields, name) ? (fields[name]?.label ?? []) : [])),
  );

/** The label, or the one that is answered where its Chinese text is not known; an empty answer leaves the mark. */
async function asked(name: string, label: GivenLabel | undefined, found: Label): Promise<GivenLabel | undefined> {
  if (!ask || label || found.zh !== untranslated(found.en)) return label;
  const answer = (await ask.question(`Chinese label of ${name} (Enter: translate it later): `)).trim();
  return answer === '' || /['\\]/.test(answer) ? undefined : { zh: answer };
}

const [first = '', ...written] = await wanted();
const read = readName(first);
const name = typeof read === 'string' ? first : read.name;
const { fields, refusals } = readFields(written, {
  entities: [...contract.entities.map((entity) => entity.name), name],
  taken: Object.keys(baseFields),
});
const mistakes = [typeof read === 'string' ? read : (refusalOf(name, await existingNames()) ?? []), refusals].flat();
if (mistakes.length > 0) {
  for (const mistake of mistakes) console.error(mistake);
  process.exit(1);
}
const given = typeof read === 'string' ? undefined : read.label;
const label = await asked(name, given, { en: name, zh: untranslated(name) });
const labelled: WantedField[] = [];
for (const field of fields) {
  const own = await asked(field.name, field.label, labelOf(field.name, field.label, declaredLabel));
  const values: Record<string, GivenLabel> = { ...field.insideLabels };
  for (const value of field.kind === 'choice' ? field.inside : []) {
    const answer = await asked(value, values[value], labelOf(value, values[value]));
    if (answer) values[value] = answer;
  }
  labelled.push({ ...field, ...(own && { label: own }), insideLabels: values });
}
const declaration = declarationOf(name, labelled, { label, declared: declaredLabel });
writeFileSync(`${root}${fileOf(name)}`, declaration);
writeFileSync(`${root}${indexFile}`, addToRegistry(readFileSync(`${root}${indexFile}`, 'utf8'), name));
tidy([fileOf(name), indexFile]);
console.log(`Wrote ${fileOf(name)} and its line in ${indexFile}; then: npm run migration -- ${name}`);
const left = [...declaration.matchAll(/zh: '([^']*)'/g)].flatMap(([, zh = '']) => (isUntranslated(zh) ? [zh] : []));
if (left.length > 0) console.log(`Still to be translated there: ${[...new Set(left)].join(', ')}`);
if (ask) await goOn(ask, name);
ask?.close();

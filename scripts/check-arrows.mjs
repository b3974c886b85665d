// Checks the architecture: which folders each folder may import, that imports have no cycles, and that no folder has
// too many files to be read at a glance.
import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { circlesIn, importedFile, importsOf } from './import-circles.mjs';

/** The lower layers of the server, each with the folders that it may import. */
const core = ['server/core/', 'server/db/', 'server/telemetry/'];
// Whether two fingerprints are of one machine is stated once, in the kit.
const domain = ['server/domain/', 'kit/typescript/src/machine.ts', ...core];
const resource = ['server/resource/', ...domain];

/** The layers of the console. Each may import those before it. */
const console_ = ['src/i18n/', 'src/authProvider/', 'src/dataProvider/', 'src/ui/', 'src/resources/', 'src/shell/'];
const upTo = (room) => console_.slice(0, console_.indexOf(room) + 1);

/** A folder, the folders its files may import, the packages they may import, and exceptions they must not import. */
export const arrows = [
  ['contract/', ['contract/'], /^yup$/],
  ['src/i18n/', ['contract/', ...upTo('src/i18n/')]],
  ['src/authProvider/', ['contract/', ...upTo('src/authProvider/')]],
  ['src/dataProvider/', ['contract/', ...upTo('src/dataProvider/')]],
  // `src/ui` knows the texts of the console but no declarations, so it imports only parts of the contract without
  // entities.
  ['src/ui/', ['src/ui/', 'src/i18n/', 'contract/lib/', 'contract/messages/', 'contract/schema/icon.ts']],
  ['src/resources/', ['contract/', ...upTo('src/resources/')]],
  ['src/shell/', ['contract/', ...upTo('src/shell/')]],
  ['src/custom/', ['src/', 'contract/'], undefined, /^src\/(App|main|prefetch|productContract)\.tsx?$/],
  ['src/', ['src/', 'contract/']],
  ['server/telemetry/', ['server/telemetry/']],
  ['server/gateways/', ['server/gateways/']],
  ['server/db/', ['contract/', 'server/db/', 'server/telemetry/']],
  ['server/core/', ['contract/', ...core]],
  ['server/domain/', ['contract/', ...domain]],
  ['server/resource/', ['contract/', ...resource]],
  ['server/reports/', ['contract/', 'server/reports/', ...resource]],
  ['server/http/', ['contract/', 'server/http/', 'server/reports/', ...resource]],
  ['server/jobs/', ['contract/', 'server/jobs/', 'server/gateways/', 'server/reports/', ...resource]],
  ['server/start/', ['contract/', 'server/'], undefined, /^server\/(demo|operations)\//],
  [
    'server/relay/',
    ['contract/', 'server/', 'kit/typescript/src/'],
    undefined,
    /^server\/(demo|operations|jobs|resource)\//,
  ],
  ['server/', ['server/', 'contract/']],
];

/** The list of entities, and the entry points that may import it. All other files get a contract as an argument. */
const registryFile = 'contract/index.ts';
const entryPoints = ['server/main.ts', 'server/worker.ts', 'server/relay.ts', 'src/productContract.ts'];

/**
 * The files that may import folders and files which the rest of the server does not know of: the stored sums and scopes of
 * large tables. Lists read them through one file each.
 */
const doors = [
  [
    /^server\/db\/summary\//,
    /^server\/db\/(summary|migrate|backup)\/|^server\/(start\/cron|resource\/read\/summaryStatements)\.ts$/,
  ],
  [/^server\/resource\/compile\/storedScopeRule\.ts$/, /^server\/resource\/compile\/scope\.ts$/],
];

/** How many files a folder may contain directly, and the folders that may contain more. */
const mostFiles = 15;
const fullFolders = {
  'contract/choices': 'one file per list of choices',
  'contract/entities': 'one file per entity',
  'contract/kinds': 'one file per kind of field',
  'src/resources/kinds': 'one file per kind of field',
  'server/db/migrations': 'one file per migration, in the order of their dates',
};

/** Nothing is checked when another script imports the table. */
const isMain = realpathSync(process.argv[1]) === fileURLToPath(import.meta.url);
const folders = isMain ? ['contract', 'src', 'server'] : [];

const entries = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()),
);
const files = entries
  .map(({ parentPath, name }) => join(parentPath, name))
  .filter((name) => /\.(ts|tsx|mjs)$/.test(name));

const findings = [];
const graph = new Map();
for (const file of files) {
  const [, allowed, packages, forbidden] = arrows.find(([from]) => file.startsWith(from));
  graph.set(file, []);
  for (const { to, isType } of importsOf(file)) {
    const own = importedFile(file, to);
    if (own) graph.get(file).push(own);
    if (own && (!allowed.some((folder) => own.startsWith(folder)) || forbidden?.test(own)))
      findings.push(`${file} must not import ${own}`);
    if (own === registryFile && !isType && !entryPoints.includes(file))
      findings.push(`${file} must not import the list of entities (${registryFile}): take the contract as an argument`);
    if (own && doors.some(([inner, allowedFiles]) => inner.test(own) && !allowedFiles.test(file)))
      findings.push(`${file} must not import ${own}: scripts/check-arrows.mjs names the files that may`);
    if (!own && packages && !packages.test(to)) findings.push(`${file} must not import the package ${to}`);
  }
}

const counts = new Map();
for (const { parentPath } of entries) counts.set(parentPath, (counts.get(parentPath) ?? 0) + 1);
for (const [folder, count] of counts)
  if (count > mostFiles && !(folder in fullFolders))
    findings.push(`${folder} holds ${count} files, at most ${mostFiles}: give it sub-folders by subject`);

/** The tables of declared entities. Only the store may write them. */
const tables = files
  .filter((name) => name.startsWith('contract/entities/'))
  .map((name) => {
    const text = readFileSync(name, 'utf8');
    return (/\n {2}table: '(\w+)'/.exec(text) ?? /\n {2}name: '(\w+)'/.exec(text))?.[1];
  });
const statements = /(?:insertInto|updateTable|deleteFrom)\('(\w+)|\b(?:insert into|update|delete from) (\w+)(?= )/g;
for (const file of files.filter((name) => name.startsWith('server/') && !name.startsWith('server/db/')))
  for (const [, called, written] of readFileSync(file, 'utf8').matchAll(statements))
    if (tables.includes(called ?? written))
      findings.push(`${file} must write ${called ?? written} by server/db/write/store.ts`);

findings.push(...circlesIn(graph));

for (const finding of findings) console.error(finding);
if (isMain) {
  console.log(`${files.length} files, ${findings.length} findings`);
  process.exit(findings.length === 0 ? 0 : 1);
}

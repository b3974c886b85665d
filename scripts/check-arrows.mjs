// The arrows of the architecture: what each folder may import of ours, and that no import runs in a circle.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const arrows = [
  ['contract/', ['contract/'], /^yup$/],
  ['src/i18n/', ['src/i18n/', 'contract/']],
  ['src/authProvider/', ['src/authProvider/', 'src/i18n/', 'contract/']],
  ['src/dataProvider/', ['src/dataProvider/', 'src/authProvider/', 'src/i18n/', 'contract/']],
  ['src/resources/', ['src/resources/', 'src/dataProvider/', 'src/authProvider/', 'src/i18n/', 'contract/']],
  ['src/shell/', ['src/shell/', 'src/resources/', 'src/dataProvider/', 'src/authProvider/', 'src/i18n/', 'contract/']],
  ['src/custom/', ['src/', 'contract/'], undefined, /^src\/(App|main)\.tsx$/],
  ['src/', ['src/', 'contract/']],
  ['server/telemetry/', ['server/telemetry/']],
  [
    'server/http/',
    ['server/http/', 'contract/', 'server/resource/', 'server/domain/', 'server/db/', 'server/telemetry/'],
  ],
  ['server/resource/', ['server/resource/', 'contract/', 'server/domain/', 'server/db/']],
  ['server/domain/reports/', ['server/domain/', 'server/resource/', 'contract/', 'server/db/']],
  ['server/domain/', ['server/domain/', 'contract/', 'server/db/']],
  [
    'server/jobs/',
    ['server/jobs/', 'contract/', 'server/domain/', 'server/gateways/', 'server/db/', 'server/telemetry/'],
  ],
  ['server/gateways/', ['server/gateways/']],
  ['server/db/', ['server/db/', 'contract/', 'server/telemetry/']],
  ['server/', ['server/', 'contract/']],
];

const files = ['contract', 'src', 'server'].flatMap((folder) =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((name) => /\.(ts|tsx|mjs)$/.test(name)),
);

/** The imports of a file: `import … from`, `export … from`, and `import(…)`, of types too. */
function importsOf(file) {
  const found = readFileSync(file, 'utf8').matchAll(
    /(?:\bfrom\s*|(?<!['])\bimport\s*\(?\s*)'([^']+)'|\bimport\('([^']+)'\)/g,
  );
  return [...found].map((match) => ({ to: match[1] ?? match[2], lazy: match[0].includes('(') }));
}

const findings = [];
const graph = new Map();
for (const file of files) {
  const [, allowed, packages, forbidden] = arrows.find(([from]) => file.startsWith(from));
  graph.set(file, []);
  for (const { to, lazy } of importsOf(file)) {
    const own = to.startsWith('.') ? normalize(join(dirname(file), to)) : undefined;
    if (own && !lazy) graph.get(file).push(own);
    if (own && (!allowed.some((folder) => own.startsWith(folder)) || forbidden?.test(own)))
      findings.push(`${file} must not import ${own}`);
    if (!own && packages && !packages.test(to)) findings.push(`${file} must not import the package ${to}`);
  }
}

/** The tables of the declared entities: what is kept of them is written by the store alone. */
const tables = readdirSync('contract/entities').map((name) => {
  const text = readFileSync(join('contract/entities', name), 'utf8');
  return (/\n {2}table: '(\w+)'/.exec(text) ?? /\n {2}name: '(\w+)'/.exec(text))?.[1];
});
const statements = /(?:insertInto|updateTable|deleteFrom)\('(\w+)|\b(?:insert into|update|delete from) (\w+)(?= )/g;
for (const file of files.filter((name) => name.startsWith('server/') && !name.startsWith('server/db/')))
  for (const [, called, written] of readFileSync(file, 'utf8').matchAll(statements))
    if (tables.includes(called ?? written))
      findings.push(`${file} must write ${called ?? written} by server/db/store.ts`);

const state = new Map();
function visit(file, path) {
  if (state.get(file) === 'done') return;
  if (state.get(file) === 'open') {
    findings.push(`a circle: ${[...path.slice(path.indexOf(file)), file].join(' > ')}`);
    return;
  }
  state.set(file, 'open');
  for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
  state.set(file, 'done');
}
for (const file of files) visit(file, []);

for (const finding of findings) console.error(finding);
console.log(`${files.length} files, ${findings.length} findings`);
process.exit(findings.length === 0 ? 0 : 1);

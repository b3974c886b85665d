// Compares the size of the script that a screen loads, in bytes compressed with brotli, with the limits of DESIGN.md.
import { readFileSync, statSync } from 'node:fs';

const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8'));

/** A chunk and all chunks that it imports statically. */
function closure(name, seen = new Set()) {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const next of manifest[name]?.imports ?? []) closure(next, seen);
  return seen;
}

/** The size of the transfer: the build writes a compressed copy beside each script. */
const size = (names) => [...names].reduce((sum, name) => sum + statSync(`dist/${manifest[name].file}.br`).size, 0);

/** The page needs the texts of one language; the larger one counts. */
const texts = Object.keys(manifest)
  .filter((key) => ['en', 'zh'].includes(manifest[key].name))
  .sort((one, other) => size([one]) - size([other]))
  .at(-1);
const login = closure('index.html', closure(texts));
/** What a page needs to find its declarations: the outlines, from which each declaration is imported. */
const outlines = closure('src/productContract.ts', new Set(login));
const lazyParts = [...outlines]
  .filter((name) => !login.has(name))
  .flatMap((name) => manifest[name].dynamicImports ?? []);
/** Narrowing is loaded for people with narrowed rights alone, and is no declaration. */
const declarations = lazyParts.filter((name) => manifest[name].name !== 'narrowContract');
const caller = declarations.find((name) => manifest[name].name === 'user');
/** The largest declaration of a list; that of the caller is needed besides. */
const listed = declarations.filter((name) => name !== caller).sort((one, other) => size([other]) - size([one]))[0];
if (!caller || !listed) throw new Error('The declarations are no scripts of their own');
const first = closure('src/App.tsx', new Set([...outlines, caller, listed]));
const limits = [
  ['login', size(login), 100_000],
  ['first list', size(first), 320_000],
];
for (const [screen, bytes, limit] of limits) {
  console.log(`Script for the ${screen}: ${Math.round(bytes / 1000)} kB brotli (at most ${limit / 1000})`);
  if (bytes > limit) process.exitCode = 1;
}

console.log(`Of these, the outlines of ${declarations.length} entities: ${size(outlines) - size(login)} bytes`);

/** Loaded only when opened: each has its own script, which the first list does not load. */
const later = [
  'src/shell/palette/Palette.tsx',
  'src/custom/dashboard/BarChart.tsx',
  'src/resources/detail/record/RecordDrawer.tsx',
];
for (const name of declarations.filter((one) => one !== caller && one !== listed && first.has(one))) {
  console.log(`The first list loads the declaration ${name}, which is not its own`);
  process.exitCode = 1;
}
for (const name of later.filter((one) => manifest[one]?.isDynamicEntry !== true || first.has(one))) {
  console.log(`${name} is no script of its own: it would be loaded with the first list`);
  process.exitCode = 1;
}

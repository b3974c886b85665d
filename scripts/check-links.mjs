// Checks the relative links, the anchors and the names of files in every Markdown file of the repository.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const files = [
  ...readdirSync('.'),
  ...['docs', 'kit'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  ),
]
  .filter((name) => name.endsWith('.md'))
  .sort();

/** A Markdown file without its code, because links in code are examples. */
const textOf = (file) =>
  readFileSync(file, 'utf8')
    .replace(/^```[\s\S]*?^```$/gm, '')
    .replace(/`[^`\n]*`/g, (span) => span.replace(/[[\]()]/g, ' '));

/** The anchor that GitHub generates for a heading. */
const anchorOf = (heading) =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');

const anchors = new Map();
/** The anchors of all headings of a file. A repeated heading gets a number. */
function anchorsOf(file) {
  const known = anchors.get(file);
  if (known) return known;
  const counts = new Map();
  const found = new Set();
  for (const [, heading] of readFileSync(file, 'utf8')
    .replace(/^```[\s\S]*?^```$/gm, '')
    .matchAll(/^#{1,6} (.+)$/gm)) {
    const anchor = anchorOf(heading);
    const count = counts.get(anchor) ?? 0;
    counts.set(anchor, count + 1);
    found.add(count === 0 ? anchor : `${anchor}-${count}`);
  }
  anchors.set(file, found);
  return found;
}

const findings = [];
let links = 0;
for (const file of files)
  for (const [, target] of textOf(file).matchAll(/\]\(<?([^)\s>]+)>?[^)]*\)/g)) {
    if (/^[a-z][a-z+.-]*:/i.test(target)) continue;
    links += 1;
    const [path, anchor] = target.split('#');
    const to = path === '' ? file : normalize(join(dirname(file), path));
    if (!existsSync(to)) findings.push(`${file}: ${target} does not exist`);
    else if (anchor !== undefined && to.endsWith('.md') && !anchorsOf(to).has(anchor))
      findings.push(`${file}: ${to} has no heading #${anchor}`);
  }

/** Files that readers of a guide create. */
const examples = ['contract/entities/warranty.ts', 'contract/kinds/colour.ts', 'src/resources/kinds/colour.tsx'];
const named = /`((?:bench|contract|docs|examples|kit|scripts|server|src|tests)\/[\w./-]+\.(?:json|md|mjs|sql|tsx?))`/g;
for (const file of files)
  for (const [, path] of readFileSync(file, 'utf8').matchAll(named))
    if (!existsSync(path) && !examples.includes(path)) findings.push(`${file}: there is no file ${path}`);

for (const finding of findings) console.error(finding);
console.log(`${links} links in ${files.length} documents, ${findings.length} findings`);
process.exit(findings.length === 0 ? 0 : 1);

// Checks the names and words of the code: the name of an exported type is unique, and names and comments contain no
// retired words.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { retiredPhrases, retiredWords, storedNames } from './retired-words.mjs';

const files = execFileSync('git', ['ls-files', 'contract', 'server', 'src'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(ts|tsx|mjs)$/.test(file));

const findings = [];

/** Calls a function for each node of a syntax tree. */
function visit(node, look) {
  if (Array.isArray(node)) for (const one of node) visit(one, look);
  else if (node && typeof node === 'object') {
    if (typeof node.type === 'string') look(node);
    for (const [key, value] of Object.entries(node)) if (key !== 'parent') visit(value, look);
  }
}

/** The line number of an offset, from 1. */
const lineAt = (text, offset) => text.slice(0, offset).split('\n').length;

/** Splits a name into words: `toldKinds` and `TOLD_KINDS` into `told` and `kinds`. */
const wordsOf = (name) => name.split(/[^a-zA-Z]+|(?<=[a-z])(?=[A-Z])/).map((word) => word.toLowerCase());

const phrases = Object.keys(retiredPhrases);

/** The retired words and phrases of a comment. */
const retiredIn = (comment) => {
  const text = comment.toLowerCase().replace(/\s*\n\s*\*?\s*/g, ' ');
  const words = [...new Set(text.match(/[a-z]+/g))].filter((word) => Object.hasOwn(retiredWords, word));
  return [...words, ...phrases.filter((phrase) => text.includes(phrase))];
};

const typeNodes = ['TSInterfaceDeclaration', 'TSTypeAliasDeclaration', 'ClassDeclaration', 'TSEnumDeclaration'];
const typesByName = new Map();

for (const file of files) {
  const text = readFileSync(file, 'utf8');
  const { program, comments } = parseSync(file, text);
  for (const { type, declaration } of program.body) {
    if (type !== 'ExportNamedDeclaration' || !typeNodes.includes(declaration?.type)) continue;
    const { name } = declaration.id;
    typesByName.set(name, [...(typesByName.get(name) ?? []), file]);
  }
  for (const { value, start } of comments)
    for (const word of retiredIn(value))
      findings.push(
        `${file}:${lineAt(text, start)}: "${word}" in a comment; write ${retiredWords[word] ?? retiredPhrases[word]}`,
      );
  const seen = new Set();
  visit(program, (node) => {
    if (node.type !== 'Identifier' || seen.has(node.name)) return;
    seen.add(node.name);
    if (Object.hasOwn(storedNames, node.name)) return;
    const word = wordsOf(node.name).find((one) => Object.hasOwn(retiredWords, one));
    if (word) findings.push(`${file}:${lineAt(text, node.start)}: the name ${node.name}; write ${retiredWords[word]}`);
  });
}
for (const [name, places] of typesByName)
  if (places.length > 1) findings.push(`the exported type ${name} is declared in ${places.join(' and ')}`);

for (const finding of findings) console.error(finding);
console.log(`${files.length} files, ${findings.length} findings`);
process.exit(findings.length === 0 ? 0 : 1);

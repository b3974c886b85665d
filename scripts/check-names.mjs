// Checks the names and words of the code, the tests and the examples: names and comments contain no retired words, and the
// name of an exported type of the product is unique.
import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { retiredPhrases, retiredWords, storedNames } from './retired-words.mjs';
import { filesIn, lineOf, nodesIn } from './syntax.mjs';

const filesOf = (folders) => folders.flatMap((folder) => filesIn(folder, /\.(ts|tsx|mjs)$/));
const product = new Set(filesOf(['contract', 'server', 'src']));
const files = [...product, ...filesOf(['tests', 'examples', 'bench', 'clients', 'kit'])];

const findings = [];

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
    const isType = type === 'ExportNamedDeclaration' && typeNodes.includes(declaration?.type);
    if (!isType || !product.has(file)) continue;
    const { name } = declaration.id;
    typesByName.set(name, [...(typesByName.get(name) ?? []), file]);
  }
  for (const { value, start } of comments)
    for (const word of retiredIn(value))
      findings.push(
        `${file}:${lineOf(text, start)}: "${word}" in a comment; write ${retiredWords[word] ?? retiredPhrases[word]}`,
      );
  const seen = new Set();
  for (const node of nodesIn(program)) {
    if (node.type !== 'Identifier' || seen.has(node.name)) continue;
    seen.add(node.name);
    if (Object.hasOwn(storedNames, node.name)) continue;
    const word = wordsOf(node.name).find((one) => Object.hasOwn(retiredWords, one));
    if (word) findings.push(`${file}:${lineOf(text, node.start)}: the name ${node.name}; write ${retiredWords[word]}`);
  }
}
for (const [name, places] of typesByName)
  if (places.length > 1) findings.push(`the exported type ${name} is declared in ${places.join(' and ')}`);

for (const finding of findings) console.error(finding);
console.log(`${files.length} files, ${findings.length} findings`);
process.exit(findings.length === 0 ? 0 : 1);

// Finds literals that are spread into a literal, a call or an element: `{ ...{ a: 1 }, b }`, `f(...[a])`,
// `<A {...{ b }} />`. The compiler does not detect misspelt properties in them; write their members directly. The code
// blocks of docs/ are checked too.
import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { filesIn, lineOf, nodesIn } from './syntax.mjs';

const spreads = new Set(['SpreadElement', 'JSXSpreadAttribute']);
const literals = new Set(['ObjectExpression', 'ArrayExpression']);

/** The expression without parentheses and type assertions. */
function bare(node) {
  let inner = node;
  while (inner.expression && (inner.type === 'ParenthesizedExpression' || inner.type.startsWith('TS')))
    inner = inner.expression;
  return inner;
}

const findings = [];

/**
 * Adds a finding for each spread literal in the program.
 * @param shift The index of the line in the file where the text begins.
 */
function check(file, text, program, shift = 0) {
  for (const node of nodesIn(program))
    if (spreads.has(node.type) && literals.has(bare(node.argument).type))
      findings.push(`${file}:${lineOf(text, node.start) + shift} spreads a literal; write its members directly`);
}

/** The syntax tree; undefined if the text is not a valid program. */
function parse(name, text) {
  const { program, errors } = parseSync(name, text);
  return errors.length === 0 ? program : undefined;
}

const sources = ['contract', 'server', 'src', 'tests', 'scripts', 'bench', 'clients', 'kit'].flatMap((folder) =>
  filesIn(folder, /\.(ts|tsx|mjs)$/),
);
for (const file of sources) {
  const text = readFileSync(file, 'utf8');
  const program = parse(file, text);
  if (program) check(file, text, program);
  else findings.push(`${file} cannot be parsed`);
}

// A code block of a document is a program, or properties of a declaration.
for (const file of filesIn('docs', /\.md$/)) {
  const text = readFileSync(file, 'utf8');
  for (const block of text.matchAll(/^```tsx?\b[^\n]*\n([\s\S]*?)^```$/gm)) {
    const [, code = ''] = block;
    const line = lineOf(text, block.index);
    const [whole, program] =
      [`({${code}})`, code].map((one) => [one, parse('block.tsx', one)]).find(([, one]) => one) ?? [];
    if (program) check(file, whole, program, line);
    else findings.push(`${file}:${line} cannot be parsed`);
  }
}

for (const one of findings) console.log(one);
console.log(`${sources.length} files, ${findings.length} findings`);
process.exit(findings.length > 0 ? 1 : 0);

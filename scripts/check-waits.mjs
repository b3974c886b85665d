// Finds tests that read a page once right after they did something to it: `await button.click()` and then
// `expect(await heading.textContent()).toBe('Done')`. The page may answer later, so such a test fails by chance.
import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { filesIn, lineOf, nodesIn } from './syntax.mjs';

const actions = new Set([
  'check',
  'click',
  'dblclick',
  'fill',
  'goBack',
  'goForward',
  'goto',
  'press',
  'pressSequentially',
  'reload',
  'selectOption',
  'setInputFiles',
  'uncheck',
]);
const readings = new Set([
  'allInnerTexts',
  'allTextContents',
  'count',
  'getAttribute',
  'innerText',
  'inputValue',
  'isChecked',
  'isDisabled',
  'isEnabled',
  'isVisible',
  'textContent',
  'title',
]);

/** The name of the method that an expression calls and waits for: `click` of `await button.click()`. */
function awaitedMethod(node) {
  const call = node?.type === 'AwaitExpression' ? node.argument : undefined;
  return call?.type === 'CallExpression' ? call.callee.property?.name : undefined;
}

const isAction = (statement) =>
  statement.type === 'ExpressionStatement' && actions.has(awaitedMethod(statement.expression));

/** True for `expect(await heading.textContent()).toBe('Done')`, and for a reading anywhere in the first parentheses. */
function isReadOnce(statement) {
  if (statement.type !== 'ExpressionStatement') return false;
  for (const node of nodesIn(statement.expression))
    if (node.type === 'CallExpression' && node.callee.name === 'expect')
      return [...nodesIn(node.arguments)].some((one) => readings.has(awaitedMethod(one)));
  return false;
}

const findings = [];
const files = ['browser', 'console', 'support', 'walks'].flatMap((folder) => filesIn(`tests/${folder}`, /\.(ts|tsx)$/));
for (const file of files) {
  const text = readFileSync(file, 'utf8');
  const { program } = parseSync(file, text);
  for (const { body } of nodesIn(program)) {
    if (!Array.isArray(body)) continue;
    for (const [at, statement] of body.entries())
      if (at > 0 && isAction(body[at - 1]) && isReadOnce(statement))
        findings.push(`${file}:${lineOf(text, statement.start)} reads the page once after an action; wait by poll()`);
  }
}

for (const one of findings) console.log(one);
console.log(`${files.length} files, ${findings.length} findings`);
process.exit(findings.length > 0 ? 1 : 0);

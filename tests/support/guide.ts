import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Something that a guide tells its reader to do. */
export type Step =
  | { readonly kind: 'run'; readonly command: string }
  | { readonly kind: 'write'; readonly file: string; readonly text: string }
  | { readonly kind: 'change'; readonly file: string; readonly from: string; readonly to: string };

/** The lines that a diff finds (`-` and what is around it) or leaves (`+`). */
const side = (diff: string, sign: '-' | '+'): string =>
  diff
    .split('\n')
    .filter((line) => line === '' || line[0] === ' ' || line[0] === sign)
    .map((line) => line.slice(1))
    .join('\n');

function stepsOf(language: string, file: string, text: string): Step[] {
  if (language === 'sh') return text.split('\n').map((command) => ({ kind: 'run', command }));
  if (language === 'diff') return [{ kind: 'change', file, from: side(text, '-'), to: side(text, '+') }];
  return file ? [{ kind: 'write', file, text: `${text}\n` }] : [];
}

/** What a guide tells to do, in its order: its blocks of commands, of whole files and of changes to files. */
export const readSteps = (guide: string): Step[] =>
  [...guide.matchAll(/^```(\w+) ?(\S*)\n([\s\S]*?)\n```$/gm)].flatMap(([, language = '', file = '', text = '']) =>
    stepsOf(language, file, text),
  );

function change(path: string, from: string, to: string): void {
  const text = readFileSync(path, 'utf8');
  if (text.split(from).length !== 2) throw new Error(`${path} does not have these lines once:\n${from}`);
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
}

/** Does one step in a tree. Out: what a command said. Throws when it cannot be done. */
export function followGuide(tree: string, step: Step): string {
  if (step.kind === 'run') {
    const [command = '', ...args] = step.command.split(' ');
    // A test's own NODE_ENV would make another build than the one that people get.
    const env = { ...process.env, NODE_ENV: 'production' };
    return execFileSync(command, args, { cwd: tree, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  }
  const path = join(tree, step.file);
  mkdirSync(dirname(path), { recursive: true });
  if (step.kind === 'write') writeFileSync(path, step.text);
  else change(path, step.from, step.to);
  return '';
}

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

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

/** A copy of this tree with its packages, where files may be written. */
export function copyTree(): { tree: string; remove(): void } {
  const tree = mkdtempSync(join(tmpdir(), 'licence-tree-'));
  const left = new Set(
    ['node_modules', '.cache', '.git', 'build', 'dist', 'data', 'screenshots'].map((name) => join(root, name)),
  );
  cpSync(root, tree, { recursive: true, filter: (from) => !left.has(from) });
  for (const name of ['node_modules', '.cache']) {
    mkdirSync(join(root, name), { recursive: true });
    symlinkSync(join(root, name), join(tree, name));
  }
  return { tree, remove: () => rmSync(tree, { recursive: true, force: true }) };
}

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

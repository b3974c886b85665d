import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** An instruction of a guide. */
export type Step =
  | { readonly kind: 'run'; readonly command: string }
  | { readonly kind: 'write'; readonly file: string; readonly text: string }
  | { readonly kind: 'change'; readonly file: string; readonly from: string; readonly to: string };

/** The lines of a diff before the change (`-` and context) or after it (`+`). */
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

/** The instructions of a guide in order: its blocks with commands, whole files and changes to files. */
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

/**
 * Executes an instruction in a tree.
 * @returns the output of a command
 * @throws an error if it fails
 */
export function followGuide(tree: string, step: Step): string {
  if (step.kind === 'run') {
    const [command = '', ...args] = step.command.split(' ');
    // The NODE_ENV of a test would produce a different build from the one that users get.
    const env = { ...process.env, NODE_ENV: 'production' };
    return execFileSync(command, args, { cwd: tree, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  }
  const path = join(tree, step.file);
  mkdirSync(dirname(path), { recursive: true });
  if (step.kind === 'write') writeFileSync(path, step.text);
  else change(path, step.from, step.to);
  return '';
}

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const inTree = (file: string): string => relative(root, file.replace(/^file:\/\//, '')).replaceAll('\\', '/');

/** The files of contract/ that export a name, those with the words of declarations first. */
function exportersOf(name: string): string[] {
  const exported = new RegExp(
    `^export (?:const|function|type|interface) ${name}\\b|^export \\{[^}]*\\b${name}\\b`,
    'm',
  );
  const isWord = (file: string) => file.startsWith('contract/schema/');
  return readdirSync(join(root, 'contract'), { recursive: true, encoding: 'utf8' })
    .map((file) => `contract/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.ts') && exported.test(readFileSync(join(root, file), 'utf8')))
    .sort((one, other) => Number(isWord(other)) - Number(isWord(one)));
}

/** What to do about a name that is not known. */
function cureOf(name: string): string {
  const [file] = exportersOf(name);
  return file ? `import it from ${file}` : 'correct it, or declare it';
}

/** The first file of contract/ that a text names, with its line where the text has one: `contract/entities/asset.ts:12`. */
function placeIn(text: string): string | undefined {
  const [, file, line] = /((?:file:\/\/)?[^\s()'"]*[\\/]contract[\\/][^\s():'"]+\.ts)(?::(\d+))?/.exec(text) ?? [];
  const path = file && inTree(file);
  if (!path || path.startsWith('..')) return undefined;
  return line ? `${path}:${line}` : path;
}

/**
 * Why the declarations cannot be loaded, where a file uses a name that it does not import: Node says only that the name is
 * not defined.
 * @returns one sentence with the place and what to do; undefined for an error of another kind, which names its file
 */
export function loadFailure(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const [, unknown] = /^(\w+) is not defined$/.exec(error.message) ?? [];
  const place = placeIn(error.stack ?? '');
  return unknown && place ? `${place}: "${unknown}" is not defined; ${cureOf(unknown)}` : undefined;
}

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A file of contract/ that exports a name, if there is one: the file with that word of declarations, else any. */
function exporterOf(name: string): string | undefined {
  const exported = new RegExp(
    `^export (?:const|function|type|interface) ${name}\\b|^export \\{[^}]*\\b${name}\\b`,
    'm',
  );
  const files = readdirSync(join(root, 'contract'), { recursive: true, encoding: 'utf8' })
    .map((file) => `contract/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.ts') && exported.test(readFileSync(join(root, file), 'utf8')));
  return files.find((file) => file.startsWith('contract/schema/')) ?? files[0];
}

/** The first line of a file of contract/ in the stack of an error: `contract/entities/asset.ts:12`. */
function placeIn(stack: string): string | undefined {
  const [, file, line] = /((?:file:\/\/)?[^\s()'"]*[\\/]contract[\\/][^\s():'"]+\.ts):(\d+)/.exec(stack) ?? [];
  const path = file && relative(root, file.replace(/^file:\/\//, '')).replaceAll('\\', '/');
  return path && !path.startsWith('..') ? `${path}:${line}` : undefined;
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
  if (!unknown || !place) return undefined;
  const exporter = exporterOf(unknown);
  return `${place}: "${unknown}" is not defined; ${exporter ? `import it from ${exporter}` : 'correct it, or declare it'}`;
}

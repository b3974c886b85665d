import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const filesOf = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap((name) => filesOf(join(path, name)))
    : [path];

function fingerprint(sources) {
  const hash = createHash('sha256');
  for (const file of sources.flatMap(filesOf)) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

/**
 * Builds into a folder unless it was already built from the same sources.
 * @param build The function that builds.
 */
export async function buildUnlessBuilt(folder, sources, build) {
  const mark = join(folder, '.sources');
  const wanted = fingerprint(sources);
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return;
  await build();
  writeFileSync(mark, wanted);
}

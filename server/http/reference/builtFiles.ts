import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files of the build that the API reference uses (vite.config.ts), by their addresses. */
export interface BuiltFiles {
  /** The library that draws the reference; undefined without a build. */
  readonly library: string | undefined;
  /** The font of the console. */
  readonly font: string | undefined;
}

const readManifest = (folder: string): Readonly<Record<string, { readonly file: string }>> => {
  const path = join(folder, '.vite/manifest.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
};

/**
 * Finds the files of the API reference in a build.
 * @param folder the folder of the build; without one there are none
 */
export function builtFiles(folder: string | undefined): BuiltFiles {
  const assets = folder === undefined ? undefined : join(folder, 'assets');
  if (folder === undefined || assets === undefined || !existsSync(assets))
    return { library: undefined, font: undefined };
  const library = readdirSync(assets).find((name) => name.startsWith('api-reference-'));
  const font = Object.entries(readManifest(folder)).find(([name]) => name.endsWith('inter-latin-wght-normal.woff2'));
  return {
    library: library && `/assets/${library}/standalone.esm.js`,
    font: font && `/${font[1].file}`,
  };
}

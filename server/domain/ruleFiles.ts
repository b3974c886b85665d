import { existsSync } from 'node:fs';
import { entities } from '../../contract/index.ts';
import { camelCase } from '../../contract/registry/mistake.ts';

const found = entities
  .map(({ name }) => camelCase(name))
  .filter((name) => existsSync(`${import.meta.dirname}/${name}.ts`));

const load = async (name: string) =>
  [name, (await import(/* @vite-ignore */ `./${name}.ts`)) as Record<string, unknown>] as const;

/**
 * What the files of this folder export, by the names of the files, as far as those are entities'. In the built server
 * scripts/build-server.mjs puts the files themselves in this place.
 */
export const ruleFiles: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>> = Object.fromEntries(
  await Promise.all(found.map(load)),
);

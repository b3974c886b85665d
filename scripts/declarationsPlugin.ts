import { join } from 'node:path';
import { type Plugin, runnerImport } from 'vite';
import { type Outline, outlineOf } from '../contract/outlines/outline.ts';
import type { Contract, DeclaredEntity } from '../contract/schema/entity.ts';

const root = join(import.meta.dirname, '..');
const inTree = (path: string) => join(root, path).replaceAll('\\', '/');
const registryFile = inTree('contract/index.ts');
const entityFolder = inTree('contract/entities/');

/** The scripts of entities that have no file, because the declaration of another one adds them. */
const addedPrefix = 'virtual:declaration/';

/** The evaluated declarations: the registry, its contract, and the exports of each file of an entity by its path. */
interface Evaluated {
  readonly registry: Readonly<Record<string, DeclaredEntity>>;
  readonly contract: Contract;
  readonly files: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const evaluated = 'virtual:evaluated-declarations';
const evaluatedCode = `
  export { contract, registry } from '${registryFile}';
  export const files = import.meta.glob('/contract/entities/*.ts', { eager: true });`;

const evaluate = async (): Promise<Evaluated> => {
  const plugin: Plugin = {
    name: 'evaluated-declarations',
    resolveId: (id) => (id === evaluated ? `\0${evaluated}` : undefined),
    load: (id) => (id === `\0${evaluated}` ? evaluatedCode : undefined),
  };
  return (await runnerImport<Evaluated>(evaluated, { root, logLevel: 'error', plugins: [plugin] })).module;
};

/** True for the file of an entity. */
export const isDeclaration = (id: string): boolean =>
  id.startsWith(entityFolder) && !id.slice(entityFolder.length).includes('/');

type Values = Readonly<Record<string, unknown>>;

const without = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

/** Values by name, each changed in the same way; undefined if there are none. */
const eachValue = (values: unknown, change: (value: Values) => Values): Values | undefined =>
  values === undefined
    ? undefined
    : Object.fromEntries(Object.entries(values as Record<string, Values>).map(([name, one]) => [name, change(one)]));

/** A declaration without what only the server, its checks and the API document read. */
const leanDeclaration = ({ list, notices, actions, ...others }: Values): Values => ({
  ...without(others, ['servedBy', 'samples']),
  list: without(list as Values, ['summaries']),
  notices: eachValue(notices, (notice) => without(notice, ['mail'])),
  actions: eachValue(actions, ({ endpoint, ...action }) => ({
    ...action,
    endpoint: endpoint && without(endpoint as Values, ['label']),
  })),
});

/** An entity with the file and the export that declare it. */
interface Declared {
  readonly name: string;
  readonly file: string;
  readonly key: string;
  readonly outline: Outline;
  readonly lean: Values;
}

async function readDeclared(): Promise<readonly Declared[]> {
  const { registry, contract, files } = await evaluate();
  const exported = Object.entries(files).flatMap(([file, values]) =>
    Object.entries(values).map(([key, value]) => ({ file: inTree(file), key, value })),
  );
  const scriptOf = ({ name, addedBy }: DeclaredEntity) => {
    if (addedBy) return { file: `${addedPrefix}${name}`, key: name };
    const found = exported.find(({ value }) => value === registry[name]);
    if (!found) throw new Error(`No file in contract/entities exports the entity "${name}"`);
    return found;
  };
  // With what follows from the other entities, such as the screen of one that declares none.
  return contract.entities.map(({ contract: _, ...whole }): Declared => {
    const { file, key } = scriptOf(whole);
    return { name: whole.name, file, key, outline: outlineOf(whole), lean: leanDeclaration(whole) };
  });
}

/** The script that takes the place of contract/index.ts: the outlines, and where to load each declaration. */
const registryCode = (declared: readonly Declared[]): string => `
  import { createOutlinedContract } from '${inTree('contract/outlines/outlinedContract.ts')}';
  import { loadChunk } from '${inTree('src/ui/lazyChunk.ts')}';
  const loaders = {
    ${declared.map(({ name, file, key }) => `${name}: () => import('${file}').then((file) => file.${key}),`).join('\n')}
  };
  const outlines = ${JSON.stringify(declared.map(({ outline }) => outline))};
  export const contract = createOutlinedContract(outlines, (name) => loadChunk(loaders[name]));`;

let reading: Promise<readonly Declared[]> | undefined;

/**
 * Divides the declarations in the built console (docs/decisions/0082-declarations-with-their-screens.md): its first
 * script has an outline of each entity, and each declaration is a script of its own, as plain data.
 */
export const declarationsPlugin = (): Plugin => ({
  name: 'declarations',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) => (id.startsWith(addedPrefix) ? `\0${id}` : undefined),
  async load(path) {
    const id = path.startsWith(`\0${addedPrefix}`) ? path.slice(1) : path;
    if (id !== registryFile && !isDeclaration(id) && !id.startsWith(addedPrefix)) return null;
    reading ??= readDeclared();
    const declared = await reading;
    if (id === registryFile) return { code: registryCode(declared), moduleType: 'js', moduleSideEffects: false };
    const one = declared.find(({ file }) => file === id);
    if (!one) return null;
    return {
      code: `export const ${one.key} = ${JSON.stringify(one.lean)};`,
      moduleType: 'js',
      moduleSideEffects: false,
    };
  },
});

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { register } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contract } from '../contract/index.ts';
import { type OpenApiDocument, openapi } from '../server/http/openapi/document.ts';

// npm run client [-- FOLDER]: generates the types of the API from the contract, compiles clients/typescript with them, and
// packs the package into clients/typescript, or into FOLDER.

const root = fileURLToPath(new URL('..', import.meta.url));
const source = join(root, 'clients/typescript');

// openapi-typescript needs the compiler's API for JavaScript, which TypeScript 7 does not have.
const oldCompiler = `export const resolve = (name, context, next) =>
  next(name === 'typescript' ? '@typescript/typescript6' : name, context);`;

/** The types of a document, as TypeScript. */
async function typesOf(document: OpenApiDocument): Promise<string> {
  register(`data:text/javascript,${encodeURIComponent(oldCompiler)}`);
  const { default: generate, astToString } = await import('openapi-typescript');
  return astToString(await generate(JSON.parse(JSON.stringify(document))));
}

/** The paths whose POST takes no request key. */
const pathsWithoutKey = ({ paths }: OpenApiDocument): string[] =>
  Object.entries(paths)
    .filter(([, { post }]) => post && !JSON.stringify(post.parameters).includes('/requestKey"'))
    .map(([path]) => path);

const readJson = (file: string): object => JSON.parse(readFileSync(file, 'utf8'));
const writeJson = (file: string, value: object) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

/**
 * Writes the package into a folder of the tree.
 * @throws an error if the sources do not compile with the types of the document
 */
async function buildPackage(folder: string): Promise<void> {
  const document = openapi(contract, '/', 'en');
  const keyless = `export const pathsWithoutKey: readonly string[] = ${JSON.stringify(pathsWithoutKey(document))};\n`;
  cpSync(join(source, 'src'), join(folder, 'src'), { recursive: true });
  writeFileSync(join(folder, 'src/schema.ts'), (await typesOf(document)) + keyless);
  const compilerOptions = { rootDir: 'src', outDir: 'package' };
  writeJson(join(folder, 'tsconfig.json'), {
    extends: join(source, 'tsconfig.json'),
    compilerOptions,
    include: ['src'],
  });
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], { stdio: 'inherit' });
  const { version } = readJson(join(root, 'package.json')) as { version: string };
  writeJson(join(folder, 'package/package.json'), { ...readJson(join(source, 'package.json')), version });
  cpSync(join(source, 'README.md'), join(folder, 'package/README.md'));
}

/** @returns the path of the packed file */
function pack(folder: string, destination: string): string {
  mkdirSync(destination, { recursive: true });
  const args = ['pack', folder, '--pack-destination', destination, '--silent'];
  const name = execFileSync('npm', args, { encoding: 'utf8', shell: process.platform === 'win32' });
  return join(destination, name.trim());
}

// Inside the tree, so that the compiler finds the packages, and in a folder of its own, because another process may build too.
mkdirSync(join(root, '.cache'), { recursive: true });
const folder = mkdtempSync(join(root, '.cache/client-'));
try {
  await buildPackage(folder);
  console.log(`Packed ${pack(join(folder, 'package'), resolve(process.argv[2] ?? source))}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

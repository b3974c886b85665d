import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** The project of somebody who has nothing of this tree but the packed client. */
export interface Stranger {
  readonly folder: string;
  write(file: string, text: string): void;
  /**
   * Compiles a program strictly.
   * @returns the errors of the compiler; empty if there are none
   */
  compile(file: string): string;
  remove(): void;
}

const modules = resolve('node_modules');
/** What the client depends on, as `npm ci` has installed it: no registry is asked. */
const dependencies = ['openapi-fetch', 'openapi-typescript-helpers'];
const compilerOptions = { module: 'nodenext', target: 'es2022', strict: true, noEmit: true, types: [] as string[] };

/**
 * Builds and packs the client, and installs the packed file into an empty folder.
 * @param linked packages of this tree that programs in the folder may use too
 */
export function startStranger(linked: readonly string[] = []): Stranger {
  const folder = mkdtempSync(join(tmpdir(), 'licence-stranger-'));
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
  const npm = (...args: string[]) => execFileSync('npm', args, { cwd: folder, encoding: 'utf8' }).trim().split('\n');
  const tsc = join(modules, 'typescript/bin/tsc');
  const output = execFileSync('npm', ['run', 'client', '--silent', '--', folder], { encoding: 'utf8' });
  const packed = /^Packed (.*)$/m.exec(output)?.[1] ?? '';
  write('package.json', JSON.stringify({ name: 'stranger', private: true, type: 'module' }));
  const others = npm('pack', '--silent', '--offline', ...dependencies.map((name) => join(modules, name)));
  npm('install', '--offline', '--no-audit', '--no-fund', packed, ...others.map((name) => join(folder, name)));
  for (const name of linked) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(modules, name), link);
  }
  const compile = (file: string): string => {
    const types = linked.includes('@types/node') ? ['node'] : [];
    const config = { compilerOptions: { ...compilerOptions, types }, files: [file] };
    write('tsconfig.json', JSON.stringify(config));
    try {
      return execFileSync(process.execPath, [tsc, '-p', '.'], { cwd: folder, encoding: 'utf8' });
    } catch (error) {
      return String((error as { stdout: string }).stdout);
    }
  };
  return { folder, write, compile, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

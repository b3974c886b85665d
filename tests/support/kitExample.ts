import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../../scripts/kit/languages.ts';

/** The example product of a language, with a folder of its own. */
export interface KitExample {
  write(file: string, content: string): void;
  read(file: string): string;
  /** Starts it with the files that are there now. */
  run(): Promise<void>;
  /** The exit code of each run, and what it printed, without until when withdrawals are known. */
  readonly outputs: readonly string[];
}

/** Creates the folder of a language's example. */
export function kitExample({ name, start }: Language, folder: string): KitExample {
  const product = join(folder, `product-${name}`);
  mkdirSync(product);
  const outputs: string[] = [];
  return {
    write: (file, content) => writeFileSync(join(product, file), content),
    read: (file) => readFileSync(join(product, file), 'utf8'),
    run: async () => {
      if (!start) throw new Error(`${name} has no example on this machine`);
      const { code, out } = await start(product);
      outputs.push(`${code} ${out.split(';')[0]?.trim()}`);
    },
    outputs,
  };
}

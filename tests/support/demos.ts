import { spawn } from 'node:child_process';
import { once } from 'node:events';
import demoData from './demoData.ts';
import demoDatabase from './demoDatabase.ts';

/** Builds the console that servers hand out, unless it was built from these very sources. Throws when that fails. */
async function buildConsole(): Promise<void> {
  const build = spawn(process.execPath, ['scripts/build-console.mjs'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    // The tests' own NODE_ENV would make another build than the one that people get.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const [code] = await once(build, 'exit');
  if (code !== 0) throw new Error('the console could not be built');
}

/** Once before the tests in the browser: the console and both demos, made beside each other. Out: what removes them. */
export default async function setup(): Promise<() => Promise<void>> {
  const [removeData, removeDatabase] = await Promise.all([demoData(), demoDatabase(), buildConsole()]);
  return async () => {
    removeData();
    await removeDatabase();
  };
}

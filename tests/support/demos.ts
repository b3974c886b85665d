import { spawn } from 'node:child_process';
import { once } from 'node:events';
import demoData from './demoData.ts';
import demoDatabase from './demoDatabase.ts';

/**
 * Builds the console that servers deliver, unless it was built from the same sources.
 * @throws an error if the build fails
 */
async function buildConsole(): Promise<void> {
  const build = spawn(process.execPath, ['scripts/build-console.mjs'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    // The NODE_ENV of the tests would produce a different build from the one that users get.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const [code] = await once(build, 'exit');
  if (code !== 0) throw new Error('the console could not be built');
}

/**
 * Runs once before the browser tests: builds the console and prepares both demos, in parallel.
 * @returns a function that removes them
 */
export default async function setup(): Promise<() => Promise<void>> {
  const [removeData, removeDatabase] = await Promise.all([demoData(), demoDatabase(), buildConsole()]);
  return async () => {
    removeData();
    await removeDatabase();
  };
}

import { createRequire } from 'node:module';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { scale } from './tests/support/scale.ts';
import { testFiles } from './tests/support/selection.ts';
import { patience, patiently } from './tests/support/slowPages.ts';

const node = {
  environment: 'node' as const,
  testTimeout: 60_000,
  // Long tables, or a console that is built, on a busy machine.
  hookTimeout: 480_000,
  sequence: { groupOrder: 2 },
  // Who waits for a job, a disk or an answer leaves the processor to a third.
  maxWorkers: 3,
};
const measured = ['tests/walks/speed.test.ts', 'tests/faults/waits.test.ts'];
/** See tests/support/quickStart.ts. */
const execArgv = ['--liftoff-only'];
const globalSetup = ['tests/support/globalSetup.ts'];
const demo = { globalSetup: [...globalSetup, scale('tests/support/demoDatabase.ts', 'tests/support/demoData.ts')] };
const everyDemo = { globalSetup: [...globalSetup, 'tests/support/demos.ts'] };

/** react-admin's own imports are Node's; react-router is there twice over, and both have to mean the same one. */
const asNodeResolves = (...names: string[]) =>
  names.map((name) => ({ find: new RegExp(`^${name}$`), replacement: createRequire(import.meta.url).resolve(name) }));

export default defineConfig({
  plugins: [react()],
  test: {
    maxWorkers: 2,
    env: { TZ: 'UTC' },
    expect: { poll: { timeout: patience, interval: 20 } },
    projects: [
      {
        extends: true,
        test: { ...node, name: 'contract', include: testFiles('contract'), pool: 'threads', isolate: false },
      },
      {
        extends: true,
        // Every file has databases of its own; what they are made of is read and compiled once a thread.
        test: {
          ...node,
          name: 'server',
          include: testFiles('server'),
          globalSetup,
          pool: 'threads',
          isolate: false,
        },
      },
      {
        extends: true,
        // Its registry has entities that the product does not have, so it shares no modules with other files.
        test: { ...node, name: 'invented', include: testFiles('invented'), globalSetup, pool: 'threads' },
      },
      { extends: true, test: { ...node, name: 'fuzz', include: testFiles('fuzz'), execArgv } },
      {
        extends: true,
        oxc: { jsx: { development: false } },
        ssr: { resolve: { conditions: ['module', 'node', 'production'] } },
        resolve: {
          alias: asNodeResolves('react-router/dom', 'react-router'),
          conditions: ['module', 'node', 'production'],
        },
        test: {
          ...node,
          ...demo,
          name: 'console',
          execArgv,
          // React as people get it, without what its development build does for developers.
          env: { NODE_ENV: 'production' },
          testTimeout: patiently(120_000),
          environment: 'jsdom',
          // A file begins with a fresh page and a fresh server; the scripts are read once for all of a worker's files.
          isolate: false,
          environmentOptions: { jsdom: { url: 'http://console.test' } },
          include: testFiles('console'),
          setupFiles: ['tests/console/support/setup.ts'],
        },
      },
      {
        extends: true,
        // What is done to a database as a whole: migrations, backups, other secrets, a process that is killed.
        test: {
          ...node,
          name: 'wide-operations',
          include: testFiles('operations'),
          globalSetup,
          pool: 'threads',
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...node,
          ...everyDemo,
          name: 'wide-faults',
          include: testFiles('faults'),
          exclude: measured,
          testTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          ...node,
          ...everyDemo,
          name: 'browser',
          // A third would make each wait for the processor: a person's ten seconds go by.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          isolate: false,
          include: testFiles('browser'),
          testTimeout: patiently(240_000),
        },
      },
      {
        extends: true,
        // Every page and dialog of every role: scripts/wide.mjs.
        test: {
          ...node,
          ...everyDemo,
          name: 'wide-walks',
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          isolate: false,
          include: testFiles('walks'),
          exclude: measured,
          testTimeout: patiently(240_000),
        },
      },
      {
        extends: true,
        // What is measured runs first, with the machine to itself.
        test: {
          ...node,
          ...everyDemo,
          name: 'wide-measured',
          include: measured,
          testTimeout: patiently(240_000),
          maxWorkers: 1,
          sequence: { groupOrder: 0 },
        },
      },
    ],
  },
});

import { existsSync } from 'node:fs';
import type { KnipConfig } from 'knip';
import { entities } from './contract/index.ts';
import { camelCase } from './contract/registry/mistake.ts';

/** The rules of an entity are found by the name of their file (server/domain/index.ts). */
const rules = entities.map(({ name }) => `server/domain/${camelCase(name)}.ts`).filter((file) => existsSync(file));

export default {
  entry: [
    ...rules,
    'server/{main,worker}.ts',
    'server/db/embedded/worker.mjs',
    'scripts/*.{ts,mjs}',
    'bench/{run,handWritten}.ts',
    'tests/**/*.test.{ts,tsx}',
    'tests/server/db/hangingJob.ts',
    'tests/server/db/contender.mjs',
    'tests/operations/writer.ts',
    'tests/operations/syncedDisk.mjs',
    'src/dataProvider/jsonexport.ts',
    'src/resources/{DeclaredField.tsx,form/useContractResolver.ts}',
  ],
  project: ['contract/**', 'src/**', 'server/**', 'scripts/**', 'tests/**', 'bench/**'],
  ignoreExportsUsedInFile: true,
  ignoreBinaries: ['apt-get', 'mount', 'openssl', 'umount'],
  // lodash and node-polyglot are react-admin's: src/throwingLibraries.ts.
  ignoreDependencies: [
    ...['@fontsource-variable/inter', '@types/smtp-server', 'react-transition-group', 'lodash', 'node-polyglot'],
  ],
  ignoreIssues: { 'contract/field.ts': ['exports'] },
} satisfies KnipConfig;

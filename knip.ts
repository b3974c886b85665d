import type { KnipConfig } from 'knip';

export default {
  entry: [
    'server/{main,relay,worker}.ts',
    'server/db/embedded/worker.mjs',
    'scripts/*.{ts,mjs}',
    'scripts/dev/{declarationFeedback,watchDeclarations}.ts',
    'kit/typescript/src/index.ts',
    'kit/typescript/example/start.ts',
    'bench/{run,handWritten}.ts',
    'bench/stock/main.tsx',
    'tests/**/*.test.{ts,tsx}',
    'tests/server/db/hangingJob.ts',
    'tests/server/db/contender.mjs',
    'tests/faults/support/flood.mjs',
    'tests/operations/writer.ts',
    'tests/operations/syncedDisk.mjs',
    'src/resources/stock/fields.tsx',
    'src/dataProvider/files/jsonexport.ts',
    'src/plainInflection.ts',
    'src/resources/{values/DeclaredField.tsx,form/useContractResolver.ts}',
  ],
  project: ['contract/**', 'src/**', 'server/**', 'scripts/**', 'tests/**', 'bench/**', 'examples/**', 'kit/**'],
  ignoreExportsUsedInFile: true,
  ignoreBinaries: ['apt-get', 'javac', 'mount', 'openssl', 'umount'],
  // lodash is react-admin's: src/throwingLibraries.ts. The build copies Scalar: vite.config.ts.
  // The client is compiled with openapi-fetch, and its types are generated with TypeScript 6: scripts/client.ts.
  ignoreDependencies: [
    '@fontsource-variable/inter',
    '@scalar/api-reference',
    '@typescript/typescript6',
    'openapi-fetch',
    '@types/smtp-server',
    'react-transition-group',
    'lodash',
  ],
  ignoreIssues: { 'contract/schema/field/field.ts': ['exports'] },
} satisfies KnipConfig;

// npm run check: types, lint and format, declarations and their rules in code, imports between folders, spread literals,
// names and retired words, tests that do not wait, the links and the picture of the documents, unused code.
import { spawnSync } from 'node:child_process';

const checks = {
  types: ['node', 'node_modules/typescript/bin/tsc', '-p', '.'],
  lint: ['biome', 'check', '--error-on-warnings', '.'],
  declarations: ['node', '--import', 'tsx', 'scripts/check-declarations.ts'],
  arrows: ['node', 'scripts/check-arrows.mjs'],
  literals: ['node', 'scripts/check-literals.mjs'],
  names: ['node', 'scripts/check-names.mjs'],
  waits: ['node', 'scripts/check-waits.mjs'],
  links: ['node', 'scripts/check-links.mjs'],
  picture: ['node', 'scripts/draw-rooms.mjs', '--check'],
  unused: ['knip'],
};
let failed = 0;
for (const [name, [command, ...args]] of Object.entries(checks)) {
  const { status } = spawnSync(command === 'node' ? process.execPath : `node_modules/.bin/${command}`, args, {
    stdio: 'inherit',
  });
  console.log(`${status === 0 ? 'ok' : 'FAILED'}: ${name}`);
  if (status !== 0) failed += 1;
}
process.exit(failed);

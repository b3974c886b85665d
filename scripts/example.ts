import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { copyTree } from '../examples/service-desk/copyTree.ts';
import { installPart } from '../examples/service-desk/install.ts';

// npm run example: starts the product with the tickets, assets, quotes, seats, trainings and prices of examples/service-desk in a copy of
// this tree, as if a developer had declared them there. The copy and its data are removed when it ends.

const { tree, remove } = copyTree();
process.on('exit', remove);
for (const part of ['tickets', 'assets', 'quotes', 'seats', 'trainings', 'prices'] as const) installPart(tree, part);

const migration = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/migration.ts'], {
  cwd: tree,
  stdio: 'inherit',
});
if (migration.status !== 0) process.exit(migration.status ?? 1);

const env = { PORT: '8090', ...process.env, DATA_DIR: join(tree, 'data') };
const server = spawn(process.execPath, ['scripts/start.mjs'], { cwd: tree, stdio: 'inherit', env });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => process.exit(code ?? 1));

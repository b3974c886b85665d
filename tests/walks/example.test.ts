import { execFileSync } from 'node:child_process';
import { afterAll, expect, it } from 'vitest';
import { copyTree } from '../../examples/service-desk/copyTree.ts';
import { installPart } from '../../examples/service-desk/install.ts';
import { startServer } from '../support/server.ts';

const { tree, remove } = copyTree();
afterAll(remove);

const run = (...args: string[]): string =>
  execFileSync(process.execPath, args, {
    cwd: tree,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  });

it('adds the parts of the service desk to a copy of the tree, which then starts and serves them', async () => {
  for (const part of ['tickets', 'assets', 'quotes', 'seats', 'trainings', 'prices'] as const) installPart(tree, part);
  expect(run('--import', 'tsx', 'scripts/migration.ts')).toContain('_service_contract.sql');
  run('scripts/build-server.mjs');
  const server = await startServer({ DEMO: '1' }, tree, undefined, true);
  try {
    const document = await (await fetch(`${server.url}/v1/openapi.json`)).json();
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining([
        '/v1/ticket',
        '/v1/service_contract/{id}/extend',
        '/v1/quote',
        '/v1/seating',
        '/v1/training',
      ]),
    );
  } finally {
    await server.stop();
  }
}, 300_000);

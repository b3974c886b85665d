// npm run fuzz -- --requests N --seed S: sends random requests, generated from the API document, to its own server.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { requests: { type: 'string' }, seed: { type: 'string' } } });
const env = {
  ...process.env,
  ...(values.requests && { FUZZ_REQUESTS: values.requests }),
  FUZZ_SEED: values.seed ?? String(Math.floor(Math.random() * 1e9)),
};
const run = spawnSync('npx', ['vitest', 'run', '--project', 'fuzz'], { stdio: 'inherit', env });
process.exit(run.status ?? 1);

// npm run audit-tools: independent tools, each in the version named here and fetched for the run alone, look at what the
// product answers (the API document, the page's policy) and at its files. Out: how many of them found something.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildServer } from './build-server.mjs';

const folder = mkdtempSync(join(tmpdir(), 'licence-audit-'));
const file = (name, content) => {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};
const run = (command, args) => spawnSync(command, args, { stdio: 'inherit' }).status === 0;
const npx = (packages, ...command) =>
  run('npx', ['--yes', ...packages.flatMap((name) => ['--package', name]), '--', ...command]);

/** The product on a port of its own, without the demo. */
async function startServer() {
  const env = { ...process.env, PORT: '0', DEMO: '0', DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' };
  const child = spawn(process.execPath, ['build/main.js'], { env });
  let text = '';
  const url = await new Promise((resolve, reject) => {
    child.stdout.on('data', (part) => {
      text += part;
      const found = /console is at (http:\/\/[\d.]+:\d+)/.exec(text)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error(`the server did not start: ${text}`)));
  });
  return { url, stop: () => child.kill() };
}

/** Google's evaluator of policies; what it only recommends for browsers of long ago is left out. */
function checkPolicy(policy) {
  run('npm', [
    'install',
    '--prefix',
    folder,
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--silent',
    'csp_evaluator@1.1.8',
  ]);
  const load = createRequire(join(folder, 'x.js'));
  const { CspEvaluator } = load('csp_evaluator/dist/evaluator.js');
  const { CspParser } = load('csp_evaluator/dist/parser.js');
  const { Severity } = load('csp_evaluator/dist/finding.js');
  const findings = new CspEvaluator(new CspParser(policy).csp).evaluate();
  const serious = findings.filter(({ severity }) => severity <= Severity.MEDIUM);
  for (const { directive, description } of serious) console.log(`${directive}: ${description}`);
  return serious.length === 0;
}

await buildServer();
const server = await startServer();
const document = file('openapi.json', await (await fetch(`${server.url}/v1/openapi.json`)).text());
const policy = (await fetch(`${server.url}/`)).headers.get('content-security-policy') ?? '';
server.stop();

const tools = {
  redocly: () => npx(['@redocly/cli@2.77.0'], 'redocly', 'lint', document),
  spectral: () => {
    const rules = file('rules.json', { extends: ['spectral:oas'] });
    return npx(['@stoplight/spectral-cli@6.16.3'], 'spectral', 'lint', document, '--ruleset', rules, '-F', 'warn');
  },
  csp_evaluator: () => checkPolicy(policy),
  secretlint: () => {
    const rules = file('secretlint.json', { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend' }] });
    const packages = ['secretlint@11.3.0', '@secretlint/secretlint-rule-preset-recommend@11.3.0'];
    const where = ['{contract,docs,scripts,server,src,tests}/**/*', '*.{md,json,ts,html}'];
    return npx(packages, 'secretlint', '--secretlintrc', rules, ...where);
  },
};
const failed = Object.entries(tools).filter(([name, tool]) => {
  const isGood = tool();
  console.log(`${isGood ? 'ok' : 'FAILED'}: ${name}`);
  return !isGood;
});
rmSync(folder, { recursive: true, force: true });
process.exit(failed.length);

// npm run audit-tools: runs independent tools, each in the version named here and installed only for this run, on what
// the product answers (the API document, the answers, the page's security policy) and on its files.
// The exit code is the number of tools that found something.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildServer } from './build-server.mjs';
import { walkDocument } from './walkDocument.mjs';

const folder = mkdtempSync(join(tmpdir(), 'licence-audit-'));
const file = (name, content) => {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};
const run = (command, args) => spawnSync(command, args, { stdio: 'inherit' }).status === 0;
const npx = (packages, ...command) =>
  run('npx', ['--yes', ...packages.flatMap((name) => ['--package', name]), '--', ...command]);

/**
 * Starts a program and waits until it prints its address.
 * @param pattern Matches the printed text; its first group is the address.
 */
async function start(command, args, pattern, env = process.env) {
  const child = spawn(command, args, { env });
  let text = '';
  const url = await new Promise((resolve, reject) => {
    const read = (part) => {
      text += part;
      const found = pattern.exec(text)?.[1];
      if (found) resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', () => reject(new Error(`${command} ${args.join(' ')} did not start: ${text}`)));
  });
  return { url, stop: () => child.kill() };
}

/** The product with its demo data, on a free port. */
function startServer() {
  const env = { ...process.env, PORT: '0', DEMO: '1', DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' };
  return start(process.execPath, ['build/main.js'], /console is at (http:\/\/[\d.]+:\d+)/, env);
}

/** Installs a package into the folder of the run. */
const fetchPackage = (name) =>
  run('npm', ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--silent', name]);

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return String(port);
}

/**
 * Runs Prism as a proxy between a client and the server; it reports where requests and answers differ from the
 * document.
 */
async function checkAnswers(document, path) {
  fetchPackage('@stoplight/prism-cli@5.14.2');
  const prism = join(folder, 'node_modules', '.bin', 'prism');
  const args = ['proxy', path, server.url, '--errors', '--port', await freePort()];
  const proxy = await start(prism, args, /listening on (http:\/\/[\d.]+:\d+)/);
  const { requests, statuses, findings } = await walkDocument(proxy.url, document).finally(proxy.stop);
  console.log(`${requests} requests, by status ${JSON.stringify(statuses)}, ${findings.length} findings`);
  for (const finding of findings) console.log(finding);
  return requests > 0 && findings.length === 0;
}

/** Google's CSP evaluator, without its recommendations for outdated browsers. */
function checkPolicy(policy) {
  fetchPackage('csp_evaluator@1.1.8');
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
const answered = await (await fetch(`${server.url}/v1/openapi.json`)).json();
const document = file('openapi.json', answered);
const policy = (await fetch(`${server.url}/`)).headers.get('content-security-policy') ?? '';

const tools = {
  redocly: () => npx(['@redocly/cli@2.77.0'], 'redocly', 'lint', document),
  spectral: () => {
    const rules = file('rules.json', { extends: ['spectral:oas'] });
    return npx(['@stoplight/spectral-cli@6.16.3'], 'spectral', 'lint', document, '--ruleset', rules, '-F', 'warn');
  },
  prism: () => checkAnswers(answered, document),
  csp_evaluator: () => checkPolicy(policy),
  secretlint: () => {
    const rules = file('secretlint.json', { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend' }] });
    const packages = ['secretlint@11.3.0', '@secretlint/secretlint-rule-preset-recommend@11.3.0'];
    const where = ['{contract,docs,scripts,server,src,tests}/**/*', '*.{md,json,ts,html}'];
    return npx(packages, 'secretlint', '--secretlintrc', rules, ...where);
  },
};
let failed = 0;
for (const [name, tool] of Object.entries(tools)) {
  const isGood = await tool();
  console.log(`${isGood ? 'ok' : 'FAILED'}: ${name}`);
  if (!isGood) failed += 1;
}
server.stop();
rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 500 });
process.exit(failed);

import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { accounts, password } from '../support/account.ts';
import { dataFolder, startServer } from '../support/server.ts';

const DATA_DIR = dataFolder(process.env['TEST_DEMO_DIR']);
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));

const signIn = async (url: string, name: string) => {
  const init = { method: 'POST', body: JSON.stringify({ name, password }) };
  const answer = await fetch(`${url}/v1/auth/login`, init);
  return { status: answer.status, body: await answer.json() };
};
const command = (verb: string) =>
  execFileSync(process.execPath, ['--import', 'tsx', 'scripts/admin.ts', verb], {
    env: { ...process.env, DATA_DIR },
    encoding: 'utf8',
  });

it('the accounts of the demo are open in the demo, and nowhere else (D14)', async () => {
  const demo = await startServer({ DATA_DIR });
  const { status, body } = await signIn(demo.url, 'superadmin');
  await demo.stop();
  expect(status).toBe(200);

  const server = await startServer({ DATA_DIR, PUBLIC_URL: 'https://licences.example' });
  const answers = await Promise.all([...accounts, 'sales.chen', 'huadong'].map((name) => signIn(server.url, name)));
  const session = await fetch(`${server.url}/v1/user/config`, { headers: { authorization: body.api_key } });
  await server.stop();
  for (const answer of answers) expect([answer.status, answer.body.code]).toEqual([422, 'demo_account']);
  expect(answers[0]?.body.title).toContain('npm run admin -- close-demo');
  expect(session.status).toBe(401);
  expect(server.logs()).toMatch(/superadmin.*cannot sign in here.*npm run admin -- close-demo/s);
  expect(server.logs()).not.toContain(password);

  expect(command('close-demo')).toMatch(/superadmin.*subuser/s);
});

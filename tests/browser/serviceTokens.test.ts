import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import { findings } from '../support/axe.ts';
import { startConsole, type TestConsole } from '../support/console.ts';
import { button, depth, field, openNew, poll } from '../support/form.ts';
import { takePicture } from '../support/pictures.ts';
import { wordsOf } from '../support/places.ts';
import { firstOf } from '../support/scale.ts';

/** The screens of service accounts: an account, its token, its use, its replacement (issue 34, section 1). */

let desk: TestConsole;
beforeAll(async () => {
  desk = await startConsole();
}, 120_000);
afterAll(() => desk.close());

const cases = [
  ['en', 'en-US', 1440],
  ['zh', 'zh-CN', 390],
] as const;

it.each(firstOf(1, cases))('make a token, copy it, use it and rotate it, in %s', async (language, locale, width) => {
  const { words, say } = wordsOf(language);
  const [account, token] = [contract.entity('service_account'), contract.entity('service_token')];
  const page = await desk.open('enterprise', {
    locale,
    viewport: { width, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const shot = (picture: string) => takePicture(page, `${picture}-${language}`, true);
  await page.goto('/setting/service_account');
  await shot('accounts-empty');
  await page
    .getByRole('button', { name: words.list.create(say(account.label)) })
    .first()
    .click();
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: say(account.fields['name']?.label) })
    .fill(`Shop ${language}`);
  await shot('account-form');
  await page.getByRole('dialog').getByRole('button', { name: words.actions.create }).click();
  await page.getByText(`Shop ${language}`).first().waitFor();
  await shot('accounts');

  await page.goto('/setting/service_token');
  await page
    .getByRole('button', { name: words.list.create(say(token.label)) })
    .first()
    .click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: say(token.fields['name']?.label) }).fill('First');
  await form.getByRole('combobox', { name: say(token.fields['account_id']?.label) }).fill(`Shop ${language}`);
  await page.getByRole('option', { name: new RegExp(`Shop ${language}`) }).click();
  await form.getByRole('combobox', { name: say(token.fields['scopes']?.label) }).fill('order:read');
  await page.getByRole('option', { name: /order:read/ }).click();
  await page.keyboard.press('Escape');
  await form.getByRole('button', { name: words.serviceToken.licenceDesk }).click();
  await shot('token-form');
  await form.getByRole('button', { name: words.actions.create }).click();
  const shown = page.getByTestId('token');
  await shown.waitFor();
  const text = (await shown.textContent()) ?? '';
  expect(text).toMatch(/^lct_\w{49}$/);
  await shot('token-new');
  await page.getByRole('dialog').getByRole('button', { name: words.actions.copy, exact: true }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text);
  const use = async (key: string, path: string) =>
    (await fetch(desk.server.url + path, { headers: { authorization: `Bearer ${key}` } })).status;
  expect([await use(text, '/v1/order/list'), await use(text, '/v1/enterprise_product/list')]).toEqual([200, 403]);
  await page.getByRole('dialog').getByRole('button', { name: words.actions.close }).last().click();
  await page.getByText('First').first().waitFor();
  await expect.poll(() => page.getByText(text).count()).toBe(0);
  await page.reload();
  await page.getByText('First').first().click();
  await shot('token-detail');
  await page.getByText('licence:*').first().waitFor();
  // When and from where it was last used.
  await page.getByText(say(token.fields['last_used_at']?.label)).first().waitFor();
  await page
    .getByText(/^(::ffff:)?127\.0\.0\.1$|^::1$/)
    .first()
    .waitFor();
  expect(await findings(page)).toEqual([]);
  expect(await page.getByText(text).count()).toBe(0);

  await page.getByRole('button', { name: words.serviceToken.rotate, exact: true }).click();
  const rotate = page.getByRole('dialog', { name: words.serviceToken.rotateTitle('First') });
  await rotate.getByRole('button', { name: words.serviceToken.rotate, exact: true }).click();
  await rotate.getByTestId('token').waitFor();
  await shot('token-rotated');
  const renewed = (await rotate.getByTestId('token').textContent()) ?? '';
  expect([await use(text, '/v1/order/list'), await use(renewed, '/v1/order/list')]).toEqual([401, 200]);
});

it.each(firstOf(1, cases.toReversed()))(
  'the page of an account shows how to use its tokens, and what they did, in %s',
  async (language, locale, width) => {
    const { words } = wordsOf(language);
    const { call } = await desk.api('superadmin');
    const name = `Robot ${language}`;
    const { id } = (await call('POST', '/v1/service_account', { name, role: 'GeneralAdmin' })) as { id: number };
    const given = { account_id: id, name: 'First', scopes: ['product:*'] };
    const { token } = (await call('POST', '/v1/service_token', given)) as { token: string };
    const code = `ROBOT-${language.toUpperCase()}`;
    const made = await fetch(`${desk.server.url}/v1/product`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify({ name: `Machine ${language}`, code, deployment_id: 1, category_id: 1001 }),
    });
    expect(made.status).toBe(200);

    const page = await desk.open('superadmin', {
      locale,
      viewport: { width, height: 900 },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const shot = (picture: string) => takePicture(page, `${picture}-${language}`, true);
    const openTab = async (tab: string) => {
      await page.goto(`/setting/service_account/${id}?tab=${tab}`);
      await page.getByText(name).first().waitFor();
    };
    await openTab('activity');
    await page.getByText(`Machine ${language}`).first().waitFor();
    await shot('account-activity');
    expect(await findings(page)).toEqual([]);
    await openTab('use');
    await page.getByRole('group', { name: 'curl' }).waitFor();
    await shot('account-use');
    expect(await findings(page)).toEqual([]);
    const copied = async (example: string) => {
      await page.getByRole('button', { name: `${words.actions.copy} ${example}` }).click();
      const shown = (await page.getByRole('group', { name: example }).textContent()) ?? '';
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(shown);
      return shown;
    };
    const folder = mkdtempSync(join(tmpdir(), 'licence-example-'));
    const run = (command: string, ...args: string[]) =>
      promisify(execFile)(command, args, { env: { ...process.env, TOKEN: token }, cwd: process.cwd() });
    expect(await copied('curl')).toContain(`${desk.server.url}/v1/order/list`);
    writeFileSync(join(folder, 'list.mts'), (await copied('TypeScript')).replace('/v1/order/', '/v1/product/'));
    const { stdout } = await run(process.execPath, '--import', 'tsx', join(folder, 'list.mts'));
    expect(stdout).toContain(code);
    rmSync(folder, { recursive: true });
  },
);

it('a network that is typed and not completed is not lost to Escape, nor to the way back', async () => {
  const { words, say } = wordsOf('en');
  const page = await desk.open('superadmin', { reducedMotion: 'reduce' });
  await page.goto('/setting/service_account');
  await page.locator('nav a[href="/setting/service_token"]').click();
  await page.waitForURL('**/setting/service_token');
  const create = words.list.create(say(contract.entity('service_token').label));
  const question = page.getByRole('dialog').getByText(words.ask.leave);
  const network = field(page, 'networks');
  await openNew(page, create);
  await network.click();
  // The first Escape closes the list of the picker.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await poll(() => depth(page)).toBe(0);
  await openNew(page, create);
  await network.click();
  await page.keyboard.type('10.0.0.0/8');
  await page.keyboard.press('Escape');
  const ways = [() => page.keyboard.press('Escape'), () => page.evaluate(() => window.history.back())];
  for (const leave of ways) {
    await leave();
    await question.waitFor();
    await button(page, words.ask.stay).click();
    await poll(() => depth(page)).toBe(1);
    expect(await page.getByRole('dialog').textContent()).toContain('10.0.0.0/8');
  }
  await page.getByRole('dialog').getByRole('button', { name: words.actions.cancel }).click();
  await button(page, words.ask.discard).click();
  await poll(() => depth(page)).toBe(0);
});

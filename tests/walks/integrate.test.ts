import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { en } from '../../src/i18n/en.ts';
import { settled, startConsole, type TestConsole } from '../support/console.ts';
import { readSteps } from '../support/guide.ts';
import { takePicture } from '../support/pictures.ts';
import { freePort } from '../support/server.ts';
import { type Stranger, startStranger } from '../support/stranger.ts';

/** docs/guide/integrate.md, followed from its beginning to its end (issue 34, section 3). */

const guide = readFileSync('docs/guide/integrate.md', 'utf8');
const steps = readSteps(guide);
const commands = steps.flatMap((step) => (step.kind === 'run' ? [step.command] : []));
const textOf = (file: string): string =>
  steps.flatMap((step) => (step.kind === 'write' && step.file === file ? [step.text] : []))[0] ?? '';
const commandWith = (part: string): string => commands.find((one) => one.includes(part)) ?? '';

/** The rows of a table of the page, by its headings. */
function tableWith(heading: string): Record<string, string>[] {
  const lines = guide.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  const start = lines.findIndex((cells) => cells[1] === heading);
  const headings = lines[start] ?? [];
  const end = lines.findIndex((cells, at) => at > start && cells.length < 2);
  return lines
    .slice(start + 2, end)
    .map((cells) => Object.fromEntries(headings.map((name, at) => [name, cells[at] ?? ''])));
}
const codesIn = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

/** The settings before a command: `A=1 npm start`. */
const settingsOf = (command: string): Record<string, string> =>
  Object.fromEntries([...command.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name, value]) => [name, value]));

/** For programs that start beside other tests. */
const patiently = { timeout: 60_000 };

let desk: TestConsole;
let stranger: Stranger;
let page: Page;
let port: number;
let receiver: ChildProcess | undefined;
/** What the page leaves to be filled in. */
const values: Record<string, string> = {};

beforeAll(async () => {
  desk = await startConsole(settingsOf(commandWith('npm start')));
  values['CONSOLE_URL'] = desk.server.url;
  port = await freePort();
  const [, packages = ''] = commandWith('npm install').split('.tgz ');
  stranger = startStranger([...packages.split(' '), '@types/node']);
  for (const step of steps)
    if (step.kind === 'write') stranger.write(step.file, step.text.replaceAll('9000', String(port)));
  page = await desk.open('superadmin', { locale: 'en-US', viewport: { width: 1440, height: 1000 } });
  await page.goto('/dashboard');
  await settled(page);
}, 240_000);
afterAll(async () => {
  receiver?.kill();
  await desk?.close();
  stranger?.remove();
});

/** The commands of the page, without a registry. */
const argumentsOf = (command: string): string[] =>
  command.replace('npx tsx', 'node_modules/tsx/dist/cli.mjs').split(' ');

/**
 * Runs the script, and confirms its order as the page asks a salesman to.
 * @returns what it prints
 * @throws an error with its output, if it fails
 */
async function runScript(): Promise<string> {
  const sales = await desk.api('sales');
  const script = promisify(execFile)(process.execPath, argumentsOf(commandWith('licence.mts')), {
    cwd: stranger.folder,
  });
  let printed = '';
  script.child.stdout?.on('data', (text) => (printed += String(text)));
  const confirmed = expect
    .poll(() => printed, patiently)
    .toContain('waits for a salesman')
    .then(async () => {
      const { items } = await sales.call('GET', `/v1/order/list?search=${/ORD\d+/.exec(printed)?.[0]}`);
      await sales.call('POST', `/v1/order/${items[0].id}`, { status: 1, assign_period: 30, use_period: 365 });
    });
  const [{ stdout }] = await Promise.all([script, confirmed]);
  return stdout;
}

const dialog = () => page.getByRole('dialog').last();

/** Chooses options in the dialog: of a select, or by what is typed into a picker. */
async function pick(label: string, ...options: string[]): Promise<void> {
  const input = dialog().getByRole('combobox', { name: new RegExp(`^${label}`) });
  const isTyped = (await input.evaluate((element) => element.tagName)) === 'INPUT';
  for (const option of options) {
    if (isTyped) await input.fill(option);
    else await input.click();
    await page.getByRole('option').filter({ hasText: option }).first().click();
  }
  // A picker of several values stays open.
  if (isTyped && (await input.getAttribute('aria-expanded')) === 'true') await page.keyboard.press('Escape');
}

/** Opens a page of the settings by the menu, and the form of a new record in it. */
async function openForm(menu: string, record: string): Promise<void> {
  const link = page.getByRole('link', { name: menu, exact: true });
  const group = page.getByRole('button', { name: 'Settings', exact: true });
  await expect
    .poll(async () => {
      if ((await group.getAttribute('aria-expanded')) === 'false') await group.click();
      return link.isVisible();
    })
    .toBe(true);
  await link.click();
  await page
    .getByRole('button', { name: en.list.create(record) })
    .first()
    .click();
  await dialog().waitFor();
}

/** Creates what the dialog asks for. */
const create = () => dialog().getByRole('button', { name: en.actions.create, exact: true }).click();

/** @returns a text that the console shows once */
async function readOnce(testId: string): Promise<string> {
  const text = (await page.getByTestId(testId).textContent()) ?? '';
  await takePicture(page, `integrate-${testId}`);
  await dialog().getByRole('button', { name: en.actions.close, exact: true }).last().click();
  await dialog().waitFor({ state: 'detached' });
  return text;
}

/** Writes `.env` as on the page, with the values that the console has shown so far. */
function writeSettings(): void {
  const lines = textOf('.env')
    .trim()
    .split('\n')
    .map((line) => line.split('='));
  stranger.write('.env', lines.map(([name = '', shown]) => `${name}=${values[name] ?? shown}\n`).join(''));
}

describe('the guide from nothing to a licence', () => {
  it('has programs that compile', () => {
    for (const file of ['licence.mts', 'receiver.mts']) expect(stranger.compile(file)).toBe('');
  }, 60_000);

  it('leads to a licence that is genuine', async () => {
    for (const { account = '', role = '', enterprise, scopes, token } of tableWith('account')) {
      await openForm('Service accounts', 'Service account');
      await dialog().getByRole('textbox', { name: /^Name/ }).fill(account);
      await pick('Role', role);
      if (enterprise) await pick('Enterprise', enterprise);
      await takePicture(page, `integrate-account-${account}`);
      await create();
      await page.getByRole('link', { name: account, exact: true }).first().waitFor();
      await openForm('Tokens', 'Token');
      await dialog().getByRole('textbox', { name: /^Name/ }).fill('First');
      await pick('Service account', account);
      await pick('Scopes', ...codesIn(scopes));
      await takePicture(page, `integrate-token-${account}`);
      await create();
      values[codesIn(token)[0] ?? ''] = await readOnce('token');
    }
    writeSettings();
    const [, first, ...others] = (await runScript()).trim().split('\n');
    expect(first).toMatch(/^Licence [0-9a-f-]{36} of order ORD\d{13,} is genuine$/);
    const [order = ''] = /ORD\d+/.exec(first ?? '') ?? [];
    expect(others[0]).toMatch(new RegExp(`^${order}: 2 hosts until 20`));
    expect(others.length).toBeGreaterThan(1);
  }, 120_000);

  it('has the receiver told of the next order and its licence', async () => {
    const [{ name, address, events } = {}] = tableWith('name');
    const url = (address ?? '').replace('9000', String(port));
    await openForm('Webhooks', 'Webhook');
    await dialog()
      .getByRole('textbox', { name: /^Name/ })
      .fill(name ?? '');
    await dialog()
      .getByRole('textbox', { name: /^Address/ })
      .fill(url);
    await pick('Events', ...codesIn(events));
    await takePicture(page, `integrate-webhook`);
    await create();
    values['WEBHOOK_SECRET'] = await readOnce('secret');
    writeSettings();
    let heard = '';
    receiver = spawn(process.execPath, argumentsOf(commandWith('receiver.mts')), { cwd: stranger.folder });
    receiver.stdout?.on('data', (text) => (heard += String(text)));
    await expect.poll(() => heard, patiently).toContain('Listening');
    const [, id = '', order = ''] = /Licence (\S+) of order (\S+)/.exec(await runScript()) ?? [];
    await expect.poll(() => heard, patiently).toContain(`Order ${order} was approved`);
    await expect.poll(() => heard, patiently).toContain(`Licence ${id} was issued`);
    expect(heard.trim().split('\n').length).toBe(3);
  }, 120_000);

  it('prints what is refused, and ends with an error', async () => {
    values['OPERATIONS_TOKEN'] = values['SHOP_TOKEN'] ?? '';
    writeSettings();
    const failed = await runScript().then(
      () => undefined,
      (error) => error,
    );
    expect(failed).toMatchObject({ code: 1 });
    expect(failed.stderr).toMatch(/^403 forbidden /);
  }, 120_000);
});

import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { en } from '../../src/i18n/en.ts';
import { zh } from '../../src/i18n/zh.ts';
import { type Account, password, type TestConsole } from './console.ts';

/** The texts of the declaration in docs/guide/new-resource.md, in each language. */
export const languages = [
  {
    language: 'en',
    locale: 'en-US',
    words: en,
    required: 'The current item cannot be empty',
    wording: {
      serial: 'Serial number',
      enterprise: 'Enterprise',
      product: 'Product',
      level: 'Level',
      basic: 'Basic',
      extended: 'Extended',
      place: 'Place',
      claim: 'Claim',
      fault: 'Fault',
      claimed: 'Claimed',
      settle: 'Settle',
      settled: 'Settled',
      running: 'Running',
    },
  },
  {
    language: 'zh',
    locale: 'zh-CN',
    words: zh,
    required: '当前项不能为空',
    wording: {
      serial: '序列号',
      enterprise: '企业',
      product: '产品',
      level: '级别',
      basic: '基础',
      extended: '延长',
      place: '地点',
      claim: '报修',
      fault: '故障描述',
      claimed: '已报修',
      settle: '处理完毕',
      settled: '已处理',
      running: '保修中',
    },
  },
] as const;

export interface Bench {
  readonly desk: TestConsole;
  /** The resource, the title of its screen, and its English singular. */
  readonly name: string;
  readonly title: string;
  readonly one: string;
  readonly words: (typeof languages)[number];
}

interface Reply {
  status: number;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of any shape and state what they expect
  body: any;
}

/** Sends requests as accounts of the demo, each signed in once. Refusals are returned as well. */
export function asker<Name extends string = Account>({ server }: TestConsole) {
  const keys = new Map<Name, Promise<string>>();
  const send = async (key: string | undefined, method: string, path: string, body?: unknown, more: object = {}) => {
    const headers = { 'content-type': 'application/json', ...(key && { authorization: key }), ...more };
    const answer = await fetch(server.url + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, text, body: text.startsWith('{') ? JSON.parse(text) : undefined } as Reply;
  };
  const signIn = async (name: Name): Promise<string> =>
    (await send(undefined, 'POST', '/v1/auth/login', { name, password })).body.api_key;
  return async (account: Name | undefined, method: string, path: string, body?: unknown, headers: object = {}) => {
    if (account && !keys.has(account)) keys.set(account, signIn(account));
    return send(account && (await keys.get(account)), method, path, body, headers);
  };
}

/** Opens the screen of the guide's resource in a browser, as an account of the demo. */
export async function openScreen({ desk, name, title, one, words: bench }: Bench, account: Account) {
  const { words, wording, locale, required } = bench;
  const page = await desk.open(account, { reducedMotion: 'reduce', locale });
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(`/${name}`);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  const row = (serial: string) => page.locator('tbody tr').filter({ hasText: serial });
  const button = (text: string) => page.getByRole('button', { name: text, exact: true });
  const dialog = () => page.getByRole('dialog').last();
  const press = (text: string) => dialog().getByRole('button', { name: text, exact: true }).click();
  const box = (label: string) => dialog().getByRole('textbox', { name: new RegExp(`^${label}( \\*)?$`) });
  const gone = () => page.getByRole('dialog').waitFor({ state: 'detached' });
  const create = words.list.create(bench.language === 'en' ? one : '保修单');
  const pick = async (label: string) => {
    await dialog()
      .getByRole('combobox', { name: new RegExp(`^${label}( \\*)?$`) })
      .click();
    await page.getByRole('option').first().click();
  };
  const step = async (serial: string, label: string) =>
    row(serial).getByRole('button', { name: label, exact: true }).click();

  return {
    async isInMenu() {
      await page.goto('/dashboard');
      await page.getByRole('navigation', { name: words.header.menu }).getByRole('link', { name: title }).click();
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
    },
    async seesRows(count: number) {
      await row('WA-1001').waitFor();
      await expect.poll(() => page.locator('tbody tr').count()).toBe(count);
      await row('WA-1001').getByText(wording.basic).waitFor();
    },
    async buttons(...names: ('create' | 'remove' | 'edit' | 'claim')[]): Promise<number[]> {
      const found = {
        create: button(create),
        remove: row('WA-1001').getByRole('button', { name: `${words.actions.remove}: WA-1001` }),
        edit: row('WA-1001').getByRole('button', { name: `${words.actions.edit}: WA-1001` }),
        claim: row('WA-1001').getByRole('button', { name: wording.claim, exact: true }),
      };
      return Promise.all(names.map((key) => found[key].count()));
    },
    async refusesAnEmptyForm() {
      await button(create).click();
      await press(words.actions.create);
      await dialog().getByText(required).first().waitFor();
      await expect.poll(() => dialog().getByText(required).count()).toBe(3);
    },
    /** Fills in the open form. */
    async makes(serial: string) {
      await box(wording.serial).fill(serial);
      await pick(wording.enterprise);
      await pick(wording.product);
      await press(words.actions.create);
      await page.getByRole('alert').filter({ hasText: words.done.created }).waitFor();
      await gone();
      await row(serial).getByText(wording.running).waitFor();
    },
    async opensDetail(serial: string) {
      await row(serial).getByRole('link', { name: serial }).click();
      await dialog()
        .getByRole('button', { name: words.record.showEmpty(1).replace(/1.*/, '') })
        .click();
      await dialog().getByText(wording.place).waitFor();
      await dialog().getByRole('button', { name: words.actions.close }).click();
      await gone();
    },
    async changes(serial: string, place: string) {
      await page.getByRole('button', { name: `${words.actions.edit}: ${serial}` }).click();
      await box(wording.place).fill(place);
      await press(words.actions.save);
      await gone();
      await row(serial).getByRole('link', { name: serial }).click();
      await dialog().getByText(place).waitFor();
      await dialog().getByRole('button', { name: words.actions.close }).click();
      await gone();
    },
    async narrowsByLevel() {
      const before = await page.locator('tbody tr').count();
      await page.getByRole('search').getByRole('combobox', { name: wording.level }).click();
      await page.getByRole('option', { name: wording.extended }).click();
      await row('WA-1001').waitFor({ state: 'detached' });
      await expect.poll(() => page.locator('tbody tr').count()).toBe(2);
      await page.getByRole('search').getByRole('button', { name: words.list.reset }).click();
      await row('WA-1001').waitFor();
      await expect.poll(() => page.locator('tbody tr').count()).toBe(before);
    },
    async exportsRows() {
      const [download] = await Promise.all([page.waitForEvent('download'), button(words.views.export).click()]);
      expect(download.suggestedFilename()).toMatch(new RegExp(`^${name}-.*\\.csv$`));
      const lines = readFileSync(await download.path(), 'utf8')
        .trim()
        .split('\r\n');
      expect(lines[0]).toContain(wording.serial);
      expect(lines).toHaveLength(5);
    },
    async deletes(serial: string) {
      await page.getByRole('button', { name: `${words.actions.remove}: ${serial}` }).click();
      await press(words.actions.remove);
      await row(serial).waitFor({ state: 'detached' });
    },
    async claims(serial: string) {
      await step(serial, wording.claim);
      await press(wording.claim);
      await dialog().getByText(required).waitFor();
      await box(wording.fault).fill('It smokes 冒烟');
      await press(wording.claim);
      await gone();
      await row(serial).getByText(wording.claimed, { exact: true }).waitFor();
    },
    async settles(serial: string) {
      await step(serial, wording.settle);
      await press(wording.settle);
      await gone();
      await row(serial).getByText(wording.settled, { exact: true }).waitFor();
    },
    /** The custom cell, action and input of the guide. */
    async drawsByHand(serial: string) {
      await row(serial).locator('.MuiChip-root').getByText('365 days').waitFor();
      await expect
        .poll(() => row(serial).getByRole('link', { name: 'Write' }).getAttribute('href'))
        .toBe('mailto:a@b.example');
      await button(create).click();
      await box(wording.serial).fill('small-1');
      await expect.poll(() => box(wording.serial).inputValue()).toBe('SMALL-1');
    },
    async hasItsPage(serial: string) {
      await page.goto('/dashboard');
      await page.getByRole('navigation').getByRole('link', { name: 'Ending soon' }).click();
      await page.getByRole('heading', { level: 1, name: 'Ending soon' }).waitFor();
      await page.getByText(serial).waitFor();
    },
    async close() {
      await page.close();
      expect(problems).toEqual([]);
    },
  };
}

import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setupSteps } from '../../contract/choices/setup.ts';
import { contract } from '../../contract/index.ts';
import { password } from '../support/account.ts';
import { findings } from '../support/axe.ts';
import { settled, startConsole, type TestConsole } from '../support/console.ts';
import { overflowingParts } from '../support/overflowingParts.ts';
import { takePicture } from '../support/pictures.ts';
import { wordsOf } from '../support/places.ts';
import { firstOf } from '../support/scale.ts';
import { dataFolder } from '../support/server.ts';

/** The first start without the demo, from nothing to the first enterprise (issue 35, section 6). */

const DATA_DIR = dataFolder();
let desk: TestConsole;
let post: (path: string, body: object) => Promise<void>;

beforeAll(async () => {
  const printed = execFileSync(process.execPath, ['--import', 'tsx', 'scripts/admin.ts', 'create', 'first.admin'], {
    env: { ...process.env, DATA_DIR, DEMO: '0' },
    encoding: 'utf8',
  });
  const [, given = ''] = /password (\S+),/.exec(printed) ?? [];
  desk = await startConsole({ DATA_DIR, DEMO: '0' });
  const send = async (path: string, body: object, key?: string) => {
    const headers = { 'content-type': 'application/json', ...(key && { authorization: key }) };
    const answer = await fetch(desk.server.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return answer.json();
  };
  const { api_key } = await send('/v1/auth/login', { name: 'first.admin', password: given });
  const change = { password: given, password1: password, password2: password };
  await send('/v1/auth/password', change, api_key);
  const { api_key: key } = await send('/v1/auth/login', { name: 'first.admin', password });
  post = (path, body) => send(path, body, key);
}, 120_000);

afterAll(async () => {
  await desk.close();
  rmSync(DATA_DIR, { recursive: true, force: true });
});

const cases = [
  ['en', 'en-US', 1440],
  ['zh', 'zh-CN', 390],
  ['en', 'en-GB', 749],
] as const;

it.each(firstOf(2, cases))(
  'an empty console leads to its steps, which can be left, in %s (%s, %i px)',
  async (language, locale, width) => {
    const { words, say } = wordsOf(language);
    const page = await desk.open('first.admin', { locale, viewport: { width, height: 900 } });
    await page.goto('/dashboard');
    const card = page.getByRole('region', { name: words.setup.title });
    await card.getByText(words.setup.progress(0, setupSteps.length)).waitFor();
    await takePicture(page, `setup-card-${language}-${width}`, true);
    await card.getByRole('link', { name: words.setup.start }).click();
    await page.getByRole('heading', { level: 1, name: words.setup.title }).waitFor();
    for (const { label } of setupSteps) {
      await page.getByRole('heading', { level: 2, name: say(label) }).waitFor();
      await settled(page);
      expect(await findings(page)).toEqual([]);
      expect(await overflowingParts(page)).toEqual([]);
      await takePicture(page, `setup-${say(label)}-${language}-${width}`, true);
      const later = page.getByRole('button', { name: words.setup.later });
      if ((await later.count()) > 0) await later.click();
    }
    await page.getByRole('link', { name: words.setup.finish }).click();
    await card.waitFor();
  },
);

it('opens at the first open step, is done step by step, and leaves the dashboard once the console can be used', async () => {
  const { words, say } = wordsOf('en');
  const page = await desk.open('first.admin');
  await page.goto('/setup');
  const nameOf = (id: string) => say(setupSteps.find((step) => step.id === id)?.label);
  const heading = (id: string) => page.getByRole('heading', { level: 2, name: nameOf(id) });
  await heading('account').waitFor();
  const { items } = await (
    await fetch(`${desk.server.url}/v1/user/list`, {
      headers: { authorization: (await desk.api('first.admin')).welcome.api_key },
    })
  ).json();
  await post(`/v1/user/${items[0].id}`, { phone: '13800000000', params: { liaison_mail: 'first@vendor.example' } });
  await page.goto('/setup');
  await heading('product_name').waitFor();
  const { fields } = contract.entity('product_setting');
  await page.getByRole('textbox', { name: say(fields['name_en']?.label) }).fill('Acme licences');
  await page.getByRole('button', { name: words.actions.save, exact: true }).click();
  await page.getByText(words.setup.isDone, { exact: true }).waitFor();
  await page.getByRole('button', { name: words.setup.next }).click();
  await heading('mail').waitFor();
  await page.getByRole('button', { name: nameOf('product') }).click();
  await page.getByRole('button', { name: words.list.create(say(contract.entity('product').label)) }).click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await post('/v1/product', { name: 'Cloud', code: 'CLOUD', deployment_id: 1, category_id: 1001 });
  const nick_name = 'Sam';
  await post('/v1/user', { name: 'sam.sales', nick_name, role_id: 3, phone: '13800000001', password: 'Licence-2027' });
  await page.reload();
  await page.getByRole('button', { name: nameOf('enterprise') }).click();
  await page.getByRole('button', { name: words.list.create(say(contract.entity('enterprise').label)) }).waitFor();
  await post('/v1/enterprise', {
    name: 'First customer',
    code: 'FIRST',
    type: 1,
    contact_man: 'Ann',
    sales_user_id: 2,
  });
  await page.goto('/setup');
  await page.getByText(words.setup.ready).waitFor();
  await takePicture(page, 'setup-ready', true);
  await page.goto('/dashboard');
  await settled(page);
  expect(await page.getByRole('region', { name: words.setup.title }).count()).toBe(0);
});

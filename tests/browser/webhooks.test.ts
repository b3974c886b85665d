import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { deliveryErrors, deliveryStates, switchOffReasons, webhookStates } from '../../contract/choices/webhook.ts';
import { contract } from '../../contract/index.ts';
import type { Choice } from '../../contract/schema/field/options.ts';
import { findings } from '../support/axe.ts';
import { settled, startConsole, still, type TestConsole } from '../support/console.ts';
import { takePicture } from '../support/pictures.ts';
import { wordsOf } from '../support/places.ts';
import { openTab } from '../support/record.ts';
import { firstOf } from '../support/scale.ts';
import { answering, type Receiver, signatureBy, startReceiver } from '../support/webhookReceiver.ts';

/** The screens of webhooks: a webhook, its secret, its deliveries, and what is done with them (issue 34, section 2). */

const [webhook, delivery] = [contract.entity('webhook'), contract.entity('webhook_delivery')];
const failureText = 'the shop is closed';

let desk: TestConsole;
let receiver: Receiver;
beforeAll(async () => {
  desk = await startConsole({ WEBHOOK_HTTP: '1', WEBHOOK_NETWORKS: '127.0.0.0/8' });
  // The clock announces ends of licences meanwhile, which a webhook for all events would send as well.
  const { call } = await desk.api('enterprise');
  const { items } = (await call('GET', '/v1/assignment/list?filter_status=1&is_paginate=false')) as {
    items: readonly { id: number }[];
  };
  for (const { id } of items) await call('POST', `/v1/assignment/decline_renewal/${id}`, { decline_reason: 'other' });
}, 120_000);
afterAll(() => desk.close());
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

/** The violations of WCAG once nothing moves any more: a dialog that fades in has no contrast yet. */
async function violations(page: Page): Promise<string[]> {
  await still(page);
  return findings(page);
}

type Account = 'enterprise' | 'superadmin';

/** A console in a language, with the words that its reader sees. */
async function openDesk(account: Account, language: 'en' | 'zh', width: number) {
  const { words, say } = wordsOf(language);
  const page = await desk.open(account, {
    locale: language === 'zh' ? 'zh-CN' : 'en-US',
    viewport: { width, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const isPhone = width < 600;
  const choice = (choices: readonly Choice[], id: unknown) => say(choices.find((one) => one.id === id)?.label);
  return {
    page,
    words,
    say,
    shot: (name: string) => takePicture(page, `${name}-${account}-${language}-${width}`),
    state: (id: number) => choice(webhookStates, id),
    sent: (id: number) => choice(deliveryStates, id),
    choice,
    open: async (path: string) => {
      await page.goto(path);
      await settled(page);
    },
    openTab: (label: string) => openTab(page, label, language),
    /** The rows of the list that is open: of a table, or on a phone cards. */
    rows: (within: Page | Locator = page) => within.locator(isPhone ? 'li[data-row]' : 'tbody tr'),
    press: (name: string, within: Page | Locator = page) =>
      within.getByRole('button', { name, exact: true }).first().click(),
  };
}
type Desk = Awaited<ReturnType<typeof openDesk>>;

const transitions = webhook.lifecycle?.transitions;
const { test, replay } = webhook.actions ?? {};

/** Creates a webhook in the console, by its form, and copies its secret. */
async function createWebhook(at: Desk, name: string): Promise<string> {
  const { page, words, say, press, shot } = at;
  await at.open('/setting/webhook');
  await press(words.list.create(say(webhook.label)));
  const form = page.getByRole('dialog');
  const field = (source: string) => form.getByRole('textbox', { name: say(webhook.fields[source]?.label) });
  await field('name').fill(name);
  await field('url').fill(receiver.url());
  await form.getByRole('combobox', { name: say(webhook.fields['events']?.label) }).fill('order.approved');
  await page.getByRole('option', { name: /order\.approved/ }).click();
  await shot('picker');
  await page.keyboard.press('Escape');
  await press(words.webhook.everything, form);
  await page.getByRole('button', { name: '*', exact: true }).waitFor();
  expect(await violations(page)).toEqual([]);
  await shot('form');
  await press(words.actions.create, form);
  const shown = page.getByTestId('secret');
  await shown.waitFor();
  const secret = (await shown.textContent()) ?? '';
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(await violations(page)).toEqual([]);
  await shot('secret');
  expect(await page.getByRole('link', { name: words.webhook.reference }).getAttribute('href')).toContain('/docs/api');
  await press(words.actions.copy, page.getByRole('dialog'));
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await press(words.actions.close, page.getByRole('dialog'));
  await page.getByText(name).first().waitFor();
  await expect.poll(() => page.getByText(secret).count()).toBe(0);
  return secret;
}

const makers = [
  ['enterprise', 'zh', 390],
  ['superadmin', 'en', 1440],
] as const;

it.each(firstOf(1, makers))(
  '%s creates a webhook, tries it, and sends again what failed, in %s at %i px',
  async (account, language, width) => {
    const at = await openDesk(account, language, width);
    const { page, words, say, press, shot } = at;
    const name = `Shop ${account}`;
    const secret = await createWebhook(at, name);
    const own = new RegExp(name);
    await page.getByRole('link', { name: own }).first().click();
    await press(say(test?.label));
    const first = await receiver.until(({ body }) => body.type === 'webhook.test');
    expect(first.headers['webhook-signature']).toBe(signatureBy(secret, first));
    const whole = page.url().replace(/\?.*/, '');

    // Its deliveries appear while the tab is open, with the state that they come to.
    await at.openTab(say(delivery.labels));
    const panel = page.getByRole(width < 600 ? 'region' : 'tabpanel', { name: say(delivery.labels) });
    await at
      .rows(panel)
      .filter({ hasText: at.sent(1) })
      .waitFor();
    receiver.reply(answering(500, {}, failureText));
    await press(say(test?.label));
    const failed = at.rows(panel).filter({ hasText: at.sent(2) });
    await failed.waitFor();
    await shot('deliveries');
    expect(await violations(page)).toEqual([]);

    await failed.getByRole('link', { name: /webhook\.test/ }).click();
    await page.getByText('"type": "webhook.test"').first().waitFor();
    await page.getByText('webhook-signature: v1,').first().waitFor();
    await page.getByText(at.choice(deliveryErrors, 'bad_status')).last().waitFor();
    // What the receiver answered is for the vendor's administrators.
    expect(await page.getByText(failureText).count()).toBe(account === 'superadmin' ? 1 : 0);
    // The failure of the delivery is no failure of the request.
    expect(await page.getByText('bad_status', { exact: true }).count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await shot('delivery');
    receiver.reply(answering(200));
    const again = say(delivery.actions?.['replay']?.label);
    await press(again, page.getByRole('dialog').last());
    await page.getByRole('dialog').last().getByText(at.sent(1), { exact: true }).waitFor();
    expect(new Set(receiver.all.map(({ headers }) => headers['webhook-id'])).size).toBe(2);

    // The whole range again: the two deliveries with their ids.
    await at.open(whole);
    const before = receiver.all.length;
    await press(say(replay?.label));
    const range = page.getByRole('dialog', { name: new RegExp(`^${say(replay?.label)} ·`) });
    await range.getByRole('textbox', { name: say(replay?.input?.['since']?.label) }).fill('2020-01-01');
    await range.getByRole('switch', { name: say(replay?.input?.['failed_only']?.label) }).click();
    expect(await violations(page)).toEqual([]);
    await shot('replay');
    await press(say(replay?.label), range);
    await expect.poll(() => receiver.all.length).toBe(before + 2);
    expect(new Set(receiver.all.map(({ headers }) => headers['webhook-id'])).size).toBe(2);

    await press(words.webhook.rotate);
    const rotate = page.getByRole('dialog', { name: words.webhook.rotateTitle(name) });
    await press(words.webhook.rotate, rotate);
    await rotate.getByTestId('secret').waitFor();
    const next = (await rotate.getByTestId('secret').textContent()) ?? '';
    expect(next).not.toBe(secret);
    await shot('rotated');
    await press(words.actions.close, rotate);
    await press(say(test?.label));
    const signed = await receiver.until((one) => `${one.headers['webhook-signature']}`.includes(' '));
    expect(signed.headers['webhook-signature']).toBe(
      [signatureBy(next, signed), signatureBy(secret, signed)].join(' '),
    );

    const isNow = (id: number) => page.getByRole('dialog').locator('header').getByText(at.state(id), { exact: true });
    for (const [step, state] of [
      [transitions?.['switch_off'], 0],
      [transitions?.['switch_on'], 1],
    ] as const) {
      const label = say(step?.label);
      await press(label);
      await press(label, page.getByRole('dialog', { name: `${label} · ${name}` }));
      await isNow(state).waitFor();
    }
    await shot('record');
  },
);

const pages = [
  ['superadmin', 'en', 390],
  ['superadmin', 'zh', 1440],
] as const;

it.each(firstOf(1, pages))(
  'says on its page why it was switched off, and sends several deliveries again, in %s %s at %i px',
  async (account, language, width) => {
    const at = await openDesk(account, language, width);
    const { page, words, say, press, shot } = at;
    const { call } = await desk.api('superadmin');
    const name = `CRM ${language}`;
    const { id } = (await call('POST', '/v1/webhook', { name, url: receiver.url(), events: ['enterprise.*'] })) as {
      id: number;
    };
    const change = (count: number) => call('POST', '/v1/enterprise/1', { contact_man: `Ann ${language} ${count}` });
    receiver.reply(answering(500));
    await change(1);
    await receiver.until(() => receiver.all.length === 1);
    await at.open(`/setting/webhook/${id}`);
    await page.getByText(words.webhook.failing('').split(' ').at(-1) ?? '').waitFor();
    receiver.reply(answering(410));
    await change(2);
    // The page says so as soon as it happens.
    await page.getByRole('heading', { name: at.choice(switchOffReasons, 'gone') }).waitFor();
    await page.getByRole('dialog').locator('header').getByText(at.state(9), { exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
    await shot('off');
    receiver.reply(answering(200));
    const on = say(transitions?.['switch_on']?.label);
    await press(on);
    await press(on, page.getByRole('dialog', { name: `${on} · ${name}` }));
    // Not just without the heading, which is hidden from the tree while the question is open.
    await page.getByRole('dialog').locator('header').getByText(at.state(1), { exact: true }).waitFor();
    await page.getByRole('heading', { name: at.choice(switchOffReasons, 'gone') }).waitFor({ state: 'detached' });

    // Both deliveries of the webhook, selected in the list of all.
    await change(3);
    await receiver.until(({ body }) => body.data.contact_man?.endsWith('3'));
    await at.open(`/setting/webhook_delivery?filter=${encodeURIComponent(JSON.stringify({ webhook_id: id }))}`);
    await expect.poll(() => at.rows().count()).toBe(3);
    const before = receiver.all.length;
    for (const row of [0, 1]) await at.rows().nth(row).getByRole('checkbox').check();
    const again = say(delivery.actions?.['replay']?.label);
    await press(`${again} (2)`);
    await shot('bulk');
    await press(`${again} (2)`, page.getByRole('dialog'));
    await expect.poll(() => receiver.all.length).toBeGreaterThanOrEqual(before + 2);
    expect(new Set(receiver.all.map(({ headers }) => headers['webhook-id'])).size).toBe(3);
  },
);

const readers = [
  ['superadmin', 'zh', 1440],
  ['enterprise', 'en', 390],
] as const;

it.each(firstOf(1, readers))(
  '%s reads what is sent, by the keyboard, in %s at %i px',
  async (account, language, width) => {
    const at = await openDesk(account, language, width);
    const { page, words, shot } = at;
    await at.open('/setting/webhook');
    await page.getByRole('button', { name: words.webhook.examples }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: words.webhook.examples });
    await dialog.getByRole('combobox', { name: words.webhook.filter }).waitFor();
    await page.keyboard.type('order.approved');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const example = dialog.getByTestId('example');
    await example.waitFor();
    expect(JSON.parse((await example.textContent()) ?? '')).toMatchObject({
      type: 'order.approved',
      data: { id: expect.any(Number) },
    });
    expect(await violations(page)).toEqual([]);
    await shot('example');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  },
);

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import { testKey } from '../../scripts/kit/testKeys.ts';
import { relayReport, relayRequest } from '../../server/relay/request.ts';
import { findings } from '../support/axe.ts';
import { settled, startConsole, type TestConsole } from '../support/console.ts';
import { type Customer, makeCustomer } from '../support/customer.ts';
import { button, dialog, field } from '../support/form.ts';
import { takePicture } from '../support/pictures.ts';
import { wordsOf } from '../support/places.ts';
import { readCode } from '../support/readCode.ts';
import { openTab } from '../support/record.ts';
import { firstOf } from '../support/scale.ts';

/** Activations in the console: for a machine and a relay without a network, in the licence's tab, and in the vendor's list (issue 36). */

let desk: TestConsole;
let customer: Customer;
beforeAll(async () => {
  desk = await startConsole();
  customer = await makeCustomer(desk);
  await customer.staff.superadmin.call('POST', '/v1/product/license', {
    product_id: customer.product.id,
    activation: true,
    relay: true,
  });
}, 120_000);
afterAll(() => desk.close());

const cases = [
  ['en', 'en-US', 1440],
  ['zh', 'zh-CN', 390],
] as const;

it.each(firstOf(1, cases))(
  'exchange the request of a machine for a lease, and free its seat, in %s',
  async (language, locale, width) => {
    const { words, say } = wordsOf(language);
    const activation = contract.entity('activation');
    const step = activation.lifecycle?.transitions['release'];
    const options = { locale, viewport: { width, height: 900 }, reducedMotion: 'reduce' } as const;
    const shot = (page: Page, picture: string) => takePicture(page, `${picture}-${language}-${width}`);
    const licence = await customer.licence(await customer.project(), await customer.approved(2), 2);
    const page = await desk.open(customer.name, options);
    await page.goto(`/authorization/assignment?id=${licence}`);
    await settled(page);
    await button(page, words.licence.activateOffline).click();
    await field(page, 'request').fill('not a request');
    await button(dialog(page), words.licence.activateOffline).click();
    await dialog(page)
      .getByText(language === 'en' ? /no request of a machine/ : /不是有效的设备或中继请求/)
      .first()
      .waitFor();
    await shot(page, 'offline-refused');
    const name = `Vault ${language} ${width}`;
    const body = { fingerprint: `vault-${language}-${width}`, name };
    const request = Buffer.from(JSON.stringify(body)).toString('base64url');
    await field(page, 'request').fill(`${request.slice(0, 30)}\n${request.slice(30)}`);
    await button(dialog(page), words.licence.activateOffline).click();
    const lease = dialog(page).getByTestId('secret');
    await lease.waitFor();
    await shot(page, 'offline-lease');
    await button(dialog(page), words.actions.reveal).click();
    await expect.poll(() => lease.textContent()).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    const given = (await lease.textContent()) ?? '';
    // As the camera of the machine sees it.
    const code = dialog(page).getByRole('img', { name: words.licence.leaseCode });
    await expect.poll(async () => readCode(await code.screenshot())).toEqual([given]);
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await openTab(page, say(activation.labels), language);
    await page.getByText(name).first().waitFor();
    expect(await findings(page)).toEqual([]);
    await shot(page, 'activations-of-licence');
    const [machine] = (await customer.call('GET', `/v1/activation/list?filter_assignment_id=${licence}`)).items;
    expect(machine).toMatchObject({ name, seat: 1, status: 1 });

    const vendor = await desk.open('superadmin', options);
    await vendor.goto(`/activation?id=${machine.id}`);
    await settled(vendor);
    await button(vendor.locator('.record'), say(step?.label)).waitFor();
    expect(await findings(vendor)).toEqual([]);
    await button(vendor.locator('.record'), say(step?.label)).click();
    await vendor.getByText(say(step?.confirm)).waitFor();
    await shot(vendor, 'free');
    await dialog(vendor).locator('button[type=submit]').click();
    const stateOf = async () => (await customer.call('GET', `/v1/activation/${machine.id}`)).status;
    await expect.poll(stateOf).toBe(8);
    await vendor.goto('/activation');
    await settled(vendor);
    await vendor.getByText(name).first().waitFor();
    await shot(vendor, 'activations');
  },
);

it.each(firstOf(1, cases.toReversed()))(
  'exchange the request of a relay for a delegation, and end it, in %s',
  async (language, locale, width) => {
    const { words, say } = wordsOf(language);
    const activation = contract.entity('activation');
    const step = activation.lifecycle?.transitions['stop'];
    const options = { locale, viewport: { width, height: 900 }, reducedMotion: 'reduce' } as const;
    const shot = (page: Page, picture: string) => takePicture(page, `${picture}-${language}-${width}`);
    const licence = await customer.licence(await customer.project(), await customer.approved(5), 5);
    const { jti } = await customer.call('GET', `/v1/assignment/${licence}`);
    const key = await testKey(`relay ${language}`);
    const publicJwk = { kty: 'OKP', crv: 'Ed25519', x: String(key.publicJwk.x) };
    const requestFor = (seats: number) =>
      relayRequest({ ...key, publicJwk }, jti, { name: `Dock ${language}`, seats }, Math.floor(Date.now() / 1000));
    const page = await desk.open(customer.name, options);
    await page.goto(`/authorization/assignment?id=${licence}`);
    await settled(page);
    await button(page, words.licence.activateOffline).click();
    await field(page, 'request').fill(await requestFor(6));
    await button(dialog(page), words.licence.activateOffline).click();
    await dialog(page)
      .getByText(language === 'en' ? /Only 5 seats/ : /仅剩 5 个空闲席位/)
      .first()
      .waitFor();
    await shot(page, 'relay-refused');
    await field(page, 'request').fill(await requestFor(3));
    await button(dialog(page), words.licence.activateOffline).click();
    await dialog(page)
      .getByText(language === 'en' ? /The relay has 3 seats/ : /该中继获得 3 个席位/)
      .waitFor();
    const delegation = dialog(page).getByTestId('secret');
    await button(dialog(page), words.actions.reveal).click();
    await expect.poll(() => delegation.textContent()).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    const given = (await delegation.textContent()) ?? '';
    const code = dialog(page).getByRole('img', { name: words.licence.delegationCode });
    await expect.poll(async () => readCode(await code.screenshot())).toEqual([given]);
    expect(await findings(page)).toEqual([]);
    await shot(page, 'relay-delegation');
    await page.keyboard.press('Escape');
    await openTab(page, say(activation.labels), language);
    await page.getByText(`Dock ${language}`).first().waitFor();
    await shot(page, 'relay-of-licence');
    const [relay] = (await customer.call('GET', `/v1/activation/list?filter_assignment_id=${licence}`)).items;
    // The report of the relay: a changed one is refused at its field, a file is read, and the chart has its seats.
    const day = new Date().toISOString().slice(0, 10);
    const iat = Math.floor(Date.now() / 1000);
    const days = [{ day, seats: 2, machines: 3 }];
    const report = await relayReport({ ...key, publicJwk }, jti, `${jti}.${relay.id}`, days, iat);
    await page.goto(`/authorization/assignment?id=${licence}`);
    await settled(page);
    await button(page, words.licence.takeReport).click();
    await field(page, 'report').fill(report.replace('.', '.A'));
    await button(dialog(page), words.licence.takeReport).click();
    await dialog(page)
      .getByText(language === 'en' ? /no report of a relay/ : /不是有效的中继报告/)
      .first()
      .waitFor();
    await shot(page, 'report-refused');
    expect(await findings(page)).toEqual([]);
    await dialog(page)
      .getByLabel(words.licence.chooseFile)
      .last()
      .setInputFiles({ name: 'report.txt', mimeType: 'text/plain', buffer: Buffer.from(`${report}\n`) });
    await expect.poll(() => field(page, 'report').inputValue()).toBe(report);
    await button(dialog(page), words.licence.takeReport).click();
    await page.getByText(words.licence.reportSaved(1)).waitFor();
    await shot(page, 'report-saved');
    await openTab(page, words.licence.usage, language);
    await page.getByText(words.licence.useHeads.delegated).first().waitFor();
    await shot(page, 'use-with-relay');
    await button(page, words.dashboard.asTable).click();
    const chart = page.getByRole('region', { name: words.licence.useByDay, exact: true });
    const numbers = chart.getByRole('row').filter({ hasText: day }).getByRole('cell');
    await expect.poll(async () => (await numbers.allTextContents()).slice(2, 5).join()).toMatch(/^2\D*,3\D*,3$/);
    expect(await findings(page)).toEqual([]);
    await shot(page, 'use-with-relay-table');
    const vendor = await desk.open('superadmin', options);
    await vendor.goto(`/activation?id=${relay.id}`);
    await settled(vendor);
    await button(vendor.locator('.record'), say(step?.label)).click();
    await shot(vendor, 'relay-end');
    expect(await findings(vendor)).toEqual([]);
    await dialog(vendor).locator('button[type=submit]').click();
    await expect.poll(async () => (await customer.call('GET', `/v1/activation/${relay.id}`)).status).toBe(5);
    await vendor.goto('/activation');
    await settled(vendor);
    await vendor.getByText(`Dock ${language}`).first().waitFor();
    await shot(vendor, 'relay-list');
  },
);

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { en } from '../../src/i18n/en.ts';
import { zh } from '../../src/i18n/zh.ts';
import { makeCustomer } from '../support/customer.ts';
import { type Desk, type Page, settled, startDesk } from './support/desk.ts';
import { button, dialog, poll } from './support/form.ts';

/** Bulk runs of which a part is refused (issue 33, section 4). */

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const results = (page: Page, name: string) => page.getByRole('list', { name }).getByRole('listitem');

describe.each([
  [
    'en-US',
    {
      ...en.views,
      close: en.actions.close,
      remove: 'Delete',
      all: 'Delete order (3)',
      changed: 'The record has changed',
    },
  ],
  ['zh-CN', { ...zh.views, close: zh.actions.close, remove: '删除', all: '删除订单（3）', changed: '记录已被修改' }],
] as const)('a deletion that is refused in part, in %s', (locale, words) => {
  async function refusedInPart() {
    const customer = await makeCustomer(desk);
    const ids = [await customer.order(1), await customer.order(1), await customer.order(1)];
    const page = await desk.open(customer.name, { locale });
    await page.goto('/authorization/order');
    await settled(page);
    await page.getByRole('checkbox', { name: words.selectAll }).click();
    await page.getByText(words.selected(3)).waitFor();
    await page.getByRole('button', { name: new RegExp(`^${words.remove} \\(3\\)`) }).click();
    await dialog(page).waitFor();
    await customer.call('POST', `/v1/order/${ids[1]}`, { comment: 'Meanwhile' });
    await dialog(page).getByRole('button', { name: /3/ }).click();
    await dialog(page).getByText(words.partlyDone('2', '1')).waitFor();
    return { customer, page, changed: ids[1] as number };
  }
  const mayBeRead = (key: string, id: number) => desk.ask(key, 'GET', `/v1/order/${id}`);

  it('says how many were done and how many refused and why, and keeps those ticked', async () => {
    const { customer, page, changed } = await refusedInPart();
    expect(await results(page, words.results).first().textContent()).toContain(words.changed);
    expect((await mayBeRead(customer.welcome.api_key, changed)).status).toBe(200);
    await button(dialog(page), words.close).last().click();
    await page.getByText(words.selected(1)).waitFor();
    await poll(() => page.locator('tbody input[type=checkbox]:checked').count()).toBe(1);
  });

  it('tries these again', async () => {
    const { customer, page, changed } = await refusedInPart();
    await button(dialog(page), words.runAgain).click();
    await dialog(page).getByText(words.allDone('1')).waitFor();
    // The title counts what was tried again, as the result does.
    expect(await dialog(page).getByRole('heading').first().textContent()).toContain(words.selected(1));
    expect((await mayBeRead(customer.welcome.api_key, changed)).status).toBe(404);
    expect(await button(dialog(page), words.runAgain).count()).toBe(0);
    await button(dialog(page), words.close).last().click();
    await poll(() => page.getByText(words.selected(1)).count()).toBe(0);
  });
});

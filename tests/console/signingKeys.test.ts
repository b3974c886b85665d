import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Desk, type Page, settled, startDesk } from './support/desk.ts';
import { button, dialog, poll, sent, toast } from './support/form.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const rows = async (page: Page) =>
  (await page.locator('tbody tr').all()).map((row) => row.locator('td').allInnerTexts());
const states = async (page: Page) => (await Promise.all(await rows(page))).map(([, state]) => state);

it.each([
  ['en-US', 'Prepare the next key', 'Change the key', ['Prepared', 'Signs licences', 'Only verifies'], 'stay valid'],
  ['zh-CN', '准备下一个密钥', '更换密钥', ['待启用', '使用中', '仅供验证'], '仍然有效'],
] as const)(
  'a key is prepared, and then changed to after a preview (%s)',
  async (locale, prepare, change, words, stays) => {
    const [prepared, current, retired] = words;
    const page = await desk.open('superadmin', { locale });
    const bodies = sent(page, 'POST', /^\/v1\/setting\/signing_key\/rotate$/);
    await page.goto('/setting/signing_key');
    await settled(page);
    const before = await states(page);
    expect(before[0]).toBe(current);
    await button(page, prepare).click();
    await button(dialog(page), prepare).click();
    await poll(() => states(page)).toEqual([prepared, ...before]);
    await poll(() => page.getByRole('button', { name: prepare }).count()).toBe(0);
    const [next = [], now = []] = await Promise.all(await rows(page));
    await button(page, change).click();
    await dialog(page).getByText(stays).waitFor();
    await dialog(page).getByText(String(next[0])).waitFor();
    // Escape changes nothing.
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    expect(bodies).toEqual([]);
    await button(page, change).click();
    await button(dialog(page), change).click();
    await poll(() => states(page)).toEqual([current, retired, ...before.slice(1)]);
    expect(bodies).toEqual([{ kid: now[0] }]);
    await toast(page, String(next[0]));
  },
);

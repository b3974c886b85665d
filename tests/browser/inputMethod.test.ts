import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { settled, startConsole, type TestConsole } from '../support/console.ts';
import { dialog, field, openNew, sent } from '../support/form.ts';

let desk: TestConsole;
beforeAll(async () => {
  desk = await startConsole();
});
afterAll(() => desk.close());

/** The browser's own input method, controlled like one for Chinese. */
async function inputMethod(page: Page) {
  const session: CDPSession = await page.context().newCDPSession(page);
  return {
    compose: (text: string) =>
      session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length }),
    /** Presses Enter within the input method: the page gets a key that was handled already (229). */
    enter: async () => {
      const key = { key: 'Process', code: 'Enter', windowsVirtualKeyCode: 229 };
      await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key });
      await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
    },
    write: (text: string) => session.send('Input.insertText', { text }),
  };
}

it('a search waits until the words are written, and a space at their end stays', async () => {
  const page = await desk.open('operations', { locale: 'zh-CN' });
  await page.clock.install();
  await page.goto('/enterprise');
  await settled(page);
  const method = await inputMethod(page);
  const searched: (string | null)[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/v1/enterprise/list') searched.push(url.searchParams.get('search'));
  });
  const box = page.getByRole('searchbox');
  await box.focus();
  for (const part of ['l', 'la', 'lan', 'lan gang']) {
    await method.compose(part);
    await page.clock.runFor(500);
  }
  await method.enter();
  await page.clock.runFor(500);
  expect(searched).toEqual([]);
  expect(await box.inputValue()).toBe('lan gang');
  await method.write('蓝港 ');
  await expect.poll(() => searched).toEqual(['蓝港']);
  await page.getByRole('link', { name: '蓝港' }).first().waitFor();
  await settled(page);
  expect(await box.inputValue()).toBe('蓝港 ');
});

it('what chooses the words does not send a form', async () => {
  const page = await desk.open('operations', { locale: 'zh-CN' });
  await page.clock.install();
  await page.goto('/enterprise');
  await settled(page);
  await openNew(page, '新建企业');
  const method = await inputMethod(page);
  const bodies = sent(page, 'POST', '/v1/enterprise');
  await field(page, 'code').fill('IMEWORD');
  await field(page, 'name').focus();
  await method.compose('hua dong');
  await method.enter();
  await page.clock.runFor(300);
  expect(bodies).toEqual([]);
  const refused = () =>
    dialog(page)
      .locator('[aria-invalid=true]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('name')));
  expect(await refused()).toEqual([]);
  await method.write('华东');
  expect(await field(page, 'name').inputValue()).toBe('华东');
  await page.keyboard.press('Enter');
  // Enter after the composition submits the form: it is validated, and the owner is missing (C2).
  await expect.poll(refused).toEqual(['sales_user_id']);
});

it('a picker asks once for words that are typed in one go', async () => {
  const page = await desk.open('operations');
  await page.clock.install();
  await page.goto('/enterprise/sales_product');
  await settled(page);
  await openNew(page, 'New sales product');
  const asked: (string | null)[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/v1/product/list') asked.push(url.searchParams.get('search'));
  });
  const picker = dialog(page).locator('[name="product_id"]').locator('xpath=ancestor::*[@class][1]//input');
  // The clock is paused while the letters are typed, so that the speed of the machine does not matter.
  await page.clock.pauseAt(Date.now() + 5_000);
  await picker.first().pressSequentially('CloudMove');
  await page.clock.resume();
  await page
    .getByRole('option', { name: /CloudMove/ })
    .first()
    .click();
  expect(asked.filter(Boolean)).toEqual(['CloudMove']);
});

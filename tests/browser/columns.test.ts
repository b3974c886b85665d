import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, settled, startConsole, type TestConsole } from '../support/console.ts';
import { firstOf } from '../support/scale.ts';

let desk: TestConsole;
beforeAll(async () => {
  desk = await startConsole();
});
afterAll(() => desk.close());

const orders = '/authorization/order';
const projects = '/authorization/project';

const open = async (account: Account, path: string, locale = 'en-US', width = 1440): Promise<Page> => {
  const page = await desk.open(account, { locale, viewport: { width, height: 900 }, reducedMotion: 'reduce' });
  await page.goto(path);
  await settled(page);
  await page.locator('main tbody tr[data-row]').first().waitFor();
  return page;
};

/** What is wrong with a list: codes that are cut off, and columns that a pinned one covers before anybody scrolled. */
const faults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    for (const cell of document.querySelectorAll<HTMLElement>('main tbody td.code'))
      for (const part of [cell, ...cell.querySelectorAll<HTMLElement>('*')])
        if (part.scrollWidth > part.clientWidth && part.clientWidth > 0) found.push(`cut: ${cell.textContent}`);
    for (const pinned of document.querySelectorAll<HTMLElement>('main tr > .actions')) {
      const before = pinned.previousElementSibling;
      if (before && before.getBoundingClientRect().right > pinned.getBoundingClientRect().left + 1)
        found.push(`covered: ${before.textContent}`);
    }
    return [...new Set(found)];
  });

describe.each(['en-US', 'zh-CN'])('at 1440 px, in %s,', (locale) => {
  it.each([
    ['superadmin', orders],
    ['operations', orders],
    ['sales', orders],
    ['enterprise', orders],
    ['enterprise', '/authorization/assignment?active=1'],
    ['operations', projects],
    ['enterprise', projects],
    ['superadmin', '/enterprise'],
    ['superadmin', '/userinfo?active=subscriptions'],
  ] as const)('%s sees at %s every code whole, and no column below a pinned one', async (account, path) => {
    const page = await open(account, path, locale);
    expect(await page.locator('main tbody td.code').count()).toBeGreaterThan(0);
    expect(await faults(page)).toEqual([]);
  });
});

/** States of rows that are not wholly in sight before anybody scrolled. */
const hiddenStates = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main tbody td.state')].flatMap((cell) => {
      const { left, right, width } = cell.getBoundingClientRect();
      const actions = cell.parentElement?.querySelector('.actions')?.getBoundingClientRect();
      const table = cell.closest('table')?.parentElement?.getBoundingClientRect();
      const end = Math.min(actions?.left ?? Number.POSITIVE_INFINITY, table?.right ?? 0);
      return width > 0 && left >= (table?.left ?? 0) && right <= end + 1 ? [] : [`${cell.textContent} ${right} ${end}`];
    }),
  );

describe.each(firstOf(1, ['en-US', 'zh-CN']))('in windows that are too narrow for all columns, in %s,', (locale) => {
  it.each([
    ['operations', orders],
    ['superadmin', orders],
    ['enterprise', orders],
    ['enterprise', '/authorization/assignment?active=1'],
    ['superadmin', '/userinfo?active=subscriptions'],
  ] as const)('%s sees at %s the state of each row whole', async (account, path) => {
    const page = await open(account, path, locale, 1440);
    for (const width of [1440, 1240, 1100, 1010, 860, 640]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => page.locator('main tbody td.state').count(), { message: `${width}` }).toBeGreaterThan(0);
      await expect.poll(() => hiddenStates(page), { message: `${width} px` }).toEqual([]);
    }
  });
});

it('gives names no more room than the longest one needs', async () => {
  const page = await desk.open('superadmin', { viewport: { width: 1240, height: 900 }, reducedMotion: 'reduce' });
  const least = async (lengthen: (name: string) => string): Promise<number> => {
    await page.route(/\/v1\/product\/list/, async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      const items = answer.items.map((item: { name: string }) => ({ ...item, name: lengthen(item.name) }));
      await route.fulfill({ response, json: { ...answer, items } });
    });
    await page.goto('/enterprise/product');
    await settled(page);
    const name = page.locator('main tbody td.name').first();
    await name.waitFor();
    return name.evaluate((cell) => Number.parseFloat(getComputedStyle(cell).minWidth));
  };
  expect(await least(() => 'Saw')).toBeLessThan(80);
  expect(await least((name) => name.padEnd(60, ' long'))).toBe(190);
});

it('shows a product by its name, then the way to it in grey, cut off at its end only', async () => {
  const page = await open('operations', orders);
  const looks = await page.locator('main tbody .path').evaluateAll((all) =>
    all.map((path) => {
      const [way, leaf] = [path.querySelector('.way'), path.querySelector('.leaf')] as [HTMLElement, HTMLElement];
      const text = way.firstElementChild as HTMLElement;
      return {
        label: path.textContent,
        // A way without room for a few letters is out of sight.
        isLeafFirst:
          leaf.getBoundingClientRect().left < way.getBoundingClientRect().left ||
          way.getBoundingClientRect().top >= path.getBoundingClientRect().bottom,
        isLeafWhole: leaf.scrollWidth <= leaf.clientWidth,
        isGrey: getComputedStyle(way).color !== getComputedStyle(leaf).color,
        end: getComputedStyle(text).textOverflow,
        beginsInside: text.getBoundingClientRect().left >= way.getBoundingClientRect().left - 1,
      };
    }),
  );
  expect(looks.length).toBeGreaterThan(10);
  expect(looks[0]?.label).toMatch(/^[^/]+\/[^/]+\/[^/]+$/);
  for (const { label: _, ...look } of looks)
    expect(look).toEqual({ isLeafFirst: true, isLeafWhole: true, isGrey: true, end: 'ellipsis', beginsInside: true });
});

it('has a column of actions that is as wide as its buttons', async () => {
  const page = await open('operations', orders);
  const room = await page.locator('main tbody td.actions').evaluateAll((all) =>
    all.map((cell) => {
      const children = [...cell.children]
        .map((one) => one.getBoundingClientRect().width)
        .reduce((sum, one) => sum + one, 0);
      return { children: children, left: cell.getBoundingClientRect().width - children };
    }),
  );
  const widest = room.reduce((most, one) => (one.children > most.children ? one : most));
  expect(widest.children).toBeGreaterThan(20);
  expect(widest.left).toBeLessThan(30);
});

describe('a column', () => {
  const head = (page: Page, name: string): Locator => page.getByRole('columnheader', { name });
  const edge = (page: Page, name: string): Locator => page.getByRole('separator', { name: `Width of ${name}` });
  const widthOf = async (page: Page, name: string): Promise<number> =>
    Math.round((await head(page, name).boundingBox())?.width ?? 0);

  const drag = async (page: Page, name: string, by: number) => {
    const box = await edge(page, name).boundingBox();
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + by / 2, y, { steps: 3 });
    await page.mouse.move(x + by, y, { steps: 3 });
    await page.mouse.up();
  };

  it('is resized by its edge, keeps that width after a reload, and is as before after a reset', async () => {
    const page = await open('sales', orders);
    const before = await widthOf(page, 'Product');
    await drag(page, 'Product', 90);
    await expect.poll(() => widthOf(page, 'Product')).toBe(before + 90);
    const cell = await page.locator('main tbody tr').first().locator('td').nth(3).boundingBox();
    expect(Math.round(cell?.width ?? 0)).toBe(before + 90);
    await page.reload();
    await settled(page);
    await expect.poll(() => widthOf(page, 'Product')).toBe(before + 90);
    expect(await faults(page)).toEqual(expect.not.arrayContaining([expect.stringMatching(/^cut/)]));
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitem', { name: 'Reset widths' }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => widthOf(page, 'Product')).toBe(before);
  });

  it('is resized by the keyboard, from its heading and by its edge', async () => {
    const page = await open('enterprise', orders);
    const before = await widthOf(page, 'Product');
    await head(page, 'Order code').getByRole('button').focus();
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(() => edge(page, 'Order code').evaluate((one) => one === document.activeElement)).toBe(true);
    await expect.poll(() => edge(page, 'Order code').getAttribute('aria-valuetext')).toMatch(/^\d+ px$/);
    await page.keyboard.press('Enter');
    // A heading that does not sort has its edge in the order of the Tab key.
    await edge(page, 'Product').focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => widthOf(page, 'Product')).toBe(before + 16);
    await expect.poll(() => edge(page, 'Product').evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => widthOf(page, 'Product')).toBe(before + 32);
    await expect.poll(() => edge(page, 'Product').getAttribute('aria-valuenow')).toBe(String(before + 32));
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => widthOf(page, 'Product')).toBe(before + 16);
    await page.keyboard.press('Enter');
    await expect.poll(() => widthOf(page, 'Product')).toBe(before);
  });

  it('of codes cannot be made so narrow that it cuts one off', async () => {
    const page = await open('sales', orders);
    await drag(page, 'Order code', -120);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitem', { name: 'Reset widths' }).waitFor();
    await page.keyboard.press('Escape');
    const cut = async () => (await faults(page)).filter((one) => one.startsWith('cut'));
    await expect.poll(cut).toEqual([]);
  });
});

it.each(firstOf(1, [749, 1440]))(
  'shows the codes of orders whole in the audit at %i px, and leaves them out of what a browser translates',
  async (width) => {
    const page = await desk.open('superadmin', { viewport: { width, height: 900 }, reducedMotion: 'reduce' });
    await page.goto(`/audit?filter=${encodeURIComponent(JSON.stringify({ entity: 'order' }))}`);
    await settled(page);
    const looks = await page.locator('main tbody .text:has(> a)').evaluateAll((all) =>
      all.map((name) => ({
        isCode: /^ORD\d+$/.test(name.textContent ?? ''),
        isWhole: name.scrollWidth <= name.clientWidth,
        isTranslated: (name.querySelector('a > span > span') as HTMLElement | null)?.translate,
      })),
    );
    expect(looks.length).toBeGreaterThan(3);
    for (const look of looks) expect(look).toEqual({ isCode: true, isWhole: true, isTranslated: false });
  },
);

it('says in the list beside an open licence which licence each row is', async () => {
  const page = await open('enterprise', '/authorization/assignment?active=1');
  await page.locator('tbody td.first a').first().click();
  await page.getByRole('dialog').locator('dl').first().waitFor();
  const names = page.locator('[data-plain] tbody td.first');
  await names.first().waitFor();
  const texts = await names.allTextContents();
  expect(texts.length).toBeGreaterThan(3);
  expect(new Set(texts).size).toBe(texts.length);
  expect(texts[0]).toMatch(/ORD\d+/);
});

it('shows the codes in names whole in the audit beside an open entry', async () => {
  const page = await desk.open('superadmin', { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  await page.goto(`/audit?filter=${encodeURIComponent(JSON.stringify({ entity: 'assignment' }))}`);
  await settled(page);
  await page.locator('tbody td.first a').first().click();
  await page.getByRole('dialog').locator('dl').first().waitFor();
  const names = page.locator('[data-plain] tbody td.first .text:has([translate=no])');
  await names.first().waitFor();
  const widths = await names.evaluateAll((all) => all.map((name) => name.scrollWidth - name.clientWidth));
  expect(widths.length).toBeGreaterThan(3);
  expect(Math.max(...widths)).toBeLessThanOrEqual(0);
});

it('leaves codes out of what a browser translates, in a list, a record and its heading', async () => {
  const page = await open('operations', orders);
  const code = (await page.locator('tbody td.first a').first().textContent()) ?? '';
  const isUnchanged = (where: Locator) =>
    where
      .getByText(code, { exact: true })
      .evaluateAll((all) => all.map((one) => one.closest('[translate=no]') !== null));
  expect(await isUnchanged(page.locator('tbody'))).toEqual([true]);
  await page.locator('tbody td.first a').first().click();
  const record = page.getByRole('dialog');
  await record.locator('dl').first().waitFor();
  expect(new Set(await isUnchanged(record))).toEqual(new Set([true]));
});

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settled, startConsole, type TestConsole } from '../support/console.ts';
import { delayed } from '../support/form.ts';

let desk: TestConsole;
beforeAll(async () => {
  desk = await startConsole();
});
afterAll(() => desk.close());

const open = async (width: number): Promise<Page> => {
  const page = await desk.open('operations', { viewport: { width, height: 900 }, reducedMotion: 'reduce' });
  await page.goto('/authorization/order');
  await settled(page);
  await page.locator('tbody tr').nth(19).waitFor();
  return page;
};

/** The right edges of the text of a heading and of the numbers below it, in pixels. */
const edges = (page: Page, name: string): Promise<number[]> =>
  page.evaluate((heading) => {
    const edge = (cell: Element) => {
      const range = document.createRange();
      range.selectNodeContents(cell.querySelector('.MuiTableSortLabel-root') ?? cell);
      const [first] = [...range.getClientRects()].filter(({ width }) => width > 0).sort((a, b) => b.right - a.right);
      return Math.round(first?.right ?? 0);
    };
    const heads = [...document.querySelectorAll('main thead th')];
    const at = heads.findIndex((head) => head.textContent === heading);
    const cells = [...document.querySelectorAll('main tbody tr')].map((row) => row.children[at] as Element);
    return [...new Set([heads[at] as Element, ...cells].map(edge))];
  }, name);

/** Delays the scripts whose names start with a text. */
const delayScripts = (page: Page, name: string) => delayed(page, new RegExp(`/assets/${name}-`));

describe('a list', () => {
  it.each([
    ['enterprise', '/authorization/project', 'ProjectActions', 'Allocate licences'],
    ['superadmin', '/audit', 'ActionName', 'Sign in'],
  ] as const)('of %s at %s has its rows when all is there that draws them', async (account, path, script, word) => {
    const page = await desk.open(account, { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    const letGo = await delayScripts(page, script);
    await page.goto(path);
    await page.locator('tbody .MuiSkeleton-root').first().waitFor();
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/list')),
    );
    expect(await page.locator('tbody tr[data-row]').count()).toBe(0);
    letGo();
    const row = page.locator('tbody tr[data-row]').first();
    await row.waitFor();
    expect(await row.textContent()).toContain(word);
  });

  it.each([1440, 749])('has rows of 40 px, one line each, and no page is wider than %i px', async (width) => {
    const page = await open(width);
    const heights = await page.locator('tbody tr').evaluateAll((all) => all.map((row) => row.clientHeight));
    expect(new Set(heights)).toEqual(new Set([40]));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    // The texts of all headings are aligned, whether the list can be sorted by them or not.
    const tops = await page.evaluate(() =>
      [...document.querySelectorAll('main thead th')]
        .filter(({ textContent }) => textContent)
        .map((cell) => {
          const range = document.createRange();
          const words = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode();
          if (words) range.selectNodeContents(words);
          return Math.round(range.getBoundingClientRect().top);
        }),
    );
    expect(new Set(tops).size).toBe(1);
    const bar = await page.getByRole('search').boundingBox();
    if (width === 1440) expect(bar?.height).toBeLessThan(80);
  });

  it.each([1440, 749])('has its headings where they are with its rows, while these come (%i px)', async (width) => {
    const page = await desk.open('operations', { viewport: { width, height: 900 }, reducedMotion: 'reduce' });
    const heads = () =>
      page.locator('main thead th').evaluateAll((all) =>
        all.map((head) => {
          const { left, width } = head.getBoundingClientRect();
          return [left, width, getComputedStyle(head.firstElementChild ?? head).opacity];
        }),
      );
    const waiting = async () => {
      await page.locator('tbody .MuiSkeleton-root').first().waitFor();
      return heads();
    };
    let letGo = () => {};
    const hold = async () => {
      await page.unroute(/\/v1\/order\/list/);
      letGo = await delayed(page, /\/v1\/order\/list/);
    };
    await hold();
    await page.goto('/authorization/order');
    // The column widths are not known before the rows, so the headings are invisible until then.
    expect(new Set((await waiting()).map(([, , opacity]) => opacity))).toEqual(new Set(['0']));
    letGo();
    await page.locator('tbody tr[data-row]').nth(19).waitFor();
    await expect.poll(async () => new Set((await heads()).map(([, , opacity]) => opacity))).toEqual(new Set(['1']));
    const headsBefore = await heads();
    await hold();
    await page.reload();
    // The last column is pinned once the table has been measured, while the rows are still delayed.
    await expect.poll(waiting).toEqual(headsBefore);
    letGo();
    await page.locator('tbody tr[data-row]').nth(19).waitFor();
    await settled(page);
    expect(await heads()).toEqual(headsBefore);
    const moved = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => {
            const sources = list
              .getEntries()
              .flatMap((one) => (one as unknown as { sources: { node: Node }[] }).sources);
            resolve(sources.filter(({ node }) => node?.parentElement?.closest('main table')).length);
          }).observe({ type: 'layout-shift', buffered: true });
          setTimeout(() => resolve(0), 100);
        }),
    );
    expect(moved).toBe(0);
  });

  it('has its figures below their headings, to the right', async () => {
    const page = await open(1440);
    for (const name of ['Quantity', 'Available']) expect(await edges(page, name)).toHaveLength(1);
    const numbers = page.locator('tbody td.right').first();
    expect(await numbers.evaluate((cell) => getComputedStyle(cell).fontVariantNumeric)).toBe('tabular-nums');
  });

  it.each([1440, 749])('keeps its headings in sight while its rows scroll (%i px)', async (width) => {
    const page = await open(width);
    await page.locator('tbody tr').nth(19).scrollIntoViewIfNeeded();
    const head = await page.locator('thead th').nth(1).boundingBox();
    const header = await page.getByRole('banner').boundingBox();
    expect(head?.y ?? 0).toBeGreaterThanOrEqual((header?.height ?? 0) - 1);
    expect(head?.y ?? 0).toBeLessThan(400);
  });

  it('tells what a cell cuts off on pointing at it, after 700 ms', async () => {
    const page = await open(1440);
    const cell = page.locator('tbody td.flexible').first();
    const whole = (await cell.textContent()) ?? '';
    await cell.hover();
    const begun = Date.now();
    await page.getByRole('tooltip', { name: whole }).waitFor();
    expect(Date.now() - begun).toBeGreaterThan(500);
  });
});

it.each([1440, 749])('keeps what names a row in its place while its columns scroll aside (%i px)', async (width) => {
  const page = await open(width);
  for (const name of ['first', 'tick']) {
    const cell = page.locator(`tbody td.${name}`).first();
    const before = await cell.boundingBox();
    const moved = await page.locator('main table').evaluate((table) => {
      const box = table.parentElement as HTMLElement;
      box.scrollLeft = 300;
      return box.scrollLeft;
    });
    if (width === 749) expect(moved).toBeGreaterThan(100);
    expect(await cell.boundingBox()).toEqual(before);
  }
});

describe('a record that is open', () => {
  const openOrder = async (page: Page, at: number) => {
    await page.locator('tbody td.first a').nth(at).click();
    await page.getByRole('dialog').locator('dl').first().waitFor();
  };
  const marked = (page: Page) => page.locator('tbody tr[aria-current=true]');

  it('stands beside a list that makes room for it, with its row marked and in sight, also after J', async () => {
    const page = await open(1440);
    const codes = await page.locator('tbody td.first a').allTextContents();
    await openOrder(page, 0);
    const rowsAndTools = page.locator('main .MuiPaper-root:not(.record)').first();
    await expect.poll(async () => (await page.locator('.record').boundingBox())?.width).toBe(900);
    const record = await page.locator('.record').boundingBox();
    await expect
      .poll(async () => {
        const box = await rowsAndTools.boundingBox();
        return (box?.x ?? 0) + (box?.width ?? 9999) <= (record?.x ?? 0);
      })
      .toBe(true);
    for (const part of ['tbody td', 'thead th', '[role=search]', 'nav']) {
      const edges = await rowsAndTools
        .locator(part)
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
      expect(Math.max(...edges), part).toBeLessThanOrEqual(record?.x ?? 0);
    }
    await expect.poll(() => marked(page).locator('a').allTextContents()).toEqual([codes[0]]);
    for (const code of codes.slice(1)) {
      await page.keyboard.press('j');
      await expect.poll(() => marked(page).locator('a').allTextContents()).toEqual([code]);
    }
    await expect.poll(async () => ((await marked(page).boundingBox())?.y ?? 9999) < 870).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('columnheader', { name: 'Enterprise' }).waitFor();
    await expect.poll(() => marked(page).count()).toBe(0);
  });

  it('lies over its list where there is no room for both', async () => {
    const page = await open(1300);
    await openOrder(page, 0);
    await page.locator('.MuiModal-root .record').waitFor();
    expect(await page.locator('main thead th').count()).toBeGreaterThan(5);
  });
});

it('begins with what matters at 749 px, until its reader puts the columns in an order', async () => {
  const page = await open(749);
  const heads = () => page.locator('main thead th').allTextContents();
  const first = ['', 'Order code', 'Product', 'Enterprise', 'Quantity', 'Status', 'Type', 'Available'];
  expect((await heads()).slice(0, 8)).toEqual(first);
  const status = await page.locator('tbody tr').first().locator('td').nth(5).locator('.choice').boundingBox();
  const actions = await page.locator('tbody tr').first().locator('td.actions').boundingBox();
  expect((status?.x ?? 0) + (status?.width ?? 0)).toBeLessThanOrEqual((actions?.x ?? 0) + 1);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Available' }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await page.keyboard.press('Escape');
  await expect
    .poll(heads)
    .toEqual([
      '',
      'Order code',
      'Type',
      'Product',
      'Enterprise',
      'Available',
      'Quantity',
      'Status',
      'Availability',
      'Created at',
      'Actions',
    ]);
});

it('keeps the first action of a row in sight at 749 px, and the others behind one button, by the keyboard too', async () => {
  const page = await desk.open('enterprise', { viewport: { width: 749, height: 900 }, reducedMotion: 'reduce' });
  await page.goto('/authorization/project');
  await settled(page);
  const row = page.getByRole('row').filter({ hasText: 'Data lake' });
  const more = row.getByRole('button', { name: 'More actions: Data lake' });
  await more.waitFor();
  const inSight = () => row.locator('td.actions').getByRole('button').allTextContents();
  await expect.poll(inSight).toEqual(['Allocate licences', '']);
  expect((await row.locator('td.actions').boundingBox())?.width).toBeLessThan(200);
  await more.focus();
  await page.keyboard.press('Enter');
  const others = page.getByRole('dialog', { name: 'More actions: Data lake' });
  // Licences refer to the project, so it cannot be deleted.
  const names = ['Application link', 'Move', 'Close', 'Edit'];
  await expect.poll(() => others.getByRole('button').allTextContents()).toEqual(names);
  for (let at = 0; at < 4; at += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: /^Edit/ });
  await form.waitFor();
  await expect.poll(() => others.count()).toBe(0);
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'detached' });
  await expect.poll(() => more.evaluate((button) => button === document.activeElement)).toBe(true);
});

it.each([1440, 749, 390])(
  'the banner of acting is slim, in its own colour, and holds the way back (%i px)',
  async (width) => {
    const page = await desk.open('sales', { acting: true, viewport: { width, height: 900 } });
    await page.goto('/dashboard');
    await settled(page);
    const banner = page.getByRole('region', { name: /^Acting for/ });
    // On a phone a long name takes a second line instead of being cut off.
    const height = async () => (await banner.boundingBox())?.height;
    await expect.poll(height).toBeLessThanOrEqual(width < 600 ? 60 : 44);
    const colours = await page.evaluate(() =>
      ['header section', 'header .MuiToolbar-root'].map(
        (part) => getComputedStyle(document.querySelector(part) as Element).backgroundColor,
      ),
    );
    expect(new Set(colours).size).toBe(2);
    await banner.getByRole('button', { name: 'Back to sales' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  },
);

it('a queue has its times before the buttons for who can do something with it', async () => {
  const gapOf = async (account: 'superadmin' | 'enterprise', queue: string) => {
    const page = await desk.open(account, { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    await page.goto('/dashboard');
    const line = page.getByRole('region', { name: queue }).getByRole('listitem').first();
    await line.waitFor();
    const time = await line.locator('> p').last().boundingBox();
    const whole = await line.boundingBox();
    return (whole?.x ?? 0) + (whole?.width ?? 0) - (time?.x ?? 0) - (time?.width ?? 0);
  };
  expect(await gapOf('superadmin', 'Failed licences')).toBeGreaterThan(90);
  expect(await gapOf('enterprise', 'Failed licences')).toBeGreaterThan(90);
});

it.each([
  ['reduce', false],
  ['no-preference', true],
] as const)('what opens moves or stands still as its reader asks for (%s)', async (reducedMotion, moves) => {
  const page = await desk.open('operations', { reducedMotion });
  await page.goto('/authorization/order');
  await settled(page);
  await page.evaluate(() => {
    const seen = window as unknown as { moved: boolean };
    seen.moved = false;
    const look = () => {
      seen.moved ||= document.getAnimations().length > 0;
      requestAnimationFrame(look);
    };
    look();
  });
  await page.locator('tbody td.first a').first().click();
  await page.locator('.record').waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').first().waitFor();
  await settled(page);
  expect(await page.evaluate(() => (window as unknown as { moved: boolean }).moved)).toBe(moves);
});

it.each([1440, 749, 390])(
  'what can be done with ticked rows stays in sight, below the header (%i px)',
  async (width) => {
    const page = await desk.open('operations', { viewport: { width, height: 900 }, reducedMotion: 'reduce' });
    await page.goto('/authorization/order');
    await settled(page);
    const rows = page.locator('main [data-row]');
    await rows.nth(19).waitFor();
    await rows.first().locator('input').check();
    const tools = page.getByRole('toolbar', { name: '1 selected' });
    await tools.waitFor();
    await rows.last().scrollIntoViewIfNeeded();
    const header = await page.getByRole('banner').boundingBox();
    const place = await tools.boundingBox();
    expect(place?.y ?? 0).toBeGreaterThanOrEqual((header?.height ?? 0) - 1);
    expect((place?.y ?? 0) + (place?.height ?? 900)).toBeLessThan(450);
    if (width < 1440) return;
    const bar = await tools.boundingBox();
    const head = await page.locator('thead th').nth(1).boundingBox();
    expect(head?.y ?? 0).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0) - 1);
  },
);

it('columns that give way keep a readable width, and a name that leads elsewhere is cut by an ellipsis', async () => {
  const page = await desk.open('superadmin', { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  await page.goto('/audit');
  await settled(page);
  const widths = await page
    .locator('main thead th.flexible')
    .evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().width));
  expect(widths.length).toBeGreaterThan(2);
  expect(Math.min(...widths)).toBeGreaterThanOrEqual(96);
  const name = page.locator('main tbody td.flexible .text:has(a)').first();
  const look = await name.evaluate((text) => {
    (text.querySelector('a') as Element).textContent = 'Disaster recovery of the warehouse · ORD2026112400054'.repeat(
      4,
    );
    const link = text.querySelector('a') as Element;
    // The end of a box within a line is cut off without an ellipsis.
    return [getComputedStyle(text).textOverflow, text.scrollWidth > text.clientWidth, getComputedStyle(link).display];
  });
  expect(look).toEqual(['ellipsis', true, 'inline']);
});

it.each([1440, 749])('the state of a subscription is in sight (%i px)', async (width) => {
  const page = await desk.open('superadmin', { viewport: { width, height: 900 }, reducedMotion: 'reduce' });
  await page.goto('/userinfo?active=subscriptions');
  await settled(page);
  const row = page.locator('main tbody tr').first();
  const state = await row.locator('.choice').boundingBox();
  const actions = await row.locator('td.actions').boundingBox();
  expect((state?.x ?? width) + (state?.width ?? width)).toBeLessThanOrEqual(actions?.x ?? 0);
});

it('a link of several lines stands in a record on a phone as text does, and takes the touch of a finger', async () => {
  const page = await desk.open('operations', { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
  await page.goto('/authorization/order');
  await settled(page);
  await page.locator('main li[data-row] a').first().click();
  const link = page.locator('dd a').filter({ hasText: '/' }).first();
  await link.waitFor();
  const { lines, beyond, above, touched } = await link.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const text = range.getBoundingClientRect();
    const value = (element.closest('dd') as Element).getBoundingClientRect();
    const { height } = element.getBoundingClientRect();
    return {
      lines: text.height / 20,
      beyond: text.bottom - value.bottom,
      above: value.top - text.top,
      touched: height,
    };
  });
  expect(lines).toBeGreaterThan(1.5);
  expect(beyond).toBeLessThanOrEqual(1);
  expect(above).toBeLessThanOrEqual(1);
  expect(touched).toBeGreaterThanOrEqual(44);
});

it('what lies over a dark page has an edge', async () => {
  const page = await desk.open('enterprise', { colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.addInitScript(() => localStorage.setItem('licence.theme', 'dark'));
  await page.goto('/authorization/order');
  await settled(page);
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  const menu = page.locator('.MuiPopover-paper');
  await menu.waitFor();
  expect(await menu.evaluate((paper) => getComputedStyle(paper).borderTopWidth)).toBe('1px');
});

it('high contrast leaves visible the logo, what is chosen, the main button, and where a dialog ends', async () => {
  const page = await desk.open('enterprise', { forcedColors: 'active', reducedMotion: 'reduce' });
  await page.goto('/authorization/assignment');
  await settled(page);
  const styleOf = (place: string, property: 'backgroundColor' | 'outlineStyle' | 'borderTopWidth') =>
    page
      .locator(place)
      .first()
      .evaluate((one, name) => getComputedStyle(one)[name], property);
  const ground = await styleOf('body', 'backgroundColor');
  expect(await styleOf('.MuiTabs-indicator', 'backgroundColor')).not.toBe(ground);
  expect(await styleOf('nav div:has(> img)', 'backgroundColor')).not.toBe(ground);
  expect(await styleOf('nav a[aria-current=page]', 'outlineStyle')).toBe('solid');
  expect(await styleOf('main [aria-pressed=true]', 'outlineStyle')).toBe('solid');
  expect(await styleOf('main .MuiButton-contained', 'borderTopWidth')).toBe('1px');
  await page.locator('main .MuiButton-contained').first().click();
  await page.locator('.MuiDialog-paper').waitFor();
  expect(await styleOf('.MuiDialog-paper', 'borderTopWidth')).toBe('1px');
});

it('a card has what tells its record from others first, and its state beside its name', async () => {
  const page = await desk.open('subuser', { viewport: { width: 390, height: 900 }, reducedMotion: 'reduce' });
  await page.goto('/authorization/application');
  await settled(page);
  const card = page.locator('main li[data-row]').first();
  await card.waitFor();
  expect((await card.locator('dt').allTextContents()).slice(0, 2)).toEqual(['Product', 'Created at']);
  expect(await card.locator('.top .choice').count()).toBe(1);
});

import { expect } from 'vitest';
import type { TestConsole } from '../console.ts';
import { poll } from '../form.ts';
import type { asker, languages } from '../resourceScreen.ts';
import { openQuotes } from './screen.ts';

type Ask = ReturnType<typeof asker>;
type Line = Readonly<Record<string, unknown>> & { readonly id: number };

/** Creates a quote with four lines, one of them fixed, and reads its lines afterwards. */
async function quoteOf(ask: Ask, subject: string) {
  const lines = [
    { name: 'Crane', count: 2, price: '10.50' },
    { name: 'Lamp', begins_on: '2030-01-01' },
    { name: 'Gate', fixed: true },
    { name: 'Hook' },
  ];
  const made = await ask('superadmin', 'POST', '/v1/quote', { subject, enterprise_id: 1, lines });
  expect(made.status).toBe(200);
  const read = async (): Promise<Line[]> =>
    (await ask('superadmin', 'GET', `/v1/quote_line/list?filter_quote_id=${made.body.id}&sort=id`)).body.items;
  return { read, counts: async () => (await read()).map(({ name, count }) => [name, count]) };
}

/**
 * Edits the lines of a quote in its form: adds, changes, removes and restores them, gets a refusal, and meets changes
 * by another user.
 */
export async function walkQuotes(desk: TestConsole, ask: Ask, wording: (typeof languages)[number]): Promise<void> {
  const isEnglish = wording.language === 'en';
  const subject = isEnglish ? 'Harbour' : '港口';
  const { read, counts } = await quoteOf(ask, subject);
  const screen = await openQuotes(desk, 'sales', wording);
  const { page } = screen;
  await screen.opens(subject, 4);
  await poll(() => screen.marks()).toEqual(['', '', '', '']);
  // A field that the role may not write has no input; a fixed line is read-only.
  expect(await page.locator('[name="lines.0.discount"]').count()).toBe(0);
  await poll(() => page.locator('[name="lines.2.name"]').isDisabled()).toBe(true);
  await poll(() => screen.buttons()).toEqual([1, 1]);
  await screen.looksWell();

  await screen.fills(0, 'count', '3');
  await screen.removes(2);
  await screen.adds();
  await poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('lines.4.name');
  await page.keyboard.type('Ladder');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('100');
  await poll(screen.marks).toEqual(['changed', 'removed', '', '', 'made']);
  await screen.keeps(2);
  await poll(screen.marks).toEqual(['changed', '', '', '', 'made']);
  await screen.removes(2);
  await screen.asksBeforeItCloses();
  await screen.isRefused(isEnglish ? 'The largest allowed value is 99' : '最大值为 99');
  await screen.fills(4, 'count', '99');
  await screen.isRefused(wording.required);
  await screen.fills(4, 'price', '0.25');
  await screen.looksWell();
  const before = await read();
  expect(await screen.saves()).toEqual({
    lines: [
      { id: before[0]?.id, version: 1, count: 3 },
      { id: before[1]?.id, version: 1, remove: true },
      expect.objectContaining({ name: 'Ladder', count: 99, price: '0.25' }),
    ],
  });
  expect(await counts()).toEqual([
    ['Crane', 3],
    ['Gate', 1],
    ['Hook', 1],
    ['Ladder', 99],
  ]);

  // Another user changes one line, deletes one that is being edited, and adds one.
  await screen.opens(subject, 4);
  await screen.fills(0, 'price', '12.00');
  await screen.fills(2, 'count', '7');
  await screen.adds();
  await screen.fills(4, 'name', 'Rope');
  const [crane, , hook] = await read();
  await ask('superadmin', 'POST', `/v1/quote_line/${crane?.id}`, { count: 8 });
  await ask('superadmin', 'DELETE', `/v1/quote_line/${hook?.id}`);
  await ask('superadmin', 'POST', '/v1/quote_line', { name: 'Sail', quote_id: crane?.['quote_id'] });
  await screen.isRefused();
  await screen.reloads();
  await poll(screen.marks).toEqual(['changed', '', '', '', 'made', 'made']);
  await poll(() => screen.value(0, 'count')).toBe('8');
  await poll(() => screen.value(0, 'price')).toBe('12.00');
  await poll(async () => [await screen.value(4, 'name'), await screen.value(4, 'count')]).toEqual(['Hook', '7']);
  await screen.asksBeforeItCloses();
  // Only the server knows that a name is in use; the error appears at the cell.
  await screen.fills(5, 'name', 'Sail');
  await screen.isRefused(isEnglish ? 'This value is already in use' : '该值已被使用');
  await screen.fills(5, 'name', 'Rope');
  await screen.saves();
  expect(await counts()).toEqual([
    ['Crane', 8],
    ['Gate', 1],
    ['Ladder', 99],
    ['Sail', 1],
    ['Hook', 7],
    ['Rope', 1],
  ]);
  await screen.close();

  // A customer may change lines, but not add or delete any.
  const customer = await openQuotes(desk, 'enterprise', wording);
  await customer.opens(subject, 6);
  await poll(() => customer.buttons()).toEqual([0, 0]);
  await customer.fills(0, 'count', '9');
  expect(await customer.saves()).toEqual({ lines: [{ id: crane?.id, version: 4, count: 9 }] });
  await customer.close();
}

/**
 * Edits lines on several pages of a form, gets a refusal, meets changes by another user, and saves the input of all
 * pages.
 */
export async function walkManyLines(desk: TestConsole, ask: Ask, wording: (typeof languages)[number]): Promise<void> {
  const isEnglish = wording.language === 'en';
  const subject = isEnglish ? 'Shipyard' : '船厂';
  const lines = Array.from({ length: 45 }, (_, at) => ({ name: `Plank ${at + 1}` }));
  const made = await ask('superadmin', 'POST', '/v1/quote', { subject, enterprise_id: 1, lines });
  expect(made.status).toBe(200);
  const path = `/v1/quote_line/list?filter_quote_id=${made.body.id}&sort=id&per_page=100`;
  const read = async (): Promise<Line[]> => (await ask('superadmin', 'GET', path)).body.items;
  const before = await read();
  const screen = await openQuotes(desk, 'sales', wording);
  const { page } = screen;
  const valueAt = (at: number) => screen.row(at).locator('[name$=".count"]');
  await screen.opens(subject, 20);
  await screen.range(1, 20, 45);
  await screen.looksWell();
  await valueAt(1).fill('3');
  await screen.turns(3, 5);
  await screen.range(41, 45, 45);
  await poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('OL');
  await valueAt(45).fill('100');
  // A new line is shown at the end, whatever the page.
  await screen.adds();
  await page.keyboard.type('Keel');
  await screen.turns(1, 21);
  await poll(() => valueAt(1).inputValue()).toBe('3');
  await poll(async () => (await screen.marks()).filter(Boolean)).toEqual(['changed', 'made']);
  await screen.removes(20);
  // An error on another page opens that page and focuses the input.
  await screen.isRefused(isEnglish ? 'The largest allowed value is 99' : '最大值为 99');
  await poll(() => valueAt(45).evaluate((one) => one === document.activeElement)).toBe(true);
  await valueAt(45).fill('9');

  // Another user changes a line of the third page and one of the second, and deletes one of the first.
  await ask('superadmin', 'POST', `/v1/quote_line/${before[44]?.id}`, { begins_on: '2030-01-01' });
  await ask('superadmin', 'POST', `/v1/quote_line/${before[24]?.id}`, { count: 8 });
  await ask('superadmin', 'DELETE', `/v1/quote_line/${before[1]?.id}`);
  await screen.isRefused();
  await screen.reloads();
  await screen.range(41, 44, 44);
  await poll(async () => [await valueAt(44).inputValue(), await valueAt(1).count()]).toEqual(['9', 0]);
  await screen.turns(2, 21);
  await poll(() => valueAt(24).inputValue()).toBe('8');
  await screen.turns(1, 21);
  await poll(async () => (await screen.marks()).filter(Boolean)).toEqual(['changed', 'removed', 'made']);
  const { lines: sent } = (await screen.saves()) as { lines: object[] };
  expect(sent).toHaveLength(4);
  const counts = (await read()).map(({ name, count }) => [name, count]);
  expect(counts).toHaveLength(44);
  expect(counts).toEqual(
    expect.arrayContaining([
      ['Plank 1', 3],
      ['Plank 25', 8],
      ['Plank 45', 9],
      ['Keel', 1],
    ]),
  );
  expect(counts.map(([name]) => name)).not.toContain('Plank 20');
  await screen.close();
}

import { expect, it } from 'vitest';
import { shownDate } from '../../src/resources/stock/shownDate.ts';
import { dash, dateTimeText } from '../../src/resources/values/format.ts';

/** How react-admin's own DateField calls it: a day is asked for in UTC. */
const utc = { timeZone: 'UTC' } as const;

it('stock fields show a day and a point in time as the lists do', () => {
  expect(shownDate('2026-02-01')?.toLocaleDateString(undefined, utc)).toBe('2026-02-01');
  const moment = '2026-02-01T10:20:30Z';
  for (const value of [moment, Date.parse(moment), new Date(moment)]) {
    expect(shownDate(value)?.toLocaleDateString()).toBe(dateTimeText(moment));
    expect(shownDate(value)?.toLocaleString()).toBe(dateTimeText(moment));
  }
});

it('a screen that asks for another format gets it, and nothing that is no date is shown as one', () => {
  const day = shownDate('2026-02-01');
  expect(day?.toLocaleDateString('en-US', { ...utc, month: 'long', day: 'numeric' })).toBe('February 1');
  expect(day?.toLocaleDateString('de-DE', utc)).toBe('1.2.2026');
  expect(shownDate({})).toBeUndefined();
  expect(shownDate('never')?.toLocaleDateString()).toBe(dash);
});

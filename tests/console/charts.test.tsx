import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BarChart } from '../../src/custom/pages/Charts.tsx';

let place: HTMLElement;
let root: Root;
beforeEach(() => {
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(() => {
  root.unmount();
  place.remove();
});
const bars = [
  { name: '2026-01', count: 2, hosts: 1300 },
  { name: '2026-02', count: 4, hosts: 500 },
];

describe('a chart of bars', () => {
  it.each([
    ['count', ['2', '4']],
    ['hosts', ['1,300', '500']],
  ] as const)('of %s draws these numbers', (of, numbers) => {
    flushSync(() => root.render(<BarChart title="Orders by month" head="Month" bars={bars} of={of} />));
    const texts = [...place.querySelectorAll('[aria-hidden] > p')].map((one) => one.textContent);
    expect(texts).toEqual(['2026-01', numbers[0], '2026-02', numbers[1]]);
  });
});

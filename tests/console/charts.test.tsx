import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { BarChart } from '../../src/custom/pages/Charts.tsx';

afterEach(cleanup);
const bars = [
  { name: '2026-01', count: 2, hosts: 1300 },
  { name: '2026-02', count: 4, hosts: 500 },
];

describe('a chart of bars', () => {
  it.each([
    ['count', ['2', '4']],
    ['hosts', ['1,300', '500']],
  ] as const)('of %s draws these numbers', (of, numbers) => {
    const { container } = render(<BarChart title="Orders by month" head="Month" bars={bars} of={of} />);
    const texts = [...container.querySelectorAll('[aria-hidden] > p')].map((one) => one.textContent);
    expect(texts).toEqual(['2026-01', numbers[0], '2026-02', numbers[1]]);
  });
});

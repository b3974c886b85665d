import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { momentText } from '../../server/resource/compile/dateTimeText.ts';

describe('a moment of an answer', () => {
  it('is written as JSON writes it, whenever it is', () => {
    const usual = fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true });
    const edges = [
      -1,
      0,
      999,
      1_000,
      59_999,
      60_000,
      86_399_999,
      86_400_000,
      Date.UTC(10_000, 0) - 1,
      Date.UTC(10_000, 0),
    ];
    const any = fc.oneof(
      { weight: 4, arbitrary: usual },
      fc.date(),
      fc.constantFrom(...edges.map((ms) => new Date(ms))),
    );
    fc.assert(
      fc.property(any, (moment) => {
        expect(momentText(moment)).toBe(moment.toJSON());
      }),
      { numRuns: 3_000 },
    );
  });
});

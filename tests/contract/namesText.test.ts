import { array, assert, integer, property, record, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatNames, parseNames } from '../../contract/values/nameList.ts';

describe('several records in one cell', () => {
  it.each<[number[], string[], string]>([
    [[1, 2], ['Veiled', 'Mover'], 'Veiled, Mover'],
    [[1, 2], ['Veiled', 'Mover, old'], '[1,2]'],
    [[1, 2], ['甲', '乙，丙'], '[1,2]'],
    [[1, 2], ['Veiled', 'veiled'], '[1,2]'],
    [[1], ['[2]'], '[1]'],
    [[1], [''], '[1]'],
    [[], [], ''],
  ])('%j called %j are %j', (ids, names, text) => {
    expect(formatNames(ids, names)).toBe(text);
  });

  it('are read as what was written, whatever they are called', () => {
    const one = record({ id: integer({ min: 1 }), name: string({ maxLength: 8 }) });
    assert(
      property(array(one, { maxLength: 4 }), (records) => {
        const ids = records.map(({ id }) => id);
        const names = records.map(({ name }) => name);
        const text = formatNames(ids, names);
        expect(parseNames(text) ?? JSON.parse(text)).toEqual(text.startsWith('[') ? ids : names);
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { findMistakes } from '../../contract/checks/index.ts';
import { text } from '../../contract/schema/field/field.ts';
import { label, place, set, withFields, withList } from './broken.ts';

/** Declarations whose values have types that the checks cannot read, as written past the types. */
describe('a value of another type is refused with the name of its word', () => {
  it.each([
    ['a list of columns that is a number', withList({ columns: 5 }), '.list.columns'],
    ['screens without roles', { screens: [{ path: '/specimen' }] }, '.screens'],
    ['a field that is a text', withFields({ b: 'text' }), '.b'],
    ['a limit that is no field', withFields({ b: { ...text({ label }), kind: 7 } }), '.b'],
    ['unique groups that are a number', { unique: 5 }, '.unique'],
  ])('%s', (_, change, at) => {
    expect(findMistakes(set(change as never))).toEqual([expect.stringContaining(`${place}${at} `)]);
  });
});

import { describe, expect, it } from 'vitest';
import { createContract } from '../../contract/createContract.ts';
import { nestedChildFields } from '../../contract/relations/nestedChildren.ts';
import { quote } from '../../examples/service-desk/quotes/quote.ts';
import { quoteLine } from '../../examples/service-desk/quotes/quoteLine.ts';
import { messagesBySource } from '../../src/dataProvider/forms/body.ts';
import {
  changedChildRows,
  childBodyItem,
  childRowMark,
  type FormChildRow,
  formPath,
  mergeChildRows,
  toChildRow,
} from '../../src/dataProvider/forms/childRows.ts';

const contract = createContract({ quote, quote_line: quoteLine });
const linesFor = (role: 'SalesMan' | 'Enterprise') => {
  const { lines } = nestedChildFields(contract.entity('quote'), [role], 'edit');
  if (!lines?.forms) throw new Error('there are no lines');
  return { ...lines, forms: lines.forms };
};
const field = linesFor('SalesMan');
const { forms } = field;

const record = { id: 7, version: 3, name: 'Crane', count: 2, price: '10.50', ends_on: null, total: '21.00' };
const row = toChildRow(field, record);
const fresh: FormChildRow = { name: 'Ladder', count: 1, price: null };

describe('a row of a child in the form of its parent', () => {
  it.each<[string, FormChildRow, string | undefined, object]>([
    ['as it was read', row, undefined, { id: 7, version: 3 }],
    ['emptied where it was empty', { ...row, ends_on: '' }, undefined, { id: 7, version: 3 }],
    ['changed', { ...row, count: 3 }, 'changed', { id: 7, version: 3, count: 3 }],
    ['emptied', { ...row, price: null }, 'changed', { id: 7, version: 3, price: null }],
    ['changed and to be deleted', { ...row, count: 3, remove: true }, 'removed', { id: 7, version: 3, remove: true }],
    ['new', fresh, 'made', fresh],
  ])('%s', (_, given, mark, item) => {
    expect([childRowMark(forms, given), childBodyItem(forms, given)]).toEqual([mark, item]);
  });

  it('shows no for a switch that was never set, which is no change', () => {
    const fields = {
      ...forms,
      changed: { ...forms.changed, urgent: { kind: 'boolean', label: { en: '', zh: '' } } },
    } as const;
    const shown = toChildRow({ ...field, forms: fields }, { ...record, urgent: null });
    expect([shown['urgent'], childRowMark(fields, shown)]).toEqual([false, undefined]);
  });

  it('has what the server says of it, wherever it stands in the body', () => {
    const lines = [row, { ...row, id: 8, count: 4 }, { ...row, id: 9 }, fresh];
    expect(changedChildRows(field, lines).map(([place]) => place)).toEqual([1, 3]);
    const paths = ['lines[0].count', 'lines[1]', 'lines[2].name', 'terms', 'tags[0]'];
    expect(messagesBySource({ lines: field }, { lines: 'Too many', 'lines[3]': 'Not here' })).toEqual({
      lines: 'Too many',
      'lines.3': 'Not here',
    });
    expect(paths.map((path) => formPath({ lines: field }, { lines }, path))).toEqual([
      'lines[1].count',
      'lines[3]',
      'lines[2].name',
      'terms',
      'tags[0]',
    ]);
  });
});

describe('the rows of a form that are read again', () => {
  const again = toChildRow(field, { ...record, version: 4, count: 8 });

  it('keep what was entered, over what there is now', () => {
    const [merged] = mergeChildRows(field, [{ ...row, price: '12' }], [again]);
    expect(merged && childBodyItem(forms, merged)).toEqual({ id: 7, version: 4, price: '12' });
    expect(merged).toMatchObject({ count: 8, price: '12' });
    const [gone] = mergeChildRows(field, [{ ...row, remove: true }], [again]);
    expect(gone && childBodyItem(forms, gone)).toEqual({ id: 7, version: 4, remove: true });
  });

  it('bring those that others made, and leave those that others deleted and nobody touched', () => {
    const other = toChildRow(field, { ...record, id: 11, name: 'Sail' });
    expect(mergeChildRows(field, [row, fresh], [other])).toEqual([other, fresh]);
  });

  it('make a child anew that somebody deleted while it was changed, where one may be made', () => {
    const [merged] = mergeChildRows(field, [{ ...row, count: 5 }], []);
    expect(merged).toEqual({ name: 'Crane', count: 5, price: '10.50', ends_on: null });
    expect(mergeChildRows(linesFor('Enterprise'), [{ ...row, count: 5 }], [])).toEqual([]);
    expect(mergeChildRows(field, [{ ...row, remove: true }], [])).toEqual([]);
  });
});

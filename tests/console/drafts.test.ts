import fc from 'fast-check';
import { set } from 'react-hook-form';
import { beforeEach, describe, expect, it } from 'vitest';
import { kinds } from '../../contract/kinds/index.ts';
import type { Field, Fields, KindName } from '../../contract/schema/field/field.ts';
import { Drafts, removeDraftsOfOthers, removeDraftsOnSignOut } from '../../src/authProvider/drafts.ts';
import type { Session } from '../../src/authProvider/session.ts';
import { changedValues } from '../../src/resources/draft/draftValues.ts';
import { fieldOf, label, seed } from '../support/kindFields.ts';
import { valuesFor } from '../support/kindValues.ts';
import { scale } from '../support/scale.ts';

/** What a draft contains, and whose it is. */

const sessionOf = (id: number, sales_login_id?: number) =>
  ({ user: { id }, ...(sales_login_id !== undefined && { sales_login_id }) }) as Session;
const draft = (text: string) => ({ at: 1, values: [['name', text]] as const });

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));
/** True if the value survives JSON, as each value of a form does. */
const isJson = (value: unknown) => {
  try {
    return JSON.stringify(json(value)) === JSON.stringify(value);
  } catch {
    return false;
  }
};
const hasFile = ({ kind, items, fields }: Field): boolean =>
  kind === 'file' || (items !== undefined && hasFile(items)) || Object.values(fields ?? {}).some(hasFile);

describe('the values of a draft', () => {
  it.each(Object.keys(kinds) as KindName[])('of the kind %s are restored as they were', (kind) => {
    const given = fieldOf(kind, 1)
      .filter((field) => !hasFile(field))
      .chain((field) => fc.tuple(fc.constant(field), valuesFor(field), valuesFor(field)))
      .filter(([, one, other]) => isJson(one) && isJson(other));
    if (kind === 'file') return;
    fc.assert(
      fc.property(given, ([field, initial, typed]) => {
        const fields: Fields = { value: field, other: { kind: 'text', label } };
        const found = changedValues(fields, { value: typed, other: 'same' }, { value: initial, other: 'same' });
        const form: Record<string, unknown> = { value: structuredClone(initial), other: 'same' };
        for (const [path, value] of json(found) as [string, unknown][]) set(form, path, value);
        expect(changedValues(fields, { value: typed, other: 'same' }, form)).toEqual([]);
      }),
      { seed, numRuns: scale(20, 300) },
    );
  });

  it('are those of declared fields alone, without secrets and files at any depth', () => {
    const fields: Fields = {
      name: { kind: 'text', label },
      password: { kind: 'text', label, secret: true },
      picture: { kind: 'file', label },
      papers: { kind: 'list', label, items: { kind: 'file', label } },
      server: {
        kind: 'object',
        label,
        fields: { host: { kind: 'text', label }, key: { kind: 'text', label, secret: true } },
      },
      accounts: {
        kind: 'list',
        label,
        items: {
          kind: 'object',
          label,
          fields: { user: { kind: 'text', label }, word: { kind: 'text', label, secret: true } },
        },
      },
    };
    const typed = {
      name: 'kept',
      password: 'HIDDEN',
      password_repeat: 'HIDDEN',
      picture: { id: 'HIDDEN' },
      papers: [{ id: 'HIDDEN' }],
      server: { host: 'kept', key: 'HIDDEN' },
      accounts: [{ user: 'kept', word: 'HIDDEN' }],
    };
    const found = changedValues(fields, typed, {});
    expect(JSON.stringify(found)).not.toContain('HIDDEN');
    expect(found).toEqual([
      ['name', 'kept'],
      ['server.host', 'kept'],
      ['accounts', [{ user: 'kept' }]],
    ]);
  });

  it('of children are the touched rows, with what they were before', () => {
    const row: Fields = { note: { kind: 'text', label }, pin: { kind: 'text', label, secret: true } };
    const fields: Fields = { rows: { kind: 'list', label, forms: { made: row, changed: row, removed: {} } } };
    const was = { id: 1, note: 'a', pin: 'HIDDEN' };
    const rows = [
      { ...was, note: 'b', _was: was },
      { id: 2, note: 'same', _was: { id: 2, note: 'same' } },
      { note: 'new', pin: 'HIDDEN' },
      { id: 3, remove: true, _was: { id: 3 } },
    ];
    const found = changedValues(fields, { rows }, { rows: [] });
    expect(JSON.stringify(found)).not.toContain('HIDDEN');
    expect(found).toEqual([
      [
        'rows',
        [{ id: 1, note: 'b', _was: { id: 1, note: 'a' } }, { note: 'new' }, { id: 3, remove: true, _was: { id: 3 } }],
      ],
    ]);
  });
});

describe('a draft', () => {
  it('is read by its user alone: neither by another one, nor by a salesman who acts for the user', () => {
    new Drafts(sessionOf(1)).write('create order', draft('mine'));
    expect(new Drafts(sessionOf(1)).read('create order')?.values).toEqual([['name', 'mine']]);
    expect(new Drafts(sessionOf(1)).read('edit order 1')).toBeUndefined();
    for (const other of [sessionOf(2), sessionOf(1, 2), undefined]) {
      expect(new Drafts(other).read('create order')).toBeUndefined();
    }
  });

  it('stays while its writer acts for somebody and returns, and goes when somebody else signs in', () => {
    new Drafts(sessionOf(1)).write('create order', draft('own'));
    new Drafts(sessionOf(9, 1)).write('create order', draft('acting'));
    removeDraftsOfOthers(sessionOf(1));
    expect(new Drafts(sessionOf(9, 1)).read('create order')).toBeDefined();
    removeDraftsOfOthers(sessionOf(2));
    expect(sessionStorage.length).toBe(0);
  });

  it('goes when it is saved or its writer signs out', () => {
    const drafts = new Drafts(sessionOf(1));
    drafts.write('a', draft('a'));
    drafts.write('b', draft('b'));
    drafts.remove('a');
    expect([drafts.read('a'), drafts.read('b')?.values]).toEqual([undefined, [['name', 'b']]]);
    removeDraftsOnSignOut();
    expect(sessionStorage.length).toBe(0);
  });

  it('is bounded: a huge one is not written, and the oldest of many give way', () => {
    const drafts = new Drafts(sessionOf(1));
    drafts.write('small', draft('kept'));
    drafts.write('small', draft('x'.repeat(300_000)));
    expect(drafts.read('small')?.values).toEqual([['name', 'kept']]);
    for (let at = 0; at < 12; at += 1) drafts.write(`form ${at}`, draft('y'.repeat(150_000)));
    expect(sessionStorage.getItem('licence.drafts')?.length).toBeLessThan(1_000_001);
    expect(drafts.read('small')).toBeUndefined();
    expect(drafts.read('form 11')).toBeDefined();
  });

  it('does no harm if the stored text is none', () => {
    sessionStorage.setItem('licence.drafts', '{"broken');
    expect(new Drafts(sessionOf(1)).read('a')).toBeUndefined();
    sessionStorage.setItem('licence.drafts', '7');
    new Drafts(sessionOf(1)).write('a', draft('a'));
    expect(new Drafts(sessionOf(1)).read('a')).toBeDefined();
  });
});

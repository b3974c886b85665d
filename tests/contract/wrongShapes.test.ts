import { describe, expect, it } from 'vitest';
import { findMistakes } from '../../contract/checks/index.ts';
import { createContract } from '../../contract/createContract.ts';
import { registry } from '../../contract/index.ts';
import { defineEntity } from '../../contract/schema/entity.ts';
import { choice, integer, text } from '../../contract/schema/field/field.ts';
import { training } from '../../examples/service-desk/trainings/training.ts';
import { trainingBooking } from '../../examples/service-desk/trainings/trainingBooking.ts';
import { label, place, set, withFields, withList, withScreen, withStep } from './broken.ts';

/** Declarations whose values have other types, as written past the types: `npm start` does not check them. */
describe('a value of another type is refused in one sentence with the name of its word', () => {
  const field = (more: object) => withFields({ b: { ...text({ label }), ...more } });
  it.each([
    ['a list of columns that is a number', withList({ columns: 5 }), '.list.columns'],
    ['a list of columns that is a text', withList({ columns: 'name' }), '.list.columns'],
    ['a list that is a text', { list: 'name' }, '.list'],
    ['access that is a text', { access: 'list create' }, '.access'],
    ['rows that are a text', { access: { SuperAdmin: 'list create' } }, '.access.rows.SuperAdmin'],
    ['a column that is an object', withList({ columns: [{ field: 'name' }] }), '.list.columns'],
    ['filters that are a text', withList({ filters: 'status' }), '.list.filters'],
    ['screens without roles', { screens: [{ path: '/specimen' }] }, '.screens'],
    ['screens that are one object', { screens: { path: '/specimen', roles: ['SuperAdmin'] } }, '.screens'],
    ['a menu that is a number', withScreen({ menu: 70 }), '.screens /specimen.menu'],
    ['a field that is a text', withFields({ b: 'text' }), '.b'],
    ['a field that is a function', withFields({ b: text }), '.b'],
    ['fields that are a list', { fields: [text({ label })] }, '.fields'],
    ['a limit that is no field', withFields({ b: { ...text({ label }), kind: 7 } }), '.b'],
    ['required as a text', field({ required: 'yes' }), '.b.required'],
    ['readers as a text', field({ read: 'SuperAdmin' }), '.b.read'],
    ['a pattern that is none', field({ matches: '[A-Z]+' }), '.b.matches'],
    ['a condition as a text', field({ shownWhen: 'status = 1' }), '.b.shownWhen'],
    ['a condition as a function', field({ shownWhen: () => true }), '.b.shownWhen'],
    ['why it is fixed, in one language', field({ readOnlyBecause: 'It is closed' }), '.b.readOnlyBecause'],
    [
      'a colour of a choice that is none',
      withFields({ b: choice([{ id: 1, label, tone: 'green' as never }], { label }) }),
      '.b (1).tone',
    ],
    ['the colours of a number as a list', withFields({ b: integer({ label, tones: [] as never }) }), '.b.tones'],
    ['unique groups that are a number', { unique: 5 }, '.unique'],
    ['expressions as a list', { check: ['status >= 0'] }, '.check'],
    ['an expression as a text', { check: 'status >= 0' }, '.check'],
    ['rules as an object', { rules: { field: 'name' } }, '.rules'],
    ['when records may be edited, as a list', { editWhile: [{ status: 0 }] }, '.editWhile'],
    ['why not, as a text', { editWhile: { status: 0 }, editOtherwise: 'Closed' }, '.editOtherwise'],
    ['the roles of a step as a text', withStep({ roles: 'SuperAdmin' }), '.lifecycle.close.roles'],
    ['the states before a step as a number', withStep({ from: 0 }), '.lifecycle.close.from'],
    ['the state after a step as a list', withStep({ to: [1] }), '.lifecycle.close.to'],
    ['inputs as a list of names', withStep({ input: ['name'] }), '.lifecycle.close.input'],
    ['the condition of a step as a text', withStep({ when: 'name' }), '.lifecycle.close.when'],
    ['the condition of a step as a function', withStep({ when: () => true }), '.lifecycle.close.when'],
    [
      'why a step is refused, as a text',
      withStep({ when: { name: 'x' }, otherwise: 'No' }),
      '.lifecycle.close.otherwise',
    ],
    [
      'why a step is refused, as the name of no message',
      withStep({ when: [{ holds: { name: 'x' }, otherwise: 'no_message' }] }),
      '.lifecycle.close.when entry 1.otherwise',
    ],
    ['what a step takes, as a text', withStep({ takes: 'lines' }), '.lifecycle.close.takes'],
    ['a colour of a button that is none', withStep({ tone: 'warning' }), '.lifecycle.close.tone'],
    ['a schedule as a text', withStep({ schedule: 'ends_at' }), '.lifecycle.close.schedule'],
    ['steps as a list', { lifecycle: { field: 'status', transitions: [] } }, '.lifecycle.transitions'],
    ['a notice as a text', { notices: { create: 'Created' } }, '.notices.create'],
    ['a board as a text', withList({ board: 'status' }), '.list.board'],
    ['children as a list', { children: [] }, '.children'],
    ['comments as a text', { comments: 'SuperAdmin' }, '.comments'],
    ['no period at all', { noOverlap: 'ends_at' }, '.noOverlap'],
    ['a title as a number', { title: 5 }, '.title'],
  ])('%s', (_, change, at) => {
    expect(findMistakes(set(change as never))).toEqual([expect.stringContaining(`${place}${at} `)]);
  });
});

describe('a value in the place of any word of an entity', () => {
  const mistakesWith = (word: string, value: unknown) =>
    findMistakes(
      createContract({
        ...registry,
        training_booking: trainingBooking,
        training: defineEntity({ ...training, [word]: value } as never),
      }),
    );
  const words = Object.keys(training).filter((word) => word !== 'samples');

  it.each([
    ['a function', () => true],
    ['a number', 5],
  ])('is refused in one sentence: %s', (_, value) => {
    for (const word of words) expect(mistakesWith(word, value), word).toEqual([expect.stringContaining(word)]);
  });

  it.each([
    ['a text', 'word'],
    ['a list', []],
    ['null', null],
  ])('is refused without a crash: %s', (_, value) => {
    for (const word of words) expect(() => mistakesWith(word, value), word).not.toThrow();
  });
});

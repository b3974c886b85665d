import type { Label } from '../../contract/messages/label.ts';
import { choice, integer, object, rollup, text } from '../../contract/schema/field/field.ts';
import { label, withFields, withList, withScreen, withStep } from './broken.ts';

/** Options with words that no type lets through. */
const misspelt = (more: object): { label: Label } => ({ label, ...more });
const withField = (options: object) => withFields({ a: text(misspelt(options)) });
const misspeltCount = { entity: 'order', by: 'product_id', wen: { status: 0 } };

/** Words that no declaration has, in the form of `broken`. */
export const brokenWords: readonly [string, object, string][] = [
  ['an unknown word of an entity', { coments: true }, ' has the unknown word "coments"; did you mean "comments"?'],
  [
    'an unknown word of a field',
    withField({ requried: true }),
    '.a has the unknown word "requried"; did you mean "required"?',
  ],
  [
    'a word of another kind',
    withField({ unit: label }),
    '.a has the word "unit", which a text does not know; leave it out',
  ],
  [
    'an unknown word inside an object',
    withFields({ a: object({ b: text(misspelt({ maxx: 1 })) }, { label }) }),
    '.a.b has the unknown word "maxx"; did you mean "max"?',
  ],
  [
    'an unknown word of a change',
    withField({ migrate: { renamed: 'b' } }),
    '.a.migrate has the unknown word "renamed"; write one of renamedFrom, backfill, narrowed',
  ],
  [
    'an unknown word of a choice',
    withFields({ a: choice([{ id: 1, ...misspelt({ colour: 'good' }) }], { label }) }),
    '.a (1) has the unknown word "colour"; write one of id, label, tone, extra',
  ],
  [
    'an unknown word of a count',
    withFields({ a: rollup(misspeltCount, integer({ label })) }),
    '.a.rollup has the unknown word "wen"; did you mean "when"?',
  ],
  [
    'an unknown word of a step',
    withStep({ asign: { name: 'a' } }),
    '.lifecycle.close has the unknown word "asign"; did you mean "assign"?',
  ],
  [
    'an unknown word of an input',
    withStep({ input: { name: text(misspelt({ hinnt: label })) } }),
    '.lifecycle.close.input.name has the unknown word "hinnt"; did you mean "hint"?',
  ],
  [
    'an unknown word of a condition of a step',
    withStep({ when: [{ holds: { name: 'a' }, sentence: label }] }),
    '.lifecycle.close.when entry 1 has the unknown word "sentence"; write one of holds, otherwise, at',
  ],
  [
    'an unknown word of a schedule',
    withStep({ schedule: { by: 'ends_at', every: 7 } }),
    '.lifecycle.close.schedule has the unknown word "every"; write one of by, days, hours',
  ],
  [
    'an unknown word of a list',
    withList({ total: ['left'] }),
    '.list has the unknown word "total"; did you mean "totals"?',
  ],
  [
    'an unknown word of a screen',
    withScreen({ menue: { order: 1 } }),
    '.screens /specimen has the unknown word "menue"; did you mean "menu"?',
  ],
];

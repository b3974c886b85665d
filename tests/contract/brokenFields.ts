import { me } from '../../contract/schema/access.ts';
import { fromRecord } from '../../contract/schema/assignedValues.ts';
import { plus } from '../../contract/schema/field/default.ts';
import {
  boolean,
  choice,
  computed,
  date,
  dateTime,
  decimal,
  file,
  integer,
  json,
  list,
  longText,
  money,
  object,
  reference,
  serial,
  text,
} from '../../contract/schema/field/field.ts';
import { less, share, times, when } from '../../contract/schema/field/formula.ts';
import { now, today } from '../../contract/schema/now.ts';
import { label, withFields, withList, withStep } from './broken.ts';

const alone = 'which holds for fields of the record alone';
const currencies = [{ id: 'CNY', label }] as const;
const two = [
  { id: 1, label },
  { id: 2, label },
] as const;

/** Field options that cannot be enforced, in the form of `broken`. */
export const brokenFields: readonly [string, object, string][] = [
  [
    'a hidden currency',
    withFields({ a: money({ label, currency: 'b' }), b: choice(currencies, { label, hidden: true }) }),
    '.b is the currency of "a", which SuperAdmin, Enterprise may read; leave "hidden" out, or give the amount the same "read"',
  ],
  [
    'a currency that some readers of the amount do not get',
    withFields({ a: money({ label, currency: 'b' }), b: choice(currencies, { label, read: ['SuperAdmin'] }) }),
    '.b is the currency of "a", which Enterprise may read; leave "read" out, or give the amount the same "read"',
  ],
  [
    'a currency that lists lack',
    withFields({ a: money({ label, currency: 'b' }), b: choice(currencies, { label, detailOnly: true }) }),
    '.b is the currency of "a", which lists show; leave "detailOnly" out',
  ],
  [
    'a rule of no field',
    { rules: [{ field: 'lost', after: 'name' }] },
    '.rules, lost, is of no field that somebody writes; name one',
  ],
  [
    'a rule that says nothing',
    { rules: [{ field: 'name' }] },
    '.rules, name, says nothing; write "after", "requiredWhen", "distinct" or "unlessShown"',
  ],
  [
    'a limit of different texts over a number',
    { rules: [{ field: 'name', distinct: { with: ['hosts'], most: 3, otherwise: 'max_items' } }] },
    '.rules, name, counts the texts of "hosts"; name stored texts or lists of texts',
  ],
  [
    'a limit of no text at all',
    { rules: [{ field: 'name', distinct: { with: [], most: 0, otherwise: 'max_items' } }] },
    '.rules, name, allows fewer than one text; write a higher "most"',
  ],
  [
    'an order of texts',
    { ...withFields({ a: date({ label }), b: dateTime({ label }) }), rules: [{ field: 'a', after: 'b' }] },
    '.rules, a, sets date after dateTime; name two fields that are both days or both points in time',
  ],
  [
    'an order after nothing',
    { ...withFields({ a: date({ label }) }), rules: [{ field: 'a', after: 'lost' }] },
    '.rules, a, lies after "lost", which is no stored field; name one',
  ],
  [
    'a rule over what is required anyway',
    { ...withFields({ a: text({ label, required: true }) }), rules: [{ field: 'a', requiredWhen: { id: 1 } }] },
    '.rules, a, is required in any case; leave out "required" or "requiredWhen"',
  ],
  [
    'a rule of nothing inside an object',
    { rules: [{ field: 'params.plce', requiredWhen: { name: 'x' } }] },
    '.rules, params.plce, is of no field that somebody writes; name one',
  ],
  [
    'a rule of what the server alone sets inside an object',
    {
      ...withFields({ a: object({ b: text({ label, readOnly: true }) }, { label }) }),
      rules: [{ field: 'a.b', requiredWhen: { name: 'x' } }],
    },
    '.rules, a.b, is of no field that somebody writes; name one',
  ],
  [
    'a rule over what no column holds',
    { rules: [{ field: 'params.place', requiredWhen: { left: 1 } }] },
    '.rules, params.place, asks for "left", which no column holds; name a stored field',
  ],
  [
    'a rule that drops what is always shown',
    { rules: [{ field: 'params.place', unlessShown: 'dropped' }] },
    '.rules, params.place, says "unlessShown", and the field has no "shownWhen"; leave it out',
  ],
  [
    'a rule that does what nobody knows with what is not shown',
    { rules: [{ field: 'params.since', unlessShown: 'kept' }] },
    '.rules, params.since, says "unlessShown", "kept", which is not "dropped" or "refused"; leave it out',
  ],
  [
    'a rule that drops a file',
    {
      ...withFields({ a: file({ label, shownWhen: { name: 'x' } }) }),
      rules: [{ field: 'a', unlessShown: 'dropped' }],
    },
    '.rules, a, says "unlessShown", and a file is let go by whoever uploaded it; leave it out',
  ],
  [
    'a rule that requires what is always shown',
    { rules: [{ field: 'ends_at', requiredWhen: 'shown' }] },
    '.rules, ends_at, is always shown; write "required" at the field in place of "requiredWhen"',
  ],
  [
    'a yes or no that is a text',
    withFields({ a: computed(when({ name: 'x' }), text({ label })) }),
    '.a is worked out as yes or no; make it a boolean',
  ],
  [
    'a formula over the caller',
    withFields({ a: computed(when({ product_id: { name: 'x' } }), boolean({ label })) }),
    '.a asks for the caller or for other records; write values of its own fields',
  ],
  [
    'a formula with a mistake in its condition',
    withFields({ a: computed(when({ status: 7 }), boolean({ label })) }),
    '.a, "when", compares specimen.status with 7; write one of its choices: 0, 1',
  ],
  [
    'a product with a text',
    withFields({ a: computed(times('name', 'id'), integer({ label })) }),
    '.a counts with "name"; write stored or calculated fields of the kinds integer, decimal, money',
  ],
  [
    'an amount that is a plain number',
    withFields({ m: money({ label }), a: computed(times('m', 'id'), integer({ label })) }),
    '.a mixes amounts and numbers; make it money where it counts with money',
  ],
  [
    'a share that is an amount',
    withFields({ m: money({ label }), a: computed(share('m', 'm'), money({ label })) }),
    '.a is a share in percent; make it decimal or integer',
  ],
  [
    'a share of an amount in a number',
    withFields({ m: money({ label }), a: computed(share('m', 'id'), integer({ label })) }),
    '.a compares an amount and a number; write two of one kind',
  ],
  [
    'a difference of an amount and a number',
    withFields({ m: money({ label }), a: computed(less('m', 'id'), money({ label })) }),
    '.a takes a number from an amount; write two amounts',
  ],
  [
    'a number that is computed from itself',
    withFields({
      a: computed('b + 1', integer({ label })),
      b: computed(when({ a: 1 }), boolean({ label })),
    }),
    '.a is computed from itself; name other fields',
  ],
  [
    'a calculation with a text',
    withFields({ a: computed('name + 1', integer({ label })) }),
    '.a is computed by "name + 1", which reads "name", which is of the kind text; write fields with numbers, days or times',
  ],
  [
    'a calculation that is none',
    withFields({ a: computed('status +', integer({ label })) }),
    '.a is computed by "status +", which ends too early; write it like net + tax',
  ],
  [
    'a comparison that is to be a number',
    withFields({ a: computed('id > 1', integer({ label })) }),
    '.a is computed by "id > 1", which results in yes or no; make it a boolean',
  ],
  [
    'a number that is to be an amount',
    withFields({ a: computed('id + 1', money({ label })) }),
    '.a is computed by "id + 1", which results in a number; make it integer or decimal',
  ],
  [
    'a calculated day',
    withFields({ d: date({ label }), a: computed('d + 30', integer({ label })) }),
    '.a is computed by "d + 30", which results in a day; write a date with a default, such as plus(…), in its place',
  ],
  [
    'a result that tells what is hidden from its readers',
    withFields({
      n: integer({ label, read: ['SuperAdmin'] }),
      a: computed(less('n', 'id'), integer({ label })),
    }),
    '.a tells of "n", which Enterprise may not read; say "read" of it',
  ],
  [
    'a formula beside a column',
    withFields({ a: { ...integer({ label }), formula: less('id', 'version') } }),
    '.a has a formula and a column of its own; write computed(…) around it',
  ],
  [
    'a start that nobody has',
    withFields({ a: reference('user', { label, default: me('name' as never) }) }),
    `.a starts with the caller's "name", which nobody has; write id, enterprise_id or parent_id`,
  ],
  [
    'a caller where no user stands',
    withFields({ a: reference('product', { label, default: me('id') }) }),
    `.a starts with the caller's "id"; make it a reference to user`,
  ],
  [
    'a moment in place of a day',
    withFields({ a: date({ label, default: now }) }),
    '.a starts with "now", and date is no dateTime; write today',
  ],
  [
    'hours after a day',
    withFields({ a: date({ label, default: plus(today, { hours: 1 }) }) }),
    '.a starts with a period that date cannot have; write whole numbers of years, months, weeks, days',
  ],
  [
    'a period of a number that is not there',
    withFields({ a: date({ label, default: plus(today, { days: 'spam' }) }), span: integer({ label }) }),
    '.a starts with a period of "spam", which is no integer beside it; did you mean "span"?',
  ],
  [
    'a period of a date',
    withFields({
      a: date({ label, default: plus('soon', { months: 'soon' }) }),
      soon: date({ label }),
      soan: integer({ label }),
    }),
    '.a starts with a period of "soon", which is no integer beside it; did you mean "soan"?',
  ],
  [
    'a start from a field of another kind',
    withFields({ a: date({ label, default: plus('ends_at', { days: 1 }) }) }),
    '.a starts from "ends_at"; name another field that is a date',
  ],
  [
    'a start from itself',
    withFields({
      a: date({ label, default: plus('b', { days: 1 }) }),
      b: date({ label, default: plus('a', { days: 1 }) }),
    }),
    '.a starts from itself; give one of them a value',
  ],
  [
    'a value of a record that does not exist yet',
    withFields({ a: date({ label }), b: date({ label, default: fromRecord('a') }) }),
    `.b starts with fromRecord('a'), and a new record has no values yet; write plus('a', { days: 0 }) or a value`,
  ],
  [
    'an input that starts with a value of another kind',
    withStep({ input: { a: date({ label, default: fromRecord('name') }) } }),
    '.lifecycle.close.input.a starts with "name" of the record, which is no stored date that people see; add one of the kind date',
  ],
  [
    'an input that starts with more than it takes',
    withStep({ input: { a: text({ label, max: 3, default: fromRecord('name') }) } }),
    '.lifecycle.close.input.a starts with "name" of the record, which accepts more than it does; widen its limits',
  ],
  [
    'a default that is no start',
    withFields({ a: date({ label, default: { tomorrow: true } as never }) }),
    '.a has the default {"tomorrow":true}; write a value, me(…), now, today, plus(…), { from, field } or, for an input, fromRecord(…)',
  ],
  [
    'what is worked out for what begins with nothing',
    withList({ parameters: { soon: date({ label, default: today }) } }),
    '.list.parameters.soon has a default that is worked out, and begins with nothing; write a value',
  ],
  [
    'a start from what a step does not ask for',
    withStep({ input: { a: date({ label, default: plus('ends_at', { days: 1 }) }) } }),
    '.lifecycle.close.input.a starts from "ends_at"; name another field that is a date',
  ],
  [
    'an input that starts from itself',
    withStep({
      input: {
        a: date({ label, default: plus('b', { days: 1 }) }),
        b: date({ label, default: plus('a', { days: 1 }) }),
      },
    }),
    '.lifecycle.close.input.a starts from itself; give one of them a value',
  ],
  [
    'a serial without a place for its number',
    withFields({ a: serial('T-{}', { label }) }),
    `.a is a serial whose pattern "T-{}" is not known; write it as in serial('T-{000000}') or serial('MV-{YYYY}-{0000}')`,
  ],
  [
    'a serial with a year of two digits',
    withFields({ a: serial('T-{YY}-{000}', { label }) }),
    '.a is a serial whose pattern "T-{YY}-{000}" has "{YY}"; write the year as {YYYY} and the month as {MM}',
  ],
  [
    'a serial with a day',
    withFields({ a: serial('T-{YYYY}{MM}{DD}-{000}', { label }) }),
    '.a is a serial whose pattern "T-{YYYY}{MM}{DD}-{000}" has "{DD}"; write the year as {YYYY} and the month as {MM}',
  ],
  [
    'a serial with a month that comes again',
    withFields({ a: serial('T-{MM}-{000}', { label }) }),
    '.a is a serial whose pattern "T-{MM}-{000}" has a month without its year; write {YYYY}{MM}, since the month comes again each year',
  ],
  [
    'a serial with two numbers',
    withFields({ a: serial('T-{YYYY}-{000}-{000}', { label }) }),
    '.a is a serial whose pattern "T-{YYYY}-{000}-{000}" has more than one number; write one, such as {0000}',
  ],
  [
    'a serial whose year follows its number',
    withFields({ a: serial('T-{000}/{YYYY}', { label }) }),
    '.a is a serial whose pattern "T-{000}/{YYYY}" has its parts in another order; write the year, the month and the number once each, in this order',
  ],
  [
    'a serial whose month comes before its year',
    withFields({ a: serial('T-{MM}/{YYYY}-{000}', { label }) }),
    '.a is a serial whose pattern "T-{MM}/{YYYY}-{000}" has its parts in another order; write the year, the month and the number once each, in this order',
  ],
  [
    'a serial without a number',
    withFields({ a: serial('T-{YYYY}', { label }) }),
    `.a is a serial whose pattern "T-{YYYY}" is not known; write it as in serial('T-{000000}') or serial('MV-{YYYY}-{0000}')`,
  ],
  [
    'a serial with signs around its year that nobody types',
    withFields({ a: serial('T {YYYY}-{000}', { label }) }),
    `.a has "T -" around its number; write at most 20 letters, digits and /._-`,
  ],
  [
    'a serial with signs that nobody types',
    withFields({ a: serial("T'{000}", { label }) }),
    `.a has "T'" around its number; write at most 20 letters, digits and /._-`,
  ],
  [
    'a serial that somebody sets',
    withFields({ a: { ...serial('T-{000}', { label }), default: 'T-001', createOnly: true } }),
    '.a is a serial, which the server alone draws; leave out "default"',
  ],
  [
    'a step of nothing',
    withFields({ a: decimal({ label, step: 0 }) }),
    '.a has the step 0; write a number above 0 with at most 2 digits behind the point',
  ],
  [
    'a step with more digits than its decimal',
    withFields({ a: decimal({ label, scale: 1, step: 0.25 }) }),
    '.a has the step 0.25; write a number above 0 with at most 1 digits behind the point',
  ],
  [
    'a step of a whole number that is none',
    withFields({ a: integer({ label, step: 2.5 }) }),
    '.a has the step 2.5; write a number above 0 without a point',
  ],
  [
    'a limit between two steps',
    withFields({ a: integer({ label, min: 1, step: 5 }) }),
    '.a has the min 1, which is no multiple of its step; write a multiple of 5',
  ],
  [
    'a decimal limit between two steps',
    withFields({ a: decimal({ label, scale: 1, max: 0.7, step: 0.2 }) }),
    '.a has the max 0.7, which is no multiple of its step; write a multiple of 0.2',
  ],
  [
    'a default between two steps',
    withFields({ a: integer({ label, step: 5, default: 7 }) }),
    '.a has the default 7, of which its own rule says: Enter a multiple of 5; the nearest ones are 5 and 10; write a value that it allows',
  ],
  [
    'a step of what the database computes',
    withFields({
      b: integer({ label }),
      c: integer({ label }),
      a: computed(less('b', 'c'), integer({ label, step: 5 })),
    }),
    '.a has a step, but the database computes it; leave out "step"',
  ],
  [
    'more digits than anybody counts with',
    withFields({ a: decimal({ label, precision: 31 }) }),
    '.a has the precision 31; write a whole number from 1 to 30',
  ],
  [
    'more digits behind the point than there are',
    withFields({ a: decimal({ label, precision: 3, scale: 4 }) }),
    '.a has the scale 4; write a whole number from 0 to its precision, which is 3',
  ],
  [
    'a bound that is finer than a decimal',
    withFields({ a: decimal({ label, scale: 1, max: 1.25 }) }),
    '.a has the max 1.25; write a number with at most 14 digits before and 1 behind the point',
  ],
  [
    'no decimal between two bounds',
    withFields({ a: decimal({ label, min: 2.5, max: 2.25 }) }),
    '.a has the min 2.5 above the max 2.25; no value is left between',
  ],
  [
    'a default with too many digits',
    withFields({ a: decimal({ label, default: '1.234' }) }),
    '.a has the default "1.234", of which its own rule says: Enter a number with at most 13 digits before and 2 after the decimal point; write a value that it allows',
  ],
  [
    'a default that is no day',
    withFields({ a: date({ label, default: '2026-02-29' }) }),
    '.a has the default "2026-02-29", of which its own rule says: Enter a date, such as 2026-01-31; write a value that it allows',
  ],
  [
    'two units',
    withFields({ a: integer({ label, unitOf: 'product', unit: label }) }),
    '.a is counted as two things; leave out "unitOf" or "unit"',
  ],
  [
    'a unit in one language',
    withFields({ a: integer({ label, unit: { en: 'm' } as never }) }),
    '.a has no unit in "zh"; add it',
  ],
  [
    'a reader inside an object',
    withFields({ a: object({ b: text({ label, read: ['SuperAdmin'] }) }, { label }) }),
    `.a.b says "read", ${alone}; say it of "a", or make "b" a field of the record`,
  ],
  [
    'a hidden field two objects deep',
    withFields({ a: object({ b: object({ c: text({ label, hidden: true }) }, { label }) }, { label }) }),
    `.a.b.c says "hidden", ${alone}; say it of "a", or make "c" a field of the record`,
  ],
  [
    'a read-only field two objects deep',
    withFields({ a: object({ b: object({ c: text({ label, readOnly: true }) }, { label }) }, { label }) }),
    `.a.b.c says "readOnly", ${alone}; say it of "a", or make "c" a field of the record`,
  ],
  [
    'a writer among the items of a list',
    withFields({ a: list(text({ label, write: ['SuperAdmin'] }), { label }) }),
    `.a (an item) says "write", ${alone}; say it of "a", or leave it out`,
  ],
  [
    'an encrypted field among the items of a list',
    withFields({ a: list(object({ b: text({ label, encrypted: true }) }, { label }), { label }) }),
    `.a (an item).b says "encrypted", ${alone}; say it of "a", or leave it out`,
  ],
  [
    'a unique field inside an object',
    withFields({ a: object({ b: text({ label, unique: true }) }, { label }) }),
    `.a.b says "unique", ${alone}; make "b" a field of the record`,
  ],
  [
    'a default inside an object',
    withFields({ a: object({ b: text({ label, default: 'x' }) }, { label }) }),
    `.a.b says "default", ${alone}; make "b" a field of the record`,
  ],
  [
    'an embed inside an object',
    withFields({ a: object({ b: reference('product', { label, as: 'c', embed: ['name'] }) }, { label }) }),
    `.a.b says "embed", ${alone}; make "b" a field of the record`,
  ],
  [
    'a condition on an item',
    withFields({ a: list(text({ label, shownWhen: { name: 'x' } }), { label }) }),
    '.a (an item) says "shownWhen", which no list asks for; say it of "a"',
  ],
  [
    'a secret inside an object',
    withFields({ a: object({ b: text({ label, secret: true }) }, { label }) }),
    '.a.b says "secret", and "a" would be stored and answered as it is; make "a" inputOnly',
  ],
  [
    'what is required inside what is not',
    withFields({ a: object({ b: text({ label, required: true }) }, { label }) }),
    '.a.b is required, and a body may leave out "a" whole; say required of both',
  ],
  [
    'a reader inside the input of a step',
    withStep({ input: { a: object({ b: text({ label, read: ['SuperAdmin'] }) }, { label }) } }),
    `.lifecycle.close.input.a.b says "read", ${alone}; say it of "a", or make "b" a field of the record`,
  ],
  ...(['USDT', 'points', 1] as const).map((id): [string, object, string] => [
    `the currency ${id}`,
    withFields({ a: money({ label, currency: 'c' }), c: choice([{ id, label }] as never, { label }) }),
    `.a has the currency ${id} in "c"; write codes of ISO 4217, as CNY`,
  ]),
  [
    'an amount of no currency',
    withFields({ a: list(money({ label }), { label }) }),
    '.a (an item) is an amount of no currency, which nobody could read; name its choice in "currency"',
  ],
  [
    'an amount of no currency that a step asks for',
    withStep({ input: { sum: money({ label }) } }),
    '.lifecycle.close.input.sum is an amount of no currency, which nobody could read; name its choice in "currency"',
  ],
  [
    'a quantity within a list that is counted by nothing',
    withFields({ a: list(object({ b: integer({ label, unitOf: 'stock' }) }, { label }), { label }) }),
    '.a (an item).b has the unit of "stock", where no answer has metering and unit; embed it',
  ],
  [
    'a list that no dialog takes',
    withStep({ input: { rows: list(json({ label }), { label }) } }),
    '.lifecycle.close.input.rows is a list whose items no dialog takes; leave it out',
  ],
  [
    'an object in the object of a dialog',
    withStep({ input: { a: object({ b: object({ c: text({ label }) }, { label }) }, { label }) } }),
    '.lifecycle.close.input.a.b is of the kind object, which no dialog takes within an object; leave it out',
  ],
  [
    'a currency inside an object',
    withFields({ a: object({ b: money({ label, currency: 'c' }), c: choice(two, { label }) }, { label }) }),
    '.a.b has its currency in "c", which is no choice of the record; name a choice',
  ],
  [
    'a hidden computed field',
    withFields({ a: text({ label, computed: true, hidden: true }) }),
    '.a is computed, and no column holds it and nobody sets it; leave out "hidden" or "computed"',
  ],
  [
    'a computed field with embeds',
    withFields({ a: reference('product', { label, computed: true, as: 'b', embed: ['name'] }) }),
    '.a is computed, and no column holds it and nobody sets it; leave out "embed" or "computed"',
  ],
  [
    'a unique field that is not stored',
    withFields({ a: text({ label, inputOnly: true, unique: true }) }),
    '.a is inputOnly, and it is neither stored nor answered; leave out "unique" or "inputOnly"',
  ],
  [
    'readers of a hidden field',
    withFields({ a: text({ label, hidden: true, readOnly: true, read: ['SuperAdmin'] }) }),
    '.a is hidden, and it is never answered and nobody sets it; leave out "read" or "hidden"',
  ],
  [
    'writers of a read-only field',
    withFields({ a: text({ label, readOnly: true, write: ['SuperAdmin'] }) }),
    '.a is readOnly, and the server alone sets it; leave out "write" or "readOnly"',
  ],
  [
    'a unique encrypted field',
    withFields({ a: text({ label, readOnly: true, encrypted: true, unique: true }) }),
    '.a is encrypted, and what is encrypted differs each time; leave out "unique" or "encrypted"',
  ],
  [
    "a person's text that is unique for ever",
    withFields({ a: text({ label, unique: 'ever' }) }),
    ".a is unique 'ever', and what a deleted record had could not be given again; make it readOnly, or say unique: true",
  ],
  [
    'what is exact and may occur twice',
    withFields({ a: text({ label, exact: true }) }),
    '.a is exact, and nothing that it is in is unique; leave it out, or say unique',
  ],
  [
    'an encrypted number',
    withFields({ a: integer({ label, encrypted: true, readOnly: true }) }),
    '.a is encrypted, and integer is no text; make it a text or a longText',
  ],
  [
    'a required field that is shown at times',
    withFields({ a: text({ label, required: true, shownWhen: { name: 'x' } }) }),
    '.a is shownWhen, and a form that does not show it could not be sent; leave out "required" or "shownWhen"',
  ],
  [
    'a required field inside an object that is shown at times',
    withFields({
      a: object({ b: text({ label, required: true, shownWhen: { name: 'x' } }) }, { label, required: true }),
    }),
    '.a.b is shownWhen, and a form that does not show it could not be sent; leave out "required" or "shownWhen"',
  ],
  [
    'a detail without an answer to one record',
    { ...withFields({ a: text({ label, detailOnly: true }) }), without: ['get'] },
    '.a is detailOnly, and "without" leaves out "get", which alone gives it; leave one out',
  ],
  [
    'a default of another type',
    withFields({ a: integer({ label, default: '5' as never }) }),
    '.a has the default "5", of which its own rule says: Enter a whole number; write a value that it allows',
  ],
  [
    'a default above the max',
    withFields({ a: integer({ label, max: 4, default: 5 }) }),
    '.a has the default 5, of which its own rule says: The largest allowed value is 4; write a value that it allows',
  ],
  [
    'a default below the min',
    withFields({ a: text({ label, min: 3, default: 'ab' }) }),
    '.a has the default "ab", of which its own rule says: At least 3 characters; write a value that it allows',
  ],
  [
    'a default that is no day',
    withFields({ a: dateTime({ label, default: '2024-02-30T00:00:00Z' }) }),
    '.a has the default "2024-02-30T00:00:00Z", of which its own rule says: Enter a date and time; write a value that it allows',
  ],
  [
    'a default of a text that is a number',
    withFields({ a: text({ label, default: 5 as never }) }),
    '.a has the default 5, of which its own rule says: This item must be text; write a value that it allows',
  ],
  [
    'a default of a text with outer spaces',
    withFields({ a: text({ label, default: ' new ' }) }),
    '.a has the default " new ", and a body contains "new" instead; write that',
  ],
  [
    'a default of several lines that ends with one',
    withFields({ a: longText({ label, default: 'Dear\n' }) }),
    '.a has the default "Dear\\n", and a body contains "Dear" instead; write that',
  ],
  [
    'a default of an empty text',
    withFields({ a: text({ label, default: '' }) }),
    '.a has the default "", and a text without a default starts empty; leave it out',
  ],
  [
    'a default of a text of spaces alone',
    withFields({ a: text({ label, required: true, default: '  ' }) }),
    '.a has the default "  ", and a text without a default starts empty; leave it out',
  ],
  [
    'a default of a text in another pattern',
    withFields({ a: text({ label, matches: 'letters', default: 'A1' }) }),
    '.a has the default "A1", of which its own rule says: Only letters A to Z; write a value that it allows',
  ],
  [
    'a default of a text that is too long',
    withFields({ a: text({ label, max: 3, default: 'long' }) }),
    '.a has the default "long", of which its own rule says: At most 3 characters; write a value that it allows',
  ],
  [
    'a default that every record would have, and one alone may',
    withFields({ a: text({ label, unique: true, default: 'one' }) }),
    '.a has the default "one", which is unique: no second record could start with it; leave one of them out',
  ],
  [
    'a default that no column takes',
    withFields({ a: dateTime({ label, default: '2031-01-31T00:00:00+18:00' }) }),
    '.a has the default "2031-01-31T00:00:00+18:00", an offset that no column takes; write it in UTC',
  ],
  [
    'a default of a choice of a step that is none of it',
    withStep({ input: { a: choice(two, { label, default: 3 as never }) } }),
    '.lifecycle.close.input.a has the default 3, which is not among its choices; write one of 1, 2',
  ],
  [
    'a default of an input that is too large',
    withStep({ input: { a: integer({ label, max: 4, default: 5 }) } }),
    '.lifecycle.close.input.a has the default 5, of which its own rule says: The largest allowed value is 4; write a value that it allows',
  ],
  [
    'a text with outer spaces for old rows',
    withFields({ a: text({ label, required: true, migrate: { backfill: 'none ' } }) }),
    '.a says "migrate.backfill", and a body contains "none" instead; write that',
  ],
  [
    'a text with outer spaces that a step sets',
    { ...withFields({ a: text({ label }) }), ...withStep({ assign: { a: ' done' } }) },
    '.lifecycle.close.assign.a is set to " done", and a body contains "done" instead; write that',
  ],
  [
    'a default of nothing',
    withFields({ a: text({ label, default: null as never }) }),
    '.a has the default null, and a field without a default starts as null; leave it out',
  ],
  [
    'a default of a reference',
    withFields({ a: reference('product', { label, default: 1 } as never) }),
    '.a has the default 1, and no record must have that id; let the server set it (beforeCreate)',
  ],
  [
    'a default of a list',
    withFields({ a: list(text({ label }), { label, default: 'x' }) }),
    '.a has the default "x", and every list starts empty; leave it out',
  ],
  [
    'a min above the max',
    withFields({ a: integer({ label, min: 5, max: 4 }) }),
    '.a has the min 5 above the max 4; no value is left between',
  ],
  [
    'a min above the max of the kind',
    withFields({ a: text({ label, min: 300 }) }),
    '.a has the min 300 above the max 200; no value is left between',
  ],
  [
    'a min below zero of a text',
    withFields({ a: text({ label, min: -1 }) }),
    '.a has the min -1; write a whole number from 0 on',
  ],
  [
    'a max that is no number',
    withFields({ a: text({ label, max: Number.NaN }) }),
    '.a has the max NaN; write a whole number from 0 on',
  ],
  [
    'a max that no column holds',
    withFields({ a: integer({ label, max: 3_000_000_000 }) }),
    '.a has the max 3000000000; write a whole number that a column of integer holds',
  ],
  [
    'a max of nothing inside a list',
    withFields({ a: list(text({ label, max: 0 }), { label }) }),
    '.a (an item) has the max 0 and is always empty; write 1 or more',
  ],
  [
    'a choice twice',
    withFields({ a: choice([...two, { id: 1, label }], { label }) }),
    '.a has the choice 1 twice; leave one out',
  ],
  [
    'numbers and words among choices',
    withFields({ a: choice([...two, { id: 'three' as const, label }], { label }) }),
    '.a mixes numbers and words among its choices; write all as numbers or all as words',
  ],
  [
    'a choice that no column keeps',
    withFields({ a: choice([{ id: 2_147_483_648, label }], { label }) }),
    '.a has the choice 2147483648, which no column of numbers keeps; write a whole number up to 2147483647, or a word',
  ],
  [
    'a choice that no filter can name',
    withFields({ a: choice([{ id: 'one,two', label }], { label }) }),
    '.a has the choice "one,two", which a filter cannot name; write a whole number, or a word without commas and spaces',
  ],
  [
    'a name of another field for what is embedded',
    withFields({ a: reference('product', { label, as: 'name', embed: ['code'] }) }),
    '.a is embedded as "name", which is a field; write another "as"',
  ],
  [
    'one name for two embedded records',
    withFields({ a: reference('product', { label, as: 'product', embed: ['code'] }) }),
    '.a is embedded as "product", as is product_id; write another "as"',
  ],
  [
    'embedded fields without a name',
    withFields({ a: reference('product', { label, embed: ['code'] }) }),
    '.a embeds fields and has no name for them; write "as"',
  ],
  [
    'a column at the top with the name of a field',
    withFields({ a: reference('product', { label, as: 'b', alsoAs: { name: 'code' } }) }),
    '.a stands at "name" of an answer, where name has "name"; give one another place',
  ],
  [
    'two fields at one place of an answer',
    withFields({ a: text({ label, readPath: 'x.y' }), b: text({ label, readPath: 'x.y' }) }),
    '.b stands at "x.y" of an answer, where a has "x.y"; give one another place',
  ],
  [
    'a field within another one',
    withFields({ a: text({ label, readPath: 'x' }), b: text({ label, readPath: 'x.y' }) }),
    '.b stands at "x.y" of an answer, where a has "x"; give one another place',
  ],
  [
    'two fields at one place of a body',
    withFields({ a: text({ label, writePath: 'x' }), b: text({ label, writePath: 'x.y' }) }),
    '.b stands at "x.y" of a body, where a has "x"; give one another place',
  ],
  [
    'a field in place of the state',
    withFields({ a: text({ label, writePath: 'status' }) }),
    '.a stands at "status" of a body, where status has "status"; give one another place',
  ],
  [
    'a place that is no path',
    withFields({ a: text({ label, readPath: 'x..y' }) }),
    '.a says "x..y" as readPath; write small letters, digits and underscores',
  ],
  [
    'a unique text that no index holds',
    withFields({ a: longText({ label, unique: true }) }),
    '.a is unique with up to 2000 characters, and an index holds 650; write a smaller max',
  ],
  [
    'a unique group that no index holds',
    { ...withFields({ a: text({ label, max: 600 }) }), unique: [['name', 'a']] },
    '.unique (name, a) is unique with up to 800 characters, and an index holds 650; write a smaller max',
  ],
  [
    'a unique list',
    withFields({ a: list(text({ label }), { label, unique: true }) }),
    '.a is unique, and no index holds objects and lists; leave out "unique"',
  ],
  [
    'a name that the database would cut',
    withFields({ a_very_long_name_of_a_field_that_somebody_thought_up_at_night: text({ label }) }),
    '.a_very_long_name_of_a_field_that_somebody_thought_up_at_night makes the name ' +
      '"specimen_a_very_long_name_of_a_field_that_somebody_thought_up_at_night_fkey" in the database, 75 letters long; ' +
      'at most 63 are kept, write shorter names',
  ],
];

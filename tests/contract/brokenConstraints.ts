import { everything, me } from '../../contract/schema/access.ts';
import {
  boolean,
  choice,
  date,
  dateTime,
  decimal,
  integer,
  money,
  object,
  reference,
  rollup,
  text,
} from '../../contract/schema/field/field.ts';
import { before, now } from '../../contract/schema/now.ts';
import { label, withAccess, withFields, withStep } from './broken.ts';

const sentence = label;
const days = {
  starts_on: date({ label }),
  ends_on: date({ label }),
  starts_at: dateTime({ label }),
  amount: money({ label, currency: 'status' }),
  digits: integer({ label }),
};
const checked = (expression: string) => ({ ...withFields(days), check: { [expression]: sentence } });
const from = (start: object, more: object = {}) =>
  withFields({ b: reference('product', { label }), ...more, a: text({ label, default: start as never }) });
const lasting = (noOverlap: unknown) => ({ ...withFields(days), noOverlap }) as object;
const compared = (when: object) => lasting({ from: 'starts_on', until: 'ends_on', when });
const parts = {
  above_id: reference('specimen', { label }),
  currency: choice(
    [
      { id: 'CNY', label },
      { id: 'EUR', label },
    ],
    { label },
  ),
  amount: money({ label, currency: 'currency' }),
  metres: decimal({ label, scale: 3 }),
  depth: integer({ label, min: -9 }),
  hidden: boolean({ label, read: ['SalesMan'] }),
};
/** A field of a tree that counts or sums the records below one. */
const counted = (of: object, field: object, more: object = {}) => {
  const below = rollup({ entity: 'specimen', by: 'above_id', ...of }, field as never);
  return { ...withFields({ ...parts, a: below }), ...more };
};
/** A record of an enterprise that refers to another one, of which customers see all. */
export const ofEnterprises = (more: object) => ({
  ...withFields({
    enterprise_id: reference('enterprise', { label }),
    above_id: reference('specimen', { label, ...more }),
  }),
  ...withAccess({ rows: { SuperAdmin: everything, Enterprise: everything } }),
});
const noChildren =
  'which a new record has no children for, and which a deleted child changes; limit it from above alone, as in a <= 20, or ask for it in "when" of a step';
const admin = ['SuperAdmin'] as const;
const number = 'write fields with numbers, days or times';

/** Checks, periods and defaults from other records that cannot be enforced, in the form of `broken`. */
export const brokenConstraints: readonly [string, object, string][] = [
  [
    'a reference that shares what the other has not',
    withFields({ a: reference('project', { label, shares: ['customer_id'] }) }),
    '.a shares "customer_id", which is no stored field of project; name one',
  ],
  [
    'a reference that shares what is not beside it',
    withFields({ a: reference('project', { label, shares: ['enterprise_id'] }) }),
    '.a shares "enterprise_id", which is no stored field beside it; write one of name, status, ends_at, product_id, params, left, a',
  ],
  [
    'a reference that shares values of two kinds',
    withFields({ a: reference('project', { label, shares: { enterprise_id: 'product_id' } }) }),
    '.a shares "product_id" with "enterprise_id" of project, which is of another kind; name two fields of the same kind',
  ],
  [
    'a reference that shares what no list is filtered by',
    withFields({ a: reference('project', { label, shares: ['created_at'] }) }),
    '.a shares "created_at", by which no list of project is filtered; add it to list.filters of project',
  ],
  [
    'a reference in an object that shares something',
    withFields({ o: object({ a: reference('project', { label, shares: ['product_id'] }) }, { label }) }),
    '.o.a has "shares" and is no field of the record; write it at one',
  ],
  [
    'an only record that somebody may create',
    { single: true, ...withAccess({ create: ['SuperAdmin'] }) },
    '.access.create is granted, and there is exactly one record; leave it out',
  ],
  [
    'an only record without a value that it needs',
    { single: true, ...withFields({ a: text({ label, required: true }) }) },
    '.a is required in the only record, which nobody creates; give it a fixed default',
  ],
  [
    'a field of many records that the environment sets',
    withFields({ a: text({ label, environment: 'GREETING' }) }),
    '.a has "environment", and there may be many records; make the entity single',
  ],
  [
    'a field with a name that no variable has',
    { single: true, ...withFields({ a: text({ label, environment: 'my-greeting' }) }) },
    '.a has the environment variable "my-greeting"; write capitals, digits and _',
  ],
  [
    'a field of the server that the environment sets',
    { single: true, ...withFields({ a: text({ label, readOnly: true, environment: 'GREETING' }) }) },
    '.a has "environment", and no variable can set it; leave that out',
  ],
  [
    'a reference between records of enterprises that all customers see',
    ofEnterprises({}),
    ".above_id refers to specimen, of which Enterprise sees the records of all enterprises, and takes only those of the record's own enterprise; rename enterprise_id of one of them, such as to requester_id, or write shares: ['enterprise_id'] here",
  ],
  [
    'a check with an unknown sign',
    checked('ends_on => starts_on'),
    '.check "ends_on => starts_on" has no value before ">"; write it like ends_on >= starts_on',
  ],
  [
    'a check with text',
    checked("digits = 'x'"),
    `.check "digits = 'x'" cannot read "'x'"; write it like ends_on >= starts_on`,
  ],
  [
    'a check that ends too early',
    checked('digits <'),
    '.check "digits <" ends too early; write it like ends_on >= starts_on',
  ],
  [
    'a check with an open parenthesis',
    checked('(digits < 3'),
    '.check "(digits < 3" has a parenthesis that nothing closes; write it like ends_on >= starts_on',
  ],
  [
    'a check without an operator between two fields',
    checked('digits digits'),
    '.check "digits digits" has "digits" where an operator belongs; write it like ends_on >= starts_on',
  ],
  [
    'a check with another value for a point in time',
    checked('(starts_at else starts_at) > starts_at'),
    '.check "(starts_at else starts_at) > starts_at" has "else" after a point in time; write it between numbers, amounts or days',
  ],
  [
    'a check with a number for an empty amount',
    checked('(amount else 5) > amount'),
    '.check "(amount else 5) > amount" has amount in status else number; write values of one type on both sides',
  ],
  [
    'a check of an unknown field',
    checked('ends_onn >= starts_on'),
    '.check "ends_onn >= starts_on" names "ends_onn", which is no stored or calculated field; did you mean "ends_on"?',
  ],
  ['a check of a text', checked('name > 3'), `.check "name > 3" reads "name", which is of the kind text; ${number}`],
  [
    'a check of a computed field',
    checked('left > 3'),
    '.check "left > 3" names "left", which is no stored or calculated field; write one of status, ends_at, starts_on, ends_on, starts_at, amount, digits',
  ],
  [
    'a check of a day and a point in time',
    checked('starts_on < starts_at'),
    '.check "starts_on < starts_at" has day < point in time; write values of one type on both sides',
  ],
  [
    'a check of the time between two points in time',
    checked('ends_at - starts_at < 12'),
    `.check "ends_at - starts_at < 12" counts with points in time, and only days can be counted; store the length as an integer with a max, and give the end the default plus('starts_at', { minutes: 'length' })`,
  ],
  [
    'a check that adds hours to a point in time',
    checked('starts_at + 12 > ends_at'),
    `.check "starts_at + 12 > ends_at" counts with points in time, and only days can be counted; store the length as an integer with a max, and give the end the default plus('starts_at', { minutes: 'length' })`,
  ],
  [
    'a check that adds an amount and a number',
    checked('amount + 1 > amount'),
    '.check "amount + 1 > amount" has amount in status + number; write values of one type on both sides',
  ],
  [
    'a check that compares nothing',
    checked('digits + 1'),
    '.check "digits + 1" compares nothing; write one of = != < <= > >=',
  ],
  ['a check of no field', checked('1 < 2'), '.check "1 < 2" names no field; write one'],
  [
    'a check with two comparisons in a row',
    checked('1 < digits < 5'),
    '.check "1 < digits < 5" compares twice in a row before "<"; join comparisons by "and"; write it like ends_on >= starts_on',
  ],
  [
    'a check that joins a value',
    checked('digits and digits > 1'),
    '.check "digits and digits > 1" joins a value by "and"; write a comparison on both sides',
  ],
  [
    'a check without a language',
    { ...withFields(days), check: { 'digits > 1': { en: 'Too few' } } } as object,
    '.check "digits > 1" has no sentence in "zh"; add it',
  ],
  [
    'a period from a number',
    lasting({ by: ['product_id'], from: 'digits', until: 'ends_on' }),
    '.noOverlap has "digits" as "from", which is no stored day or point in time; write one of ends_at, starts_on, ends_on, starts_at',
  ],
  [
    'a period from a day until a point in time',
    lasting({ by: ['product_id'], from: 'starts_on', until: 'starts_at' }),
    '.noOverlap lasts from "starts_on" (date) until "starts_at" (dateTime); name two different fields that are both days or both points in time',
  ],
  [
    'a period of one day field',
    lasting({ by: ['product_id'], from: 'starts_on', until: 'starts_on' }),
    '.noOverlap lasts from "starts_on" (date) until "starts_on" (date); name two different fields that are both days or both points in time',
  ],
  [
    'periods by an amount',
    lasting({ by: ['amount'], from: 'starts_on', until: 'ends_on' }),
    '.noOverlap is "by" "amount", which is no stored field of the kinds reference, choice, integer, boolean, date, text; write one of name, status, product_id, starts_on, ends_on, digits',
  ],
  [
    'two periods of the same',
    lasting([
      { by: ['product_id'], from: 'starts_on', until: 'ends_on' },
      { by: ['product_id'], from: 'starts_at', until: 'ends_at' },
    ]),
    '.noOverlap has two periods by "product_id"; leave one out',
  ],
  [
    'periods of an unknown state',
    compared({ state: 0 }),
    '.noOverlap "when" asks for specimen.state, which does not exist; write one of its fields, such as "status"',
  ],
  [
    'periods in a computed state',
    compared({ left: 1 }),
    '.noOverlap "when" asks for specimen.left, which code computes; write a stored field',
  ],
  [
    'periods in a state that is no choice of the field',
    compared({ status: [0, 7] }),
    '.noOverlap "when" compares specimen.status with 7; write one of its choices: 0, 1',
  ],
  [
    'periods of another record',
    compared({ product_id: { name: 'Mover' } }),
    '.noOverlap "when" asks of "product_id" for the caller, the time or another record; write a value, or a list of values',
  ],
  [
    'periods of the caller',
    compared({ digits: me('id') }),
    '.noOverlap "when" asks of "digits" for the caller, the time or another record; write a value, or a list of values',
  ],
  [
    'periods that pass',
    compared({ ends_at: before(now) }),
    '.noOverlap "when" asks of "ends_at" for the caller, the time or another record; write a value, or a list of values',
  ],
  [
    'periods with a text',
    compared({ name: 'Mover' }),
    '.noOverlap "when" asks for "name", which is no stored field of the kinds choice, boolean, integer; write one of status, digits',
  ],
  [
    'periods with a part of an object',
    compared({ anyOf: [{ status: 0 }, { 'params.place': 'here' }] }),
    '.noOverlap "when" asks for "params.place", which is no stored field of the kinds choice, boolean, integer; write one of status, digits',
  ],
  [
    'periods without a condition',
    compared({}),
    '.noOverlap "when" is empty; write { status: [0, 1] }, or leave it out',
  ],
  [
    'a default from no reference',
    from({ from: 'customer', field: 'name' }),
    '.a starts from "customer", which is no reference beside it; write one of product_id, b',
  ],
  [
    'a default from an unknown field of a record',
    from({ from: 'b', field: 'nam' }),
    '.a starts with "nam" of product, which is no stored value that people see; did you mean "name"?',
  ],
  [
    'a default from a computed field of a record',
    from({ from: 'c', field: 'left' }, { c: reference('specimen', { label }) }),
    '.a starts with "left" of specimen, which is computed; write one of name, a',
  ],
  [
    'a default of another kind',
    from({ from: 'b', field: 'deployment_id' }),
    '.a starts with "deployment_id" of product, a choice; make it one',
  ],
  [
    'a default that is too long',
    withFields({
      b: reference('product', { label }),
      a: text({ label, max: 3, default: { from: 'b', field: 'name' } }),
    }),
    '.a starts with "name" of product, which accepts more than it does; widen its limits',
  ],
  [
    'a count of an unknown entity',
    counted({ entity: 'specimens' }, integer({ label, read: admin })),
    '.a counts "specimens", which is no entity; name one',
  ],
  [
    'a count by a reference to another entity',
    counted({ by: 'product_id' }, integer({ label, read: admin })),
    '.a counts by "product_id", which is no reference of specimen to specimen; name one',
  ],
  ['a count that is a decimal', counted({}, decimal({ label, read: admin })), '.a counts records; make it an integer'],
  [
    'a sum of texts',
    counted({ sum: 'name' }, integer({ label, read: admin })),
    '.a sums "name", which is no number of specimen; write a field of the kinds integer, decimal, money',
  ],
  [
    'a sum of another kind',
    counted({ sum: 'metres' }, integer({ label, read: admin })),
    '.a sums "metres", of the kind decimal; make it decimal',
  ],
  [
    'a sum that rounds',
    counted({ sum: 'metres' }, decimal({ label, read: admin })),
    '.a has a smaller scale than "metres" and would round its values; write scale: 3',
  ],
  [
    'a sum of amounts of several currencies',
    counted({ sum: 'amount' }, money({ label, currency: 'currency', read: admin })),
    `.a sums "amount", whose amounts may have several currencies; write shares: ['currency'] at specimen.above_id with a required currency of the children, and make specimen.currency required and createOnly, or sum it in list.totals of specimen`,
  ],
  [
    'a sum of itself',
    counted({ sum: 'a' }, integer({ label, read: admin })),
    '.a is a part of itself; sum another field',
  ],
  [
    'a count of records that a reader may not see',
    counted({}, integer({ label })),
    '.a reveals records of specimen that Enterprise may not see; write "read" without them',
  ],
  [
    'a count that a step sets',
    counted({}, integer({ label, read: admin }), withStep({ assign: { a: 1 } })),
    '.a is assigned by a step, and the database alone sets it; leave it out of "assign"',
  ],
  [
    'a check that needs children',
    counted({}, integer({ label, read: admin }), { check: { 'a >= 2 or status = 0': sentence } }),
    `.check "a >= 2 or status = 0" compares "a", ${noChildren}`,
  ],
  [
    'a check that needs an exact number of children',
    counted({}, integer({ label, read: admin }), { check: { 'a = status': sentence } }),
    `.check "a = status" compares "a", ${noChildren}`,
  ],
  [
    'a check that needs children on its other side',
    counted({}, integer({ label, read: admin }), { check: { 'status + 1 - a <= 0': sentence } }),
    `.check "status + 1 - a <= 0" compares "a", ${noChildren}`,
  ],
  [
    'a check of a count times a value that may be negative',
    counted({}, integer({ label, read: admin }), {
      check: { 'a * depth <= 5': sentence },
    }),
    `.check "a * depth <= 5" compares "a", ${noChildren}`,
  ],
  [
    'a check of a sum that may fall',
    counted({ sum: 'depth' }, integer({ label, min: -9, read: admin }), {
      check: { 'a <= 5': sentence },
    }),
    '.check "a <= 5" limits "a", which sums values that may be negative, so that deleting one could break it; write min: 0 at specimen.depth',
  ],
  [
    'a count that somebody writes',
    counted({}, integer({ label, read: admin, default: 1 } as never)),
    '.a is rollup, and the database alone sets it, to 0 at first; leave out "default" or "rollup"',
  ],
  [
    'a count with an empty condition',
    counted({ when: {} }, integer({ label, read: admin })),
    '.a "when" is empty; write { status: [0, 1] }, or leave it out',
  ],
  [
    'a count of children in a state that there is not',
    counted({ when: { stat: 1 } }, integer({ label, read: admin })),
    '.a "when" asks for specimen.stat, which does not exist; write one of its fields, such as "status"',
  ],
  [
    'a count of children that time decides',
    counted({ when: { ends_at: before(now) } }, integer({ label, read: admin })),
    '.a "when" asks of "ends_at" for the caller, the time or another record; write a value, or a list of values',
  ],
  [
    'a count of children by a text',
    counted({ when: { name: 'x' } }, integer({ label, read: admin })),
    '.a "when" asks for "name", which is no stored field of the kinds choice, boolean, integer; write one of status, currency, depth, hidden',
  ],
  [
    'a count of children by a count',
    counted({ when: { anyOf: [{ a: 0 }] } }, integer({ label, read: admin })),
    '.a "when" asks for "a", which is a count or sum of children; write one of status, currency, depth, hidden',
  ],
  [
    'a count by a state that a role may not read',
    counted({ when: { hidden: true } }, integer({ label, read: admin })),
    '.a reveals records of specimen that SuperAdmin may not see; write "read" without them',
  ],
];

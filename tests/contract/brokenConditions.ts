import { above, atLeast, below, me, not, through } from '../../contract/schema/access.ts';
import { fromRecord } from '../../contract/schema/assignedValues.ts';
import { date, integer, object, reference, tags, text } from '../../contract/schema/field/field.ts';
import { after, before, now, today, within } from '../../contract/schema/now.ts';
import { label, withFields, withRows, withScreen, withStep } from './broken.ts';

const when = (condition: object) => withRows({ Enterprise: condition });

/** Impossible conditions, at each place where a condition is declared, in the form of `broken`. */
export const brokenConditions: readonly [string, object, string][] = [
  [
    'a word for a number',
    when({ id: 'one' }),
    '.access.rows.Enterprise compares specimen.id with "one"; write a whole number from 0 to 2147483647',
  ],
  [
    'a number beyond its column',
    when({ id: [1, 3_000_000_000] }),
    '.access.rows.Enterprise compares specimen.id with 3000000000; write a whole number from 0 to 2147483647',
  ],
  [
    'a number for a word',
    when({ product_id: { name: 5 } }),
    '.access.rows.Enterprise compares product.name with 5; write a text, or null where it is empty',
  ],
  [
    'a word for a point in time',
    when({ ends_at: 'tomorrow' }),
    '.access.rows.Enterprise compares specimen.ends_at with "tomorrow"; write a point in time such as "2026-01-31T00:00:00Z"',
  ],
  [
    'no choice',
    when({ anyOf: [{ status: [0, 7] }] }),
    '.access.rows.Enterprise compares specimen.status with 7; write one of its choices: 0, 1',
  ],
  [
    'a text against the present',
    when({ name: before(now) }),
    '.access.rows.Enterprise compares specimen.name with the present; write a field that is a date or a dateTime',
  ],
  [
    'a point in time against a day',
    when({ ends_at: after(today) }),
    '.access.rows.Enterprise compares specimen.ends_at with another type of time; write after(now)',
  ],
  [
    'a span that is none',
    when({ ends_at: within('soon') }),
    `.access.rows.Enterprise has specimen.ends_at within "soon"; write within('15m'), '2h' or '3d'`,
  ],
  [
    'a bound of a text',
    when({ name: above(3) }),
    '.access.rows.Enterprise compares specimen.name by size; write a field that is an integer, a decimal or an amount',
  ],
  [
    'a bound of a choice',
    when({ status: atLeast(1) }),
    '.access.rows.Enterprise compares specimen.status by size; write a field that is an integer, a decimal or an amount',
  ],
  [
    'a bound of a reference',
    when({ product_id: below(10) }),
    '.access.rows.Enterprise compares specimen.product_id by size; write a field that is an integer, a decimal or an amount',
  ],
  [
    'a bound that is no whole number',
    when({ version: atLeast(1.5) }),
    '.access.rows.Enterprise compares specimen.version with 1.5; write a whole number, such as atLeast(1)',
  ],
  [
    'a bound that is a word',
    when({ version: above('many') }),
    '.access.rows.Enterprise compares specimen.version with "many"; write a whole number, such as above(1)',
  ],
  [
    'another field that does not exist',
    when({ version: above(fromRecord('verzion')) }),
    '.access.rows.Enterprise asks for specimen.verzion, which does not exist; write one of its fields, such as "version"',
  ],
  [
    'a comparison of a field with itself',
    when({ version: above(fromRecord('version')) }),
    '.access.rows.Enterprise compares specimen.version with specimen.version, which is the field itself; write another one',
  ],
  [
    'a comparison of fields of two kinds',
    when({ ends_at: above(fromRecord('version')) }),
    '.access.rows.Enterprise compares specimen.ends_at with specimen.version, which has other values; write a field that has the same as specimen.ends_at',
  ],
  [
    'a comparison by size of fields that have none',
    when({ name: above(fromRecord('status')) }),
    ".access.rows.Enterprise compares specimen.name with specimen.status, by size; write two integers, decimals, amounts, days or points in time, or fromRecord('status') alone",
  ],
  [
    'a comparison with a field inside an object',
    when({ name: fromRecord('params.place') }),
    '.access.rows.Enterprise compares specimen.name with specimen.params.place, one of which is inside an object; write two fields beside it',
  ],
  [
    'the opposite of a condition on another record',
    when({ product_id: not({ name: 'a' } as never) }),
    '.access.rows.Enterprise has specimen.product_id not(…) of another condition; write a value, a list of values, me(…) or a comparison',
  ],
  [
    'the opposite of an opposite',
    when({ status: not(not(1) as never) }),
    '.access.rows.Enterprise has specimen.status not(…) of another condition; write a value, a list of values, me(…) or a comparison',
  ],
  [
    'the opposite of no choice',
    when({ status: not(7) }),
    '.access.rows.Enterprise compares specimen.status with 7; write one of its choices: 0, 1',
  ],
  [
    'a whole object',
    when({ params: 'here' }),
    '.access.rows.Enterprise compares specimen.params, which has no single value; write one of its fields, such as "params.place"',
  ],
  [
    'a list with a value',
    { ...withFields({ marks: tags({ label }) }), ...when({ marks: 'urgent' }) },
    '.access.rows.Enterprise compares specimen.marks, which has no single value; write null or not(null), or another field',
  ],
  [
    'an empty list',
    when({ status: [] }),
    '.access.rows.Enterprise compares specimen.status with an empty list; write at least one value',
  ],
  [
    'an anyOf that is no list',
    when({ anyOf: { status: 1 } }),
    '.access.rows.Enterprise has an anyOf that is not a list of conditions; write anyOf: [{ … }, { … }]',
  ],
  [
    'an anyOf of values',
    when({ anyOf: [1] }),
    '.access.rows.Enterprise has an anyOf that is not a list of conditions; write anyOf: [{ … }, { … }]',
  ],
  ['an empty anyOf', when({ anyOf: [] }), '.access.rows.Enterprise has an empty anyOf; write at least one condition'],
  [
    'a text that is an id of the caller',
    when({ name: me('enterprise_id') }),
    '.access.rows.Enterprise compares specimen.name with the caller\'s "enterprise_id"; write a field that refers to enterprise',
  ],
  [
    'ids of one entity that are ids of another',
    when({ product_id: me('enterprise_id') }),
    '.access.rows.Enterprise compares specimen.product_id with the caller\'s "enterprise_id"; write a field that refers to enterprise',
  ],
  [
    'a way through other ids',
    when({ product_id: through('enterprise_product', 'enterprise_id', {}) }),
    '.access.rows.Enterprise compares specimen.product_id with enterprise_product.enterprise_id; write a field of enterprise_product that has the same values',
  ],
  [
    'what is encrypted',
    { ...when({ a: 'x' }), ...withFields({ a: text({ label, encrypted: true }) }) },
    '.access.rows.Enterprise compares specimen.a, which is encrypted; write null, or another field',
  ],
  [
    'records that may be picked by a wrong value',
    withFields({ a: reference('user', { label, where: { role_id: 'Sales' } }) }),
    '.a, "where", compares user.role_id with "Sales"; write one of its choices: 1, 2, 3, 4, 5',
  ],
  [
    'records that may be changed',
    { editWhile: { nme: 'x' } },
    '.editWhile asks for specimen.nme, which does not exist; write one of its fields, such as "name"',
  ],
  [
    'records that may be deleted',
    { removeWhile: { status: 'open' } },
    '.removeWhile compares specimen.status with "open"; write one of its choices: 0, 1',
  ],
  [
    'a step by a wrong value',
    withStep({ when: { 'params.place': 1 } }),
    '.lifecycle.close, "when", compares specimen.params.place with 1; write a text, or null where it is empty',
  ],
  [
    'a field that is shown by what is no choice',
    withFields({ a: text({ label, shownWhen: { status: 2 } }) }),
    '.a, "shownWhen", compares specimen.status with 2; write one of its choices: 0, 1',
  ],
  [
    'a colour by what is no field',
    withFields({ a: integer({ label, tones: { bad: { b: below(3) } } }) }),
    '.a, "tones.bad", asks for specimen.b, which does not exist; write one of its fields, such as "a"',
  ],
  [
    'a colour by another record',
    withFields({ a: date({ label, tones: { warn: { product_id: { name: 'x' } } } }) }),
    '.a, "tones.warn", reads a record through specimen.product_id, but only the record\'s own values are available there; write a value, a list of values or null',
  ],
  [
    'a colour that does not exist',
    withFields({ a: integer({ label, tones: { red: { a: below(3) } } as never }) }),
    '.a.tones names the colour "red", which does not exist; write one of neutral, info, good, warn, bad',
  ],
  [
    'a field that is read-only while something unknown holds',
    withFields({ a: text({ label, readOnlyWhen: { stats: 1 } }) }),
    '.a, "readOnlyWhen", asks for specimen.stats, which does not exist; write one of its fields, such as "status"',
  ],
  [
    'a reason for a field that is never read-only',
    withFields({ a: text({ label, readOnlyBecause: label }) }),
    '.a.readOnlyBecause has a sentence for a condition, and no condition; add it, or leave it out',
  ],
  [
    'a reason in one language',
    withFields({ a: text({ label, readOnlyWhen: { status: 1 }, readOnlyBecause: { en: 'Too late' } as never }) }),
    '.a.readOnlyBecause has no sentence in "zh"; add it',
  ],
  [
    'a field that is read-only anyway',
    withFields({ a: text({ label, createOnly: true, readOnlyWhen: { status: 1 } }) }),
    '.a is createOnly, and no edit sets it; leave out "readOnlyWhen" or "createOnly"',
  ],
  [
    'a part of an object that is read-only at times',
    withFields({ a: object({ b: text({ label, readOnlyWhen: { status: 1 } }) }, { label }) }),
    '.a.b says "readOnlyWhen", which holds for fields of the record alone; say it of "a", or make "b" a field of the record',
  ],
  [
    'a field in an object that is shown by what is no choice',
    withFields({ a: object({ b: text({ label, shownWhen: { status: 2 } }) }, { label }) }),
    '.a.b, "shownWhen", compares specimen.status with 2; write one of its choices: 0, 1',
  ],
  [
    'a field that is shown by what other records hold',
    withFields({ a: text({ label, shownWhen: { product_id: { name: 'x' } } }) }),
    '.a, "shownWhen", reads a record through specimen.product_id, but only the record\'s own values are available there; write a value, a list of values or null',
  ],
  [
    'a field that is shown by a way through others',
    withFields({ a: text({ label, shownWhen: { id: through('enterprise_product', 'product_id', {}) } }) }),
    '.a, "shownWhen", reads a record through specimen.id, but only the record\'s own values are available there; write a value, a list of values or null',
  ],
  [
    'an input of a step that is shown by no input of it',
    withStep({ input: { reason: text({ label, shownWhen: { resson: 'x' } }) } }),
    '.lifecycle.close.reason, "shownWhen", asks for close.resson, which does not exist; write one of its fields, such as "reason"',
  ],
  [
    'a menu entry that is hidden by a wrong value',
    withScreen({ menu: { order: 1, hiddenWhen: { tags: 'x' } } }),
    '.screens /specimen "hiddenWhen" compares user.tags with "x"; write a whole number from 0 to 9',
  ],
  [
    'a menu entry that is hidden by what is never answered',
    withScreen({ menu: { order: 1, hiddenWhen: { password_hash: 'x' } } }),
    '.screens /specimen "hiddenWhen" asks for user.password_hash, which no answer shows; write one of its fields, such as "password"',
  ],
  [
    'a menu entry that is hidden by what other records hold',
    withScreen({ menu: { order: 1, hiddenWhen: { enterprise_id: { status: 1 } } } }),
    '.screens /specimen "hiddenWhen" reads a record through user.enterprise_id, but only the record\'s own values are available there; write a value, a list of values or null',
  ],
];

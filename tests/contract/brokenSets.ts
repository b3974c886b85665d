import { me } from '../../contract/schema/access.ts';
import { fromRecord } from '../../contract/schema/assignedValues.ts';
import { date, dateTime, integer, object, reference, tags, text } from '../../contract/schema/field/field.ts';
import { now, today } from '../../contract/schema/now.ts';
import { label, withAccess, withFields, withStep } from './broken.ts';

const more = {
  ended_at: dateTime({ label }),
  count: integer({ label, max: 3 }),
  due_on: date({ label }),
  user_id: reference('user', { label }),
  words: tags({ label }),
};
const assign = (values: object, step: object = {}) => ({
  ...withFields(more),
  ...withStep({ assign: values, ...step }),
});
const create = (created: object, step: object = {}) => ({
  ...withFields(more),
  ...withStep({ create: created, ...step }),
});
const key = { product_id: fromRecord('product_id'), user_id: me('id') };
const schedule = (one: object, step: object = {}) => ({ ...withFields(more), ...withStep({ schedule: one, ...step }) });

/** Values that a step cannot assign, and steps that cannot be scheduled, in the form of `broken`. */
export const brokenSets: readonly [string, object, string][] = [
  [
    'a value copied from a field of another kind',
    assign({ ended_at: fromRecord('due_on') }),
    `.lifecycle.close.assign.ended_at is set to fromRecord('due_on'), which is of the kind date, and the field of dateTime; copy a field of the same kind and target`,
  ],
  [
    'a value copied from what is no field',
    assign({ ended_at: fromRecord('due') }),
    `.lifecycle.close.assign.ended_at is set to fromRecord('due'), which is no stored or calculated field of specimen; name one`,
  ],
  [
    'a required value copied from what may be empty',
    {
      ...withFields({ ...more, until: date({ label, required: true, default: today }) }),
      ...withStep({ assign: { until: fromRecord('due_on') } }),
    },
    `.lifecycle.close.assign.until is set to fromRecord('due_on'), which may be empty, and the field is required; copy a required field, or write a value`,
  ],
  [
    'a record of what is no entity',
    create({ user_prodct: {} }),
    '.lifecycle.close.create.user_prodct is no entity; did you mean "user_product"?',
  ],
  [
    'a record without what it needs',
    create({ user_product: { user_id: me('id') } }),
    '.lifecycle.close.create.user_product lacks "product_id", which is required; give it a value',
  ],
  [
    'a record with what may be empty',
    create({ user_product: key }),
    `.lifecycle.close.create.user_product.product_id is fromRecord('product_id'), which may be empty, and the field is required; copy a required field, or write a value`,
  ],
  [
    'a record of another',
    create({ user_product: { ...key, product_id: fromRecord('user_id') } }),
    `.lifecycle.close.create.user_product.product_id is fromRecord('user_id'), which is of the kind reference, and the field of reference; copy a field of the same kind and target`,
  ],
  [
    'a record with its id where another is meant',
    create({ user_product: { ...key, product_id: fromRecord('id') } }),
    `.lifecycle.close.create.user_product.product_id is fromRecord('id'), and refers to product, not to specimen; copy a reference to product`,
  ],
  [
    'a record with a field that it has not',
    create({ payment: { sum: 1 } }),
    '.lifecycle.close.create.payment.sum is no stored field of it; name one',
  ],
  [
    'a record with what is too long for it',
    create({ product: { name: fromRecord('name') } }),
    `.lifecycle.close.create.product.name is fromRecord('name'), which takes values that the field does not; give both the same limits`,
  ],
  [
    'a record with a value that its field refuses',
    create({ product: { name: '' } }),
    '.lifecycle.close.create.product.name is "", of which its own rule says: The current item cannot be empty; write a value that it allows',
  ],
  [
    'a record by who the clock is',
    { ...create({ user_product: key }, { schedule: { by: 'ended_at' } }) },
    '.lifecycle.close.create.user_product lacks "user_id", which is required; give it a value',
  ],
  ['what is set and no field', assign({ lost: 1 }), '.lifecycle.close.assign.lost is no stored field; name one'],
  ['what is set and worked out', assign({ left: 1 }), '.lifecycle.close.assign.left is no stored field; name one'],
  ['what every record has', assign({ version: 1 }), '.lifecycle.close.assign.version is no stored field; name one'],
  [
    'a state that is set twice',
    assign({ status: 1 }),
    '.lifecycle.close.assign.status is the state, which the step sets; leave it out',
  ],
  [
    'what is set and asked for',
    assign({ count: 1 }, { input: { count: integer({ label, max: 3 }) } }),
    '.lifecycle.close.assign.count is asked for as well; leave one of them out',
  ],
  [
    'a value that the field refuses',
    assign({ count: 4 }),
    '.lifecycle.close.assign.count is set to 4, of which its own rule says: The largest allowed value is 3; write a value that it allows',
  ],
  [
    'nothing in what is never empty',
    assign({ name: null }),
    '.lifecycle.close.assign.name is set to null, but the field is never empty, since it is required; write a value, or take that away',
  ],
  [
    'the day in a point in time',
    assign({ ended_at: today }),
    '.lifecycle.close.assign.ended_at is set to today, and is a point in time; write now',
  ],
  [
    'the time in a number',
    assign({ count: now }),
    '.lifecycle.close.assign.count is set to now, and is neither a day nor a time; write a value',
  ],
  [
    'who takes it in what refers to no user',
    assign({ product_id: me('id') }),
    `.lifecycle.close.assign.product_id is set to me('id'), and refers to no user; name a reference to one`,
  ],
  [
    'their enterprise in what refers to a user',
    assign({ user_id: me('enterprise_id') }),
    `.lifecycle.close.assign.user_id is set to me('enterprise_id'), and refers to no enterprise; name a reference to one`,
  ],
  ['several values', assign({ words: 'a' }), '.lifecycle.close.assign.words is of the kind tags; leave it out'],
  [
    'what an action sets',
    {
      actions: {
        seal: {
          endpoint: { name: 'seal', path: '/v1/seal/{id}', label },
          roles: ['SuperAdmin'],
          label,
          assign: { a: 1 },
        },
      },
    },
    '.actions.seal.assign.a is no stored field; name one',
  ],
  [
    'a step of people that leads to no state',
    withStep({ to: undefined }),
    '.lifecycle.close leads to no state; write it in "to", or leave it to the clock with "roles: []" and a "schedule"',
  ],
  [
    'a step of the clock that keeps the state without an end',
    schedule({ by: 'due_on' }, { to: undefined, roles: [] }),
    '.lifecycle.close keeps the state and would be due again and again; assign a value for which "when" does not hold',
  ],
  [
    'a step of the clock whose values leave it due',
    schedule({ by: 'due_on' }, { to: undefined, roles: [], when: { ended_at: null }, assign: { count: 1 } }),
    '.lifecycle.close keeps the state and would be due again and again; assign a value for which "when" does not hold',
  ],
  [
    'a schedule by days and hours',
    schedule({ by: 'due_on', days: 1, hours: 4 }),
    '.lifecycle.close.schedule has days and hours; write one of them',
  ],
  [
    'a schedule by parts of an hour',
    schedule({ by: 'due_on', hours: 1.5 }),
    '.lifecycle.close.schedule has the hours 1.5; write a whole number up to 876000',
  ],
  [
    'a schedule by a text',
    schedule({ by: 'name' }),
    '.lifecycle.close.schedule goes by "name", which is no stored point in time and no day; name one',
  ],
  [
    'a part of a day',
    schedule({ by: 'due_on', days: 0.5 }),
    '.lifecycle.close.schedule has the days 0.5; write a whole number up to 36500',
  ],
  [
    'what a clock would be asked for',
    schedule({ by: 'due_on' }, { input: { note: text({ label, required: true }) } }),
    '.lifecycle.close.schedule cannot ask for "note", which is required; make it a step of its own',
  ],
  [
    'who the clock is',
    schedule({ by: 'due_on' }, { assign: { user_id: me('id') } }),
    '.lifecycle.close.schedule assigns "user_id" by who takes the step, and the clock takes the step, too; leave it out',
  ],
  [
    'a condition on who the clock is',
    schedule({ by: 'due_on' }, { when: { anyOf: [{ user_id: me('id') }] } }),
    '.lifecycle.close.schedule has a "when" that asks who takes the step, and the clock takes the step, too; leave "me" out',
  ],
  [
    'a rule that asks who cannot answer',
    {
      ...withFields({ level: integer({ label }), hours: integer({ label, write: ['SuperAdmin'] }) }),
      ...withAccess({ create: ['SuperAdmin', 'Enterprise'] }),
      rules: [{ field: 'hours', requiredWhen: { level: 3 } }],
    },
    '.rules, hours, is required by "level", which Enterprise may set without it; let them write "hours", or give it a default',
  ],
  [
    'a rule over what is written once and may be asked for later',
    {
      ...withFields({ level: integer({ label }), hours: integer({ label, createOnly: true }) }),
      rules: [{ field: 'hours', requiredWhen: { anyOf: [{ level: 3 }] } }],
    },
    '.rules, hours, is required by "level", which SuperAdmin may set without it; let them write "hours", or give it a default',
  ],
  [
    'a rule that a step makes ask who cannot answer',
    {
      ...withFields({ hours: integer({ label, write: ['Enterprise'] }) }),
      rules: [{ field: 'hours', requiredWhen: { status: [1] } }],
    },
    '.rules, hours, may be required with "close", which SuperAdmin may take without setting it; ask for it in its "input", or let them write "hours", or give it a default',
  ],
  [
    'a rule inside an object that asks who cannot answer',
    {
      ...withFields({
        level: integer({ label }),
        a: object({ hours: integer({ label }) }, { label, write: ['SuperAdmin'] }),
      }),
      ...withAccess({ create: ['SuperAdmin', 'Enterprise'] }),
      rules: [{ field: 'a.hours', requiredWhen: { level: 3 } }],
    },
    '.rules, a.hours, is required by "level", which Enterprise may set without it; let them write "a.hours", or give it a default',
  ],
  [
    'a rule inside an object that is required of who cannot answer',
    {
      ...withFields({ a: object({ hours: integer({ label }) }, { label, write: ['SuperAdmin'] }) }),
      ...withAccess({ create: ['SuperAdmin', 'Enterprise'] }),
      rules: [{ field: 'a.hours', requiredWhen: 'shown' }],
    },
    '.rules, a.hours, is required of Enterprise, who cannot set it; let them write "a.hours", or give it a default',
  ],
];

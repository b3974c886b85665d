import { choice, date, integer, json, object, text } from '../../contract/schema/field/field.ts';
import { label, withFields } from './broken.ts';

const two = [1, 2].map((id) => ({ id, label }));
const words = ['red', 'blue'].map((id) => ({ id, label }));

/** Migration hints that do not fit existing rows, in the form of `broken`. */
export const brokenFormer: readonly [string, object, string][] = [
  [
    'a former name as it is now',
    { migrate: { renamedFrom: 'specimen' } },
    '.migrate.renamedFrom is "specimen", as it is now; leave it out',
  ],
  [
    'a former name of another',
    { migrate: { renamedFrom: 'product' } },
    '.migrate.renamedFrom is "product", which product is now; leave it out',
  ],
  [
    'a former name of another table',
    { migrate: { renamedFrom: 'orders' } },
    '.migrate.renamedFrom is "orders", which order is now; leave it out',
  ],
  [
    'a former name in capitals',
    { migrate: { renamedFrom: 'Case' } },
    '.migrate.renamedFrom is "Case", which no entity is named; write small letters',
  ],
  [
    'a former name of what is encrypted',
    { ...withFields({ code: text({ label, encrypted: true }) }), migrate: { renamedFrom: 'support_case' } },
    '.migrate.renamedFrom is "support_case", and code is encrypted under that name; an entity with encrypted fields keeps its name',
  ],
  [
    'a former name of an encrypted field',
    withFields({ code: text({ label, encrypted: true, migrate: { renamedFrom: 'pin' } }) }),
    '.code is renamed from "pin", and its values are encrypted under that name; an encrypted field keeps its name',
  ],
  [
    'a field that is there and gone',
    { migrate: { removed: ['name'] } },
    '.migrate.removed names "name", which is a field; leave one of them out',
  ],
  [
    'a field that is gone twice',
    { migrate: { removed: ['hosts', 'hosts'] } },
    '.migrate.removed names "hosts" twice; leave one out',
  ],
  [
    'what no field is named',
    { migrate: { removed: ['Hosts'] } },
    '.migrate.removed names "Hosts", which no field is named; write small letters',
  ],
  [
    'a field that became another and is gone',
    { ...withFields({ a: text({ label, migrate: { renamedFrom: 'hosts' } }) }), migrate: { removed: ['hosts'] } },
    '.migrate.removed names "hosts", from which a is renamed; leave one of them out',
  ],
  [
    'a value of old rows that the field refuses',
    withFields({ a: integer({ label, required: true, max: 3, migrate: { backfill: 4 } }) }),
    '.a says "migrate.backfill", of which its own rule says: The largest allowed value is 3; write a value that it allows',
  ],
  [
    'a day of old rows that is none',
    withFields({ a: date({ label, required: true, migrate: { backfill: '2030-02-31' } }) }),
    '.a says "migrate.backfill", of which its own rule says: Enter a date, such as 2026-01-31; write a value that it allows',
  ],
  [
    'a value of old rows that may stay empty',
    withFields({ a: text({ label, migrate: { backfill: 'x' } }) }),
    '.a says "migrate.backfill", and old rows may stay empty; leave it out',
  ],
  [
    'one value of old rows for what is unique',
    withFields({ a: text({ label, required: true, unique: true, max: 9, migrate: { backfill: 'x' } }) }),
    '.a says "migrate.backfill", and all old rows would have the same, which is unique; write that migration by hand',
  ],
  [
    'a value of old rows without one value',
    withFields({ a: json({ label, required: true, migrate: { backfill: 'x' } }) }),
    '.a says "migrate.backfill", and old rows get an empty json, or none; leave it out',
  ],
  [
    'a value of old rows that is encrypted',
    withFields({ a: text({ label, required: true, encrypted: true, migrate: { backfill: 'x' } }) }),
    '.a is encrypted, and what is encrypted differs each time; leave out "migrate.backfill" or "encrypted"',
  ],
  [
    'a choice that is still one and becomes another',
    withFields({ a: choice(two, { label, migrate: { choices: { 1: 2 } } }) }),
    '.a replaces the choice 1 by 2, and 1 is still a choice; leave it out',
  ],
  [
    'a choice that becomes none',
    withFields({ a: choice(two, { label, migrate: { choices: { 3: 4 } } }) }),
    '.a replaces the choice 3 by 4, which is no choice; write one of 1, 2',
  ],
  [
    'a word that becomes a number',
    withFields({ a: choice(two, { label, migrate: { choices: { open: 2 } } }) }),
    '.a replaces the choice open by 2, and its values are numbers; write a number',
  ],
  [
    'a choice of words that becomes none',
    withFields({ a: choice(words, { label, migrate: { choices: { green: 'rd' } } }) }),
    '.a replaces the choice green by rd, which is no choice; write one of red, blue',
  ],
  [
    'what old rows get that the field refuses as well',
    withFields({ a: integer({ label, max: 3, migrate: { narrowed: { to: 4 } } }) }),
    '.a says "migrate.narrowed", of which its own rule says: The largest allowed value is 3; write a value that it allows',
  ],
  [
    'nothing in place of a value that is required',
    withFields({ a: text({ label, required: true, migrate: { narrowed: { to: null } } }) }),
    '.a says "migrate.narrowed", of which its own rule says: The current item cannot be empty; write a value that it allows',
  ],
  [
    'one value of old rows that do not fit for what is unique',
    withFields({ a: integer({ label, unique: true, migrate: { narrowed: 'nearest' } }) }),
    '.a says "migrate.narrowed", and several old rows could have the same then, which is unique; write "stop"',
  ],
  [
    'old rows of a part of a field',
    withFields({ a: object({ b: text({ label, migrate: { narrowed: 'stop' } }) }, { label }) }),
    '.a.b says "migrate", which holds for fields of the record alone; make "b" a field of the record',
  ],
];

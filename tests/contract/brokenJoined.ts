import { integer, list, many, object, reference } from '../../contract/schema/field/field.ts';
import { label, withFields, withList } from './broken.ts';

const joined = (more: object) => withFields({ a: { ...many('product', { label }), ...more } });

const within = (entity: string) => ({ embeddedIn: [{ entity, by: 'a', roles: ['SuperAdmin'] }] });

/** Fields that a join table cannot store, in the form of `broken`. */
export const brokenJoined: readonly [string, object, string][] = [
  [
    'many of what is no entity',
    withFields({ a: many('prodct', { label }) }),
    '.a (an item) refers to "prodct", which is no entity; did you mean "product"?',
  ],
  [
    'a joined list of numbers',
    joined({ items: integer({ label }) }),
    '.a is joined, and its items are no references; leave out "joined"',
  ],
  [
    'a joined field that is unique',
    joined({ unique: true }),
    '.a is joined, and no join table keeps "unique"; leave it out',
  ],
  ['embedded without a place', joined({ embed: ['name'] }), '.a says one of "as" and "embed"; say both'],
  [
    'embedded as a field',
    joined({ as: 'name', embed: ['name'] }),
    '.a is embedded as "name", which is a field; write another "as"',
  ],
  [
    'embedded of what is no column',
    joined({ as: 'b', embed: ['nme'] }),
    '.a embeds "nme", which is no column of product; leave it out',
  ],
  [
    'an embedded hash of many',
    withFields({ a: many('user', { label, as: 'b', embed: ['password_hash'] }) }),
    '.a embeds "password_hash", which is hidden; leave it out',
  ],
  [
    'an embed of a list that is not joined',
    withFields({ a: list(reference('product', { label }), { label, as: 'b', embed: ['name'] }) }),
    '.a says "as" or "embed" and is not joined; declare it by "many", or leave that out',
  ],
  [
    'a list that restricts and is not joined',
    withFields({ a: list(reference('product', { label }), { label, onDelete: 'restrict' }) }),
    '.a says "onDelete" and is not joined; declare it by "many", or leave that out',
  ],
  [
    'the other end of what is no filter',
    { ...withFields({ a: many('product', { label }) }), ...within('product') },
    '.embeddedIn product goes by "a", which is no filter that refers to it; add that reference to list.filters',
  ],
  [
    'the other end of a set of others',
    { ...withFields({ a: many('product', { label }) }), ...withList({ filters: ['a'] }), ...within('enterprise') },
    '.embeddedIn enterprise goes by "a", which is no filter that refers to it; add that reference to list.filters',
  ],
  [
    'the other end of a set that is not read',
    {
      ...withFields({ a: many('product', { label, read: ['Enterprise'] }) }),
      ...withList({ filters: ['a'] }),
      ...within('product'),
    },
    '.embeddedIn product goes by "a", which SuperAdmin may not read; leave SuperAdmin out, or add it to "read"',
  ],
  [
    'many within an object',
    withFields({ a: object({ b: many('product', { label }) }, { label }) }),
    '.a.b is joined, which holds for fields of the record alone; make it one',
  ],
  [
    'a filter that is made twice',
    {
      ...withFields({ a: many('product', { label }), a_all: integer({ label }) }),
      ...withList({ filters: ['a', 'a_all'] }),
    },
    '.a makes the filter "a_all", which is there already; leave one of them out',
  ],
  [
    'a sort by many',
    { ...withFields({ a: many('product', { label }) }), ...withList({ sortable: ['a'] }) },
    '.list.sortable names "a", and no list can do that by a list; leave it out',
  ],
];

import { choice, text } from '../../contract/schema/field/field.ts';
import { label, withAccess, withFields, withList, withScreen, withStep } from './broken.ts';

/** A field with a word that its kind, or no kind, knows. */
const spelt = (kind: string, more: object) => withFields({ a: { kind, label, ...more } });
const noRole = 'which does not exist; did you mean';

/** Words and names that nobody knows, in the form of `broken`. */
export const brokenWords: readonly [string, object, string][] = [
  ['a word of the entity', { titel: 'name' }, ' has the unknown word "titel"; did you mean "title"?'],
  ['a word of the list', withList({ colums: [] }), '.list has the unknown word "colums"; did you mean "columns"?'],
  [
    'a word of access',
    withAccess({ delete: ['SuperAdmin'] }),
    '.access has the unknown word "delete"; write one of list, lookup, get, create, edit, remove, rows, storedScope',
  ],
  ['a word of a step', withStep({ role: [] }), '.lifecycle.close has the unknown word "role"; did you mean "roles"?'],
  [
    'a word of a screen',
    withScreen({ colums: [] }),
    '.screens /specimen has the unknown word "colums"; did you mean "columns"?',
  ],
  [
    'a word of the menu',
    withScreen({ menu: { order: 1, grup: 'user' } }),
    '.screens /specimen menu has the unknown word "grup"; did you mean "group"?',
  ],
  [
    'a word of a place within',
    { within: [{ entity: 'product', role: [], roles: [] }] },
    '.within product has the unknown word "role"; did you mean "roles"?',
  ],
  [
    'a word of what is drawn by hand',
    { reachedBy: [{ operations: [], roles: [], form: 'lists' }] },
    '.reachedBy undefined has the unknown word "form"; did you mean "from"?',
  ],
  [
    'a word of a field',
    spelt('text', { requried: true }),
    '.a has the word "requried", which text does not know; did you mean "required"?',
  ],
  [
    'a word of another kind',
    spelt('text', { currency: 'status' }),
    '.a has the word "currency", which text does not know; only money know it, leave it out',
  ],
  [
    'choices of a text',
    spelt('text', { choices: [] }),
    '.a has the word "choices", which text does not know; only choice know it, leave it out',
  ],
  [
    'a bound of a boolean',
    spelt('boolean', { min: 1 }),
    '.a has the word "min", which boolean does not know; ' +
      'only text, longText, integer, decimal, money, mail, phone, url, richText know it, leave it out',
  ],
  [
    'a word of a field inside an object',
    withFields({ a: { kind: 'object', label, fields: { b: { kind: 'text', label, maxx: 1 } } } }),
    '.a.b has the word "maxx", which text does not know; did you mean "max"?',
  ],
  [
    'a word of an item',
    withFields({ a: { kind: 'list', label, items: { kind: 'text', label, embed: [] } } }),
    '.a (an item) has the word "embed", which text does not know; only reference, list know it, leave it out',
  ],
  [
    'a word of a choice',
    withFields({ a: choice([{ id: 1, label, colour: 'red' } as never], { label }) }),
    '.a, the choice 1, has the unknown word "colour"; write one of id, label, tone, extra',
  ],
  [
    'a tone',
    withFields({ a: choice([{ id: 1, label, tone: 'god' } as never], { label }) }),
    '.a, the choice 1, names the tone "god", which does not exist; did you mean "good"?',
  ],
  [
    'a tone of a yes',
    withFields({ a: { kind: 'boolean', label, tone: 'red' } }),
    '.a names the tone "red", which does not exist; write one of neutral, info, good, warn, bad',
  ],
  [
    'a tone of a step',
    withStep({ tone: 'dangr' }),
    '.lifecycle.close names the tone "dangr", which does not exist; did you mean "danger"?',
  ],
  ['an icon', { icon: 'oder' }, '.icon names the icon "oder", which does not exist; did you mean "order"?'],
  [
    'a call that is left out',
    { without: ['delete'] },
    '.without names the call "delete", which does not exist; write one of list, get, create, edit, remove, restore, export',
  ],
  ['a kind', spelt('txt', {}), '.a is of the kind "txt", which does not exist; did you mean "text"?'],
  [
    'a kind inside a list',
    withFields({ a: { kind: 'list', label, items: { kind: 'day', label } as never } }),
    '.a.item is of the kind "day", which does not exist; did you mean "date"?',
  ],
  [
    'a pattern',
    withFields({ a: text({ label, matches: 'leters' as never }) }),
    '.a matches "leters", which is no pattern; did you mean "letters"?',
  ],
  ['access that is left out', { access: undefined }, '.access.list is missing; write it'],
  ['columns that are left out', withList({ columns: undefined }), '.list.columns is missing; write it'],
  ['roles of a step that are left out', withStep({ roles: undefined }), '.lifecycle.close.roles is missing; write it'],
  [
    'a role of an operation',
    withAccess({ remove: ['Superadmin'] }),
    `.access.remove names the role "Superadmin", ${noRole} "SuperAdmin"?`,
  ],
  [
    'a role of rows',
    withAccess({ rows: { SuperAdmin: 'everything', Enterprise: 'everything', Salesman: 'everything' } }),
    `.access.rows names the role "Salesman", ${noRole} "SalesMan"?`,
  ],
  [
    'a role of readers',
    withFields({ a: text({ label, read: ['Enterprize' as never] }) }),
    `.a, "read", names the role "Enterprize", ${noRole} "Enterprise"?`,
  ],
  [
    'a role of writers',
    withFields({ a: text({ label, write: ['Admin' as never] }) }),
    '.a, "write", names the role "Admin", which does not exist; ' +
      'write one of SuperAdmin, GeneralAdmin, SalesMan, Enterprise, Subordinate',
  ],
  [
    'a role of those that a field is own for',
    withFields({ a: text({ label, ownFor: ['Subordinat' as never] }) }),
    `.a, "ownFor", names the role "Subordinat", ${noRole} "Subordinate"?`,
  ],
  [
    'a role of a screen',
    withScreen({ roles: ['SuperAdmin', 'Enterprse'] }),
    `.screens /specimen names the role "Enterprse", ${noRole} "Enterprise"?`,
  ],
  [
    'a role of a step',
    withStep({ roles: ['SuperAdmn'] }),
    `.lifecycle.close names the role "SuperAdmn", ${noRole} "SuperAdmin"?`,
  ],
  [
    'a role of a place within',
    { within: [{ entity: 'product', roles: ['SuperAdmn'] }] },
    `.within product names the role "SuperAdmn", ${noRole} "SuperAdmin"?`,
  ],
  [
    'a role of what is drawn by hand',
    { reachedBy: [{ operations: [], roles: ['SuperAdmn'], from: 'lists' }] },
    `.reachedBy lists names the role "SuperAdmn", ${noRole} "SuperAdmin"?`,
  ],
];

import { registry } from '../../contract/index.ts';
import { type Access, everything, me, through } from '../../contract/schema/access.ts';
import { type Contract, defineEntity, type EntityDeclaration } from '../../contract/schema/entity.ts';
import {
  boolean,
  choice,
  dateTime,
  type Field,
  integer,
  list,
  many,
  money,
  object,
  reference,
  serial,
  text,
} from '../../contract/schema/field/field.ts';
import { contractWith } from '../support/contractWith.ts';

export const label = { en: 'Word', zh: '词' };
const states = [
  { id: 0, label: { en: 'Open', zh: '开放' } },
  { id: 1, label: { en: 'Closed', zh: '关闭' } },
] as const;

const fields = {
  name: text({ label, required: true }),
  status: choice(states, { label, default: 0, readOnly: true }),
  ends_at: dateTime({ label }),
  product_id: reference('product', { label, as: 'product', embed: ['id', 'name', 'category'] }),
  params: object({ place: text({ label }), since: text({ label, shownWhen: { 'params.place': 'here' } }) }, { label }),
  left: integer({ label, computed: true, readOnly: true }),
};
const narrow = { soon: integer({ label }) };

const access: Access = {
  list: ['SuperAdmin', 'Enterprise'],
  edit: ['SuperAdmin'],
  rows: {
    SuperAdmin: everything,
    Enterprise: {
      anyOf: [
        { product_id: through('enterprise_product', 'product_id', { enterprise_id: me('enterprise_id') }) },
        { product_id: { id: [1, 2] } },
      ],
    },
  },
};

/** A declaration without mistakes. */
const sound: EntityDeclaration = {
  name: 'specimen',
  label,
  title: 'name',
  fields,
  unique: [['product_id', 'name']],
  access,
  lifecycle: {
    field: 'status',
    transitions: { close: { from: [0], to: 1, roles: ['SuperAdmin'], label, when: { 'params.place': 'here' } } },
  },
  list: {
    columns: ['name', 'left', 'created_at'],
    filters: ['status'],
    search: ['name', 'product.name'],
    range: 'ends_at',
    sort: '-ends_at',
    sortable: ['ends_at'],
    parameters: narrow,
  },
  form: ['name', ['ends_at', 'params.place']],
  screens: [{ path: '/specimen', roles: ['SuperAdmin'], label, menu: { order: 70 }, only: { soon: 1 } }],
};

export const withFields = (more: Record<string, unknown>): Partial<EntityDeclaration> => ({
  fields: { ...fields, ...(more as Record<string, Field>) },
});
export const withList = (more: object): Partial<EntityDeclaration> => ({ list: { ...sound.list, ...more } });
export const withRows = (rows: object): Partial<EntityDeclaration> => ({
  access: { ...access, rows: { ...access.rows, ...rows } },
});
export const withStep = (more: object): Partial<EntityDeclaration> => ({
  lifecycle: { field: 'status', transitions: { close: { from: [0], to: 1, roles: ['SuperAdmin'], label, ...more } } },
});
export const withAccess = (more: object): Partial<EntityDeclaration> => ({ access: { ...access, ...more } });
export const withScreen = (more: object): Partial<EntityDeclaration> => ({
  screens: [{ path: '/specimen', roles: ['SuperAdmin'], label, ...more }],
});
const without = (language: 'en' | 'zh', text?: string) => ({ ...label, [language]: text });

/** The contract with the sound declaration and this change. */
export function set(change: object): Contract {
  const declared = defineEntity({ ...sound, ...change });
  return contractWith({ [Object.hasOwn(registry, declared.name) ? 'specimen' : declared.name]: declared });
}
export const place = 'contract/entities/specimen.ts: specimen';

/** What is wrong, the change that causes it, and the expected message. */
export const broken: readonly [string, object, string][] = [
  [
    'an unknown reference',
    withFields({ a: reference('prodct', { label }) }),
    '.a refers to "prodct", which is no entity; did you mean "product"?',
  ],
  [
    'an unknown reference among the items of a list',
    withFields({ a: list(reference('prodct', { label }), { label }) }),
    '.a (an item) refers to "prodct", which is no entity; did you mean "product"?',
  ],
  [
    'a system column of PostgreSQL',
    withFields({ xmin: integer({ label }) }),
    '.xmin has a name that the database or the server uses itself; write another',
  ],
  [
    'capitals within an object',
    withFields({ a: object({ Big: text({ label }) }, { label }) }),
    '.a.Big is not named in small letters; write letters, digits and _',
  ],
  ['a title of no field', { title: [] }, '.title names no field; name a text of the record'],
  ['a unique group of no field', { unique: [[]] }, '.unique has a group of no field; name fields, or leave it out'],
  [
    'a unique group twice',
    {
      unique: [
        ['product_id', 'name'],
        ['name', 'product_id'],
      ],
    },
    '.unique has the group (name, product_id) twice; leave one out',
  ],
  [
    'a step from a state twice',
    withStep({ from: [0, 0] }),
    '.lifecycle.close starts from the state 0 twice; leave one out',
  ],
  [
    'a step of a role twice',
    withStep({ roles: ['SuperAdmin', 'SuperAdmin'] }),
    '.lifecycle.close names SuperAdmin in "roles" twice; leave one out',
  ],
  ['a missing language', withFields({ a: text({ label: without('zh') as never }) }), '.a has no label in "zh"; add it'],
  ['a missing label', withFields({ a: { kind: 'text' } }), ".a has no label; write it as { en: 'Text', zh: '文字' }"],
  [
    'an empty label',
    withFields({ a: text({ label: without('en', ' ') as never }) }),
    '.a has an empty label in "en"; write a text',
  ],
  [
    'an empty label inside an object',
    withFields({ a: object({ b: text({ label: without('zh', '') as never }) }, { label }) }),
    '.a.b has an empty label in "zh"; write a text',
  ],
  [
    'an empty hint',
    withFields({ a: text({ label, hint: without('zh', '') as never }) }),
    '.a has an empty hint in "zh"; write a text',
  ],
  [
    'a word for yes without a language',
    withFields({ a: boolean({ label, words: { yes: label, no: without('zh') as never } }) }),
    '.a has no word in "zh"; add it',
  ],
  [
    'a sentence for records that cannot be changed, in one language',
    { editWhile: { name: 'a' }, editOtherwise: without('en', '') },
    '.editOtherwise has an empty sentence in "en"; write a text',
  ],
  [
    'a sentence for no condition',
    { removeOtherwise: label },
    '.removeOtherwise has a sentence for a condition, and no condition; add it, or leave it out',
  ],
  [
    'a sentence for a step without a condition',
    withStep({ otherwise: label }),
    '.lifecycle.close.otherwise has a sentence for a condition, and no condition; add it, or leave it out',
  ],
  [
    'a sentence for several conditions of a step at once',
    withStep({ when: [{ holds: { name: 'a' } }], otherwise: label }),
    '.lifecycle.close.otherwise is for one condition; write each sentence beside its "holds"',
  ],
  [
    'a sentence of one of several conditions in one language',
    withStep({ when: [{ holds: { name: 'a' }, otherwise: without('zh') as never }] }),
    '.lifecycle.close.otherwise has no sentence in "zh"; add it',
  ],
  [
    'a refusal of a step at what its body does not say',
    withStep({ when: [{ holds: { name: 'a' }, at: 'why' }] }),
    '.lifecycle.close is refused at "why", which no body of it says; leave "at" out',
  ],
  [
    'a choice without a label',
    withFields({ a: choice([{ id: 3, label: without('zh') as never }], { label }) }),
    '.a has no label of the choice 3 in "zh"; add it',
  ],
  ['an entity without a label', { label: without('zh') }, ' has no label in "zh"; add it'],
  ['an empty plural', { labels: without('en', '') }, ' has an empty label of several in "en"; write a text'],
  [
    'a screen without a label',
    withScreen({ label: undefined }),
    ".screens /specimen has no label; write it as { en: 'Text', zh: '文字' }",
  ],
  ['a step without a label', withStep({ label: without('zh') }), '.lifecycle.close has no label in "zh"; add it'],
  [
    'rows of a condition that asks for nothing',
    withRows({ SuperAdmin: {} }),
    '.access.rows.SuperAdmin is empty; write { status: [0, 1] }, or leave it out',
  ],
  [
    'rows of a function',
    withRows({ SuperAdmin: () => ({ status: 0 }) }),
    '.access.rows.SuperAdmin is empty; write { status: [0, 1] }, or leave it out',
  ],
  [
    'rows of a condition with an empty part',
    withRows({ SuperAdmin: { anyOf: [{ status: 0 }, {}] } }),
    '.access.rows.SuperAdmin is empty; write { status: [0, 1] }, or leave it out',
  ],
  [
    'an edit while nothing is asked',
    { editWhile: {} },
    '.editWhile is empty; write { status: [0, 1] }, or leave it out',
  ],
  [
    'a step that never starts',
    withStep({ when: { status: 1 } }),
    '.lifecycle.close has a "when" that never holds in the states of "from"; change one of them',
  ],
  [
    'a step that assigns a number of a sequence',
    {
      ...withFields({ number: serial('S-{0000}', { label }) }),
      ...withStep({ assign: { number: 'S-0001' } }),
    },
    '.lifecycle.close.assign.number is drawn from a sequence; leave it out',
  ],
  [
    'a set of others that each record needs',
    withFields({ others: many('specimen', { label, required: true }) }),
    '.others is required and refers to another specimen, so that nobody could create the first; leave "required" out',
  ],
  ['a title', { title: 'nme' }, '.title names "nme", which is no field; did you mean "name"?'],
  [
    'a title through a reference that is no list',
    { title: 'product.name' },
    '.title names "product.name", which a reference embeds; write it in a list: ["product.name"]',
  ],
  [
    'a part of a title',
    { title: ['product.nme'] },
    '.title names "product.nme", which is no field; write one of name, status, ends_at, product_id, params, left',
  ],
  [
    'a part of a title that no answer has',
    { title: ['product.code'] },
    '.title names "product.code", which no answer has; embed it',
  ],
  [
    'a part of a title that nobody would read as a name',
    { title: ['name', 'ends_at'] },
    '.title names "ends_at", a dateTime, and the parts of a title are texts, whole numbers, days and choices; leave it out, and name it in list.identifies',
  ],
  ['a text that shows records', { shownBy: 'nme' }, '.shownBy names "nme", which is no field; did you mean "name"?'],
  [
    'a text that shows records and is none',
    { shownBy: 'ends_at' },
    '.shownBy names "ends_at", a dateTime; name a text',
  ],
  [
    'a text that shows records and that no reference embeds',
    { shownBy: 'name', title: 'left' },
    '.shownBy names "name", which no reference embeds; add it to "embed"',
  ],
  [
    'an optional column',
    withList({ optional: ['name'] }),
    '.list.optional names "name", which is no column after the first; name one, or leave it out',
  ],
  [
    'a field of a card',
    withList({ card: ['name'] }),
    '.list.card names "name", which is no column after the first; name one, or leave it out',
  ],
  [
    'a list column',
    withList({ columns: ['nme'] }),
    '.list.columns names "nme", which is no field; did you mean "name"?',
  ],
  [
    'a filter',
    withList({ filters: ['nme'] }),
    '.list.filters names "nme", which is no stored field; did you mean "name"?',
  ],
  [
    'a computed filter',
    withList({ filters: ['left'] }),
    '.list.filters names "left", which is no stored field; name one, or leave it out',
  ],
  [
    'a search',
    withList({ search: ['nme'] }),
    '.list.search names "nme", which is no stored field; did you mean "name"?',
  ],
  [
    'a search elsewhere',
    withList({ search: ['product.nme'] }),
    '.list.search names "product.nme", which is no stored field; name one, or leave it out',
  ],
  ['a sort', withList({ sort: '-nme' }), '.list.sort names "nme", which is no stored field; did you mean "name"?'],
  [
    'a first order that nobody may ask for',
    withList({ sort: 'status' }),
    '.list.sort names "status", which is neither a column nor named in list.sortable; add it there',
  ],
  [
    'one of sortable',
    withList({ sortable: ['ends_at', 'nme'] }),
    '.list.sortable names "nme", which is no stored field; did you mean "name"?',
  ],
  [
    'a range',
    withList({ range: 'name' }),
    '.list.range names "name", which is no stored point in time or day; name one',
  ],
  [
    'a parameter without a label',
    withList({ parameters: { soon: { kind: 'integer', label: without('zh') } } }),
    '.list.parameters.soon has no label in "zh"; add it',
  ],
  [
    'a form entry',
    { form: [['name', 'params.plce']] },
    '.form names "params.plce", which is no field; name one, or leave it out',
  ],
  [
    'a form entry of a screen',
    withScreen({ form: ['nme'] }),
    '.screens /specimen form names "nme", which is no field; did you mean "name"?',
  ],
  [
    'a column of a screen',
    withScreen({ columns: ['nme'] }),
    '.screens /specimen columns names "nme", which is no field; did you mean "name"?',
  ],
  [
    'a filter of a screen',
    withScreen({ filters: ['name'] }),
    '.screens /specimen filters names "name", which is no filter of the list; add it to list.filters, or leave it out',
  ],
  [
    'what a screen is narrowed to',
    withScreen({ only: { name: 'x' } }),
    '.screens /specimen only names "name", which is no filter of the list; add it to list.filters, or leave it out',
  ],
  [
    'what a screen starts with',
    withScreen({ preset: { nme: 1 } }),
    '.screens /specimen preset names "nme", which is no field; did you mean "name"?',
  ],
  [
    'a menu group',
    withScreen({ menu: { group: 'things', order: 1 } }),
    '.screens /specimen stands in the menu group "things", which does not exist; write one of user, product, authorization, setting',
  ],
  [
    'a row rule',
    withRows({ Enterprise: { owner: me('id') } }),
    '.access.rows.Enterprise asks for specimen.owner, which does not exist; write one of its fields, such as "name"',
  ],
  [
    'a row rule over what no column holds',
    withRows({ Enterprise: { left: 1 } }),
    '.access.rows.Enterprise asks for specimen.left, which code computes; write a stored field',
  ],
  [
    'a nested row rule',
    withRows({ Enterprise: { anyOf: [{ product_id: { owner: me('id') } }] } }),
    '.access.rows.Enterprise asks for product.owner, which does not exist; write one of its fields, such as "name"',
  ],
  [
    'a row rule behind no reference',
    withRows({ Enterprise: { name: { id: 1 } } }),
    '.access.rows.Enterprise reads a record through specimen.name, which is not a reference; write a value, a list of values or null',
  ],
  [
    'a row rule over what the caller has not',
    withRows({ Enterprise: { id: { me: 'name' } } }),
    '.access.rows.Enterprise asks for the caller\'s "name", which nobody has; write id, enterprise_id or parent_id',
  ],
  [
    'a row rule through no entity',
    withRows({ Enterprise: { id: through('tie', 'product_id', {}) } }),
    '.access.rows.Enterprise goes through "tie", which is not an entity; write the name of one',
  ],
  [
    'a row rule through no field',
    withRows({ Enterprise: { id: through('enterprise_product', 'thing_id', {}) } }),
    '.access.rows.Enterprise goes through enterprise_product.thing_id, which does not exist; write a field such as "id"',
  ],
  [
    'a row rule with a wrong end',
    withRows({ Enterprise: { id: through('enterprise_product', 'product_id', { thing_id: 1 }) } }),
    '.access.rows.Enterprise asks for enterprise_product.thing_id, which does not exist; write one of its fields, such as "id"',
  ],
  [
    'which records may be picked',
    withFields({ a: reference('user', { label, where: { rle_id: 3 } }) }),
    '.a, "where", asks for user.rle_id, which does not exist; write one of its fields, such as "role_id"',
  ],
  [
    'a role without rows',
    withRows({ Enterprise: undefined }),
    '.access lets Enterprise in and gives no rows for it; add rows.Enterprise, such as everything',
  ],
  [
    'rows without a role',
    withRows({ SalesMan: everything }),
    '.access.rows.SalesMan is for a role that no operation lets in; name the role in list, or leave the rows out',
  ],
  [
    'a lifecycle over no choice',
    { lifecycle: { field: 'name', transitions: {} } },
    '.lifecycle is over "name", which is no choice; name a choice of the record',
  ],
  [
    'a state to start from',
    withStep({ from: [0, 7] }),
    '.lifecycle.close names the state 7, which is no choice of "status"; write one of 0, 1',
  ],
  [
    'a state to come to',
    withStep({ to: 8 }),
    '.lifecycle.close names the state 8, which is no choice of "status"; write one of 0, 1',
  ],
  [
    'a step of one who may not edit',
    withStep({ roles: ['Enterprise'] }),
    '.lifecycle.close is for Enterprise, who may not edit; name Enterprise in access.edit, or leave it out',
  ],
  [
    'when a step is open',
    withStep({ when: { nme: 1 } }),
    '.lifecycle.close, "when", asks for specimen.nme, which does not exist; write one of its fields, such as "name"',
  ],
  [
    'when a field is shown',
    withFields({ a: text({ label, shownWhen: { 'params.plce': 1 } }) }),
    '.a, "shownWhen", asks for specimen.params.plce, which does not exist; write one of its fields, such as "params.place"',
  ],
  [
    'an embed path',
    withFields({ a: reference('product', { label, embed: ['id', 'nme'] }) }),
    '.a embeds "nme", which leads nowhere from product; did you mean "name"?',
  ],
  [
    'a long embed path',
    withFields({ a: reference('project', { label, embed: ['product.category', 'product.nme', 'params.saas_nme'] }) }),
    '.a embeds "product.nme", which leads nowhere from project; write one of id, name, code, enterprise_id, product_id, mail, license_key, failback_key, sub_user_id, enabled, status, transfer_status, customer_po, huawei_cloud_code, expired_at, params, comment',
  ],
  [
    'a column at the top',
    withFields({ a: reference('product', { label, alsoAs: { a_name: 'nme' } }) }),
    '.a embeds "nme", which leads nowhere from product; did you mean "name"?',
  ],
  [
    'a unique group',
    { unique: [['name', 'nme']] },
    '.unique names "nme", which is no stored field; did you mean "name"?',
  ],
  [
    'a secret that is stored',
    withFields({ a: text({ label, secret: true }) }),
    '.a is secret and would be stored and answered as it is; make it inputOnly',
  ],
  [
    'a secret number',
    withFields({ a: integer({ label, secret: true, inputOnly: true }) }),
    '.a is secret, and integer is no text; make it a text, or leave "secret" out',
  ],
  [
    'a field that is fixedFor whoever does not list it',
    withFields({ a: text({ label, fixedFor: ['SalesMan'] }) }),
    '.a is fixedFor SalesMan, who does not see it; leave SalesMan out',
  ],
  [
    'a field that is fixedFor whoever may not read it',
    withFields({ a: text({ label, read: ['SuperAdmin'], fixedFor: ['Enterprise'] }) }),
    '.a is fixedFor Enterprise, who does not see it; leave Enterprise out',
  ],
  [
    'a currency',
    withFields({ a: money({ label, currency: 'name' }) }),
    '.a has its currency in "name", which is no choice of the record; name a choice',
  ],
  [
    'a step with the name of an operation',
    { lifecycle: { field: 'status', transitions: { edit: { from: [0], to: 1, roles: ['SuperAdmin'], label } } } },
    '.lifecycle.edit has the name of an operation; write another',
  ],
  [
    'when a menu entry is hidden',
    withScreen({ menu: { order: 1, hiddenWhen: { tag: 1 } } }),
    '.screens /specimen "hiddenWhen" asks for user.tag, which does not exist; write one of its fields, such as "tags"',
  ],
  [
    'a choice without values',
    withFields({ a: choice([], { label }) }),
    '.a is a choice without values; write them in "choices"',
  ],
  [
    'a default that is no choice',
    withFields({ a: choice(states, { label, default: 5 as never }) }),
    '.a has the default 5, which is not among its choices; write one of 0, 1',
  ],
  [
    'a name',
    withFields({ serialNumber: text({ label }) }),
    '.serialNumber is not named in small letters; write letters, digits and _',
  ],
  [
    'a name of every record',
    withFields({ version: text({ label }) }),
    '.version has the name of a field that every record has; write another',
  ],
  [
    'the name of a failed answer',
    withFields({ error: text({ label }) }),
    '.error has the name by which an answer says that it failed; write another',
  ],
  [
    'a former name',
    withFields({ a: text({ label, migrate: { renamedFrom: 'name' } }) }),
    '.a is renamed from "name", which is another field; leave one of them out',
  ],
  [
    'samples that nobody may make',
    { samples: [{ name: 'one' }] },
    '.samples are there, and no SuperAdmin may create one; leave them out, or name SuperAdmin in access.create',
  ],
  [
    'a sample',
    { access: { ...sound.access, create: ['SuperAdmin'] }, samples: [{ name: 'one' }, { nme: 'two' }] },
    '.samples 2 has a wrong "name": The current item cannot be empty; correct it as a request body would have it',
  ],
];

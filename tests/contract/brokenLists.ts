import { roles } from '../../contract/schema/access.ts';
import {
  boolean,
  choice,
  date,
  dateTime,
  integer,
  json,
  list,
  money,
  object,
  reference,
  tags,
  text,
} from '../../contract/schema/field/field.ts';
import { label, withAccess, withFields, withList, withScreen, withStep } from './broken.ts';

const listed = (field: object, list: object) => ({ ...withFields({ a: field }), ...withList(list) });
const step = { from: [0], to: 1, roles: ['SuperAdmin'], label };
const withSteps = (transitions: object) => ({ lifecycle: { field: 'status', transitions } });
const admin = ['SuperAdmin'] as const;
const made = withAccess({ create: ['SuperAdmin'] });

/** Mistakes in lists, forms and steps, in the form of `broken`. */
export const brokenLists: readonly [string, object, string][] = [
  [
    'a board by no choice',
    withList({ board: { by: 'nam' } }),
    '.list.board.by names "nam", which is no choice that is stored; write one of status',
  ],
  [
    'a board by what the list is not filtered by',
    withList({ board: { by: 'status' }, filters: [] }),
    '.list.board.by names "status", which is no filter of the list; add it to list.filters',
  ],
  [
    'a board by a choice that may be empty',
    listed(choice([{ id: 0, label }], { label }), { board: { by: 'a' }, filters: ['a'] }),
    '.list.board.by names "a", without which a record would be in no column; make the field required',
  ],
  [
    'a board whose cards show no column',
    withList({ board: { by: 'status', shows: ['lft'] } }),
    '.list.board.shows names the column "lft", which does not exist; did you mean "left"?',
  ],
  [
    'a calendar by no day',
    withList({ calendar: { from: 'name' } }),
    '.list.calendar.from names "name", which is no stored point in time or day; write one of ends_at',
  ],
  [
    'a calendar by what the list is not filtered by',
    listed(dateTime({ label }), { calendar: { from: 'a' }, sortable: ['a', 'ends_at'] }),
    '.list.calendar.from names "a", which is no filter of the list; add it to list.filters',
  ],
  [
    'a calendar by what the list is not sorted by',
    listed(dateTime({ label }), { calendar: { from: 'a' }, filters: ['a'] }),
    '.list.calendar.from names "a", which is neither a column nor named in list.sortable; add it there',
  ],
  [
    'a calendar until a day of another kind',
    listed(date({ label }), { calendar: { from: 'ends_at', until: 'a' }, filters: ['a'] }),
    '.list.calendar.until names "a", which is of another kind than "ends_at"; name two days or two points in time',
  ],
  [
    'a calendar until its beginning',
    withList({ calendar: { from: 'ends_at', until: 'ends_at' } }),
    '.list.calendar.until names "ends_at" again; leave it out, or name the last day',
  ],
  [
    'a calendar of records with a name',
    withList({ calendar: { from: 'ends_at', when: { name: 'x' } } }),
    '.list.calendar.when asks for "name", which is no stored field of the kinds choice, boolean, integer; write one of status',
  ],
  [
    'a calendar of records in no state',
    withList({ calendar: { from: 'ends_at', when: {} } }),
    '.list.calendar.when is empty; write { status: [0, 1] }, or leave it out',
  ],
  [
    'a noun of all records',
    withScreen({ noun: label }),
    '.screens /specimen has a noun and no "only"; say it as the label of the entity',
  ],
  [
    'a noun in one language',
    withScreen({ noun: { en: 'Word' }, only: { soon: 1 } }),
    '.screens /specimen has no noun in "zh"; add it',
  ],
  [
    'a noun that no new record has',
    { ...made, ...withScreen({ noun: label, only: { status: 0 }, preset: { product_id: 1 } }) },
    '.screens /specimen preset makes what its noun does not name; preset what "only" says',
  ],
  [
    'a search alone without a search',
    withList({ search: undefined, notInGlobalSearch: true }),
    '.list.notInGlobalSearch has no search to stand alone; add list.search, or leave it out',
  ],
  [
    'an embedded hash',
    withFields({ a: reference('user', { label, as: 'b', embed: ['name', 'password_hash'] }) }),
    '.a embeds "password_hash", which is hidden; leave it out',
  ],
  [
    'an encrypted text at the top',
    withFields({ a: reference('assignment', { label, as: 'b', alsoAs: { c: 'lic_secret' } }) }),
    '.a embeds "lic_secret", which is encrypted; leave it out',
  ],
  [
    'an embedded field that some readers may not read',
    withFields({ a: reference('enterprise', { label, as: 'b', embed: ['sales.name'] }) }),
    '.a embeds "sales.name", which Enterprise may not read; leave it out, or narrow "read" of a',
  ],
  [
    'an embedded path through a hidden reference',
    withFields({ a: reference('order', { label, read: admin, as: 'b', embed: ['confirmer_id.name'] }) }),
    '.a embeds "confirmer_id.name", which is hidden; leave it out',
  ],
  [
    'an embedded detail',
    withFields({ a: reference('user', { label, as: 'b', embed: ['language'] }) }),
    '.a embeds "language", which no list answers; leave it out, or make a detailOnly',
  ],
  [
    'an embed twice',
    withFields({ a: reference('product', { label, as: 'b', embed: ['name', 'name'] }) }),
    '.a, "embed", names "name" twice; leave one out',
  ],
  [
    'a hidden title',
    { ...withFields({ a: text({ label, hidden: true, readOnly: true }) }), title: 'a' },
    '.title names "a", which is hidden; name a field that all see',
  ],
  [
    'a title that some readers may not read',
    { ...withFields({ a: text({ label, read: admin }) }), title: 'a' },
    '.title names "a", which Enterprise may not read; name a field that all see',
  ],
  [
    'a title that is an amount',
    { ...withFields({ a: money({ label, currency: 'b' }), b: choice([{ id: 'CNY', label }], { label }) }), title: 'a' },
    '.title names "a", a money, which nobody would read as a name; name a text',
  ],
  [
    'a title that is a state',
    { title: 'status' },
    '.title names "status", a choice, which nobody would read as a name; name a text',
  ],
  [
    'a hidden column',
    listed(text({ label, hidden: true, readOnly: true }), { columns: ['a'] }),
    '.list.columns names "a", which is hidden and in no list; leave it out',
  ],
  [
    'a column of details',
    listed(text({ label, detailOnly: true }), { columns: ['a'] }),
    '.list.columns names "a", which is detailOnly and in no list; leave it out',
  ],
  [
    'an encrypted column of a screen',
    {
      ...withFields({ a: text({ label, encrypted: true, readOnly: true }) }),
      ...withScreen({ columns: ['a'] }),
    },
    '.screens /specimen columns names "a", which is encrypted and in no list; leave it out',
  ],
  ['a column twice', withList({ columns: ['name', 'name'] }), '.list.columns names "name" twice; leave one out'],
  [
    'an optional column twice',
    withList({ optional: ['left', 'left'] }),
    '.list.optional names "left" twice; leave one out',
  ],
  [
    'words for a role that never sees the empty list',
    withList({ empty: { Nobody: label } as never }),
    '.list.empty is for Nobody, which may not list it; leave it out',
  ],
  [
    'words for everyone where each role is named',
    withList({ empty: { ...Object.fromEntries(roles.map((role) => [role, label])), everyone: label } }),
    '.list.empty is for everyone, and each role that may list it is named; leave it out',
  ],
  ['a field of a card twice', withList({ card: ['left', 'left'] }), '.list.card names "left" twice; leave one out'],
  [
    'a row told apart by what is no column',
    withList({ columns: ['name'], identifies: ['left'] }),
    '.list.identifies names "left", which is no column; name one, or leave it out',
  ],
  [
    'a row told apart by one column twice',
    withList({ identifies: ['left', 'left'] }),
    '.list.identifies names "left" twice; leave one out',
  ],
  ['a filter twice', withList({ filters: ['status', 'status'] }), '.list.filters names "status" twice; leave one out'],
  [
    'a column of a screen twice',
    withScreen({ columns: ['name', 'name'] }),
    '.screens /specimen columns names "name" twice; leave one out',
  ],
  ['a field twice in a unique group', { unique: [['name', 'name']] }, '.unique names "name" twice; leave one out'],
  [
    'a hidden filter',
    listed(text({ label, hidden: true, readOnly: true }), { filters: ['a'] }),
    '.list.filters names "a", which is hidden; leave it out',
  ],
  [
    'a filter by JSON',
    listed(json({ label }), { filters: ['a'] }),
    '.list.filters names "a", and no list can do that by a json; leave it out',
  ],
  [
    'a filter by an amount of no currency',
    listed(money({ label }), { filters: ['a'] }),
    '.list.filters names "a", an amount of no currency; say its "currency"',
  ],
  [
    'a filter by an amount whose currency somebody does not see',
    {
      ...withFields({
        a: money({ label, currency: 'b' }),
        b: choice([{ id: 'CNY', label }], { label, default: 'CNY', read: ['SuperAdmin'] }),
      }),
      ...withList({ filters: ['a'] }),
    },
    '.list.filters names "a", whose currency Enterprise may not read; let them, or leave it out',
  ],
  [
    'a filter by a quantity whose product the list is not narrowed by',
    listed(integer({ label, unitOf: 'product' }), { filters: ['a'] }),
    '.list.filters names "a", whose unit is that of "product_id", by which the list is not narrowed; add it, or leave "a" out',
  ],
  [
    'a filter by a quantity whose product somebody does not see',
    {
      ...withFields({
        a: integer({ label, unitOf: 'b' }),
        b_id: reference('product', { label, as: 'b', embed: ['metering', 'unit'], read: ['SuperAdmin'] }),
      }),
      ...withList({ filters: ['a', 'b_id'] }),
    },
    '.list.filters names "a", whose unit Enterprise may not read; let them read "b_id", or leave it out',
  ],
  [
    'a filter that is called as what another one makes',
    { ...withFields({ a: date({ label }), a_to: date({ label }) }), ...withList({ filters: ['a', 'a_to'] }) },
    '.list.filters makes the parameter "filter_a_to" of "a", which is there already; leave one of them out',
  ],
  [
    'a parameter that is called as what a filter makes',
    listed(text({ label }), { filters: ['a'], parameters: { a_has: boolean({ label }) } }),
    '.list.filters makes the parameter "filter_a_has" of "a", which is there already; leave one of them out',
  ],
  [
    'a filter by the range of the list',
    listed(dateTime({ label }), { filters: ['a'], range: 'a' }),
    '.list.filters names "a", which is the range of the list already; leave it out',
  ],
  [
    'a screen that is narrowed to a moment',
    { ...listed(dateTime({ label }), { filters: ['a'] }), ...withScreen({ only: { a: 1 } }) },
    '.screens /specimen only names "a", which is no filter of the list; add it to list.filters, or leave it out',
  ],
  [
    'a sort by an object',
    withList({ sortable: ['params'] }),
    '.list.sortable names "params", and no list can do that by an object; leave it out',
  ],
  [
    'an order by several with one that is unknown',
    withList({ sort: ['name', '-nme'] }),
    '.list.sort names "nme", which is no stored field; did you mean "name"?',
  ],
  ['an order by no field', withList({ sort: [] }), '.list.sort names no field; name one, or leave it out'],
  [
    'an order by one field twice',
    withList({ sort: ['name', '-name'] }),
    '.list.sort names "name" twice; leave one out',
  ],
  [
    'an order by the number and more',
    withList({ sort: ['id', 'name'] }),
    '.list.sort names fields after "id", which no two records share; write "id" last, or leave it out',
  ],
  [
    'an order by six fields',
    {
      ...withFields({ a: text({ label }), b: text({ label }), c: text({ label }), d: text({ label }) }),
      ...withList({ sort: ['name', 'a', 'b', 'c', 'd', 'id'], sortable: ['a', 'b', 'c', 'd'] }),
    },
    '.list.sort names 6 fields; write at most 5',
  ],
  [
    'a second field of an order that some may not read',
    listed(text({ label, read: admin }), { sort: ['name', 'a'], sortable: ['a'] }),
    '.list.sort names "a", which Enterprise may not read; name a field that all see',
  ],
  [
    'a first order by what is encrypted',
    listed(text({ label, encrypted: true, readOnly: true }), { sort: 'a', sortable: ['a'] }),
    '.list.sort names "a", which is encrypted; leave it out',
  ],
  [
    'a first order by what some may not read',
    listed(text({ label, read: admin }), { sort: 'a', sortable: ['a'] }),
    '.list.sort names "a", which Enterprise may not read; name a field that all see',
  ],
  [
    'a range of what some may not read',
    listed(dateTime({ label, read: admin }), { range: 'a' }),
    '.list.range names "a", which Enterprise may not read; name a field that all see',
  ],
  [
    'a search in a number',
    listed(integer({ label }), { search: ['a'] }),
    '.list.search names "a", of the kind integer; a search looks in text, longText, localizedText, mail, phone, url, richText, tags alone',
  ],
  [
    'a search in tags within an object',
    {
      ...withFields({ store: object({ words: tags({ label }) }, { label }) }),
      ...withList({ search: ['store.words'] }),
    },
    '.list.search names "store.words", tags within an object; a search looks in tags of the record alone',
  ],
  [
    'a search in a reference',
    withList({ search: ['product_id'] }),
    '.list.search names "product_id", of the kind reference; a search looks in text, longText, localizedText, mail, phone, url, richText, tags alone',
  ],
  [
    'a search in an object',
    withList({ search: ['params'] }),
    '.list.search names "params", of the kind object; a search looks in text, longText, localizedText, mail, phone, url, richText, tags alone',
  ],
  [
    'a search in a hash elsewhere',
    listed(reference('user', { label, as: 'b' }), { search: ['b.password_hash'] }),
    '.list.search names "b.password_hash", which is hidden; leave it out',
  ],
  [
    'a search in what is encrypted',
    listed(text({ label, encrypted: true, readOnly: true }), { search: ['a'] }),
    '.list.search names "a", which is encrypted; leave it out',
  ],
  [
    'a search behind what some may not read',
    listed(reference('enterprise', { label, as: 'b' }), { search: ['b.sales.name'] }),
    '.list.search names "b.sales.name", which Enterprise may not read; leave it out',
  ],
  [
    'a parameter that is a filter',
    withList({ parameters: { status: choice([{ id: 1, label }], { label }) } }),
    '.list.parameters.status is a filter as well; give one of them another name',
  ],
  [
    'a parameter of an object',
    withList({ parameters: { soon: object({}, { label }) } }),
    '.list.parameters.soon is of the kind object, which no parameter is; write one of text, longText, integer, ' +
      'boolean, choice, mail, phone, url, richText, reference',
  ],
  [
    'a required parameter',
    withList({ parameters: { soon: integer({ label, required: true }) } }),
    '.list.parameters.soon says "required", to which no parameter is held; leave it out',
  ],
  [
    'a required field that a maker cannot set',
    {
      ...withFields({ a: text({ label, required: true, write: admin }) }),
      ...withAccess({ create: ['SuperAdmin', 'Enterprise'] }),
    },
    '.a is required, and Enterprise may create and not set it; add the role to "write", give it a default, or make it ' +
      'readOnly and set it in beforeCreate',
  ],
  [
    'a form without a required field',
    { ...withAccess({ create: admin }), form: ['params.place'] },
    '.screens /specimen form leaves out "name", which is required; name it there, preset it, or say servedBy',
  ],
  ['a field twice in a form', { form: ['name', ['name', 'ends_at']] }, '.form names "name" twice; leave one out'],
  ['a computed field in a form', { form: ['name', 'left'] }, '.form names "left", which nobody may set; leave it out'],
  [
    'a read-only field in a form of a screen',
    withScreen({ form: ['name', 'status'] }),
    '.screens /specimen form names "status", which nobody may set; leave it out',
  ],
  [
    'a read-only field of an object in a form',
    {
      ...withFields({ a: object({ b: text({ label, readOnly: true }) }, { label }) }),
      form: ['name', 'a.b'],
    },
    '.form names "a.b", which nobody may set; leave it out',
  ],
  [
    'a list in a form that nobody types',
    { ...withFields({ days: list(tags({ label }), { label }) }), form: ['name', 'days'] },
    '.form names the list "days", whose items no form takes; leave it out',
  ],
  [
    'a list of objects with objects in a form',
    {
      ...withFields({ rows: list(object({ inner: object({ a: text({ label }) }, { label }) }, { label }), { label }) }),
      form: ['name', 'rows'],
    },
    '.form names the list "rows", whose items no form takes; leave it out',
  ],
  ['an object in a form', { form: ['name', 'params'] }, '.form names the object "params"; name its fields: "params.…"'],
  [
    'what a screen wants filled and does not ask for',
    withScreen({ required: ['product_id'] }),
    '.screens /specimen required names "product_id", which its form does not have; name it there',
  ],
  [
    'a preset that nobody may set',
    withScreen({ preset: { status: 1 } }),
    '.screens /specimen preset names "status", which nobody may set; leave it out',
  ],
  [
    'a preset that is no choice',
    {
      ...withFields({ a: choice([{ id: 1, label }], { label }) }),
      ...withScreen({ preset: { a: 2 } }),
    },
    '.screens /specimen preset starts with 2 as "a", which is no choice; write one of its choices',
  ],
  [
    'a screen narrowed to what is no choice',
    withScreen({ only: { status: [0, 7] } }),
    '.screens /specimen only wants 7 as "status", which is no choice; write one of its choices',
  ],
  ['a step from nowhere', withStep({ from: [] }), '.lifecycle.close starts from no state; write one in "from"'],
  [
    'a step of nobody',
    withStep({ roles: [] }),
    '.lifecycle.close is for nobody; write a role in "roles", a "schedule", or the step in "takes" of a parent',
  ],
  ['a step to itself', withStep({ from: [0, 1] }), '.lifecycle.close leads from 1 to itself; leave 1 out of "from"'],
  [
    'two steps of one way',
    withSteps({ close: step, shut: step }),
    '.lifecycle.shut leads one role from one state to 1, as close does; keep one of them, or part their "from" or "roles"',
  ],
  [
    'a state that can be set',
    withFields({ status: choice([{ id: 0, label }], { label, default: 0 }) }),
    '.status is the state of the lifecycle and could be set; make it readOnly',
  ],
  [
    'a state that starts as none',
    withFields({ status: choice([{ id: 0, label }], { label, readOnly: true }) }),
    '.status is the state of the lifecycle and starts as none; give it a default',
  ],
  [
    'an input of another kind',
    withStep({ input: { name: integer({ label }) } }),
    '.lifecycle.close.input.name is of the kind integer, and the field is of text; write the same',
  ],
  [
    'an input that takes more',
    {
      ...withFields({ a: integer({ label, max: 5 }) }),
      ...withStep({ input: { a: integer({ label, max: 6 }) } }),
    },
    '.lifecycle.close.input.a takes values that the field does not; write its choices and bounds',
  ],
  [
    'an input that is the state',
    withStep({ input: { status: choice([{ id: 0, label }], { label }) } }),
    '.lifecycle.close.input.status is the state itself; leave it out',
  ],
  [
    'an input with a reader',
    withStep({ input: { why: text({ label, read: admin }) } }),
    '.lifecycle.close.input.why says "read", which holds for fields of the record alone; leave it out',
  ],
  [
    'the sum of a text',
    withList({ totals: ['name'] }),
    '.list.totals names "name", of the kind text; write fields of the kinds integer, decimal, money',
  ],
  [
    'a summary by what is long',
    listed(object({}, { label }), { summaries: [{ by: ['a'] }] }),
    '.list.summaries goes by "a", of the kind object; write fields of the kinds text, integer, boolean, choice, date, reference',
  ],
  [
    'a summary by nothing stored',
    withList({ summaries: [{ by: ['left'] }] }),
    '.list.summaries goes by "left", which is no stored field; name one',
  ],
  [
    'a summary by what each record has to itself',
    listed(text({ label, unique: true }), { summaries: [{ by: ['a'] }] }),
    '.list.summaries goes by "a", which each record has to itself; leave it out',
  ],
  [
    'a summary by nothing',
    withList({ summaries: [{ by: [] }] }),
    '.list.summaries goes by nothing; name the fields that the list is narrowed by',
  ],
  [
    'a summary of what may be empty',
    listed(integer({ label }), { summaries: [{ by: ['status'], sums: ['a'] }] }),
    '.list.summaries sums "a", which may be empty; give it a default',
  ],
  [
    'a summary of texts',
    withList({ summaries: [{ by: ['status'], sums: ['name'] }] }),
    '.list.summaries sums "name"; name a stored field of the kinds integer, decimal, money',
  ],
  [
    'two summaries by the same',
    withList({ summaries: [{ by: ['status'] }, { by: ['status'] }] }),
    '.list.summaries has two of the same fields; leave one out',
  ],
  [
    'the sum of nothing stored',
    withList({ totals: ['left'] }),
    '.list.totals names "left", which is no stored field; name one',
  ],
  ['a sum twice', listed(integer({ label }), { totals: ['a', 'a'] }), '.list.totals names "a" twice; leave one out'],
  [
    'the sum of a detail',
    listed(integer({ label, detailOnly: true }), { totals: ['a'] }),
    '.list.totals names "a", which is detailOnly and in no list; leave it out',
  ],
  [
    'a group by a text',
    withList({ groups: ['name'] }),
    '.list.groups names "name", of the kind text; write fields of the kinds boolean, choice, dateTime, date, reference',
  ],
  [
    'totals without a list',
    { ...withList({ groups: ['status'] }), without: ['list'] as const },
    '.list has totals, and "without" has no list for them; leave out one',
  ],
  [
    'a sum whose currency some may not read',
    {
      ...withFields({ a: money({ label, currency: 'b' }), b: choice([{ id: 'CNY', label }], { label, read: admin }) }),
      ...withList({ totals: ['a'] }),
    },
    '.list.totals names "a", whose currency Enterprise may not read; let them, or leave it out',
  ],
  [
    'an import of what is unknown',
    { ...made, import: { fields: ['name', 'nme'] } },
    '.import names "nme", which is no field; did you mean "name"?',
  ],
  [
    'an import of what the server sets',
    { ...made, import: { fields: ['name', 'status'] } },
    '.import names "status", which no file can hold; leave it out',
  ],
  [
    'an import without what is needed',
    { ...made, ...withFields({ a: integer({ label, required: true }) }), import: { fields: ['name'] } },
    '.import lacks "a", which a new record of SuperAdmin needs; name it',
  ],
  [
    'an import of what no importer may set',
    {
      ...withAccess({ create: ['SuperAdmin'], edit: ['SuperAdmin', 'Enterprise'] }),
      ...withFields({ a: integer({ label, write: ['Enterprise'] }) }),
      import: { fields: ['name', 'a'] },
    },
    '.import names "a", which SuperAdmin may not set; let one of them write it, or leave it out',
  ],
  ['an import twice', { ...made, import: { fields: ['name', 'name'] } }, '.import names "name" twice; leave one out'],
  [
    'an import for nobody',
    { import: true as const, without: ['create'] as const },
    '.import is for nobody, since nobody may create; leave it out',
  ],
];

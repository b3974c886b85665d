import { plus } from '../../contract/schema/field/default.ts';
import {
  choice,
  computed,
  date,
  dateTime,
  files,
  integer,
  list,
  object,
  reference,
  text,
} from '../../contract/schema/field/field.ts';
import { now, today } from '../../contract/schema/now.ts';
import { label, withAccess, withFields, withList, withRows, withScreen, withStep } from './broken.ts';

const other = { en: 'Other', zh: '其他' };
const states = [
  { id: 0, label },
  { id: 1, label: other },
] as const;
const wash = {
  endpoint: { name: 'wash_specimen', path: '/v1/specimen/wash/{id}', label },
  roles: ['SuperAdmin'],
  label,
  assign: { ends_at: null },
};
const steps = (transitions: object) => ({ lifecycle: { field: 'status', transitions } });
const close = { from: [0], to: 1, roles: ['SuperAdmin'], label };
const letters = 'is not named in small letters; write letters, digits and _';
const all = 'SuperAdmin, GeneralAdmin, SalesMan, Enterprise, Subordinate';
const asks = '"shownWhen", asks for';
const again = 'again, so that no form shows them; leave "shownWhen" out of one of them';

type Case = [what: string, change: object, sentence: string];

/** Declarations with parts that are undefined, in the form of `broken`; each gives one sentence alone. */
export const undefinedParts: readonly Case[] = (
  [
    ['a field', withFields({ a: undefined }), 'a'],
    ['a field of an object', withFields({ a: object({ b: undefined as never }, { label }) }), 'a.b'],
    ['the items of a list', withFields({ a: list(undefined as never, { label }) }), 'a.items'],
    ['an action', { actions: { wash: undefined } }, 'actions.wash'],
    ['an endpoint', { actions: { wash: { ...wash, endpoint: undefined } } }, 'actions.wash.endpoint'],
    ['the roles of an action', { actions: { wash: { ...wash, roles: undefined } } }, 'actions.wash.roles'],
    ['a step', steps({ close, open: undefined }), 'lifecycle.open'],
    ['the roles of a step', withStep({ roles: undefined }), 'lifecycle.close.roles'],
    ['an input', withStep({ input: { a: undefined } }), 'lifecycle.close.input.a'],
    ['a screen', { screens: [undefined] }, 'screens entry 1'],
    ['the roles of a screen', withScreen({ roles: undefined }), 'screens /specimen.roles'],
    ['a role', withAccess({ list: ['SuperAdmin', 'Enterprise', undefined] }), 'access.list entry 3'],
    ['a column', withList({ columns: ['name', undefined] }), 'list.columns entry 2'],
    ['a parameter', withList({ parameters: { soon: undefined } }), 'list.parameters.soon'],
    ['a queue', { queue: { late: undefined } }, 'queue.late'],
    ['a notice', { notices: { close: undefined } }, 'notices.close'],
    ['a metric', { metrics: { open: undefined } }, 'metrics.open'],
    ['a group of children', { children: { notes: undefined } }, 'children.notes'],
    ['a list in another record', { embeddedIn: [undefined] }, 'embeddedIn entry 1'],
    ['a rule', { rules: [undefined] }, 'rules entry 1'],
    ['a field of a unique group', { unique: [['name', undefined]] }, 'unique entry 1 entry 2'],
  ] as const
).map(([what, change, place]): Case => [what, change, `.${place} is undefined; check its import`]);

/** Declarations with parts that lack a word that they need, in the form of `broken`; each gives one sentence alone. */
export const incompleteParts: readonly Case[] = [
  ['periods without an end', { noOverlap: { from: 'ends_at' } }, '.noOverlap lacks "until"; add it'],
  ['a screen without roles', { screens: [{ path: '/specimen', label }] }, '.screens /specimen lacks "roles"; add it'],
  [
    'a lifecycle whose steps have another word',
    { lifecycle: { field: 'status', steps: {} } },
    '.lifecycle lacks "transitions"; add it',
  ],
  [
    'a metric without a place',
    { metrics: { open: { label, roles: ['SuperAdmin'], only: {} } } },
    '.metrics.open lacks "order"; add it',
  ],
  ['a notice without recipients', { notices: { close: { text: label } } }, '.notices.close lacks "to"; add it'],
];

/** Mistakes of which each gives one sentence and no other, in the form of `broken`. */
export const brokenParts: readonly Case[] = [
  ...(['Close', 'close-it', '2nd'] as const).map(
    (name): Case => [`a step called ${name}`, steps({ [name]: close }), `.lifecycle.${name} ${letters}`],
  ),
  ...(['Wash', 'wash-it'] as const).map(
    (name): Case => [`an action called ${name}`, { actions: { [name]: wash } }, `.actions.${name} ${letters}`],
  ),
  [
    'an endpoint with a dash',
    { actions: { wash: { ...wash, endpoint: { ...wash.endpoint, name: 'wash-it' } } } },
    `.actions.wash.endpoint ${letters}`,
  ],
  [
    'a filter that belongs to the list',
    { filters: ['status'] },
    '.filters has the word "filters", which belongs into "list"; write it there',
  ],
  [
    'a step with the event of every record',
    withStep({ event: 'specimen.updated' }),
    '.lifecycle.close has the event "specimen.updated", which every record of it has; write another',
  ],
  [
    'an event of its own in capitals',
    { events: { counted: { label, type: 'Counted' } } },
    '.events.counted has the event "Counted"; write it in small letters with a dot, such as "specimen.closed"',
  ],
  [
    'two choices with one label',
    withFields({
      a: choice(
        [
          { id: 1, label },
          { id: 2, label: { ...other, zh: label.zh } },
        ],
        { label },
      ),
    }),
    `.a has two choices with the label "${label.zh}", which nobody could tell apart; write another`,
  ],
  [
    'two unique groups whose indexes have one name',
    {
      ...withFields({
        a: integer({ label }),
        b__c: integer({ label }),
        a__b: integer({ label }),
        c: integer({ label }),
      }),
      unique: [
        ['a', 'b__c'],
        ['a__b', 'c'],
      ],
    },
    '.unique (a, b__c) makes the name "specimen_a__b__c_key" in the database, as unique (a__b, c); rename a field',
  ],
  [
    'a circle of formulas',
    withFields({ a: computed('b + 1', integer({ label })), b: computed('a + 1', integer({ label })) }),
    '.a is computed from itself; name other fields',
  ],
  [
    'a placeholder that is misspelt in one language',
    withStep({ confirm: { en: 'Close {nme}?', zh: '关闭 {name}？' } }),
    '.lifecycle.close asks with {nme}, which is no field of the record; write the name of one',
  ],
  [
    'a set of files that a step asks for',
    { ...withFields({ a: files({ label }) }), ...withStep({ input: { a: files({ label }) } }) },
    '.lifecycle.close.input.a (an item) is a file, which holds for fields of the record alone; make it one',
  ],
  [
    'a lifecycle without steps',
    steps({}),
    '.lifecycle has no steps; write one in "transitions", or leave the lifecycle out',
  ],
  [
    'two fields that show each other',
    withFields({
      a: integer({ label: other, shownWhen: { b: 1 } }),
      b: integer({ label: other, shownWhen: { a: 1 } }),
    }),
    `.a, ${asks} "b", which asks for "a" ${again}`,
  ],
  [
    'three fields that show each other',
    withFields({
      a: integer({ label: other, shownWhen: { b: 1 } }),
      b: integer({ label: other, shownWhen: { c: 1 } }),
      c: integer({ label: other, shownWhen: { anyOf: [{ a: 1 }, { b: 1 }] } }),
    }),
    `.a, ${asks} "b", which asks for "c", which asks for "a" ${again}`,
  ],
  [
    'two fields of an object that show each other',
    withFields({
      a: object(
        { b: integer({ label, shownWhen: { 'a.c': 1 } }), c: integer({ label, shownWhen: { 'a.b': 1 } }) },
        { label },
      ),
    }),
    `.a.b, ${asks} "a.c", which asks for "a.b" ${again}`,
  ],
  [
    'two inputs that show each other',
    withStep({
      input: {
        name: text({ label, shownWhen: { ends_at: '2026-01-31T00:00:00Z' } }),
        ends_at: dateTime({ label, shownWhen: { name: 'a' } }),
      },
    }),
    `.lifecycle.close.input.name, ${asks} "ends_at", which asks for "name" ${again}`,
  ],
  ...(
    [
      ['the rights', withAccess({ list: ['SuperAdmin', 'Enterprise', 'Boss'] }), 'access'],
      [
        'the rights and rows',
        { access: { SuperAdmin: ['everything', 'list edit'], Boss: ['everything', 'list'] } },
        'access',
      ],
      ['the rows', withRows({ Boss: 'everything' }), 'access'],
      ['a step', withStep({ roles: ['SuperAdmin', 'Boss'] }), 'lifecycle.close.roles'],
      ['an action', { actions: { wash: { ...wash, roles: ['SuperAdmin', 'Boss'] } } }, 'actions.wash.roles'],
      ['those who read a field', withFields({ a: integer({ label: other, read: ['Boss'] as never }) }), 'a.read'],
      ['those who write a field', withFields({ a: integer({ label: other, write: ['Boss'] as never }) }), 'a.write'],
      ['a fixed value', withFields({ a: integer({ label: other, fixedFor: ['Boss'] as never }) }), 'a.fixedFor'],
      ['a screen', withScreen({ roles: ['SuperAdmin', 'Boss'] }), 'screens /specimen.roles'],
      ['a queue', { queue: { late: { label, roles: ['Boss'], order: 90, only: { status: 0 } } } }, 'queue.late.roles'],
      [
        'a metric',
        { metrics: { late: { label, roles: ['Boss'], order: 90, only: { status: 0 } } } },
        'metrics.late.roles',
      ],
    ] as const
  ).map(
    ([what, change, place]): Case => [
      `an unknown role in ${what}`,
      change,
      `.${place} names the role "Boss", which does not exist; write one of ${all}`,
    ],
  ),
  [
    'a role without its capitals',
    withStep({ roles: ['Superadmin'] }),
    '.lifecycle.close.roles names the role "Superadmin", which does not exist; did you mean "SuperAdmin"?',
  ],
  [
    'a field that is embedded twice',
    withFields({
      product_id: reference('product', { label, as: 'product', embed: ['id', 'name', 'category', 'name'] }),
    }),
    '.product_id, "embed", names "name" twice; leave one out',
  ],
  [
    'two records that are embedded under one name',
    withFields({ other_id: reference('product', { label: other, as: 'product', embed: ['id', 'name'] }) }),
    '.other_id is embedded as "product", as is product_id; write another "as"',
  ],
  [
    'a default within an object that is no choice',
    withFields({ a: object({ b: choice(states, { label, default: 7 as never }) }, { label: other }) }),
    '.a.b says "default", which holds for fields of the record alone; make "b" a field of the record',
  ],
  [
    'a default of an input that is no choice',
    withStep({ input: { kind: choice(states, { label, default: 7 as never }) } }),
    '.lifecycle.close.input.kind has the default 7, which is not among its choices; write one of 0, 1',
  ],
  [
    'a default within an object of an input',
    withStep({ input: { a: object({ b: choice(states, { label, default: 7 as never }) }, { label }) } }),
    '.lifecycle.close.input.a.b says "default", which holds for fields of the record alone; make "b" a field of the record',
  ],
  [
    'an event in capitals',
    withStep({ event: 'Specimen Closed' }),
    '.lifecycle.close has the event "Specimen Closed"; write it in small letters with a dot, such as "specimen.closed"',
  ],
  [
    'a metric with a dash',
    { metrics: { 'not-open': { label, roles: ['SuperAdmin'], order: 90, only: { status: 0 } } } },
    `.metrics.not-open ${letters}`,
  ],
  [
    'a role twice in a right',
    withAccess({ list: ['SuperAdmin', 'Enterprise', 'SuperAdmin'] }),
    '.access.list names SuperAdmin twice; leave one out',
  ],
  [
    'a field that nobody reads',
    withFields({ a: integer({ label: other, read: [] }) }),
    '.a has no role in "read"; name one, or write "hidden"',
  ],
  [
    'a field that nobody writes',
    withFields({ a: integer({ label: other, write: [] }) }),
    '.a has no role in "write"; name one, or write "readOnly"',
  ],
  [
    'a field of a role that may not write records',
    withFields({ a: integer({ label: other, write: ['Enterprise'] }) }),
    '.a is written by Enterprise, who may neither create nor edit; name a role that may, or write "readOnly"',
  ],
  [
    'a record that needs another of its kind',
    withFields({ a_id: reference('specimen', { label: other, required: true }) }),
    '.a_id is required and refers to another specimen, so that nobody could create the first; leave "required" out',
  ],
  [
    'an embedded field that no answer has',
    withFields({ user_id: reference('user', { label: other, embed: ['id', 'name', 'nick_name', 'password'] }) }),
    '.user_id embeds "password", which no answer of user has; leave it out',
  ],
  [
    'a rule twice',
    {
      rules: [
        { field: 'ends_at', after: 'created_at' },
        { field: 'ends_at', after: 'created_at' },
      ],
    },
    '.rules, ends_at, says the same twice; leave one out',
  ],
  ['a screen for nobody', withScreen({ roles: [] }), '.screens /specimen is for nobody; write a role in "roles"'],
  [
    'a preset that no form accepts',
    { ...withAccess({ create: ['SuperAdmin'] }), ...withScreen({ preset: { ends_at: 'soon' } }) },
    '.screens /specimen preset has "soon" as "ends_at", of which its own rule says: Enter a date and time; write a value that it allows',
  ],
  ...(
    [
      [{ earliest: now }, '.a, "earliest", is no limit of a date; write today, or plus(today, { days: 1 })'],
      [
        { latest: plus('ends_on', { days: 1 }) },
        '.a, "latest", starts from "ends_on"; write today, or plus(today, { days: 1 }), or a rule with "after"',
      ],
      [
        { latest: plus(today, { hours: 1 }) },
        '.a, "latest", has a period that a date cannot have; write whole numbers of years, months, weeks, days',
      ],
      [
        { earliest: today, latest: plus(today, { days: -1 }) },
        '.a has the earliest value after the latest; no value is left between',
      ],
      [
        { earliest: today, default: '2031-01-31' },
        '.a has a fixed default, which a limit by the clock refuses one day; write today, now or plus(…) as the default',
      ],
    ] as const
  ).map(
    ([options, sentence]): Case => [
      `a day with ${JSON.stringify(options)}`,
      withFields({ a: date({ label: other, ...options }) }),
      sentence,
    ],
  ),
  [
    'a limit by the clock of a number',
    withFields({ a: integer({ label: other, earliest: today } as never) }),
    '.a has "earliest", and integer is no day and no point in time; leave it out',
  ],
  [
    'a limit by the clock of an input',
    withStep({ input: { ends_at: dateTime({ label, earliest: now }) } }),
    '.lifecycle.close.input.ends_at says "earliest", which holds for fields of the record alone; leave it out',
  ],
  [
    'a limit by the clock within an object',
    withFields({ a: object({ b: date({ label, earliest: today }) }, { label: other }) }),
    '.a.b says "earliest", which holds for fields of the record alone; make "b" a field of the record',
  ],
  [
    'a sample with a fixed day after which the clock goes',
    {
      ...withAccess({ create: ['SuperAdmin'] }),
      ...withFields({ a: date({ label: other, earliest: today }) }),
      samples: [{ name: 'One', a: '2031-01-31' }],
    },
    '.samples 1 has a fixed "a", which is too early one day; leave it out',
  ],
  ...(
    [
      [
        'ends_at >= now',
        'compares with "now", which a stored record cannot keep to; write earliest: now or latest: now at the field',
      ],
      [
        'a >= today',
        'compares with "today", which a stored record cannot keep to; write earliest: today or latest: today at the field',
      ],
      ['a != null', 'compares with null, and an empty field breaks no check; write "required" at the field'],
      ['a > b && a > b', 'has "&&", which is "and" here; write it like ends_on >= starts_on'],
      ['a == b', 'has "==", which is "=" here; write it like ends_on >= starts_on'],
    ] as const
  ).map(
    ([text, sentence]): Case => [
      `the check ${text}`,
      { ...withFields({ a: date({ label: other }), b: date({ label: other }) }), check: { [text]: label } },
      `.check "${text}" ${sentence}`,
    ],
  ),
];

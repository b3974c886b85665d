import { me } from '../../contract/schema/access.ts';
import { plus } from '../../contract/schema/field/default.ts';
import {
  boolean,
  computed,
  date,
  file,
  integer,
  localizedText,
  serial,
  text,
} from '../../contract/schema/field/field.ts';
import { when } from '../../contract/schema/field/formula.ts';
import { label, withAccess, withFields, withList, withScreen } from './broken.ts';

const made = withAccess({ create: ['SuperAdmin'] });
const both = withAccess({
  list: ['SuperAdmin', 'Enterprise'],
  create: ['SuperAdmin', 'Enterprise'],
});
const other = { en: 'Other', zh: '其他' };

/** Mistakes of which each gives one sentence and no other, in the form of `broken`. */
export const brokenNames: readonly [string, object, string][] = [
  ...['ctid', 'xmin', 'tableoid', 'constructor'].map((name): [string, object, string] => [
    `a field called ${name}`,
    withFields({ [name]: text({ label: other }) }),
    `.${name} has a name that the database or the server uses itself; write another`,
  ]),
  ...['job', 'lease', 'schema_migration'].map((table): [string, object, string] => [
    `the table ${table}`,
    { table },
    `.table is "${table}", which the database has already; write another, such as "${table}_record"`,
  ]),
  [
    'a table of the catalogue',
    { table: 'pg_class' },
    '.table is "pg_class", which the database has already; write another, such as "class_record"',
  ],
  ...['/specimen', 'v1/specimen', 'Specimen', 'specimen of a test', 'a//b'].map((path): [string, object, string] => [
    `the path ${path}`,
    { path },
    `.path is "${path}"; write it as it follows /v1/, in small letters, such as "specimen"`,
  ]),
  [
    'a path that ends like an operation',
    { path: 'user/list' },
    '.path is "user/list", which ends like an operation of a list; write another',
  ],
  [
    'a path where the server answers',
    { path: 'profile', ...made },
    '.path is "profile", where the server answers itself; write another',
  ],
  ['an embed without the title', { embed: ['id', 'status'] }, '.embed has not "name"; add it'],
  ['an embed without anything', { embed: [] }, '.embed has not "id", "name"; add them'],
  [
    'an embed of no field',
    { embed: ['id', 'name', 'stauts'] },
    '.embed names "stauts", which is no field; did you mean "status"?',
  ],
  [
    'an embed of what a role may not read',
    { ...withFields({ size: integer({ label: other, read: ['SuperAdmin'] }) }), embed: ['id', 'name', 'size'] },
    '.embed names "size", which not all may read; leave it out, and embed it where its readers may see it',
  ],
  [
    'a list without columns',
    withList({ columns: [], sortable: ['ends_at', 'name'] }),
    '.list.columns names no field; write the title first',
  ],
  [
    'a screen for roles that may not list',
    withScreen({ roles: ['SuperAdmin', 'SalesMan', 'Subordinate'] }),
    '.screens /specimen is for SalesMan, Subordinate, who may not list it; name SalesMan, Subordinate in access.list, or leave it out',
  ],
  [
    'a screen narrowed by what is no field',
    withScreen({ only: { soom: 1 } }),
    '.screens /specimen only names "soom", which is no field; name one, or leave it out',
  ],
  ...(
    [
      ['stck < 5', 'names "stck", which is no stored or calculated field; did you mean "stock"?'],
      ['stock', 'compares nothing; write one of = != < <= > >='],
      ['stock < name', 'reads "name", which is of the kind text; write fields with numbers, days or times'],
      ['stock < (5', 'has a parenthesis that nothing closes; write it like ends_on >= starts_on'],
    ] as const
  ).map(([text, problem]): [string, object, string] => [
    `a field that compares by ${text}`,
    withFields({ stock: integer({ label: other }), a: computed(when(text), boolean({ label })) }),
    `.a is computed by "${text}", which ${problem}`,
  ]),
  [
    'a comparison that is no boolean',
    withFields({ stock: integer({ label: other }), a: computed(when('stock < 5'), integer({ label })) }),
    '.a is computed by "stock < 5", which results in yes or no; make it a boolean',
  ],
  [
    'a comparison with what some may not read',
    withFields({
      stock: integer({ label: other, read: ['SuperAdmin'] }),
      a: computed(when('stock < 5'), boolean({ label })),
    }),
    '.a tells of "stock", which Enterprise may not read; say "read" of it',
  ],
  [
    'an icon that nobody has drawn',
    { icon: 'people' },
    '.icon is "people", which is none; write one of page, dashboard, user, enterprise, product, authorization, project, order, licence, application, audit, test, mail, message, payment, subscription, session, view, link',
  ],
  [
    'a metric narrowed by a condition',
    { metrics: { mine: { label: other, roles: ['SuperAdmin'], order: 1, only: { status: { not: 0 } as never } } } },
    '.metrics.mine only compares "status" with a condition, and narrows as a filter does; write a value, or a list of values',
  ],
  [
    'a metric of the records of the reader, by what is no reference to them',
    { metrics: { mine: { label: other, roles: ['SuperAdmin'], order: 1, only: { status: me('id') } } } },
    `.metrics.mine only compares "status" with me('id'), and it is no reference to user; name one`,
  ],
  [
    'an import of a text in both languages as one column',
    { ...withFields({ both: localizedText({ label: other }) }), ...made, import: { fields: ['name', 'both'] } },
    '.import names "both", of which each part is a column; write "both.en", "both.zh"',
  ],
  [
    'a condition of nobody who removes',
    { removeWhile: { status: 0 } },
    '.removeWhile has a condition, and nobody may remove; leave it out',
  ],
  [
    'dates that start from each other',
    withFields({
      a: date({ label: other, default: plus('b', { days: 1 }) }),
      b: date({ label: other, default: plus('a', { days: 1 }) }),
    }),
    '.a starts from itself; give one of them a value',
  ],
  [
    'a text in both languages with limits that leave nothing',
    withFields({ a: localizedText({ label: other, min: 5, max: 2 }) }),
    '.a has the min 5 above the max 2; no value is left between',
  ],
  [
    'a serial number with a default',
    withFields({ a: serial('T-{000}', { label: other, default: 'T-001' } as never) }),
    '.a is a serial, which the server alone draws; leave out "default"',
  ],
  [
    'a unique file',
    withFields({ a: file({ label: other, unique: true } as never) }),
    '.a holds files, which "unique" means nothing of; leave it out',
  ],
  [
    'a field that several roles need and may not set',
    {
      ...both,
      ...withFields({ a: integer({ label: other, required: true, hidden: true }) }),
      servedBy: [{ from: '/dashboard', roles: ['Enterprise'], operations: ['create'] }],
    },
    '.a is required, and SuperAdmin, Enterprise may create and not set it; add the roles to "write", give it a default, or make it readOnly and set it in beforeCreate',
  ],
];

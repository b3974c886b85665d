import { list, longText, object, reference } from '../../contract/schema/field/field.ts';
import { label, withAccess, withFields, withList, withRows, withStep } from './broken.ts';

const audit = reference('audit', { label });

const lookup = ['GeneralAdmin'];
const rows = withRows({ GeneralAdmin: 'everything' }).access;
const looked = withAccess({ ...rows, lookup });

/** Lookups that would reveal too much or find nothing, in the form of `broken`. */
export const brokenLookups: readonly [string, object, string][] = [
  [
    'a lookup for who lists',
    withAccess({ lookup: ['SuperAdmin'] }),
    '.access.lookup names SuperAdmin, who lists them all; leave SuperAdmin out',
  ],
  [
    'a lookup without rows',
    withAccess({ lookup }),
    '.access lets GeneralAdmin in and gives no rows for it; add rows.GeneralAdmin, such as everything',
  ],
  [
    'a stored scope where nothing is behind a reference',
    withAccess({ storedScope: true }),
    ".access.storedScope has nothing to store: no role's rows are told by a reference, as in { enterprise_id: { sales_user_id: me('id') } }; leave it out",
  ],
  [
    'a lookup of long texts',
    { ...looked, ...withFields({ name: longText({ label, required: true }) }) },
    '.access.lookup tells the title "name", which is no plain text of the record; name another title',
  ],
  [
    'a lookup that no index finds',
    { ...looked, ...withList({ search: ['product.name'] }) },
    '.access.lookup looks for "name"; name it in list.search, so that an index finds it',
  ],
  [
    'a lookup that no index orders',
    { ...looked, ...withList({ columns: ['left', 'created_at'] }) },
    '.access.lookup orders by "name"; name it in list.columns or list.sortable, so that an index serves it',
  ],
  [
    'a reference to what who sets it can neither list nor look up',
    { ...withAccess({ edit: ['SuperAdmin', 'Enterprise'] }), ...withFields({ a: reference('audit', { label }) }) },
    '.a refers to "audit", which Enterprise may set and can neither list nor look up; name Enterprise in its access.lookup, or leave them out of "write"',
  ],
  ...Object.entries<[object, string, string]>({
    'within an object': [withFields({ a: object({ b: audit }, { label }) }), '.a.b', '"write"'],
    'within a list': [withFields({ a: list(audit, { label }) }), '.a', '"write"'],
    'within a list of objects': [
      withFields({ a: list(object({ b: audit }, { label }), { label }) }),
      '.a.b',
      '"write"',
    ],
  }).map(([where, [change, at, word]]): [string, object, string] => [
    `a reference ${where} to what who sets it can neither list nor look up`,
    { ...withAccess({ edit: ['SuperAdmin', 'Enterprise'] }), ...change },
    `${at} refers to "audit", which Enterprise may set and can neither list nor look up; name Enterprise in its access.lookup, or leave them out of ${word}`,
  ]),
  [
    'a step that asks for what its role cannot pick',
    {
      ...withAccess({ edit: ['SuperAdmin', 'Enterprise'] }),
      ...withStep({ roles: ['Enterprise'], input: { b: audit } }),
    },
    '.lifecycle.close.input.b refers to "audit", which Enterprise may set and can neither list nor look up; name Enterprise in its access.lookup, or leave them out of "roles"',
  ],
  [
    'an action that asks for what its role cannot pick',
    {
      actions: {
        seal: {
          endpoint: { name: 'seal', path: '/v1/seal/{id}', label },
          roles: ['Enterprise'],
          label,
          input: { b: list(audit, { label }) },
        },
      },
    },
    '.actions.seal.input.b refers to "audit", which Enterprise may set and can neither list nor look up; name Enterprise in its access.lookup, or leave them out of "roles"',
  ],
  [
    'a reference that its reader may not look at',
    withFields({ a: reference('audit', { label, readOnly: true }) }),
    '.a is shown to Enterprise, who may not look at "audit"; embed its title, name Enterprise in its access.lookup, or leave them out of "read"',
  ],
];

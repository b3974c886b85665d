import type { ChildrenDeclaration } from '../../contract/schema/children.ts';
import { reference, text } from '../../contract/schema/field/field.ts';
import { label, withFields } from './broken.ts';

/** The specimen with children of an entity of the product; no field of that entity refers to a specimen. */
const withChildren = (more: Partial<Record<keyof ChildrenDeclaration, unknown>>, name = 'parts') => ({
  children: { [name]: { entity: 'order', by: 'product_id', onDelete: 'cascade', ...more } },
});
/** The specimen as a child of itself: it has a reference to itself, by which its list can be filtered. */
const own = (more: object, field: object = {}) => ({
  ...withFields({
    up_id: reference('specimen', { label, ...field }),
    code: text({ label, secret: true, inputOnly: true }),
    remove: text({ label }),
  }),
  access: { list: ['SuperAdmin'], create: ['SuperAdmin'], edit: ['SuperAdmin'], rows: { SuperAdmin: 'everything' } },
  list: { columns: ['name'], filters: ['up_id'], sort: 'id' },
  lifecycle: undefined,
  children: { parts: { entity: 'specimen', by: 'up_id', ...more } },
});

/** A notice of a new specimen to those whom its parts name. */
const toParts = (to: object) => ({
  ...own({ add: ['name'] }),
  screens: [{ path: '/specimen', roles: ['SuperAdmin'], label }],
  notices: { create: { text: { en: 'New', zh: '新建' }, to: { children: 'parts', ...to } } },
});

/** Children that cannot be served, in the form of `broken`. */
export const brokenChildren: readonly [string, object, string][] = [
  [
    'a notice to those whom no section of children names',
    toParts({ children: 'part', to: 'created_by' }),
    '.notices.create.to names the section of children "part", which does not exist; did you mean "parts"?',
  ],
  [
    'a notice to what is no user of the children',
    toParts({ to: 'product_id' }),
    '.notices.create goes to "product_id" of specimen, which refers to no user; name a reference to one',
  ],
  [
    'a notice to the users of what is no enterprise of the children',
    toParts({ to: { role: 'Enterprise', of: 'product_id' } }),
    '.notices.create names "product_id" of specimen, which refers to no enterprise; name a reference to one',
  ],
  [
    'a notice by a path through children',
    {
      ...toParts({}),
      notices: {
        create: { text: { en: 'New', zh: '新建' }, to: { role: 'Enterprise', of: 'parts.enterprise_id' } },
      },
    },
    ".notices.create names \"parts.enterprise_id\", which refers to no enterprise; for those whom its children name, write { children: 'parts', to: { role: 'Enterprise', of: 'enterprise_id' } }",
  ],
  [
    'a notice to nobody of the children',
    toParts({ to: [] }),
    '.notices.create tells nobody of the children; write a reader in "to"',
  ],
  [
    'a section of what is no entity',
    withChildren({ entity: 'ordr' }),
    '.children.parts are "ordr", which is no entity; did you mean "order"?',
  ],
  [
    'children that no page leads to',
    { ...own({ add: ['name'] }), screens: undefined },
    '.access, "create", "edit", cannot be reached by SuperAdmin in the console, for as one of the children of specimen it has no screen by itself; name SuperAdmin in "screens" of specimen with a field in its form that SuperAdmin may set, or in "embeddedIn", or write "servedBy" where a page of your own serves it',
  ],
  [
    'a section by what does not refer to the entity',
    withChildren({}),
    '.children.parts go by "product_id", which is no filter of order that refers to specimen; add that reference to list.filters of order',
  ],
  [
    'a section with the name of a field',
    withChildren({}, 'name'),
    '.children.name has the name of a field; give it another',
  ],
  [
    'a section in capitals',
    withChildren({}, 'Parts'),
    '.children.Parts is not named in small letters; write letters, digits and _',
  ],
  ['a label in one language', withChildren({ label: { en: 'Parts' } }), '.children.parts has no label in "zh"; add it'],
  [
    'a form of what is no field',
    own({ add: ['nme'] }),
    '.children.parts add "nme", which is no field of specimen; did you mean "name"?',
  ],
  [
    'a form of what nobody sets',
    own({ add: ['name', 'status'] }),
    '.children.parts add "status", which nobody may set; leave it out',
  ],
  [
    'a form without what is required',
    own({ add: ['ends_at'] }),
    '.children.parts do not add "name", which is required; name it there',
  ],
  [
    'a form with the parent',
    own({ add: ['name', 'up_id'] }),
    '.children.parts add "up_id", which is the record that they belong to; leave it out',
  ],
  [
    'nested without a form',
    own({ nested: true }),
    '.children.parts say "nested" and name no fields to "add"; name them',
  ],
  [
    'nested with a secret',
    own({ nested: true, add: ['name', 'code'] }),
    '.children.parts say "nested" and add "code", whose "secret" no row of inputs knows; leave "nested" out, so that they are added one by one',
  ],
  [
    'nested with an object',
    own({ nested: true, add: ['name', 'params'] }),
    '.children.parts say "nested" and add "params", object within a list; leave one out',
  ],
  [
    'nested with a field that has the name of a word of the body',
    own({ nested: true, add: ['name', 'remove'] }),
    '.children.parts say "nested" and add "remove", which a body says of what goes; name it otherwise',
  ],
  [
    'nested where nobody makes any',
    { ...own({ nested: true, add: ['name'] }), without: ['create'] },
    '.children.parts say "nested", and nobody may create specimen; leave it out',
  ],
  [
    'children that would be left behind',
    own({}),
    '.children.parts would be left behind when their record is deleted; say "onDelete"',
  ],
  [
    'an unknown end',
    own({ onDelete: 'cascde' }),
    '.children.parts have "cascde" as "onDelete"; did you mean "cascade"?',
  ],
  [
    'a cascade of what restricts',
    own({ onDelete: 'cascade' }, { onDelete: 'restrict' }),
    '.children.parts say "cascade", and specimen.up_id says onDelete "restrict"; leave one out',
  ],
  [
    'a restriction by what does not keep',
    own({ onDelete: 'restrict' }, { onDelete: 'allow' }),
    '.children.parts say "restrict", and specimen.up_id says onDelete "allow"; leave one out',
  ],
  [
    'children of nobody',
    { ...own({ onDelete: 'cascade' }), access: { list: [], get: ['SuperAdmin'], rows: { SuperAdmin: 'everything' } } },
    '.children.parts are for nobody: no role may get specimen and list specimen; name one in both',
  ],
  [
    'a section that stands there already',
    { ...own({ onDelete: 'cascade' }), embeddedIn: [{ entity: 'specimen', by: 'up_id', roles: ['SuperAdmin'] }] },
    '.children.parts stand there already, by "embeddedIn" of specimen; leave that out',
  ],
];

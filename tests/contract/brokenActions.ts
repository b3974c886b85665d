import {
  boolean,
  choice,
  date,
  dateTime,
  integer,
  list,
  object,
  reference,
  tags,
  text,
} from '../../contract/schema/field/field.ts';
import { label, withFields, withStep } from './broken.ts';

const endpoint = { name: 'specimen_seal', path: '/v1/specimen/seal/{id}', label };
const sound = { endpoint, roles: ['SuperAdmin'], label };
const withAction = (more: object) => ({ actions: { seal: { ...sound, ...more } } });
const withEndpoint = (more: object) => withAction({ endpoint: { ...endpoint, ...more } });
const withTwo = (more: object, other: object = {}) => ({
  actions: { seal: { ...sound, ...other }, stamp: { ...sound, ...more } },
});
const which = { on: boolean({ label }) };

/** Actions that cannot be enforced, in the form of `broken`. */
export const brokenActions: readonly [string, object, string][] = [
  [
    'an action with the name of a step',
    { actions: { close: sound } },
    '.actions.close has the name of a step; write another',
  ],
  [
    'an action with the name of an operation',
    { actions: { edit: sound } },
    '.actions.edit has the name of an operation; write another',
  ],
  ['an action of nobody', withAction({ roles: [] }), '.actions.seal is for nobody; write a role in "roles"'],
  [
    'an action of who may not look',
    withAction({ roles: ['SalesMan'] }),
    '.actions.seal is for SalesMan, who may not look at a record; leave it out',
  ],
  [
    'an action that nobody finds',
    withAction({ roles: ['Enterprise'] }),
    '.access, "seal", cannot be reached by Enterprise in the console; name Enterprise in "screens" of specimen, or in "embeddedIn", or write "servedBy" where a page of your own serves it',
  ],
  ['an action without a label', withAction({ label: { en: 'Seal' } }), '.actions.seal has no label in "zh"; add it'],
  [
    'a question without a language',
    withAction({ confirm: { en: 'Seal it?' } }),
    '.actions.seal has no question in "zh"; add it',
  ],
  [
    'a requirement over what is no field',
    withAction({ when: [{ holds: { nme: 'a' }, otherwise: 'wrong_state' }] }),
    '.actions.seal, "when", asks for specimen.nme, which does not exist; write one of its fields, such as "name"',
  ],
  [
    'a button over what is no field',
    withAction({ shownWhen: { nme: 'a' } }),
    '.actions.seal, "shownWhen", asks for specimen.nme, which does not exist; write one of its fields, such as "name"',
  ],
  [
    'a refusal at what no body says',
    withAction({ when: [{ holds: { name: 'a' }, otherwise: 'wrong_state', at: 'why' }] }),
    '.actions.seal is refused at "why", which no body of it says; leave "at" out',
  ],
  [
    'an input with an option of the record',
    withAction({ input: { why: text({ label, unique: true }) } }),
    '.actions.seal.input.why says "unique", which holds for fields of the record alone; leave it out',
  ],
  [
    'what is sent and not told',
    withAction({ sends: { on: true } }),
    '.actions.seal.sends.on is not told by its endpoint; write it in "which"',
  ],
  [
    'what is sent and cannot be',
    withAction({ endpoint: { ...endpoint, which }, sends: { on: 1 } }),
    '.actions.seal.sends.on is 1, which "which" does not take; write a value of it',
  ],
  [
    'a choice that is sent and is none',
    withAction({ endpoint: { ...endpoint, which: { to: choice([{ id: 1, label }], { label }) } }, sends: { to: 2 } }),
    '.actions.seal.sends.to is 2, which "which" does not take; write a value of it',
  ],
  [
    'a path elsewhere',
    withEndpoint({ path: '/seal/{id}' }),
    '.actions.seal.endpoint has the path "/seal/{id}"; write words and {id} of letters, digits and _ after /v1/',
  ],
  [
    'an action without an endpoint',
    withAction({ endpoint: undefined }),
    '.actions.seal has no endpoint; write { name, path, label }',
  ],
  [
    'a word that nobody can type',
    withAction({
      input: { word: text({ label, max: 2 }) },
      typed: { input: 'word', word: 'Yes', otherwise: 'wrong_state' },
    }),
    '.actions.seal.typed has the word "Yes", which "word" does not take; make that a text of its length',
  ],
  [
    'a form without a required input',
    withAction({ input: { left: integer({ label, required: true }), why: text({ label }) }, form: [['why']] }),
    '.actions.seal has a "form" without "left", which is required; add it',
  ],
  [
    'an endpoint without its record',
    withEndpoint({ path: '/v1/specimen/seal' }),
    '.actions.seal.endpoint does not name its record; write {id} in the path, or "idIn"',
  ],
  [
    'a record that is named twice',
    withEndpoint({ idIn: 'id' }),
    '.actions.seal.endpoint names the record twice; leave "idIn" out',
  ],
  [
    'a name in the path that is nothing',
    withEndpoint({ path: '/v1/specimen/{name}/seal' }),
    '.actions.seal.endpoint has {name} in its path; write {id}, or "by" the field that it is',
  ],
  [
    'an endpoint by what is not unique',
    withEndpoint({ path: '/v1/specimen/{name}/seal', by: 'name' }),
    '.actions.seal.endpoint goes by "name", which is no unique text of the record; name one, or write {id}',
  ],
  [
    'an answer that does not refer to the record',
    withEndpoint({ answers: { entity: 'product', by: 'name' } }),
    '.actions.seal.endpoint answers "product" by "name", which does not refer to the record; name a reference to specimen',
  ],
  [
    'an input that is none',
    withAction({ input: { why: text({ label }) }, form: [['wy']] }),
    '.actions.seal names "wy", which is no input of it; write one of "input"',
  ],
  [
    'a word typed into nothing',
    withAction({ typed: { input: 'why', word: 'Yes', otherwise: 'auto_renew_confirm' } }),
    '.actions.seal names "why", which is no input of it; write one of "input"',
  ],
  [
    'an input that begins in two ways',
    withAction({ input: { name: text({ label, default: 'x' }) }, prefilled: ['name'] }),
    '.actions.seal begins "name" with what the record has and by a default; write one',
  ],
  [
    'an input that begins with what is another kind',
    withAction({ input: { name: integer({ label }) }, prefilled: ['name'] }),
    '.actions.seal begins with "name", which is no field of the record of its kind; leave it out',
  ],
  [
    'two actions that are one body',
    withTwo({}),
    '.actions.stamp is sent as seal is; part them by "sends", or by "roles"',
  ],
  [
    'two fields of one name in a body',
    withTwo({ input: { why: text({ label }) } }, { input: { why: integer({ label }) } }),
    '.actions.stamp.input.why is another field than in seal; declare it the same',
  ],
  [
    'two calls of one name',
    withTwo({ endpoint: { ...endpoint, path: '/v1/specimen/stamp/{id}' } }),
    '.actions.stamp.endpoint has the name "specimen_seal" of another endpoint; write another',
  ],
  ...Object.entries<[object, object]>({
    'a larger number than its field': [{ count: integer({ label, max: 99 }) }, { count: integer({ label, max: 999 }) }],
    'a longer text': [{ place: text({ label, max: 20 }) }, { place: text({ label }) }],
    'a text of another form': [{ place: text({ label, matches: 'letters' }) }, { place: text({ label }) }],
    'more words': [{ words: tags({ label, max: 3 }) }, { words: tags({ label }) }],
    'a longer list': [{ rows: list(text({ label }), { label, max: 3 }) }, { rows: list(text({ label }), { label }) }],
    'longer texts in a list': [
      { rows: list(text({ label, max: 3 }), { label }) },
      { rows: list(text({ label }), { label }) },
    ],
    'another record': [{ whom: reference('user', { label }) }, { whom: reference('product', { label }) }],
    'records that its field keeps out': [
      { whom: reference('user', { label, where: { role_id: 3 } }) },
      { whom: reference('user', { label, where: { role_id: [3, 4] } }) },
    ],
    'a value more': [
      { level: choice([{ id: 1, label }], { label }) },
      {
        level: choice(
          [1, 2].map((id) => ({ id, label })),
          { label },
        ),
      },
    ],
    'more within an object': [
      { spot: object({ place: text({ label, max: 20 }) }, { label }) },
      { spot: object({ place: text({ label, max: 30 }) }, { label }) },
    ],
  }).flatMap(([what, [fields, input]]): [string, object, string][] => {
    const [name] = Object.keys(input);
    const mistake = 'takes values that the field does not; write its choices and bounds';
    return [
      [
        `an action that takes ${what}`,
        { ...withFields({ ...fields }), ...withAction({ input }) },
        `.actions.seal.input.${name} ${mistake}`,
      ],
      [
        `a step that takes ${what}`,
        { ...withFields({ ...fields }), ...withStep({ input }) },
        `.lifecycle.close.input.${name} ${mistake}`,
      ],
    ];
  }),
  [
    'an action that asks for another kind than its field',
    { ...withFields({ due_on: date({ label }) }), ...withAction({ input: { due_on: dateTime({ label }) } }) },
    '.actions.seal.input.due_on is of the kind dateTime, and the field is of date; write the same',
  ],
  [
    'an action that asks for the state',
    withAction({ input: { status: integer({ label }) } }),
    '.actions.seal.input.status is the state itself; leave it out',
  ],
];

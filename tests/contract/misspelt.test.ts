import { expect, it } from 'vitest';
import { everything } from '../../contract/schema/access.ts';
import { defineEntity } from '../../contract/schema/entity.ts';
import {
  boolean,
  choice,
  computed,
  date,
  dateTime,
  decimal,
  file,
  files,
  integer,
  json,
  list,
  longText,
  mail,
  many,
  money,
  object,
  phone,
  reference,
  richText,
  serial,
  tags,
  text,
  url,
} from '../../contract/schema/field/field.ts';
import { less } from '../../contract/schema/field/formula.ts';

const label = { en: 'Word', zh: '词' };

/**
 * Options that a function for fields does not have, and values that they cannot have. `npm run check` fails if one
 * compiles.
 */
const misspeltFields = () => {
  // @ts-expect-error
  text({ label, requried: true });
  // @ts-expect-error
  longText({ label, maxx: 1 });
  // @ts-expect-error
  mail({ label, exact: true });
  // @ts-expect-error
  phone({ label, names: 'entity' });
  // @ts-expect-error
  url({ label, currency: 'status' });
  // @ts-expect-error
  richText({ label, choices: [] });
  // @ts-expect-error
  integer({ label, precision: 5 });
  // @ts-expect-error
  decimal({ label, currency: 'status' });
  // @ts-expect-error
  money({ label, unit: label });
  // @ts-expect-error
  boolean({ label, min: 1 });
  // @ts-expect-error
  dateTime({ label, min: 1 });
  // @ts-expect-error
  date({ label, max: 1 });
  // @ts-expect-error
  tags({ label, min: 1 });
  // @ts-expect-error
  json({ label, max: 1 });
  // @ts-expect-error
  file({ label, max: 1 });
  // @ts-expect-error
  files({ label, maxMB: 1 });
  // @ts-expect-error
  choice([{ id: 1, label }], { label, embed: [] });
  choice(
    // @ts-expect-error
    [
      { id: 1, label },
      { id: 2, label, colour: 'red' },
    ],
    { label },
  );
  // @ts-expect-error
  reference('user', { label, onDelete: 'cascade' });
  // @ts-expect-error
  object({ a: text({ label }) }, { label, max: 1 });
  // @ts-expect-error
  object({ a: text({ label, maxx: 1 }) }, { label });
  // @ts-expect-error
  list(text({ label }), { label, min: 1 });
  // @ts-expect-error
  list(text({ label, embed: [] }), { label });
  // @ts-expect-error
  many('user', { label, joined: true });
  // @ts-expect-error
  serial('T-{0000}', { label, required: true });
  // @ts-expect-error
  computed(less('a', 'b'), integer({ label, maxx: 1 }));
  // @ts-expect-error
  text({ ...shared, requried: true });
  // @ts-expect-error
  text({ label, migrate: { narrowed: { too: 1 } } });
  // @ts-expect-error
  text({ label, matches: 'leters' });
  // @ts-expect-error
  text({ label, read: ['Enterprize'] });
  // @ts-expect-error
  text({ label, write: ['Admin'] });
  // @ts-expect-error
  text({ label, fixedFor: ['Subordinat'] });
  // @ts-expect-error
  choice([{ id: 1, label }], { label, migrate: { choises: { 2: 1 } } });
  // @ts-expect-error
  boolean({ label, migrate: { narrowed: 'stop' } });
  // @ts-expect-error
  date({ label, migrate: { renamedFrom: 'a', narrowed: 'stop' } });
  // @ts-expect-error
  serial('T-{0000}', { label, migrate: { backfill: 'T-1' } });
  // @ts-expect-error
  text({ label, types: [] });
  // @ts-expect-error
  boolean({ label, tone: 'red' });
  // @ts-expect-error
  choice([{ id: 1, label, tone: 'god' }], { label });
};
const shared = { label };

const fields = { name: text({ label }), status: choice([{ id: 0, label }], { label }), ends_at: dateTime({ label }) };
const roles = ['SuperAdmin'] as const;
const access = { list: roles, rows: { SuperAdmin: everything } } as const;
const listed = { columns: ['name'] } as const;
const sound = { name: 'specimen', label, title: 'name', fields, access, list: listed } as const;
const step = { from: [0], to: 0, roles, label } as const;
const action = { endpoint: { name: 'count', path: '/count', label }, roles, label } as const;
const notice = { text: label, to: 'user' } as const;
const queue = { label, roles, order: 1, only: {}, since: 'ends_at', shows: [] } as const;
const metric = { label, roles, order: 1, only: {} } as const;
const chart = { label, roles, order: 1, by: 'ends_at' } as const;
const screen = { path: '/specimen', roles } as const;

/** The same declarations without mistakes compile. */
const sounds = () =>
  defineEntity({
    ...sound,
    rules: [{ field: 'name', after: 'ends_at' }],
    import: { fields: [] },
    lifecycle: { field: 'status', transitions: { close: { ...step, schedule: { by: 'ends_at', days: 1 } } } },
    actions: { count: { ...action, when: [{ holds: {}, otherwise: 'required', at: 'a' }] } },
    notices: { create: { ...notice, to: [{ role: 'SuperAdmin', of: 'a' }], mail: { text: label } } },
    queue: { waiting: queue },
    metrics: { all: metric },
    charts: { all: { ...chart, leads: { by: 'a', or: 'b' } } },
    screens: [{ ...screen, menu: { order: 1, group: 'user' } }],
    detail: { summary: [] },
    timeline: { dates: { end: { at: 'ends_at' } }, parts: { a: { entity: 'user', by: 'a' } } },
    children: { a: { entity: 'user', by: 'a' } },
    embeddedIn: [{ entity: 'user', roles }],
    servedBy: [{ operations: [], roles, from: 'lists' }],
  });

/** Mistakes in each part of a declaration. */
const misspeltParts = () => {
  // @ts-expect-error
  defineEntity({ ...sound, titel: 'name' });
  // @ts-expect-error
  defineEntity({ ...sound, icon: 'oder' });
  // @ts-expect-error
  defineEntity({ ...sound, without: ['delete'] });
  // @ts-expect-error
  defineEntity({ ...sound, access: { ...access, delete: roles } });
  // @ts-expect-error
  defineEntity({ ...sound, access: { ...access, rows: { ...access.rows, Salesman: everything } } });
  // @ts-expect-error
  defineEntity({ ...sound, list: { ...listed, colums: [] } });
  // @ts-expect-error
  defineEntity({ ...sound, list: { ...listed, summaries: [{ by: ['name'], sum: [] }] } });
  // @ts-expect-error
  defineEntity({ ...sound, list: { ...listed, empty: { everybody: label } } });
  // @ts-expect-error
  defineEntity({ ...sound, rules: [{ field: 'name', afterr: 'ends_at' }] });
  // @ts-expect-error
  defineEntity({ ...sound, import: { field: [] } });
  // @ts-expect-error
  defineEntity({ ...sound, lifecycle: { field: 'status', transitions: {}, steps: {} } });
  // @ts-expect-error
  defineEntity({ ...sound, lifecycle: { field: 'status', transitions: { close: { ...step, role: [] } } } });
  defineEntity({
    ...sound,
    // @ts-expect-error
    lifecycle: { field: 'status', transitions: { close: { ...step, schedule: { by: 'ends_at', day: 1 } } } },
  });
  // @ts-expect-error
  defineEntity({ ...sound, lifecycle: { field: 'status', transitions: { close: { ...step, tone: 'dangr' } } } });
  // @ts-expect-error
  defineEntity({ ...sound, actions: { count: { ...action, input: {}, inputs: {} } } });
  // @ts-expect-error
  defineEntity({ ...sound, actions: { count: { ...action, endpoint: { ...action.endpoint, answer: {} } } } });
  // @ts-expect-error
  defineEntity({ ...sound, actions: { count: { ...action, typed: { input: 'a', word: 'b', others: 'required' } } } });
  // @ts-expect-error
  defineEntity({ ...sound, actions: { count: { ...action, when: [{ holds: {}, otherwise: 'required', att: 'a' }] } } });
  // @ts-expect-error
  defineEntity({ ...sound, notices: { create: { ...notice, vales: {} } } });
  // @ts-expect-error
  defineEntity({ ...sound, notices: { create: { ...notice, to: [{ role: 'SuperAdmin', off: 'a' }] } } });
  // @ts-expect-error
  defineEntity({ ...sound, notices: { create: { ...notice, mail: { txt: label } } } });
  // @ts-expect-error
  defineEntity({ ...sound, notices: { soon: { ...notice, schedule: { by: 'ends_at', day: 1 } } } });
  // @ts-expect-error
  defineEntity({ ...sound, queue: { waiting: { ...queue, step: [] } } });
  // @ts-expect-error
  defineEntity({ ...sound, metrics: { all: { ...metric, sums: 'a' } } });
  // @ts-expect-error
  defineEntity({ ...sound, charts: { all: { ...chart, evry: 'day' } } });
  // @ts-expect-error
  defineEntity({ ...sound, charts: { all: { ...chart, leads: { by: 'a', to: 'b' } } } });
  // @ts-expect-error
  defineEntity({ ...sound, screens: [{ ...screen, colums: [] }] });
  // @ts-expect-error
  defineEntity({ ...sound, screens: [{ ...screen, menu: { order: 1, grup: 'user' } }] });
  // @ts-expect-error
  defineEntity({ ...sound, detail: { summry: [] } });
  // @ts-expect-error
  defineEntity({ ...sound, timeline: { tell: {} } });
  // @ts-expect-error
  defineEntity({ ...sound, timeline: { events: { close: { lable: label } } } });
  // @ts-expect-error
  defineEntity({ ...sound, timeline: { dates: { end: { at: 'ends_at', whn: {} } } } });
  // @ts-expect-error
  defineEntity({ ...sound, timeline: { parts: { a: { entity: 'user', by: 'a', count: 'b' } } } });
  // @ts-expect-error
  defineEntity({ ...sound, children: { a: { entity: 'user', by: 'a', onDeleted: 'cascade' } } });
  // @ts-expect-error
  defineEntity({ ...sound, embeddedIn: [{ entity: 'user', roles, role: [] }] });
  // @ts-expect-error
  defineEntity({ ...sound, servedBy: [{ operations: [], roles, from: 'lists', form: 'lists' }] });
  // @ts-expect-error
  defineEntity({ ...sound, access: { ...access, remove: ['Superadmin'] } });
  // @ts-expect-error
  defineEntity({ ...sound, access: { ...access, lookup: ['SalesMn'] } });
  // @ts-expect-error
  defineEntity({ ...sound, fields: { ...fields, a: { kind: 'txt', label } } });
  // @ts-expect-error
  defineEntity({ ...sound, access: { rows: access.rows } });
  // @ts-expect-error
  defineEntity({ ...sound, list: { sort: 'name' } });
  // @ts-expect-error
  defineEntity({ ...sound, lifecycle: { field: 'status', transitions: { close: { from: [0], to: 0, label } } } });
  // @ts-expect-error
  defineEntity({ ...sound, lifecycle: { field: 'status', transitions: { close: { ...step, roles: ['SuperAdmn'] } } } });
  // @ts-expect-error
  defineEntity({ ...sound, actions: { count: { roles, label } } });
  // @ts-expect-error
  defineEntity({ ...sound, actions: { count: { ...action, roles: ['SuperAdmn'] } } });
  // @ts-expect-error
  defineEntity({ ...sound, actions: { count: { ...action, tone: 'dangr' } } });
  // @ts-expect-error
  defineEntity({ ...sound, notices: { create: { ...notice, to: { role: 'SuperAdmn' } } } });
  // @ts-expect-error
  defineEntity({ ...sound, notices: { create: { ...notice, mail: { to: { role: 'SuperAdmn' } } } } });
  // @ts-expect-error
  defineEntity({ ...sound, queue: { waiting: { label, roles, order: 1, since: 'ends_at', shows: [] } } });
  // @ts-expect-error
  defineEntity({ ...sound, metrics: { all: { label, roles, order: 1 } } });
  // @ts-expect-error
  defineEntity({ ...sound, charts: { all: { label, roles, order: 1 } } });
  // @ts-expect-error
  defineEntity({ ...sound, screens: [{ ...screen, roles: ['Enterprse'] }] });
  // @ts-expect-error
  defineEntity({ ...sound, screens: [{ ...screen, menu: { order: 1, icon: 'oder' } }] });
  // @ts-expect-error
  defineEntity({ ...sound, timeline: { events: { close: { label, tone: 'god' } } } });
  // @ts-expect-error
  defineEntity({ ...sound, embeddedIn: [{ entity: 'user', roles: ['SuperAdmn'] }] });
  // @ts-expect-error
  defineEntity({ ...sound, servedBy: [{ operations: [], roles: ['SuperAdmn'], from: 'lists' }] });
};

it('has compile errors for misspelt words', () => {
  expect(sounds().name).toBe('specimen');
  expect([misspeltFields, misspeltParts]).toHaveLength(2);
});

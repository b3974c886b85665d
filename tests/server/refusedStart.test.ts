import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { everything, me } from '../../contract/schema/access.ts';
import { defineEntity } from '../../contract/schema/entity.ts';
import { boolean, choice, date, dateTime, integer, money, reference, text } from '../../contract/schema/field/field.ts';
import type { Database } from '../../server/db/connection.ts';
import { declarationMistakes, unlistedFiles } from '../../server/resource/compile/checkDeclarations.ts';
import { compose } from '../../server/start/compose.ts';
import { readConfig } from '../../server/start/config.ts';
import { contractWith } from '../support/contractWith.ts';

const label = { en: 'Word', zh: '词' };
const states = [
  { id: 0, label },
  { id: 1, label: { en: 'Other', zh: '其他' } },
] as const;
const currencies = [{ id: 'CNY', label }] as const;
const admins = ['SuperAdmin', 'GeneralAdmin'] as const;

/** A declaration that uses most words, without a mistake. */
const sound = {
  name: 'lorry',
  label,
  labels: label,
  title: 'plate',
  fields: {
    plate: text({ label, required: true, max: 20, hint: label }),
    enterprise_id: reference('enterprise', { label, required: true, embed: ['id', 'name'] }),
    status: choice(states, { label, default: 0, readOnly: true }),
    size: integer({ label, unit: label, min: 1, max: 9, default: 3 }),
    currency: choice(currencies, { label, default: 'CNY' }),
    fee: money({ label, currency: 'currency' }),
    is_big: boolean({ label, default: false }),
    bought_on: date({ label }),
    sold_on: date({ label }),
    due_at: dateTime({ label }),
    driver_id: reference('user', { label, readOnly: true, default: me('id'), embed: ['id', 'nick_name', 'name'] }),
  },
  unique: [['enterprise_id', 'plate']],
  rules: [{ field: 'sold_on', after: 'bought_on', requiredWhen: { is_big: true } }],
  access: {
    list: [...admins, 'Enterprise'],
    create: admins,
    edit: admins,
    remove: admins,
    rows: { SuperAdmin: everything, GeneralAdmin: everything, Enterprise: { enterprise_id: me('enterprise_id') } },
  },
  editWhile: { status: 0 },
  lifecycle: {
    field: 'status',
    transitions: {
      sell: {
        from: [0],
        to: 1,
        roles: admins,
        label,
        input: { sold_on: date({ label, required: true }) },
        assign: { fee: 100 },
        when: { is_big: true },
        confirm: { en: 'Sell {plate}?', zh: '出售 {plate}？' },
      },
    },
  },
  actions: {
    wash: {
      endpoint: { name: 'wash_lorry', path: '/v1/lorry/wash/{id}', label },
      roles: admins,
      label,
      input: { size: integer({ label, min: 1, max: 9 }) },
      assign: { is_big: false },
    },
  },
  notices: { sell: { text: { en: '{plate} is sold', zh: '{plate} 已售' }, to: ['driver_id'] } },
  queue: {
    lorries: {
      label,
      roles: admins,
      order: 90,
      only: { status: 0 },
      since: 'due_at',
      shows: ['size'],
      steps: ['sell'],
    },
  },
  metrics: { lorries: { label, roles: admins, order: 90, only: { status: 0 }, since: 'due_at' } },
  list: {
    columns: ['plate', 'enterprise_id', 'size', 'due_at', 'status'],
    optional: ['size'],
    card: ['size'],
    identifies: ['plate'],
    filters: ['status', 'size', 'enterprise_id', 'bought_on'],
    search: ['plate', 'enterprise.name'],
    range: 'due_at',
    sort: '-due_at',
    sortable: ['sold_on'],
    totals: ['size'],
    groups: ['status'],
  },
  import: { fields: ['plate', 'enterprise_id', 'size'] },
  form: ['plate', ['enterprise_id', 'size'], 'is_big', 'bought_on', 'sold_on', 'due_at', ['currency', 'fee']],
  detail: { summary: ['plate'] },
  timeline: { dates: { due_at: { at: 'due_at', label } } },
  screens: [{ path: '/lorry', roles: [...admins, 'Enterprise'], label, menu: { order: 90 } }],
  embeddedIn: [{ entity: 'enterprise', by: 'enterprise_id', roles: ['SuperAdmin'], label }],
  samples: [{ plate: 'A 1', enterprise_id: 1 }],
} as const;

type Tree = { readonly [key: string]: unknown };
const keysOf = (path: string): string[] => path.split('/').filter(Boolean);

/** The declaration with another value at a path; undefined removes what is there. */
function put(tree: unknown, [key = '', ...rest]: readonly string[], value: unknown): unknown {
  if (Array.isArray(tree)) return tree.map((one, at) => (String(at) === key ? end(one, rest, value) : one));
  const { [key]: inner, ...others } = tree as Tree;
  const next = end(inner, rest, value);
  if (next === undefined) return others;
  return Object.hasOwn(tree as Tree, key)
    ? Object.fromEntries(Object.entries(tree as Tree).map(([name, one]) => [name, name === key ? next : one]))
    : { ...others, [key]: next };
}
const end = (tree: unknown, rest: readonly string[], value: unknown): unknown =>
  rest.length === 0 ? value : put(tree ?? {}, rest, value);

const at = (path: string): unknown => keysOf(path).reduce<unknown>((tree, key) => (tree as Tree)[key], sound);

type Wrong = readonly [what: string, path: string, value: unknown];

/** Places that name a field, each with a name that no field has. */
const misspelt = [
  '/title',
  '/unique/0/1',
  '/rules/0/field',
  '/rules/0/after',
  '/lifecycle/field',
  '/notices/sell/to/0',
  '/queue/lorries/since',
  '/queue/lorries/shows/0',
  '/queue/lorries/steps/0',
  '/metrics/lorries/since',
  '/list/columns/2',
  '/list/optional/0',
  '/list/card/0',
  '/list/identifies/0',
  '/list/filters/1',
  '/list/search/0',
  '/list/search/1',
  '/list/range',
  '/list/sort',
  '/list/sortable/0',
  '/list/totals/0',
  '/list/groups/0',
  '/import/fields/2',
  '/form/3',
  '/form/1/1',
  '/detail/summary/0',
  '/timeline/dates/due_at/at',
  '/embeddedIn/0/by',
  '/embeddedIn/0/entity',
  '/fields/enterprise_id/to',
  '/fields/fee/currency',
].map((path): Wrong => [`a misspelt name at ${path}`, path, `${String(at(path)).replace(/^-/, '')}x`]);

/** Places with a label, each without its Chinese text. */
const unnamed = [
  '/label',
  '/labels',
  '/fields/size/label',
  '/fields/size/unit',
  '/fields/plate/hint',
  '/fields/status/choices/1/label',
  '/lifecycle/transitions/sell/label',
  '/lifecycle/transitions/sell/input/sold_on/label',
  '/lifecycle/transitions/sell/confirm',
  '/actions/wash/label',
  '/actions/wash/endpoint/label',
  '/notices/sell/text',
  '/queue/lorries/label',
  '/metrics/lorries/label',
  '/timeline/dates/due_at/label',
  '/screens/0/label',
  '/embeddedIn/0/label',
].map((path): Wrong => [`one language at ${path}`, `${path}/zh`, undefined]);

/** Places with conditions, each with a field that does not exist. */
const unconditional = ['/editWhile', '/lifecycle/transitions/sell/when', '/access/rows/Enterprise'].map(
  (path): Wrong => [`a condition on no field at ${path}`, path, { nme: 1 }],
);

/** Places with roles, each with a role that may not do what it is named for. */
const roles: Wrong[] = [
  ['a role without rows', '/access/rows/Enterprise', undefined],
  ['rows of a role without rights', '/access/rows/SalesMan', everything],
  ['a step of a role that may not edit', '/lifecycle/transitions/sell/roles', [...admins, 'Enterprise']],
  ['an action of a role that may not read', '/actions/wash/roles', [...admins, 'Subordinate']],
  ['a queue of a role that may not list', '/queue/lorries/roles', [...admins, 'SalesMan']],
  ['a metric of a role that may not list', '/metrics/lorries/roles', [...admins, 'SalesMan']],
  ['a list in another record for a role that may not list', '/embeddedIn/0/roles', [...admins, 'SalesMan']],
  ['a role without a screen', '/screens/0/roles', ['SuperAdmin', 'Enterprise']],
];

/** Inputs of a step and of an action that nothing uses or that their fields do not accept. */
const inputs = ['/lifecycle/transitions/sell/input', '/actions/wash/input'].flatMap((path): Wrong[] => [
  [`an unknown input at ${path}`, `${path}/reason`, text({ label })],
  [`an input of another kind at ${path}`, `${path}/size`, text({ label })],
  [`an input with wider limits at ${path}`, `${path}/size`, integer({ label, min: 1, max: 99 })],
  [`a default that its input refuses at ${path}`, `${path}/size`, integer({ label, min: 1, max: 9, default: 12 })],
]);

const others: Wrong[] = [
  ['a path without a slash', '/screens/0/path', 'lorry'],
  ['a path in capitals', '/screens/0/path', '/Lorry'],
  ['a path of the server', '/screens/0/path', '/v1/lorry'],
  ['the path of another screen', '/screens/0/path', '/audit'],
  ['the path of a page', '/screens/0/path', '/dashboard'],
  ['an unknown menu group', '/screens/0/menu/group', 'cars'],
  ['a filter of a screen that is none', '/screens/0/only', { fee: 1 }],
  ['an unknown choice of a screen', '/screens/0/only', { status: 7 }],
  ['an embed without the title', '/fields/enterprise_id/embed', ['id', 'code']],
  ['an embed of no field', '/fields/enterprise_id/embed', ['id', 'name', 'nme']],
  ['a name of every record', '/fields/version', text({ label })],
  ['a field in capitals', '/fields/Colour', text({ label })],
  ['a default outside the limits', '/fields/size/default', 12],
  ['limits without a value between', '/fields/size/min', 10],
  ['a default that is no choice', '/fields/status/default', 7],
  ['a step to no state', '/lifecycle/transitions/sell/to', 7],
  ['a step from no state', '/lifecycle/transitions/sell/from', [7]],
  ['an assigned value outside the limits', '/lifecycle/transitions/sell/assign', { size: 12 }],
  ['an assigned value of no field', '/actions/wash/assign', { colour: 1 }],
  ['a question about no field', '/lifecycle/transitions/sell/confirm', { en: 'Sell {nme}?', zh: '出售 {nme}？' }],
  ['a path of an action outside the API', '/actions/wash/endpoint/path', '/lorry/wash/{id}'],
  ['an action without its record', '/actions/wash/endpoint/path', '/v1/lorry/wash'],
  ['a sample with a wrong value', '/samples/0/size', 12],
  ['a sample with an unknown field', '/samples/0/colour', 'red'],
  ['a sample without a required field', '/samples/0/plate', undefined],
  ['a table that is there already', '/table', 'users'],
  ['a path that is there already', '/path', 'user'],
  ['a computed field without a rule', '/fields/left', integer({ label, computed: true, readOnly: true })],
  ['an input-only field without a rule', '/fields/pin', text({ label, inputOnly: true })],
  ['a parameter without a meaning', '/list/parameters', { soon: integer({ label }) }],
  ['an effect that no rule has', '/lifecycle/transitions/sell/effect', 'honk'],
  ['a form without a required field', '/form', sound.form.slice(1)],
  ['a former name that is a field', '/fields/size/migrate', { renamedFrom: 'plate' }],
  ['a currency of no choice', '/fields/fee/currency', 'plate'],
];

const wrong: readonly Wrong[] = [...misspelt, ...unnamed, ...unconditional, ...roles, ...inputs, ...others];

const declared = (path = '', value?: unknown) =>
  contractWith({ lorry: defineEntity((path ? put(sound, keysOf(path), value) : sound) as never) });

/** A database that fails the test as soon as anything is asked of it. */
const untouched = new Proxy(
  {},
  {
    get(_, name) {
      throw new Error(`the database was used: ${String(name)}`);
    },
  },
) as Database;

describe('a wrong declaration', () => {
  it('is one of at least sixty, made from one without a mistake', () => {
    expect(declarationMistakes(declared())).toEqual([]);
    expect(wrong.length).toBeGreaterThanOrEqual(60);
    expect(new Set(wrong.map(([what]) => what)).size).toBe(wrong.length);
  });

  it.each(wrong)('is refused before the first statement, in one sentence with its cure: %s', async (_, path, value) => {
    const contract = declared(path, value);
    const mistakes = declarationMistakes(contract);
    expect(mistakes, mistakes.join('\n')).toHaveLength(1);
    expect(mistakes[0]).toMatch(/^(contract\/\S+|server\/domain)[^:]*: .*(; \S|\?$)/);
    expect(mistakes[0]).not.toMatch(/\. |\n/);
    const start = compose(contract, untouched, readConfig({}), pino({ level: 'silent' }));
    await expect(start).rejects.toThrow(`the declarations have mistakes:\n  ${mistakes[0]}`);
  });

  it('is found in a file that no list names', () => {
    const root = mkdtempSync(join(tmpdir(), 'unlisted-'));
    const write = (path: string, content: string) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    };
    try {
      expect(unlistedFiles(declared(), root)).toEqual([]);
      write('contract/entities/lorry.ts', "export const lorry = defineEntity({\n  name: 'lorry',\n});");
      write('contract/entities/fireEngine.ts', "export const fireEngine = defineEntity({\n  name: 'fire_engine',\n});");
      write('server/domain/cars/lorry.ts', "export const lorry: EntityRules<'lorry'> = {};");
      expect(unlistedFiles(declared(), root)).toEqual([
        'contract/entities/fireEngine.ts: the entity "fire_engine" is missing in contract/index.ts; import it there, and add fire_engine: fireEngine to the registry',
        'server/domain/cars/lorry.ts: the rules of "lorry" are missing in server/domain/index.ts; import and name them there',
      ]);
    } finally {
      rmSync(root, { recursive: true });
    }
  });
});

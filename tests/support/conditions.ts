import fc from 'fast-check';
import { isOpposite } from '../../contract/conditions/condition.ts';
import type { Comparable } from '../../contract/kinds/kind.ts';
import {
  above,
  atLeast,
  atMost,
  below,
  type Condition,
  type ConditionCaller,
  everything,
  me,
  not,
  through,
} from '../../contract/schema/access.ts';
import { fromRecord } from '../../contract/schema/assignedValues.ts';
import { defineEntity, type Entity } from '../../contract/schema/entity.ts';
import { plus } from '../../contract/schema/field/default.ts';
import * as kind from '../../contract/schema/field/field.ts';
import { percent, share, when } from '../../contract/schema/field/formula.ts';
import { after, before, now, today, within } from '../../contract/schema/now.ts';
import { contractWith } from './contractWith.ts';

const label = { en: 'Word', zh: '词' };
const access = {
  list: ['SuperAdmin'],
  edit: ['SuperAdmin'],
  remove: ['SuperAdmin'],
  rows: { SuperAdmin: everything },
} as const;
const states = [0, 1, 2].map((id) => ({ id, label }));
const words = ['host', 'value'].map((id) => ({ id, label }));

/** A field of every kind with a single value; the object has the same fields inside. */
const plain = {
  line: kind.text({ label }),
  lines: kind.longText({ label }),
  mail: kind.mail({ label }),
  phone: kind.phone({ label }),
  count: kind.integer({ label }),
  price: kind.money({ label }),
  share: kind.decimal({ label, min: -100 }),
  flag: kind.boolean({ label }),
  state: kind.choice(states, { label }),
  word: kind.choice(words, { label }),
  moment: kind.dateTime({ label }),
  day: kind.date({ label }),
  enterprise_id: kind.reference('enterprise', { label }),
  owner_id: kind.reference('user', { label }),
  target_id: kind.reference('target', { label }),
  other_line: kind.text({ label }),
  other_count: kind.integer({ label }),
  other_price: kind.money({ label }),
  other_share: kind.decimal({ label, min: -100, scale: 3 }),
  other_flag: kind.boolean({ label }),
  other_word: kind.choice(words, { label }),
  other_moment: kind.dateTime({ label }),
  other_day: kind.date({ label }),
  deputy_id: kind.reference('user', { label }),
};
/** Computed from those: numbers of every kind, and yes or no. */
const worked = {
  total: kind.computed('count + 2 * other_count', kind.integer({ label })),
  half: kind.computed('price * 0.5 - other_price', kind.money({ label })),
  quotient: kind.computed('share / other_share', kind.decimal({ label, scale: 4 })),
  chained: kind.computed('quotient * 3 - total / 7', kind.decimal({ label, scale: 3 })),
  hundredth: kind.computed(percent('share', 'count'), kind.decimal({ label, scale: 1 })),
  part: kind.computed(share('count', 'other_count'), kind.decimal({ label, scale: 1 })),
  days: kind.computed('other_day - day', kind.integer({ label })),
  late: kind.computed(when({ day: before(today), flag: not(false) }), kind.boolean({ label })),
  more: kind.computed(when('total > other_count or quotient < 1'), kind.boolean({ label })),
  both: kind.computed(when({ late: true, more: true, total: above(2) }), kind.boolean({ label })),
};
/** A field of every kind without a single value, of which a condition only asks whether it is filled in. */
const severalValues = {
  paper: kind.file({ label }),
  papers: kind.files({ label }),
  topics: kind.tags({ label }),
  marks: kind.list(kind.integer({ label }), { label }),
  heading: kind.localizedText({ label }),
};
const filledIn: Readonly<Record<keyof typeof severalValues, readonly unknown[]>> = {
  paper: [null, { id: 'a', name: 'a.pdf' }],
  papers: [[], [{ id: 'a', name: 'a.pdf' }]],
  topics: [[], ['a'], ['a', 'b']],
  marks: [[], [0], [1, 2]],
  heading: [{ en: 'a', zh: '' }, { en: '', zh: '一' }, { en: '', zh: '' }, { en: 'a' }, {}],
};
const fields = {
  ...plain,
  ...worked,
  ...severalValues,
  params: kind.object({ ...plain, inner: kind.object({ line: plain.line }, { label }) }, { label }),
};
const list = { columns: ['id'], sort: 'id' } as const;
const declare = (name: string) => defineEntity({ name, label, title: 'line', fields, access, list });

/** `probe` refers to `target`; rows of `link` refer to both. */
const { entities: all, byName } = contractWith({
  probe: declare('probe'),
  target: declare('target'),
  link: declare('link'),
});
export const probes = all.slice(-3);
export const findEntity = (name: string): Entity | undefined => byName.get(name);
export const probe = findEntity('probe') as Entity;

export type Row = Record<string, unknown> & { id: number };
export type World = Readonly<Record<string, readonly Row[]>>;

/** Later than any run of the tests. */
const future = '2999-01-01T00:00:00Z';
/** PostgreSQL does not accept an offset of this size. */
const farOffset = '2026-02-01T09:00+23:00';
export const instants = [
  '2026-01-31T10:00:00Z',
  '2026-01-31T10:00:00.123Z',
  '2026-01-31T18:00:00+08:00',
  farOffset,
  '1999-12-31T23:59:59.999Z',
];
const values: Readonly<Record<keyof typeof plain, readonly Comparable[]>> = {
  line: ['a', 'A', 'né', "it's"],
  lines: ['a', 'a\nb'],
  mail: ['a@b.example', 'A@b.example'],
  phone: ['+49 123', '123'],
  count: [0, 1, 2_147_483_647],
  price: [0, 1, Number.MAX_SAFE_INTEGER],
  share: ['-1.50', '0.00', '9.99', '10.00'],
  flag: [true, false],
  state: [0, 1, 2],
  word: ['host', 'value'],
  moment: [...instants, future],
  day: ['1999-12-31', '2999-01-01'],
  enterprise_id: [1, 2, 3],
  owner_id: [1, 2, 3],
  target_id: [1, 2, 3, 4],
  other_line: ['a', 'A'],
  other_count: [0, 1, 5],
  other_price: [0, 2, Number.MAX_SAFE_INTEGER],
  other_share: ['-1.500', '9.990', '9.991'],
  other_flag: [true, false],
  other_word: ['host', 'value'],
  other_moment: [...instants, future],
  other_day: ['1999-12-31', '2999-01-01'],
  deputy_id: [1, 2, 3],
};
type Name = keyof typeof plain;
const names = Object.keys(plain) as Name[];

/** Finer than a millisecond, as `now()` is. */
const fine = ['2026-01-31T10:00:00.123456Z', '2026-01-31T10:00:00.1239999Z'];
const column = (name: Name) => {
  const withoutFar = values[name].filter((value) => value !== farOffset);
  return fc.option(fc.constantFrom(...withoutFar, ...(name === 'moment' ? fine : [])));
};
/** Inside JSON, a value may also be missing, empty or not a valid date. */
const strange: Readonly<Partial<Record<Name, readonly unknown[]>>> = {
  line: [''],
  count: ['', '1', 1.5, true],
  share: ['', 'soon', 5],
  flag: ['true', 1],
  moment: [...fine, '', 'soon', 0, '2026-01-31'],
  target_id: ['1', {}, []],
};
const inside = (name: Name) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom<unknown>(...values[name]) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(null, undefined, ...(strange[name] ?? [])) },
  );
const record = <T>(of: (name: Name) => fc.Arbitrary<T>) =>
  fc.record(Object.fromEntries(names.map((name) => [name, of(name)])));
const filled = fc.record(
  Object.fromEntries(Object.entries(filledIn).map(([name, found]) => [name, fc.constantFrom(...found)])),
);
const row = fc.tuple(record<unknown>(column), filled).chain(([columns, several]) =>
  record<unknown>(inside).chain((params) =>
    fc.record({
      columns: fc.constant({ ...columns, ...several }),
      params: fc.constant(params),
      inner: fc.option(fc.record({ line: inside('line') }), { nil: undefined }),
      deleted_at: fc.option(fc.constant(instants[0]), { freq: 2 }),
    }),
  ),
);
const rows = fc.array(row, { minLength: 3, maxLength: 6 }).map((found) =>
  found.map(({ columns, params, inner, deleted_at }, index) => ({
    id: index + 1,
    created_at: instants[index % 2],
    updated_at: instants[0],
    version: 1 + (index % 2),
    ...columns,
    params: { ...params, inner },
    deleted_at,
  })),
);
export const worlds = fc.record({ probe: rows, target: rows, link: rows });

export const callers = fc.record<ConditionCaller>({
  id: fc.constantFrom(1, 2),
  enterprise_id: fc.constantFrom(1, null),
  parent_id: fc.constantFrom(2, null),
});

/** Names of own fields, and of fields inside the object. */
const named = (name: Name) => fc.constantFrom<string>(name, `params.${name}`);
const scalars = fc
  .constantFrom(...names)
  .chain((name) =>
    fc.tuple(
      named(name),
      fc.oneof(
        fc.constant(null),
        fc.constantFrom(...values[name]),
        fc.array(fc.option(fc.constantFrom(...values[name]), { freq: 3 }), { maxLength: 3 }),
      ),
    ),
  );
const base = fc.constantFrom<[string, unknown]>(
  ['id', [1, 2]],
  ['version', 2],
  ['created_at', instants[2]],
  ['moment', instants[1]],
  ['params.moment', instants[1]],
  ['params.moment', [farOffset]],
  ['params.inner.line', 'a'],
  ['params.inner.line', [null, 'A']],
  ['late', true],
  ['more', false],
  ['both', true],
  ['both', [null, false]],
  ['total', [0, 2, 3]],
  ['half', 0],
  ['quotient', [null, '1.0000']],
  ['days', 0],
  ...Object.keys(severalValues).flatMap((name): [string, unknown][] => [
    [name, null],
    [name, not(null)],
  ]),
);
const timed = fc.constantFrom<[string, unknown]>(
  ...['', 'params.'].flatMap((prefix): [string, unknown][] => [
    [`${prefix}moment`, before(now)],
    [`${prefix}moment`, after(now)],
    [`${prefix}moment`, within('9999d')],
    [`${prefix}day`, before(today)],
    [`${prefix}day`, after(today)],
    [`${prefix}day`, before(plus(today, { weeks: 1, days: 400_000 }))],
    [`${prefix}day`, after(plus(today, { days: -20_000 }))],
    [`${prefix}moment`, before(plus(now, { hours: -100_000, minutes: 5 }))],
    [`${prefix}moment`, after(plus(now, { weeks: 60_000 }))],
  ]),
  ['created_at', within('15m')],
);
const mine = fc.constantFrom<[string, unknown]>(
  ...['owner_id', 'params.owner_id', 'count', 'params.count'].flatMap((name) =>
    (['id', 'parent_id'] as const).map((property): [string, unknown] => [name, me(property)]),
  ),
  ['enterprise_id', me('enterprise_id')],
  ['params.enterprise_id', me('enterprise_id')],
);

/** Numbers around those of the rows, and their opposites. */
const bounded = fc
  .tuple(
    fc.constantFrom(
      ...['', 'params.'].flatMap((prefix): [string, readonly (number | string)[]][] => [
        [`${prefix}count`, [0, 1, 2_147_483_647, 5_000_000_000]],
        [`${prefix}price`, [0, 1, Number.MAX_SAFE_INTEGER]],
        [`${prefix}share`, [10, '9.990', '-1.5', 0]],
      ]),
      ['total', [0, 2, 11]],
      ['half', [-1, 0, 1]],
      ['quotient', [0, 1, '1.0011']],
      ['chained', ['-0.286', 0, 3]],
      ['hundredth', [0, '0.1']],
      ['part', [20, 100]],
      ['days', [-365_242, 0]],
    ),
    fc.constantFrom(above, atLeast, atMost, below),
    fc.nat(),
  )
  .map(([[name, bounds], compare, at]): [string, unknown] => [name, compare(bounds[at % bounds.length] ?? 0)]);

/** Comparisons with another field of the same row. */
const compared = fc
  .tuple(
    fc.constantFrom(
      ['count', 'other_count'],
      ['price', 'other_price'],
      ['share', 'other_share'],
      ['moment', 'other_moment'],
      ['other_moment', 'created_at'],
      ['day', 'other_day'],
      ['total', 'other_count'],
      ['count', 'total'],
      ['quotient', 'other_share'],
      ['half', 'price'],
    ),
    fc.constantFrom(above, atLeast, atMost, below, undefined),
  )
  .map(([[name = '', other = ''], compare]): [string, unknown] => [
    name,
    compare ? compare(fromRecord(other)) : fromRecord(other),
  ]);
const equal = fc
  .constantFrom(
    ['line', 'other_line'],
    ['flag', 'other_flag'],
    ['late', 'flag'],
    ['word', 'other_word'],
    ['owner_id', 'deputy_id'],
  )
  .map(([name = '', other = '']): [string, unknown] => [name, fromRecord(other)]);
const opposite = fc
  .oneof(
    scalars,
    base.filter(([, wanted]) => !isOpposite(Object(wanted))),
    timed,
    mine,
    bounded,
    compared,
    equal,
  )
  .map(([name, wanted]): [string, unknown] => [name, not(wanted as never)]);

export const { condition } = fc.letrec<{ condition: Condition; entry: [string, unknown] }>((tie) => ({
  condition: fc
    .array(tie('entry'), { minLength: 1, maxLength: 2 })
    .map((entries) => Object.fromEntries(entries) as Condition),
  entry: fc.oneof(
    { maxDepth: 4 },
    { weight: 8, arbitrary: scalars },
    { weight: 2, arbitrary: base },
    { weight: 3, arbitrary: mine },
    { weight: 2, arbitrary: timed },
    { weight: 3, arbitrary: bounded },
    { weight: 3, arbitrary: compared },
    { weight: 2, arbitrary: equal },
    { weight: 4, arbitrary: opposite },
    {
      weight: 3,
      arbitrary: fc.tuple(fc.constant('anyOf'), fc.array(tie('condition'), { maxLength: 3 })),
    },
    { weight: 3, arbitrary: fc.tuple(named('target_id'), tie('condition')) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.constantFrom('id', 'target_id', 'params.target_id', 'count'), tie('condition'))
        .map(([name, where]): [string, unknown] => {
          const other = name === 'id' ? 'count' : name === 'count' ? 'price' : 'target_id';
          return [name, through('link', other, where)];
        }),
    },
  ),
}));

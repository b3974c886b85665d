import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createContract } from '../../contract/createContract.ts';
import { contract } from '../../contract/index.ts';
import { everything } from '../../contract/schema/access.ts';
import type { Action } from '../../contract/schema/action.ts';
import { defineEntity, type Entity, type EntityDeclaration } from '../../contract/schema/entity.ts';
import { choice, integer, text } from '../../contract/schema/field/field.ts';
import type { Rules } from '../../server/core/rules.ts';
import { findRuleMistakes } from '../../server/domain/checkRuleBook.ts';
import { ruleMistakes, rulesOf } from '../../server/domain/index.ts';

const label = { en: 'Word', zh: '词' };
const states = [
  { id: 0, label },
  { id: 1, label: { en: 'Other', zh: '其他' } },
] as const;

const sound: EntityDeclaration = {
  name: 'specimen',
  label,
  title: 'name',
  fields: {
    name: text({ label, required: true }),
    left: integer({ label, computed: true, readOnly: true }),
    spare: integer({ label, computed: true, readOnly: true }),
    pin: text({ label, inputOnly: true }),
    serial: text({ label, required: true, readOnly: true }),
    status: choice(states, { label, default: 0, readOnly: true }),
  },
  access: { list: ['SuperAdmin'], create: ['SuperAdmin'], rows: { SuperAdmin: everything } },
  lifecycle: {
    field: 'status',
    transitions: {
      close: { from: [0], to: 1, roles: ['SuperAdmin'], label, input: { why: text({ label }), name: text({ label }) } },
    },
  },
  actions: {
    seal: { endpoint: { name: 'seal', path: '/v1/specimen/seal/{id}', label }, roles: ['SuperAdmin'], label },
    mark: {
      endpoint: { name: 'mark', path: '/v1/specimen/mark/{id}', label },
      roles: ['SuperAdmin'],
      label,
      input: { ink: text({ label }), name: text({ label }) },
    },
    rename: {
      endpoint: { name: 'rename', path: '/v1/specimen/rename/{id}', label },
      roles: ['SuperAdmin'],
      label,
      input: { name: text({ label }) },
    },
  },
  list: { columns: ['name'], sort: 'id', parameters: { soon: integer({ label }) } },
};

const one = { from: [], value: () => 1 };
const rules: Rules = {
  beforeCreate: async (_context, values) => values,
  computed: { left: one },
  columns: { spare: sql`1` },
  transitions: { close: async () => ({}) },
  actions: { seal: async () => ({}), mark: async () => ({}) },
  parameters: { soon: () => sql<boolean>`true` },
};

const found = (change: Partial<Rules>, without?: keyof Rules, declared: Partial<EntityDeclaration> = {}) => {
  const { [without ?? 'prepare']: _left, ...rest } = { ...rules, ...change };
  return findRuleMistakes([defineEntity({ ...sound, ...declared }) as Entity], { specimen: rest });
};
const place = 'contract/entities/specimen.ts: specimen';
const book = 'in its rules in server/domain';

describe('the rules of the domain', () => {
  it('fit the declarations', () => {
    expect(ruleMistakes(contract)).toEqual([]);
    expect(found({})).toEqual([]);
  });

  it.each<[string, string[]]>([
    ['computed', [`${place}.left is computed, and no rule computes it; write "computed" or "columns" of left ${book}`]],
    [
      'columns',
      [`${place}.spare is computed, and no rule computes it; write "computed" or "columns" of spare ${book}`],
    ],
    [
      'beforeCreate',
      [
        `${place}.pin is inputOnly, and no rule uses it; write "beforeCreate" or "beforeUpdate" ${book}`,
        `${place}.serial is required and readOnly, and no rule sets it; write "beforeCreate" ${book}`,
      ],
    ],
    [
      'actions',
      [
        `${place}.actions.seal has no effect; write "actions" of seal ${book}`,
        `${place}.actions.mark.input.ink is no stored field, and no rule of the action uses it; ` +
          `declare the field, or write "actions" of mark ${book}`,
      ],
    ],
    ['parameters', [`${place}.list.parameters.soon has no meaning; write "parameters" of soon ${book}`]],
    [
      'transitions',
      [
        `${place}.lifecycle.close.input.why is no stored field, and no rule of the step uses it; ` +
          `declare the field, or write "transitions" of close ${book}`,
      ],
    ],
  ])('are there where the declaration leaves it to them: %s', (word, sentences) => {
    expect(found({}, word as keyof Rules)).toEqual(sentences);
  });

  it('know the conditions that silence the notices of the clock', () => {
    const ending = { schedule: { by: 'created_at', unless: 'done' }, to: { role: 'SuperAdmin' as const }, text: label };
    const declared = { notices: { ending } };
    expect(found({ conditions: { done: sql<boolean>`true` } }, undefined, declared)).toEqual([]);
    const sentence = `${place}.notices have "unless: done", which has no meaning; write "conditions" of done ${book}`;
    expect(found({}, undefined, declared)).toEqual([sentence]);
    const [unknown] = found({ conditions: { done: sql<boolean>`true` } });
    expect(unknown).toContain('has "done", which is no condition in a notice of it');
  });

  it.each<[string, Partial<Rules>, string]>([
    ['computed', { computed: { left: one, lft: one } }, '"lft", which is no computed field of it'],
    ['columns', { columns: { spare: sql`1`, name: sql`1` } }, '"name", which is no computed field of it'],
    [
      'transitions',
      { transitions: { close: async () => ({}), shut: async () => ({}) } },
      '"shut", which is no step of it',
    ],
    [
      'actions',
      { actions: { seal: async () => ({}), mark: async () => ({}), sael: async () => ({}) } },
      '"sael", which is no action of it',
    ],
    [
      'parameters',
      { parameters: { soon: () => sql<boolean>`true`, son: () => sql<boolean>`true` } },
      '"son", which is no parameter of it',
    ],
  ])('have only names that are declared: %s', (word, change, what) => {
    const [sentence] = found(change);
    expect(sentence).toContain(`server/domain: ${word} of specimen has ${what}; write one of `);
  });

  it('have the effects that steps and actions name, and no others', () => {
    const within = async () => ({});
    const named = (effect: string) => ({ actions: { mark: { ...sound.actions?.['mark'], effect } as Action } });
    const effects = { stamp: { within: within } };
    const bare = { actions: {} };
    expect(found({ effects, ...bare }, undefined, named('stamp'))).toEqual([]);
    expect(found({ effects, ...bare }, undefined, named('stmp'))).toEqual(
      expect.arrayContaining([
        `${place}.actions.mark names the effect "stmp", which does not exist; did you mean "stamp"?`,
        'server/domain: effects of specimen has "stamp", which no step and no action names; name it',
      ]),
    );
    expect(found({ effects }, undefined, named('stamp'))).toContain(
      `${place}.actions.mark has the effect "stamp" and a rule of its own name; leave one of them out`,
    );
    // An effect that only runs afterwards gets no input.
    expect(found({ effects: { stamp: { afterwards: async () => {} } }, ...bare }, undefined, named('stamp'))).toEqual([
      `${place}.actions.mark.input.ink is no stored field, and no rule of the action uses it; ` +
        `declare the field, or write "actions" of mark ${book}`,
    ]);
    expect(found({ effects: { stamp: {} }, ...bare }, undefined, named('stamp'))).toContain(
      'server/domain: effects of specimen, "stamp", does nothing; write "within" or "afterwards"',
    );
  });

  it('follow no look at a record without a secret, at which the console looks ahead', () => {
    const afterGet = async () => {};
    expect(found({ afterGet })).toEqual([expect.stringContaining('afterGet of specimen records reads of an entity')]);
    const fields = { ...sound.fields, name: text({ label, required: true, encrypted: true }) };
    expect(found({ afterGet }, undefined, { fields })).toEqual([]);
  });

  it('are found by the name of the entity', () => {
    expect(rulesOf('order_project')).toHaveProperty('beforeCreate');
    expect(rulesOf('payment')).toEqual({});
  });

  it('are of entities', () => {
    expect(findRuleMistakes(contract.entities, { usr: {} })[0]).toContain(
      'server/domain: there are rules of "usr", which is no entity',
    );
    expect(ruleMistakes(createContract({}))[0]).toContain('server/domain: there are rules of "user"');
  });

  it('need not make records that nobody makes by the generic call', () => {
    const without = { without: ['create'], fields: { ...sound.fields, pin: text({ label }) } } as const;
    expect(found({}, 'beforeCreate', without)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { isAllowed } from '../../contract/access/permission.ts';
import { compileCondition, parseCondition } from '../../contract/conditions/compile.ts';
import { answeredRecord, conditionHolds } from '../../contract/conditions/evaluate.ts';
import { conditionMistakes } from '../../contract/conditions/mistakes.ts';
import { formRecord, storedRecord } from '../../contract/conditions/records.ts';
import type { Endpoint } from '../../contract/endpoints/endpoint.ts';
import { type EndpointName, endpointNamed, endpoints } from '../../contract/endpoints/index.ts';
import { contract } from '../../contract/index.ts';
import {
  above,
  atLeast,
  atMost,
  below,
  type Condition,
  everything,
  me,
  not,
  through,
} from '../../contract/schema/access.ts';
import { fromRecord } from '../../contract/schema/assignedValues.ts';
import { defineEntity, type Entity } from '../../contract/schema/entity.ts';
import { boolean, choice, dateTime, integer, object, reference, text } from '../../contract/schema/field/field.ts';
import { after, before, now, within } from '../../contract/schema/now.ts';
import { inContract } from '../support/contractWith.ts';

const label = { en: 'Word', zh: '词' };
const kinds = [1, 2].map((id) => ({ id, label }));
const specimen = inContract(
  defineEntity({
    name: 'specimen',
    label,
    title: 'name',
    fields: {
      name: text({ label }),
      hosts: integer({ label, readPath: 'purchased.hosts.value' }),
      owner_id: reference('user', { label, as: 'owner' }),
      kind_id: choice(kinds, { label, as: 'kind' }),
      ends_at: dateTime({ label }),
      params: object({ stamp: boolean({ label }), place: text({ label }) }, { label }),
    },
    access: { list: ['Enterprise'], edit: ['Enterprise'], remove: ['Enterprise'], rows: { Enterprise: everything } },
    list: { columns: ['name'], sort: 'id' },
  }),
);
const caller = { id: 4, role: 'Enterprise', enterprise_id: 40, parent_id: null } as const;

describe('a condition over an answer', () => {
  it.each<[Condition, Record<string, unknown>, boolean | undefined]>([
    [{ hosts: 3 }, { purchased: { hosts: { value: 3 } } }, true],
    [{ hosts: 3 }, { hosts: 3 }, true],
    [{ hosts: 3 }, {}, undefined],
    [{ hosts: null }, { purchased: { hosts: { value: null } } }, true],
    [{ owner_id: me('id') }, { owner_id: 4 }, true],
    [{ owner_id: me('id') }, { owner: { id: 5 } }, false],
    [{ owner_id: me('id') }, { owner: null }, false],
    [{ owner_id: me('parent_id') }, {}, false],
    [{ owner_id: null }, { owner: null }, true],
    [{ owner_id: { role_id: 4 } }, { owner: { id: 5, role_id: 4 } }, true],
    [{ owner_id: { role_id: 4 } }, { owner: { id: 5 } }, undefined],
    [{ owner_id: { id: 5, role_id: 4 } }, { owner_id: 6 }, false],
    // An embedded record contains only parts of its objects.
    [{ owner_id: { 'params.tutelage': null } }, { owner: { id: 5, params: {} } }, undefined],
    [{ 'params.stamp': null }, { params: {} }, true],
    [{ 'params.stamp': [true, null] }, { params: { stamp: false } }, false],
    [{ kind_id: [1, 2] }, { kind: { id: 2, name: 'Two' } }, true],
    [{ ends_at: '2026-01-31T08:00:00+08:00' }, { ends_at: '2026-01-31T00:00:00.000Z' }, true],
    [{ owner_id: through('user_product', 'user_id', {}) }, { owner_id: 7 }, undefined],
    [{ ends_at: before(now) }, { ends_at: '2020-01-31T00:00:00Z' }, true],
    [{ ends_at: after(now) }, { ends_at: '2020-01-31T00:00:00Z' }, false],
    [{ created_at: within('15m') }, { created_at: new Date(Date.now() - 60_000).toISOString() }, true],
    [{ created_at: within('15m') }, { created_at: new Date(Date.now() - 16 * 60_000).toISOString() }, false],
    [{ created_at: within('2h') }, {}, undefined],
    [{ ends_at: before(now) }, { ends_at: null }, false],
    [{ hosts: atLeast(3) }, { hosts: 3 }, true],
    [{ hosts: above(3) }, { hosts: 3 }, false],
    [{ hosts: below(3) }, { hosts: null }, false],
    [{ hosts: atMost(3) }, {}, undefined],
    [
      { ends_at: above(fromRecord('created_at')) },
      { ends_at: '2026-02-01', created_at: '2026-01-31T00:00:00Z' },
      false,
    ],
    [
      { ends_at: above(fromRecord('created_at')) },
      { ends_at: '2026-02-01T00:00:00Z', created_at: '2026-01-31T00:00:00Z' },
      true,
    ],
    [{ ends_at: above(fromRecord('created_at')) }, { ends_at: '2026-02-01T00:00:00Z', created_at: null }, false],
    [{ ends_at: above(fromRecord('created_at')) }, { ends_at: '2026-02-01T00:00:00Z' }, undefined],
    [{ hosts: not(fromRecord('version')) }, { hosts: 3, version: 3 }, false],
    [{ owner_id: not(me('id')) }, { owner_id: 5 }, true],
    [{ owner_id: not(me('id')) }, { owner: null }, true],
    [{ owner_id: not(me('parent_id')) }, { owner_id: 5 }, false],
    [{ owner_id: not(null) }, { owner: null }, false],
    [{ kind_id: not([1]) }, {}, undefined],
    [{ ends_at: not(after(now)) }, { ends_at: '2020-01-31T00:00:00Z' }, true],
    [{ anyOf: [{ name: 'a' }, { hosts: 3 }] }, { name: 'b' }, undefined],
    [{ anyOf: [{ name: 'a' }, { hosts: 3 }] }, { name: 'a' }, true],
    [{ name: 'a', hosts: 3 }, { name: 'b' }, false],
  ])('%j of %j: %s', (condition, record, verdict) => {
    const { tree } = parseCondition(specimen, condition);
    expect(conditionHolds(specimen, condition, answeredRecord(record), caller)).toBe(verdict);
    expect(compileCondition(specimen, condition)).toEqual(tree);
  });
});

describe('a condition over the values of a form', () => {
  const isShown = (condition: Condition, values: Record<string, unknown>) =>
    conditionHolds(specimen, condition, formRecord(values), caller, 'values');

  it('finds each value where its input stands, and takes what is not filled in for empty', () => {
    expect(isShown({ hosts: 3 }, { purchased: { hosts: { value: 3 } } })).toBe(true);
    expect(isShown({ 'params.place': null }, {})).toBe(true);
    expect(isShown({ name: null, 'params.place': null }, { name: '', params: { place: '' } })).toBe(true);
    expect(isShown({ hosts: null, ends_at: null }, { purchased: { hosts: { value: '' } }, ends_at: '' })).toBe(true);
    expect(isShown({ ends_at: '2026-01-31T00:00:00Z' }, { ends_at: new Date(Date.UTC(2026, 0, 31)) })).toBe(true);
    expect(isShown({ owner_id: me('id') }, { owner_id: 4 })).toBe(true);
  });

  it('is not over what other records hold', () => {
    expect(() => isShown({ owner_id: { role_id: 4 } }, {})).toThrow();
    expect(conditionMistakes(specimen, { owner_id: { role_id: 4 } }, 'values')).toEqual([
      expect.stringContaining("only the record's own values are available"),
    ]);
  });
});

describe('a declared condition', () => {
  it('is read once', () => {
    const condition = { name: 'a' };
    expect(compileCondition(specimen, condition)).toBe(compileCondition(specimen, condition));
  });

  it('throws where it has a mistake', () => {
    const condition = { nme: 'a', hosts: 'x' };
    expect(() => compileCondition(specimen, condition)).toThrow('specimen');
    expect(conditionMistakes(specimen, condition)).toEqual([
      'asks for specimen.nme, which does not exist; write one of its fields, such as "name"',
      expect.stringContaining('compares specimen.hosts with "x"'),
    ]);
  });

  it('of the body of a call has none', () => {
    for (const name of Object.keys(endpoints) as EndpointName[]) {
      const { body = {} }: Endpoint = endpointNamed(name);
      for (const { to, where, shownWhen } of Object.values(body)) {
        expect([name, where && parseCondition(contract.entity(to ?? ''), where).mistakes]).toEqual([name, where && []]);
        expect([name, shownWhen && parseCondition({ name, fields: body }, shownWhen, 'values').mistakes]).toEqual([
          name,
          shownWhen && [],
        ]);
      }
    }
  });

  it('lets the owner of a record change and delete it, and nobody else', () => {
    const entity: Entity = { ...specimen, editWhile: { owner_id: me('id') }, removeWhile: { 'params.stamp': true } };
    const may = (action: string, record: Record<string, unknown>) => isAllowed({ entity, action, caller, record });
    expect(may('edit', { owner_id: 4 })).toBe(true);
    expect(may('edit', { owner: { id: 5, name: 'Five' } })).toBe(false);
    expect(may('edit', { name: 'unknown owner' })).toBe(true);
    expect(may('remove', { params: { stamp: true } })).toBe(true);
    expect(may('remove', { params: {} })).toBe(false);
  });

  it('holds for values by field name, whose objects are whole', () => {
    const stamped = (params: object) =>
      conditionHolds(specimen, { 'params.stamp': true }, storedRecord({ params }), undefined);
    expect([stamped({ stamp: true }), stamped({})]).toEqual([true, false]);
    expect(conditionHolds(specimen, { name: 'a' }, storedRecord({}), undefined)).toBe(undefined);
  });
});

import { describe, expect, it } from 'vitest';
import { findMistakes } from '../../contract/checks/index.ts';
import { contract } from '../../contract/index.ts';
import { embeddedLists } from '../../contract/relations/embeddedLists.ts';
import type { Role } from '../../contract/schema/access.ts';
import type { Entity } from '../../contract/schema/entity.ts';
import { integer, reference } from '../../contract/schema/field/field.ts';
import { contractWith } from '../support/contractWith.ts';
import { label, place, set, withList } from './broken.ts';

/** The mistakes after a change of one declared entity. */
const mistakesWith = (name: string, change: Partial<Entity>): string[] =>
  findMistakes(contractWith({ [name]: { ...contract.entity(name), ...change } }));

/** A parameter of the list that refers to an order and that only a SuperAdmin may use. */
const ofOrder = withList({
  parameters: { soon: integer({ label }), of_order: reference('order', { label, read: ['SuperAdmin'] }) },
});

const lost = (file: string, name: string, operation: string, role: string) =>
  expect.stringMatching(
    `^contract/entities/${file}.ts: ${name}.access, .*"${operation}".*, cannot be reached by ${role} in the console; name ${role} in "screens" of ${name}.*, or in "embeddedIn", or write "servedBy"`,
  );

describe('every declared operation can be reached by each of its roles', () => {
  it.each<[string, Partial<Entity>, unknown[]]>([
    [
      'assignment',
      { embeddedIn: [] },
      ['withdraw', 'remove'].flatMap((one) =>
        ['SuperAdmin', 'GeneralAdmin'].map((role) => lost('assignment', 'assignment', one, role)),
      ),
    ],
    ['assignment', { form: [] }, [lost('assignment', 'assignment', 'edit', 'Enterprise')]],
    // A field in the form that the role may not write is not a way to change it.
    [
      'assignment',
      { form: ['jti'] },
      ['contract/entities/assignment.ts: assignment.form names "jti", which nobody may set; leave it out'],
    ],
    ['assignment', { servedBy: [] }, [lost('assignment', 'assignment', 'create', 'Enterprise')]],
    [
      'application',
      { embeddedIn: [] },
      ['SuperAdmin', 'GeneralAdmin'].map((role) => lost('application', 'application', 'create', role)),
    ],
    [
      'product_license',
      { embeddedIn: [] },
      ['create', 'edit', 'remove'].map((one) => lost('productLicense', 'product_license', one, 'SuperAdmin')),
    ],
    [
      'user',
      { screens: contract.entity('user').screens?.filter(({ path }) => path !== '/user/subuser') ?? [] },
      ['create', 'edit', 'remove'].map((one) => lost('user', 'user', one, 'Enterprise')),
    ],
    ['session', { servedBy: [] }, [lost('session', 'session', 'remove', 'Subordinate')]],
  ])('of %s without one of its places it is not: %#', (name, change, sentences) => {
    expect(mistakesWith(name, change)).toEqual(expect.arrayContaining(sentences));
  });

  it('also when the entity that it stands within has no place for the role', () => {
    const screens = contract.entity('order').screens?.map((one) => ({ ...one, roles: ['Enterprise'] as const })) ?? [];
    expect(mistakesWith('order', { screens, embeddedIn: [] })).toEqual(
      expect.arrayContaining([
        'contract/entities/assignment.ts: assignment.embeddedIn order is for GeneralAdmin, who does not find order; leave GeneralAdmin out, or give order a screen for it',
        'contract/entities/orderProject.ts: order_project.embeddedIn order is for SalesMan, who does not find order; leave SalesMan out, or give order a screen for it',
      ]),
    );
  });

  it.each<[string, object, string]>([
    [
      'an entity',
      { embeddedIn: [{ entity: 'ordr', roles: [] }] },
      '.embeddedIn ordr is no entity; did you mean "order"?',
    ],
    [
      'a reference',
      { embeddedIn: [{ entity: 'product', by: 'product_id', roles: [] }] },
      '.embeddedIn product goes by "product_id", which is no filter that refers to it; add that reference to list.filters',
    ],
    [
      'another reference',
      { embeddedIn: [{ entity: 'order', by: 'status', roles: [] }] },
      '.embeddedIn order goes by "status", which is no filter that refers to it; add that reference to list.filters',
    ],
    [
      'a role',
      { embeddedIn: [{ entity: 'order', roles: ['SalesMan'] }] },
      '.embeddedIn order is for SalesMan, who may not list; leave it out, or name SalesMan in access.list',
    ],
    [
      'a field that the role may not read',
      { embeddedIn: [{ entity: 'order', by: 'of_order', roles: ['Enterprise'] }], ...ofOrder },
      '.embeddedIn order goes by "of_order", which Enterprise may not read; leave Enterprise out, or add it to "read"',
    ],
    [
      'a condition over the other record',
      { embeddedIn: [{ entity: 'order', by: 'of_order', roles: [], when: { colour: 1 } }], ...ofOrder },
      '.embeddedIn order "when" asks for order.colour, which does not exist; write one of its fields, such as "code"',
    ],
    [
      'a condition of one list',
      { embeddedIn: [{ entity: 'order', roles: [], when: { status: 2 } }] },
      '.embeddedIn order says "when" without "by"; say both',
    ],
    [
      'a label in both languages',
      { embeddedIn: [{ entity: 'order', roles: [], label: { en: 'Orders' } }] },
      '.embeddedIn order has no label in "zh"; add it',
    ],
    [
      'a page',
      { servedBy: [{ operations: ['remove'], roles: [], from: '/nowhere' }] },
      '.servedBy /nowhere is no screen and no page; write the path of one, or "lists"',
    ],
    [
      'a page of others',
      { servedBy: [{ operations: ['edit'], roles: ['Enterprise'], from: '/audit' }] },
      '.servedBy /audit is for Enterprise, who may not open it; leave Enterprise out',
    ],
    [
      'an operation',
      { servedBy: [{ operations: ['fly'], roles: [], from: 'lists' }] },
      '.servedBy lists serves "fly", which is no operation; write one of create, edit, remove, close',
    ],
    [
      'the values of a choice',
      { screens: [{ path: '/specimen', roles: ['SuperAdmin'], label, choices: { status: [0, 5] } }] },
      '.screens /specimen choices offers 5 as "status", which is no choice; write one of 0, 1',
    ],
    [
      'where a choice starts',
      {
        screens: [{ path: '/specimen', roles: ['SuperAdmin'], label, choices: { status: [0] }, preset: { status: 1 } }],
      },
      '.screens /specimen preset starts with 1 as "status", which is not offered; add it to "choices"',
    ],
  ])('by places that are there: %s', (_, change, sentence) => {
    expect(findMistakes(set(change))).toContain(place + sentence);
  });

  it('says what a role finds within an entity', () => {
    const found = (name: string, role: Role) =>
      embeddedLists(contract.entity(name), role).map(({ entity, by }) => [entity.name, by]);
    expect(found('order', 'GeneralAdmin')).toEqual([
      ['order_project', 'order_id'],
      ['assignment', 'order_id'],
    ]);
    expect(found('application', 'Subordinate')).toEqual([
      ['assignment', 'allocation_id'],
      ['assignment', undefined],
    ]);
    expect(found('assignment', 'Enterprise')).toEqual([
      ['order', 'follows'],
      ['application', undefined],
      ['activation', 'assignment_id'],
      ['mail', 'assignment_id'],
    ]);
    expect(found('product', 'Enterprise')).toEqual([]);
  });

  it('offers administrators and operations where a SuperAdmin makes them (A8)', () => {
    const general = contract.entity('user').screens?.find(({ path }) => path === '/user/general');
    expect(general).toMatchObject({ choices: { role_id: [1, 2] }, preset: { role_id: 2 } });
  });
});

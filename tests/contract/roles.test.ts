import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findRoleMistakes } from '../../contract/checks/access/roles.ts';
import { contract, registry } from '../../contract/index.ts';
import { enterpriseRows, inheritRule } from '../../contract/roles/enterpriseRows.ts';
import { roleDeclarations } from '../../contract/roles/index.ts';
import type { RoleDeclaration } from '../../contract/roles/role.ts';
import { type Condition, everything, me } from '../../contract/schema/access.ts';
import { contractWith } from '../support/contractWith.ts';

const partner: RoleDeclaration = {
  name: 'Partner',
  id: 6,
  label: { en: 'Partner', zh: '伙伴' },
  side: 'vendor',
  inherits: 'SalesMan',
  createdBy: ['SuperAdmin'],
};

describe('mistakes in the declaration of a role', () => {
  it('are not in those of the product', () => {
    expect(findRoleMistakes(contract)).toEqual([]);
    expect(findRoleMistakes(contract, [...roleDeclarations, partner])).toEqual([]);
  });

  it.each<[string, Partial<RoleDeclaration>, string]>([
    ['a name with small letters', { name: 'partner' }, 'name'],
    ['a name that is taken', { name: 'SalesMan' }, 'twice'],
    ['a number that is taken', { id: 3 }, 'two roles'],
    ['the number 0', { id: 0 }, '1 to 999'],
    ['a number with a fraction', { id: 6.5 }, '1 to 999'],
    ['an unknown role to inherit from', { inherits: 'Salesman' }, 'did you mean "SalesMan"'],
    ['itself to inherit from', { inherits: 'Partner' }, 'itself'],
    ['nobody who creates its users', { createdBy: [] }, 'createdBy'],
    ['an unknown role that creates its users', { createdBy: ['Root'] }, 'createdBy'],
    ['a property without _id', { own: { partner: { to: 'enterprise', label: partner.label } } }, '_id'],
    [
      'a property of an unknown entity',
      { own: { partner_id: { to: 'enterprize', label: partner.label } } },
      'did you mean',
    ],
    ['a property that the user has', { own: { parent_id: { to: 'product', label: partner.label } } }, 'already'],
    ['enterprises by an unknown field', { enterprises: { partner_id: me('id') } }, 'enterprises'],
    ['enterprises by a property that nobody has', { enterprises: { sales_user_id: me('boss_id') } }, 'boss_id'],
    ['a grant on an unknown entity', { grants: { orders: [everything, 'list'] } }, 'did you mean "order"'],
    ['a home that is no screen', { home: '/nowhere' }, 'no screen'],
    ['a home of others', { home: '/audit' }, 'no screen'],
  ])('are found: %s', (_what, wrong, says) => {
    const found = findRoleMistakes(contract, [...roleDeclarations, { ...partner, ...wrong }]);
    expect(found.length).toBeGreaterThan(0);
    expect(found.join('\n')).toContain(says);
    expect(found[0]).toMatch(/^contract\/roles\/\w+\.ts: /);
  });

  it('are grants on comments, whose rights follow those of their record', () => {
    const known = contractWith({ project: { ...registry.project, comments: true } });
    const granted = { ...partner, grants: { project_comment: [everything, 'list'] as const } };
    expect(findRoleMistakes(known, [...roleDeclarations, granted])).toEqual([
      'contract/roles/partner.ts: Partner.grants names "project_comment", whose rights follow "project"; grant that instead',
    ]);
  });
});

describe('a rule that is inherited', () => {
  const sales: Condition = { sales_user_id: me('id') };
  const own: Condition = { partner_id: me('partner_id') };

  it.each<[string, Condition, Condition]>([
    ['the enterprise itself', sales, own],
    ['a record of an enterprise', { enterprise_id: sales }, { enterprise_id: own }],
    ['a record two steps away', { order_id: { enterprise_id: sales } }, { order_id: { enterprise_id: own } }],
    [
      'one of several alternatives',
      { anyOf: [{ id: me('id') }, { kind: 'person', enterprise_id: sales }] },
      { anyOf: [{ id: me('id') }, { kind: 'person', enterprise_id: own }] },
    ],
    ['something else', { user_id: me('id') }, { user_id: me('id') }],
  ])('says of its own enterprises what it said of those of the other: %s', (_what, rule, expected) => {
    expect(inheritRule(rule, sales, own)).toEqual(expected);
  });

  it('follows a role that sees only the enterprise it belongs to', () => {
    const itself: Condition = { id: me('enterprise_id') };
    expect(inheritRule({ enterprise_id: me('enterprise_id') }, itself, own)).toEqual({ enterprise_id: own });
    expect(inheritRule({ enterprise_id: sales }, sales, itself)).toEqual({ enterprise_id: me('enterprise_id') });
  });

  it('is the rule that the role would have if the entity named it, at any distance from the enterprise', () => {
    const path = fc.array(fc.constantFrom('order_id', 'project_id', 'enterprise_id'), { maxLength: 4 });
    fc.assert(
      fc.property(path, (names) => {
        const rule = enterpriseRows(...names)['SalesMan'] as Condition;
        const expected = JSON.stringify(rule).replace(
          JSON.stringify(sales).slice(1, -1),
          JSON.stringify(own).slice(1, -1),
        );
        expect(JSON.stringify(inheritRule(rule, sales, own))).toBe(expected);
      }),
    );
  });

  it('stays as it is where one of the roles declares no enterprises', () => {
    expect(inheritRule({ enterprise_id: sales }, sales, undefined)).toEqual({ enterprise_id: sales });
    expect(inheritRule(everything, sales, own)).toBe(everything);
  });
});

import { describe, expect, it } from 'vitest';
import { findMistakes } from '../../contract/checks/index.ts';
import { contract, registry } from '../../contract/index.ts';
import { guardedScreens, isKnownPath, menuGroups, redirects } from '../../contract/screens/menu.ts';
import { contractWith } from '../support/contractWith.ts';

describe('the paths of the console', () => {
  it.each([
    '/',
    '/dashboard',
    '/dashboard/',
    '/user',
    '/user/general',
    '/enterprise',
    '/product',
    '/product/sales_product',
    '/authorization/order',
    '/audit',
    '/message',
    '/userinfo',
    '/behalf_order',
    '/test_project',
  ])('know %s', (path) => {
    expect(isKnownPath(contract, path)).toBe(true);
  });

  it.each([
    '',
    '//',
    '/users',
    '/auditx',
    '/user/generals',
    '/user/general/x',
    '/xaudit',
    '/toString',
    '/no/such/page',
  ])('do not know %j', (path) => {
    expect(isKnownPath(contract, path)).toBe(false);
  });

  it('know every declared screen, every group and every redirect', () => {
    const paths = [...guardedScreens(contract), ...menuGroups].map(({ path }) => path);
    expect([...paths, ...Object.keys(redirects)].filter((path) => !isKnownPath(contract, path))).toEqual([]);
  });
});

describe('the menu', () => {
  it('says which screen each group leads to, and whose children stand at the top', () => {
    expect(menuGroups.map(({ path, first, lifted }) => [path, first, lifted])).toEqual([
      ['/user', '/user/general', undefined],
      ['/product', '/enterprise/product', undefined],
      ['/authorization', '/authorization/project', ['Enterprise']],
      ['/setting', '/setting/service_account', undefined],
    ]);
  });

  it('has a mistake when a screen that it leads to is gone', () => {
    const without = contractWith({ product: { ...contract.entity('product'), screens: [] } });
    expect(findMistakes(without)).toEqual(
      expect.arrayContaining([
        'contract/screens/menu.ts: redirects /product/product leads to "/enterprise/product", which is no screen; write the path of one',
        'contract/screens/menu.ts: product.first is "/enterprise/product", which is no screen of the group; write the path of one, and name the group in its menu',
      ]),
    );
  });

  it('gives an entry the picture of its entity unless it has its own', () => {
    const icon = (path: string) => guardedScreens(contract).find((one) => one.path === path)?.menu?.icon;
    expect(icon('/user/salesman')).toBe(registry.user.icon);
    expect(icon('/authorization/assignment')).toBe('licence');
    expect(icon('/test_project')).toBe('test');
  });

  it('hides the allocation from users of tags 1 (R-MENU-08)', () => {
    expect(guardedScreens(contract).find((one) => one.path === '/authorization/assignment')?.menu?.hiddenWhen).toEqual({
      tags: 1,
    });
  });
});

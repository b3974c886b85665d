import { describe, expect, it } from 'vitest';
import { contract } from '../../contract/index.ts';
import { outlineOf } from '../../contract/outlines/outline.ts';
import {
  demandAllDeclarations,
  forgetFailedDeclarations,
  isDeclared,
  loadDeclarations,
  NotDeclaredYet,
  whenDeclared,
} from '../../contract/outlines/outlinedContract.ts';
import { loadPageDeclarations } from '../../contract/outlines/pageDeclarations.ts';
import { roles } from '../../contract/schema/access.ts';
import type { Contract } from '../../contract/schema/entity.ts';
import { findRecordAddress } from '../../contract/screens/address.ts';
import { screensOfRole } from '../../contract/screens/menu.ts';
import { isTitledByCode } from '../../contract/values/code.ts';
import { declaredAs, outlined } from '../support/outlined.ts';

/** The names of the entities that were loaded, and a contract that loads them. */
function counted(): { loaded: string[]; known: Contract } {
  const loaded: string[] = [];
  return { loaded, known: outlined(contract, async (name) => void loaded.push(name)) };
}

describe('an entity in outline', () => {
  it('is data, and so is its declaration: the built console loads both as such', () => {
    for (const entity of contract.entities) {
      const { contract: _, ...declared } = entity;
      expect(declaredAs(contract, entity.name)).toEqual(declared);
      expect(JSON.parse(JSON.stringify(outlineOf(entity)))).toEqual(outlineOf(entity));
    }
  });

  it('is enough for menus, addresses and titles of every role, and nothing is loaded for them', () => {
    const { loaded, known } = counted();
    const pathsIn = (one: Contract) => roles.map((role) => screensOfRole(one, role).map(({ path }) => path));
    const addressesIn = ({ entities }: Contract) =>
      entities.flatMap((entity) =>
        roles.map((role) => findRecordAddress(entity, { id: 1, role_id: 4, order_id: 1 }, role)),
      );
    const codesIn = ({ entities }: Contract) => entities.filter(isTitledByCode).map(({ name }) => name);
    for (const read of [pathsIn, addressesIn, codesIn]) expect(read(known)).toEqual(read(contract));
    expect(loaded).toEqual([]);
  });

  it('throws what can be waited for where its other words are read, and has them afterwards', async () => {
    const { loaded, known } = counted();
    const order = known.entity('order');
    expect(() => order.fields).toThrow(NotDeclaredYet);
    expect(() => ({ ...order })).toThrow('The declaration of order is not loaded yet');
    expect(isDeclared(order)).toBe(false);
    expect(await whenDeclared(() => Object.keys(order.fields))).toEqual(Object.keys(contract.entity('order').fields));
    expect(isDeclared(order)).toBe(true);
    expect({ ...order, contract }).toEqual({ ...contract.entity('order'), titledByCode: true });
    expect(loaded).toEqual(['order']);
  });

  it('has a word that its declaration leaves out as undefined at once', () => {
    expect(counted().known.entity('order').import).toBeUndefined();
  });

  it('is loaded once, however often it is asked for, and all together where all are read', async () => {
    const { loaded, known } = counted();
    await Promise.all([loadDeclarations(known, ['order', 'user']), loadDeclarations(known, ['user', 'order', 'none'])]);
    expect(loaded).toEqual(['order', 'user']);
    await whenDeclared(() => demandAllDeclarations(known));
    expect(loaded.sort()).toEqual(contract.entities.map(({ name }) => name).sort());
  });

  it('fails where its declaration did not load, until that is forgotten', async () => {
    let isDown = true;
    const known = outlined(contract, async () => {
      if (isDown) throw new Error('no network');
    });
    const read = () => whenDeclared(() => known.entity('order').list.columns);
    await expect(read()).rejects.toThrow('no network');
    isDown = false;
    await expect(read()).rejects.toThrow('no network');
    forgetFailedDeclarations(known);
    expect(await read()).toEqual(contract.entity('order').list.columns);
  });
});

describe('a page', () => {
  const loadedFor = async (path: string) => {
    const { loaded, known } = counted();
    await loadPageDeclarations(known, path, 'SuperAdmin');
    return loaded.sort();
  };

  it('loads the declaration of its list and that of the caller, and no more', async () => {
    expect(await loadedFor('/authorization/order')).toEqual(['order', 'user']);
    expect(await loadedFor('/user/general')).toEqual(['user']);
  });

  it('loads with a record what its page lists and tells', async () => {
    expect(await loadedFor('/authorization/order/1')).toEqual(expect.arrayContaining(['assignment', 'mail', 'order']));
  });

  it('loads those with metrics, queues and charts for the dashboard, also from the address that leads there', async () => {
    expect(await loadedFor('/dashboard')).toEqual(expect.arrayContaining(['application', 'assignment', 'order']));
    expect(await loadedFor('/')).toEqual(await loadedFor('/dashboard'));
  });

  it('loads all where it filters by their actions', async () => {
    expect(await loadedFor('/audit')).toEqual(contract.entities.map(({ name }) => name).sort());
  });

  it('needs no loading where the contract is given whole', async () => {
    await loadPageDeclarations(contract, '/authorization/order/1', 'SuperAdmin');
    expect(isDeclared(contract.entity('order'))).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import { isAllowed, type PermissionCaller } from '../../contract/access/permission.ts';
import { contract } from '../../contract/index.ts';
import type { SpecRole } from '../support/specRoles.ts';

const callers: Readonly<Record<SpecRole, PermissionCaller>> = {
  SuperAdmin: { id: 1, role: 'SuperAdmin', enterprise_id: null, parent_id: null },
  GeneralAdmin: { id: 2, role: 'GeneralAdmin', enterprise_id: null, parent_id: null },
  SalesMan: { id: 3, role: 'SalesMan', enterprise_id: null, parent_id: null },
  Enterprise: { id: 4, role: 'Enterprise', enterprise_id: 40, parent_id: 3 },
  Subordinate: { id: 5, role: 'Subordinate', enterprise_id: 40, parent_id: 4 },
};
const shorts = { SA: 'SuperAdmin', GA: 'GeneralAdmin', SM: 'SalesMan', EN: 'Enterprise', SU: 'Subordinate' } as const;

const ask = (role: SpecRole, entity: string, action: string, record?: Record<string, unknown>, more = {}) =>
  isAllowed({ entity: contract.entity(entity), action, caller: { ...callers[role], ...more }, record });

/** The allowed roles, by their short names. */
const allowed = (entity: string, action: string, record?: Record<string, unknown>): string =>
  Object.entries(shorts)
    .filter(([, role]) => ask(role, entity, action, record))
    .map(([short]) => short)
    .join(' ');

const own = { enterprise_id: 40, enterprise: { id: 40, name: 'Own', sales_user_id: 3 } };
const foreign = { enterprise_id: 41, enterprise: { id: 41, name: 'Other', sales_user_id: 9 } };

describe('what a role may do to any record', () => {
  it.each([
    ['order', 'list', 'SA GA SM EN'],
    ['order', 'get', 'SA GA SM EN'],
    ['order', 'export', 'SA GA SM EN'],
    ['order', 'create', 'GA SM EN'],
    ['order', 'remove', 'GA SM EN'],
    ['order', 'confirm', 'SM'],
    ['order', 'approve', 'GA'],
    ['order', 'cancel', 'EN'],
    ['enterprise', 'list', 'SA GA SM'],
    ['enterprise', 'get', 'SA GA SM EN'],
    ['enterprise', 'remove', 'SA GA'],
    ['enterprise', 'approve', 'SA GA'],
    ['user', 'get', 'SA GA SM EN SU'],
    ['user', 'create', 'SA GA SM EN'],
    ['assignment', 'withdraw', 'SA GA'],
    ['assignment', 'cancel', 'EN'],
    ['assignment', 'retry', 'SA GA EN'],
    // Administrators have the right `edit` only for their step.
    ['assignment', 'edit', 'EN'],
    // The entity has no such generic endpoint, whatever the roles.
    ['assignment', 'create', ''],
    ['mail', 'get', ''],
    ['mail', 'list', 'EN'],
    ['session', 'export', ''],
    ['saved_view', 'export', ''],
    // Not declared at all.
    ['audit', 'edit', ''],
    ['order', 'fly', ''],
    ['order', 'toString', ''],
    ['enterprise_product', 'edit', ''],
  ])('%s %s: %s', (entity, action, roles) => {
    expect(allowed(entity, action)).toBe(roles);
  });

  it('is nothing where no row can be theirs', () => {
    expect(ask('Enterprise', 'order', 'list', undefined, { enterprise_id: null })).toBe(false);
    expect(ask('Enterprise', 'order', 'create', undefined, { enterprise_id: null })).toBe(false);
    expect(ask('SalesMan', 'order', 'list')).toBe(true);
  });
});

describe('what a role may do to one record', () => {
  it.each<[string, string, Record<string, unknown>, string]>([
    ['order', 'get', own, 'SA GA SM EN'],
    ['order', 'get', foreign, 'SA GA'],
    // The row rule of a salesman depends on fields that the response does not contain, so the server decides.
    ['order', 'get', { enterprise_id: 41, enterprise: { id: 41, name: 'Other' } }, 'SA GA SM'],
    ['order', 'get', { enterprise: { id: 40 } }, 'SA GA SM EN'],
    ['order', 'get', { enterprise: { id: 41 } }, 'SA GA SM'],
    ['order', 'get', { enterprise: null }, 'SA GA'],
    ['order', 'get', {}, 'SA GA SM EN'],
    ['order', 'remove', { ...own, status: 0 }, 'GA SM EN'],
    ['order', 'remove', { ...own, status: 2 }, ''],
    ['order', 'remove', { ...own }, 'GA SM EN'],
    ['order', 'remove', { ...foreign, status: 9 }, 'GA'],
    ['order', 'confirm', { ...own, status: 0 }, 'SM'],
    ['order', 'confirm', { ...own, status: 1 }, ''],
    ['order', 'confirm', { ...foreign, status: 0 }, ''],
    ['order', 'approve', { ...own, status: 1 }, 'GA'],
    ['order', 'approve', { ...own, status: 2 }, ''],
    ['order', 'cancel', { ...own, status: 1 }, 'EN'],
    ['order', 'cancel', { ...own, status: 2 }, ''],
    ['enterprise', 'get', { id: 40, sales_user_id: 3 }, 'SA GA SM EN'],
    ['enterprise', 'edit', { id: 41, sales_user_id: 9 }, 'SA GA'],
    ['enterprise', 'approve', { id: 40, sales_user_id: 3, status: 9 }, 'SA GA'],
    ['enterprise', 'approve', { id: 40, sales_user_id: 3, status: 1 }, ''],
    ['application', 'edit', { user_id: 5, status: 0, ...own }, 'SU'],
    ['application', 'edit', { user_id: 5, status: 1, ...own }, ''],
    ['application', 'edit', { user_id: 6, status: 0, ...own }, ''],
    ['application', 'withdraw', { user: { id: 5 }, status: 0 }, 'SU'],
    ['application', 'remove', { user_id: 5, status: 8 }, ''],
    ['assignment', 'get', { sub_user: { id: 5 }, ...own }, 'SA GA SM EN SU'],
    ['assignment', 'get', { sub_user: null, ...own }, 'SA GA SM EN'],
    ['assignment', 'withdraw', { status: 1 }, 'SA GA'],
    ['assignment', 'withdraw', { status: 8 }, ''],
    ['application', 'approve', { status: 0, ...own }, 'EN'],
    ['application', 'serve', { status: 0, enterprise_id: 41 }, ''],
    ['application', 'reject', { status: 1, ...own }, ''],
    ['assignment', 'retry', { status: 0, task: { status: 'failed' }, ...own }, 'SA GA EN'],
    ['assignment', 'retry', { status: 0, task: { status: 'failed' }, enterprise_id: 41 }, 'SA GA'],
    ['assignment', 'retry', { status: 0, task: { status: 'running' } }, ''],
    ['assignment', 'retry', { status: 8, task: { status: 'failed' } }, ''],
    ['project', 'reassign', { ...own, id: 1 }, 'EN'],
    ['project', 'relocate', { ...own, id: 1 }, 'SA GA'],
    ['subscription', 'activate', { status: 0 }, 'SA GA'],
    ['subscription', 'activate', { status: 1 }, ''],
    ['subscription', 'cancel', { status: 1 }, 'SA GA'],
    ['subscription', 'renew', { status: 1, auto_renew: false, enterprise_id: 40 }, 'EN'],
    ['subscription', 'renew', { status: 1, auto_renew: true, enterprise_id: 40 }, ''],
    ['subscription', 'stop_renewal', { status: 1, auto_renew: true, enterprise_id: 40 }, 'EN'],
    ['subscription', 'stop_renewal', { status: 9, auto_renew: true, enterprise_id: 40 }, ''],
    ['user', 'get', { id: 5, role_id: 5, ...own, parent_id: 4, visible: false }, 'SA GA SM EN SU'],
    ['user', 'get', { id: 6, role_id: 5, ...own, parent_id: 7, visible: false }, 'SA GA SM'],
    ['user', 'get', { id: 6, role_id: 5, ...own, parent_id: 7, visible: true }, 'SA GA SM EN'],
    ['user', 'get', { id: 3, role_id: 3, enterprise_id: null, enterprise: null }, 'SA GA SM'],
    ['user', 'get', { id: 8, role_id: 3, enterprise_id: null, enterprise: null }, 'SA GA'],
    // Depends on other records, so the server decides.
    ['product', 'get', { id: 7 }, 'SA GA SM EN'],
    ['product', 'edit', { id: 7 }, 'SA GA'],
    ['project', 'get', { ...own, id: 1, sub_user_id: 5 }, 'SA GA SM EN SU'],
    ['payment', 'get', { subscription_id: 1, subscription: { id: 1, code: 'S' } }, 'SA GA EN'],
    ['payment', 'get', { subscription_id: 1, subscription: { id: 1, enterprise_id: 41 } }, 'SA GA'],
    ['order_project', 'remove', { order_id: 1, order: { id: 1, enterprise: own.enterprise } }, 'SA GA SM EN'],
    ['order_project', 'remove', { order_id: 1, order: { id: 1, enterprise: foreign.enterprise } }, 'SA GA'],
  ])('%s %s %j: %s', (entity, action, record, roles) => {
    expect(allowed(entity, action, record)).toBe(roles);
  });
});

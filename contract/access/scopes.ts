import { actionEndpoints } from '../endpoints/actionEndpoint.ts';
import { entityInPath, readEverything } from '../endpoints/endpoint.ts';
import { type EndpointName, endpointNamed, endpoints } from '../endpoints/index.ts';
import { memoize } from '../lib/memoize.ts';
import { hasImport } from '../lists/hasImport.ts';
import type { Label } from '../messages/label.ts';
import { admins, hasRight, type Role, roles } from '../schema/access.ts';
import type { Contract, Entity } from '../schema/entity.ts';
import { entitySteps } from '../schema/lifecycle.ts';
import { isRestorable } from './retention.ts';
import { scopeWord } from './scopeWord.ts';

/**
 * Scopes: what a token of a service account may do (issue 34). A scope is an operation of the contract, written as
 * `order:read` or `order:confirm`; `order:*` covers every operation with orders, and `*:read` reading everything.
 */

/** Entities that no token may read or write: sessions, linked accounts, sign-in providers, service accounts and tokens, settings. */
const withoutScopes: readonly string[] = [
  'session',
  'user_oauth',
  'service_account',
  'service_token',
  'identity_provider',
  'sign_in_setting',
  'mail_setting',
  'product_setting',
  'retention_setting',
];

/** Comments and files are for tokens if the entity that they belong to is. */
const isWithoutScopes = ({ name, addedBy = name }: Entity): boolean => withoutScopes.includes(addedBy);

/**
 * The scope of a company directory, which manages users by SCIM (RFC 7644). It is no operation of the contract, so no
 * `*` covers it, and a token that has it has no other.
 */
export const directoryScope = 'scim';

/** A scope that a token can have. */
export interface Scope {
  readonly scope: string;
  readonly label: Label;
  /** The roles that have the operation. */
  readonly roles: readonly Role[];
}

/** The labels of the operations that every entity can have. */
export const operationLabels = {
  read: { en: 'Read', zh: '查看' },
  create: { en: 'Create', zh: '新建' },
  edit: { en: 'Edit', zh: '编辑' },
  remove: { en: 'Delete', zh: '删除' },
  restore: { en: 'Restore', zh: '恢复' },
} as const satisfies Record<string, Label>;

type Operation = keyof typeof operationLabels;

const rightOf = { read: 'get', create: 'create', edit: 'edit', remove: 'remove', restore: 'remove' } as const;

/**
 * The operation whose scope a token needs for each endpoint of records. That of an edit depends on its body, which may
 * be a step.
 */
export const neededOperation = {
  list: 'read',
  export: 'read',
  lookup: 'read',
  totals: 'read',
  get: 'read',
  download: 'read',
  import: 'create',
  create: 'create',
  upload: 'create',
  edit: undefined,
  remove: 'remove',
  restore: 'restore',
} as const satisfies Record<string, Operation | undefined>;

function hasOperation(entity: Entity, operation: Operation): boolean {
  if (operation === 'restore') return isRestorable(entity);
  if (operation === 'create' && hasImport(entity)) return true;
  return operation === 'read' || !entity.without?.includes(operation);
}

/** The scope of an operation, a step or an action; undefined for an entity that no token may use. */
export const scopeOf = (entity: Entity, operation: string): string | undefined =>
  isWithoutScopes(entity) ? undefined : `${scopeWord(entity)}:${operation}`;

function scopesOfEntity(entity: Entity): Scope[] {
  if (isWithoutScopes(entity)) return [];
  const word = scopeWord(entity);
  const named = [...entitySteps(entity), ...actionEndpoints(entity).flatMap(({ actions }) => actions)];
  const operations = (Object.keys(operationLabels) as Operation[]).filter((one) => hasOperation(entity, one));
  return [
    ...operations.map((operation) => ({
      scope: `${word}:${operation}`,
      label: operationLabels[operation],
      roles: roles.filter((role) => hasRight(entity.access, rightOf[operation], role)),
    })),
    ...named.map(({ name, label, roles: permitted }) => ({ scope: `${word}:${name}`, label, roles: permitted })),
  ];
}

/** The scope that an endpoint of its own needs; undefined if no token may use it. */
export function endpointScope(name: EndpointName): string | undefined {
  const { group, method, scope } = endpointNamed(name);
  if (scope === false || group === 'auth') return undefined;
  return scope ?? (method === 'GET' ? `${scopeWord({ name: group })}:read` : undefined);
}

const scopesOfEndpoints = (): Scope[] =>
  (Object.keys(endpoints) as EndpointName[]).flatMap((name) => {
    const { label, roles: permitted } = endpointNamed(name);
    const scope = endpointScope(name);
    return scope !== undefined && scope !== readEverything && scope !== entityInPath && typeof permitted !== 'string'
      ? [{ scope, label, roles: permitted }]
      : [];
  });

/** All scopes of the contract, each once with every role that has it, in the order of the registry. */
export const allScopes = memoize((contract: Contract): readonly Scope[] => {
  const found = new Map<string, Scope>();
  for (const one of [...contract.entities.flatMap(scopesOfEntity), ...scopesOfEndpoints(), scopeOfDirectories]) {
    const known = found.get(one.scope);
    const both = roles.filter((role) => one.roles.includes(role) || known?.roles.includes(role));
    if (both.length > 0) found.set(one.scope, { ...(known ?? one), roles: both });
  }
  return [...found.values()];
});

/** The scope of directories, for those who may create users of every role below their own. */
const scopeOfDirectories: Scope = {
  scope: directoryScope,
  label: { en: 'Manage users by SCIM', zh: '通过 SCIM 管理用户' },
  roles: admins,
};

/** True if the scopes of a token cover the operation. */
export function covers(scopes: readonly string[], wanted: string): boolean {
  if (wanted === directoryScope) return scopes.includes(directoryScope);
  const [word, operation] = wanted.split(':');
  return scopes.some((scope) => {
    const [ofWord, ofOperation] = scope.split(':');
    return (ofWord === '*' || ofWord === word) && (ofOperation === '*' || ofOperation === operation);
  });
}

/** The scopes of a list that do not exist, or that the role does not have. */
export const refusedScopes = (contract: Contract, role: Role, scopes: readonly string[]): string[] => {
  const known = allScopes(contract).filter((one) => one.roles.includes(role));
  return scopes.filter((scope) => !known.some((one) => covers([scope], one.scope)));
};

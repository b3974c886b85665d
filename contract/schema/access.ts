import type { RelativeTime } from './now.ts';

/** Roles, and who may do what to which rows, as data (SPEC 6, C1). */

export const roles = ['SuperAdmin', 'GeneralAdmin', 'SalesMan', 'Enterprise', 'Subordinate'] as const;
export type Role = (typeof roles)[number];

/** Role numbers of SPEC 3. */
export const roleIds = { SuperAdmin: 1, GeneralAdmin: 2, SalesMan: 3, Enterprise: 4, Subordinate: 5 } as const;

/** The role of a role number; undefined for an unknown one. */
export const roleOf = (id: number): Role | undefined => roles[id - 1];

export const admins = ['SuperAdmin', 'GeneralAdmin'] as const satisfies readonly Role[];
export const staff = ['SuperAdmin', 'GeneralAdmin', 'SalesMan'] as const satisfies readonly Role[];

/** All who see more than their own: sub-users are not among them. */
export const staffAndEnterprise = [...staff, 'Enterprise'] as const satisfies readonly Role[];

/** The roles on the side of an enterprise. */
export const customers = ['Enterprise', 'Subordinate'] as const satisfies readonly Role[];

/** A property of the caller, put into a row rule in place of a value. */
export interface CallerValue {
  readonly me: 'id' | 'enterprise_id' | 'parent_id';
}
export const me = (property: CallerValue['me']): CallerValue => ({ me: property });

/** Does a value stand for the caller's own? */
export const isCallerValue = (value: unknown): value is CallerValue =>
  typeof value === 'object' && value !== null && 'me' in value;

/** Whom `me` stands for. */
export type ConditionCaller = { readonly [property in CallerValue['me']]: number | null };

export type Scalar = string | number | boolean | null;

/** The ids that some records of another entity hold in one of their fields. */
export interface ThroughCondition {
  readonly through: string;
  readonly field: string;
  readonly where: Condition;
}
/** `{ id: through('user_product', 'product_id', { user_id: me('id') }) }`: the products that I hold. */
export const through = (entity: string, field: string, where: Condition): ThroughCondition => ({
  through: entity,
  field,
  where,
});

/**
 * Which rows: every entry must hold. A dotted name is a field of an object; a reference takes a nested condition over the
 * record it points to. A list means "one of", null an empty field. `anyOf` holds when one of its conditions does.
 * contract/conditions/compile.ts reads it, docs/reference/declaration has all of it.
 */
export interface Condition {
  readonly [field: string]:
    | Scalar
    | CallerValue
    | ThroughCondition
    | RelativeTime
    | Condition
    | readonly Scalar[]
    | readonly Condition[];
}
export type RowRule = 'everything' | Condition;

export const everything = 'everything' as const;

export const operations = ['list', 'get', 'create', 'edit', 'remove'] as const;
export type Operation = (typeof operations)[number];

/** What a role may be given: the operations, and to pick a record by its title without a list of them. */
export const rights = [...operations, 'lookup'] as const;
export type Right = (typeof rights)[number];

/** Rows by the enterprise that a record belongs to: a salesman has those of his enterprises, an enterprise its own. */
export const rowsByEnterprise = {
  SuperAdmin: everything,
  GeneralAdmin: everything,
  SalesMan: { enterprise_id: { sales_user_id: me('id') } },
  Enterprise: { enterprise_id: me('enterprise_id') },
} as const satisfies { readonly [role in Role]?: RowRule };

/** Roles by operation, and for each of these roles the rows. An operation that is left out is nobody's. */
export interface Access {
  readonly list: readonly Role[];
  /** Roles that may not list, and pick a record of theirs by its title where they refer to one. */
  readonly lookup?: readonly Role[];
  /** Defaults to the roles of `list`. */
  readonly get?: readonly Role[];
  readonly create?: readonly Role[];
  readonly edit?: readonly Role[];
  readonly remove?: readonly Role[];
  readonly rows: { readonly [role in Role]?: RowRule };
  /** What these rows are told by behind a reference is stored with each of them: for lists that grow. */
  readonly storedScope?: true;
}

/** May this role do that at all? The one place that answers, for the server and the screens. */
export function hasRight(access: Access, right: Right, role: Role | undefined): boolean {
  const allowed = right === 'get' ? (access.get ?? access.list) : (access[right] ?? []);
  return role !== undefined && allowed.includes(role);
}

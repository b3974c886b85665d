import type { RelativeTime } from './now.ts';

/** Roles, operations and row rules as data (SPEC 6, C1). */

export const roles = ['SuperAdmin', 'GeneralAdmin', 'SalesMan', 'Enterprise', 'Subordinate'] as const;
export type Role = (typeof roles)[number];

/** Role numbers of SPEC 3. */
export const roleIds = { SuperAdmin: 1, GeneralAdmin: 2, SalesMan: 3, Enterprise: 4, Subordinate: 5 } as const;

/** @returns The role with this number, or undefined for an unknown number. */
export const roleOf = (id: number): Role | undefined => roles[id - 1];

export const admins = ['SuperAdmin', 'GeneralAdmin'] as const satisfies readonly Role[];
export const staff = ['SuperAdmin', 'GeneralAdmin', 'SalesMan'] as const satisfies readonly Role[];

/** Roles that see more than their own records; sub-users do not. */
export const staffAndEnterprise = [...staff, 'Enterprise'] as const satisfies readonly Role[];

/** Roles that manage accounts for programs. */
export const adminsAndEnterprise = [...admins, 'Enterprise'] as const satisfies readonly Role[];

/** Roles of an enterprise's users. */
export const customers = ['Enterprise', 'Subordinate'] as const satisfies readonly Role[];

/** True for a role that belongs to an enterprise. */
export const isCustomer = (role: Role | undefined): boolean => customers.some((one) => one === role);

/** A placeholder for a property of the caller, used in a row rule in place of a value. */
export interface CallerValue {
  readonly me: 'id' | 'enterprise_id' | 'parent_id';
}
export const me = (property: CallerValue['me']): CallerValue => ({ me: property });

/** True if the value is a placeholder for a property of the caller. */
export const isCallerValue = (value: unknown): value is CallerValue =>
  typeof value === 'object' && value !== null && 'me' in value;

/** The values that `me` placeholders resolve to. */
export type ConditionCaller = { readonly [property in CallerValue['me']]: number | null };

export type Scalar = string | number | boolean | null;

/** Matches ids that selected records of another entity contain in one field. */
export interface ThroughCondition {
  readonly through: string;
  readonly field: string;
  readonly where: Condition;
}
/** `{ id: through('user_product', 'product_id', { user_id: me('id') }) }`: the products assigned to the caller. */
export const through = (entity: string, field: string, where: Condition): ThroughCondition => ({
  through: entity,
  field,
  where,
});

/**
 * Selects rows; every entry must match. A dotted name is a field inside an object. On a reference, a nested condition
 * applies to the referenced record. A list means "one of", null means empty. `anyOf` matches if at least one of its
 * conditions does. contract/conditions/compile.ts compiles it to SQL; docs/reference/declaration describes all of it.
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

/**
 * Everything a role can be granted: the operations, and `lookup`, which lets it pick a record by title without listing.
 */
export const rights = [...operations, 'lookup'] as const;
export type Right = (typeof rights)[number];

/** Row rules by the enterprise of a record: a salesman sees his enterprises, an enterprise only itself. */
export const rowsByEnterprise = {
  SuperAdmin: everything,
  GeneralAdmin: everything,
  SalesMan: { enterprise_id: { sales_user_id: me('id') } },
  Enterprise: { enterprise_id: me('enterprise_id') },
} as const satisfies { readonly [role in Role]?: RowRule };

/** The roles allowed each operation, and the rows each role sees. An omitted operation is allowed to no role. */
export interface Access {
  readonly list: readonly Role[];
  /** Roles that may not list, but may pick records by title where they refer to them. */
  readonly lookup?: readonly Role[];
  /** Defaults to the roles of `list`. */
  readonly get?: readonly Role[];
  readonly create?: readonly Role[];
  readonly edit?: readonly Role[];
  readonly remove?: readonly Role[];
  readonly rows: { readonly [role in Role]?: RowRule };
  /** Stores the referenced values that the row rules compare with each row. Use it for lists that grow large. */
  readonly storedScope?: true;
}

/** Some of these words in their order, with a blank between them. */
type WordsOf<Words extends readonly string[]> = Words extends readonly [
  infer First extends string,
  ...infer Rest extends readonly string[],
]
  ? First | WordsOf<Rest> | `${First} ${WordsOf<Rest>}`
  : never;

/** What each role sees, and what it is granted: `SalesMan: [scope, 'list create edit']`, in the order of `rights`. */
export type AccessByRole = {
  readonly [role in Role]?: readonly [rows: RowRule, granted: WordsOf<typeof rights>];
};

const isByRole = (access: Access | AccessByRole): access is AccessByRole =>
  ![...rights, 'rows'].some((word) => word in access);

/**
 * The roles of each operation, from one block for each role. A role that may list may also get.
 * @param access is answered as it is where it names the roles of each operation already
 */
export function toAccess(access: Access | AccessByRole): Access {
  if (!isByRole(access)) return access;
  const blocks = Object.entries(access).map(([role, [rows, granted]]) => ({
    role: role as Role,
    rows,
    words: (granted ?? '').split(' ').filter(Boolean),
  }));
  const rolesOf = (...words: string[]) =>
    blocks.filter((block) => words.some((word) => block.words.includes(word))).map(({ role }) => role);
  const words = [...new Set(blocks.flatMap((block) => block.words))];
  return {
    list: [],
    ...Object.fromEntries(words.map((word) => [word, word === 'get' ? rolesOf('list', 'get') : rolesOf(word)])),
    rows: Object.fromEntries(blocks.map(({ role, rows }) => [role, rows])),
  };
}

/** True if the role has the right on any row. The server and the screens both use this check. */
export function hasRight(access: Access, right: Right, role: Role | undefined): boolean {
  const allowed = right === 'get' ? (access.get ?? access.list) : (access[right] ?? []);
  return role !== undefined && allowed.includes(role);
}

/** True if the role may read records of the entity: in lists, or one by one. */
export const mayReadRecords = (access: Access, role: Role | undefined): boolean =>
  hasRight(access, 'list', role) || hasRight(access, 'get', role);

import { type Grant, type Right, type RowRule, rights } from '../conditions/condition.ts';
import type { Role } from '../roles/index.ts';

/** What each role may do with an entity, and which rows it sees (SPEC 6, C1). */

export { above, atLeast, atMost, below } from '../conditions/bounds.ts';
export {
  type CallerValue,
  type Condition,
  type ConditionCaller,
  everything,
  isCallerValue,
  me,
  not,
  type Operation,
  operations,
  type Right,
  type RowRule,
  rights,
  type Scalar,
  type ThroughCondition,
  through,
} from '../conditions/condition.ts';
export { byRole, enterpriseRows, rowsByEnterprise, sameForAll } from '../roles/enterpriseRows.ts';
export {
  admins,
  adminsAndEnterprise,
  customers,
  isCustomer,
  type Role,
  roleIds,
  roleOf,
  roles,
  staff,
  staffAndEnterprise,
} from '../roles/index.ts';

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

/** What each role sees, and what it is granted: `SalesMan: [scope, 'list create edit']`, in the order of `rights`. */
export type AccessByRole = {
  readonly [role in Role]?: Grant;
};

const isByRole = (access: Access | AccessByRole): access is AccessByRole =>
  ![...rights, 'rows'].some((word) => word in access);

/**
 * The roles of each operation, from one block for each role. A role that may list may also get.
 * @param access is answered as it is where it names the roles of each operation already
 */
export function toAccess(access: Access | AccessByRole): Access {
  if (!isByRole(access)) return access;
  const blocks = Object.entries(access).map(([role, grant]) => {
    // A declaration that types would refuse gets its sentence from the checks.
    const [rows, granted] = [grant].flat() as unknown as Grant;
    return {
      role: role as Role,
      rows,
      words: String(granted ?? '')
        .split(/[\s,]+/)
        .filter(Boolean),
    };
  });
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

import { type Role, withHeirs } from '../roles/index.ts';
import { mayReadRecords } from '../schema/access.ts';
import type { Entity } from '../schema/entity.ts';

/**
 * The roles that a notice to a role reaches: the role itself, and those that inherit from it and see the same records.
 * @returns the roles, the named one first
 */
export const readingRoles = ({ access }: Entity, role: Role): readonly Role[] =>
  withHeirs([role]).filter(
    (one) =>
      one === role ||
      (mayReadRecords(access, one) && JSON.stringify(access.rows[one]) === JSON.stringify(access.rows[role])),
  );

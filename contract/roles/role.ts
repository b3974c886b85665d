import type { Condition, Grant } from '../conditions/condition.ts';
import type { Label } from '../messages/label.ts';

/** A property of the users of a role: a record that each of them belongs to, read in rules as `me('reseller_id')`. */
export interface OwnProperty {
  /** The entity of the record. */
  readonly to: string;
  readonly label: Label;
}

/** A role as data (SPEC 3, SPEC 6; issue 37, section 1). docs/reference/declaration/roles.md describes each word. */
export interface RoleDeclaration {
  readonly name: string;
  /** The number that the wire and the database use; those of SPEC 3 are 1 to 5. */
  readonly id: number;
  readonly label: Label;
  /** The name of its users in the plural. A role that gives one gets a screen of its own for its users. */
  readonly labels?: Label;
  /** Whether its users belong to the vendor or to an enterprise that buys. */
  readonly side: 'vendor' | 'customer';
  /** The role whose rights it has too, wherever a declaration does not name it. */
  readonly inherits?: string;
  /** The roles that create and manage its users (A8). */
  readonly createdBy: readonly string[];
  /** The screen that the dashboard offers while nothing waits; by default that of the role it inherits from. */
  readonly home?: string;
  /** Properties that its users have and others do not. Each becomes a required field of the user. */
  readonly own?: Readonly<Record<string, OwnProperty>>;
  /**
   * The enterprises that it sees, as a condition on them; the records of those enterprises are seen with them. A role
   * without it sees all where a rule goes by enterprises.
   */
  readonly enterprises?: Condition;
  /**
   * What it is granted on single entities instead of what it inherits: `order: [everything, 'list']`, or `false` for
   * nothing.
   */
  readonly grants?: Readonly<Record<string, Grant | false>>;
  /** An account of the role in the demo, by its name. Its own properties are those of the first record of each entity. */
  readonly demo?: { readonly name: string; readonly nick_name: string };
}

/** Declares a role, with its name and number as types. */
export const defineRole = <const Declared extends RoleDeclaration>(role: Declared): Declared => role;

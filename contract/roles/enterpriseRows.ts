import type { CallerValue, Condition, RowRule } from '../conditions/condition.ts';
import { everything, isCallerValue } from '../conditions/condition.ts';
import { type Role, roleDeclarations, roles } from './index.ts';

/** Row rules by the enterprise of a record, from what each role declares to see (`enterprises` of contract/roles). */

/** The condition on a record whose reference `name` leads to an enterprise that meets `enterprises`. */
function byReference(name: string, enterprises: Condition): Condition {
  const [[field, value] = ['', null], ...more] = Object.entries(enterprises);
  const isItself = field === 'id' && more.length === 0 && isCallerValue(value);
  return { [name]: isItself ? (value as CallerValue) : enterprises };
}

/** The rule of a role that sees some enterprises, for records at the end of a path of references to the enterprise. */
const ruleBy = (path: readonly string[], enterprises: Condition): Condition => {
  const [last, ...before] = [...path].reverse();
  if (last === undefined) return enterprises;
  return before.reduce<Condition>((rule, name) => ({ [name]: rule }), byReference(last, enterprises));
};

type RowRules = { readonly [role in Role]?: RowRule };

/**
 * Which records each role sees by the enterprise that they belong to. Administrators see all; a role that declares no
 * `enterprises` is left out.
 * @param path the references from the record to its enterprise, outermost first; none for the enterprise itself
 */
export const enterpriseRows = (...path: readonly string[]): RowRules => ({
  SuperAdmin: everything,
  GeneralAdmin: everything,
  ...Object.fromEntries(
    roleDeclarations.flatMap(({ name, enterprises }) => (enterprises ? [[name, ruleBy(path, enterprises)]] : [])),
  ),
});

/** A row rule for each role. */
export const byRole = (rule: (role: Role) => RowRule): RowRules =>
  Object.fromEntries(roles.map((role) => [role, rule(role)]));

/** The same row rule for every role that inherits from no other; those that do follow the role they inherit from. */
export const sameForAll = (rule: RowRule): RowRules =>
  Object.fromEntries(roleDeclarations.flatMap(({ name, inherits }) => (inherits === undefined ? [[name, rule]] : [])));

/** Row rules by `enterprise_id`: a salesman sees his enterprises, an enterprise only itself. */
export const rowsByEnterprise = enterpriseRows('enterprise_id');

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * A rule of another role as a role takes it over: what it says of the other's enterprises, it says of its own.
 * @param of the enterprises that the other role sees
 * @param own those that the role sees
 */
export function inheritRule(rule: RowRule, of: Condition | undefined, own: Condition | undefined): RowRule {
  if (rule === everything || !of || !own) return rule;
  if (isSame(rule, of)) return own;
  const changed = Object.entries(rule).map(([name, wanted]): [string, Condition[string]] => {
    if (isSame({ [name]: wanted }, byReference(name, of)))
      return Object.entries(byReference(name, own))[0] ?? [name, wanted];
    if (Array.isArray(wanted))
      return [name, wanted.map((one) => (isCondition(one) ? (inheritRule(one, of, own) as Condition) : one)) as never];
    return [name, isCondition(wanted) ? (inheritRule(wanted, of, own) as Condition) : wanted];
  });
  return Object.fromEntries(changed);
}

const isCondition = (value: unknown): value is Condition =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isCallerValue(value);

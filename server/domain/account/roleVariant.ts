import { findNarrowingMistakes, type NarrowingMistake } from '../../../contract/checks/narrowing.ts';
import { makeNarrowed } from '../../../contract/narrowing/narrowContract.ts';
import { rightLabel, rightNames } from '../../../contract/narrowing/roleRights.ts';
import { type Role, roleOf } from '../../../contract/roles/index.ts';
import { AppError } from '../../core/appError.ts';
import type { Context } from '../../core/context.ts';
import type { EntityRules } from '../../core/rules.ts';

const mistakesOf = ({ contract }: Context, role: Role, withheld: readonly string[]): NarrowingMistake[] =>
  findNarrowingMistakes(contract, makeNarrowed(contract, { role, withheld: new Set(withheld) }));

/**
 * Refuses to withhold what the rest of the rights needs: a name by which records are known, a value that another
 * record shows, or a field that has to be filled in. So nobody gets a screen or a request that cannot work.
 * @throws 422 at `withheld`, with the right that has to stay and what needs it
 */
function checkSound(context: Context, role: Role, withheld: readonly string[]): void {
  const found = mistakesOf(context, role, withheld);
  if (found.length === 0) return;
  const { contract } = context;
  const cause = withheld.find((name) => mistakesOf(context, role, [name]).length > 0) ?? withheld[0] ?? '';
  const right = rightLabel(contract, role, cause);
  const needing = [...new Set(found.map(({ entity }) => entity))]
    .slice(0, 3)
    .map((name) => contract.entity(name).labels);
  const values = {
    right_en: right.en,
    right_zh: right.zh,
    needing_en: needing.map(({ en }) => en).join(', '),
    needing_zh: needing.map(({ zh }) => zh).join('、'),
  };
  throw AppError.unprocessable('right_needed', values, 'withheld');
}

/** Refuses a name that is no right of the role. One that was stored before withholds nothing and may stay. */
function checkKnown({ contract }: Context, role: Role, withheld: readonly string[], before: readonly string[]): void {
  const known = new Set(rightNames(contract, role));
  const unknown = withheld.find((name) => !known.has(name) && !before.includes(name));
  if (unknown !== undefined) throw AppError.unprocessable('right_unknown', { right: unknown }, 'withheld');
}

/** What is withheld, each once, if the role has all of it and can do without it. */
function checkedNames(
  context: Context,
  role_id: number,
  given: readonly string[],
  before: readonly string[] = [],
): string[] {
  const role = roleOf(role_id);
  const withheld = [...new Set(given)];
  if (!role) return withheld;
  checkKnown(context, role, withheld, before);
  checkSound(context, role, withheld);
  return withheld;
}

const namesIn = (value: unknown): readonly string[] => (Array.isArray(value) ? (value as string[]) : []);

/** Rules of the variants of roles (issue 37, section 2). A change applies to the next request of each of their users. */
export const roleVariant: EntityRules<'role_variant'> = {
  async beforeCreate(context, values) {
    return { ...values, withheld: checkedNames(context, values.role_id, namesIn(values.withheld)) };
  },
  async beforeUpdate(context, row, values) {
    if (values.withheld === undefined) return values;
    return { ...values, withheld: checkedNames(context, row.role_id, namesIn(values.withheld), namesIn(row.withheld)) };
  },
};

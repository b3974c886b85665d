import { memoize } from '../lib/memoize.ts';
import { isWithheld } from '../narrowing/withheld.ts';
import { hasRight } from '../schema/access.ts';
import type { Contract } from '../schema/entity.ts';
import { checkPickers } from './access/lookup.ts';
import { checkVisibility } from './access/visibility.ts';
import { checkRollups } from './constraints/rollups.ts';
import { checkComputedDefaults } from './fields/defaults.ts';
import { checkFormulas } from './fields/formulas.ts';
import { checkJoined } from './fields/joinTables.ts';
import { checkRuleDeclarations } from './fields/rules.ts';
import { checkFilters } from './lists/filters.ts';
import { checkTotals } from './lists/totals.ts';
import { checkTitle } from './screens/title.ts';
import type { Check } from './support/mistake.ts';
import { checkActions } from './workflow/actions.ts';
import { checkNotices } from './workflow/notices.ts';
import { checkSteps } from './workflow/steps.ts';

/** The checks of what a role sees and fills in. The others say nothing about single roles, or about screens alone. */
const checks: readonly Check[] = [
  checkTitle,
  checkVisibility,
  checkPickers,
  checkFormulas,
  checkRollups,
  checkComputedDefaults,
  checkJoined,
  checkRuleDeclarations,
  checkFilters,
  checkTotals,
  checkSteps,
  checkActions,
  checkNotices,
];

/**
 * A step that a variant withholds from its only role is for nobody, and a notice does not reach those who no longer see the
 * record, as it should be.
 */
const isMeant = (mistake: string): boolean =>
  mistake.includes('is for nobody') || / goes to \w+, who may not look at a record/.test(mistake);

/** What a narrowed contract shows although it hides it, or asks for although nobody may fill it in. */
export interface NarrowingMistake {
  /** The name of the entity that is wrong. */
  readonly entity: string;
  /** One sentence for developers. */
  readonly sentence: string;
}

const mistakesIn = ({ entities }: Contract): NarrowingMistake[] =>
  entities.flatMap((entity) =>
    checks
      .flatMap((check) => check({ entity, entities: entity.contract.byName }))
      .filter((sentence) => !isMeant(sentence))
      .map((sentence) => ({ entity: entity.name, sentence })),
  );

const knownMistakes = memoize((contract: Contract) => new Set(mistakesIn(contract).map(({ sentence }) => sentence)));

/** The entities of which a role creates no record any more, since it no longer writes a required field. */
const withoutRequired = (whole: Contract, { entities, narrowing }: Contract): NarrowingMistake[] =>
  entities.flatMap((entity) => {
    const role = narrowing?.role;
    const before = whole.entity(entity.name);
    const isLost = hasRight(before.access, 'create', role) && !hasRight(entity.access, 'create', role);
    const isMeant = narrowing && (isWithheld(narrowing, entity, 'create') || isWithheld(narrowing, entity, 'read'));
    return isLost && !isMeant
      ? [
          {
            entity: entity.name,
            sentence: `${entity.name} is created by ${role}, who may not fill in what it requires`,
          },
        ]
      : [];
  });

/**
 * Finds what a narrowed contract would show although it hides it, or ask for although nobody may fill it in.
 * @param whole the contract of the product
 */
export const findNarrowingMistakes = (whole: Contract, narrowed: Contract): NarrowingMistake[] => [
  ...mistakesIn(narrowed).filter(({ sentence }) => !knownMistakes(whole).has(sentence)),
  ...withoutRequired(whole, narrowed),
];

import { actionEndpoints } from '../endpoints/actionEndpoint.ts';
import { eventTypesOf } from '../events/eventTypes.ts';
import { kinds } from '../kinds/index.ts';
import type { Contract, Entity } from '../schema/entity.ts';
import { menuGroups, pages, redirects } from '../screens/menu.ts';
import { checkAccess, checkConditionsOfFields, checkEditAndRemoveWhile, checkLifecycle } from './access/access.ts';
import { checkLookup, checkPickers } from './access/lookup.ts';
import { checkReachability } from './access/reachability.ts';
import { checkRoleNames } from './access/roleNames.ts';
import { findRoleMistakes } from './access/roles.ts';
import { checkSamples } from './access/samples.ts';
import { checkShownCircles } from './access/shownCircles.ts';
import { checkVisibility } from './access/visibility.ts';
import { checkEnterprises } from './constraints/enterprises.ts';
import { checkExpressions } from './constraints/expressions.ts';
import { checkNoOverlap } from './constraints/noOverlap.ts';
import { checkRollups } from './constraints/rollups.ts';
import { checkSharedFields } from './constraints/sharedFields.ts';
import { checkSingleRecord } from './constraints/single.ts';
import { checkTimeLimits } from './constraints/timeLimits.ts';
import { checkConflictingOptions } from './fields/conflictingOptions.ts';
import { checkComputedDefaults } from './fields/defaults.ts';
import { checkOwnFields } from './fields/fields.ts';
import { checkFiles } from './fields/files.ts';
import { checkFormulas } from './fields/formulas.ts';
import { checkIdentifierLengths } from './fields/identifierLength.ts';
import { checkJoined } from './fields/joinTables.ts';
import { checkMigrationHints } from './fields/migrationHints.ts';
import { checkListParameters, checkNested } from './fields/nested.ts';
import { checkOptions } from './fields/options.ts';
import { checkRuleDeclarations } from './fields/rules.ts';
import { checkFieldValues } from './fields/valueOptions.ts';
import { checkDisplays } from './lists/displays.ts';
import { checkFilters } from './lists/filters.ts';
import { checkImport } from './lists/imports.ts';
import { checkEntity, checkList, checkScreens } from './lists/lists.ts';
import { checkMetrics } from './lists/metrics.ts';
import { checkQueues } from './lists/queue.ts';
import { checkSummaries } from './lists/summaries.ts';
import { checkTotals } from './lists/totals.ts';
import { checkAttachments } from './screens/attachments.ts';
import { checkChildren } from './screens/children.ts';
import { checkDetail } from './screens/detail.ts';
import { checkForms } from './screens/forms.ts';
import { checkPrint } from './screens/print.ts';
import { checkTimeline } from './screens/timeline.ts';
import { checkEmbed, checkShownBy, checkTitle } from './screens/title.ts';
import { checkAnswerPaths } from './support/answerPaths.ts';
import { withoutConsequences } from './support/consequences.ts';
import { misreadWord } from './support/misreadWord.ts';
import { type Check, camelCase, declaringFile, mistake, repeated, wrongLetters } from './support/mistake.ts';
import { undefinedParts } from './support/undefinedParts.ts';
import { checkWords } from './words/unknownWords.ts';
import { wrongShapes } from './words/wrongShapes.ts';
import { checkActions } from './workflow/actions.ts';
import { checkAssignedValues } from './workflow/assignedValues.ts';
import { sharedEndpoints } from './workflow/endpointPaths.ts';
import { checkEvents } from './workflow/events.ts';
import { checkNotices } from './workflow/notices.ts';
import { checkSteps } from './workflow/steps.ts';
import { checkWrittenRecords } from './workflow/writtenRecords.ts';

const checks: readonly Check[] = [
  checkWords,
  checkEntity,
  checkTitle,
  checkEmbed,
  checkShownBy,
  checkOwnFields,
  checkNested,
  checkConflictingOptions,
  checkFieldValues,
  checkMigrationHints,
  checkComputedDefaults,
  checkFormulas,
  checkRollups,
  checkAnswerPaths,
  checkOptions,
  checkSingleRecord,
  checkConditionsOfFields,
  checkShownCircles,
  checkRuleDeclarations,
  checkExpressions,
  checkNoOverlap,
  checkSharedFields,
  checkEnterprises,
  checkTimeLimits,
  checkEditAndRemoveWhile,
  checkAccess,
  checkRoleNames,
  checkLookup,
  checkPickers,
  checkLifecycle,
  checkSteps,
  checkActions,
  checkAssignedValues,
  checkEvents,
  checkNotices,
  checkList,
  checkListParameters,
  checkFilters,
  checkDisplays,
  checkTotals,
  checkSummaries,
  checkChildren,
  checkAttachments,
  checkQueues,
  checkJoined,
  checkFiles,
  checkMetrics,
  checkVisibility,
  checkForms,
  checkDetail,
  checkPrint,
  checkTimeline,
  checkImport,
  checkScreens,
  checkReachability,
  checkIdentifierLengths,
  checkWrittenRecords,
  checkSamples,
];

/** One mistake for each value that must be unique but that several entities declare, with their files. */
function sharedValues(entities: readonly Entity[], what: string, of: (entity: Entity) => readonly string[]): string[] {
  return repeated(entities.flatMap(of)).map((value) => {
    const files = entities.filter((entity) => of(entity).includes(value)).map(declaringFile);
    return `${[...new Set(files)].join(', ')}: the ${what} "${value}" is declared twice; give one of them another`;
  });
}

const screensOf = (entity: Entity) => (entity.screens ?? []).map(({ path }) => path);

const screensOnPagePaths = (entities: readonly Entity[]): string[] =>
  entities.flatMap((entity) =>
    screensOf(entity)
      .filter((path) => pages.some((page) => page.path === path))
      .map(
        (path) =>
          `${declaringFile(entity)}: ${entity.name}.screens ${path} is a page already (contract/screens/menu.ts); write another path`,
      ),
  );

/** Finds redirects and menu groups that lead to a path without a screen or page. */
function menuMistakes(entities: readonly Entity[]): string[] {
  const screens = entities.flatMap((entity) => entity.screens ?? []);
  const paths = [...pages, ...screens].map(({ path }) => path);
  const brokenRedirects = Object.entries(redirects).filter(([, to]) => !paths.includes(to));
  const invalidGroups = menuGroups.filter(
    ({ name, first }) => !screens.some((screen) => screen.path === first && screen.menu?.group === name),
  );
  return [
    ...brokenRedirects.map(
      ([from, to]) =>
        `contract/screens/menu.ts: redirects ${from} leads to "${to}", which is no screen; write the path of one`,
    ),
    ...invalidGroups.map(
      ({ name, first }) =>
        `contract/screens/menu.ts: ${name}.first is "${first}", which is no screen of the group; write the path of one, and name the group in its menu`,
    ),
  ];
}

/** Finds entities that are registered under a name other than their own. */
const misregistered = (registered: Readonly<Record<string, { readonly name: string }>>): string[] =>
  Object.entries(registered)
    .filter(([key, { name }]) => key !== name)
    .map(([key, { name }]) => {
      const line = camelCase(name) === name ? name : `${name}: ${camelCase(name)}`;
      return `contract/index.ts: registry has the entity "${name}" under "${key}"; write ${line}`;
    });

/** The mistakes that a check finds; undefined where the declaration is too malformed for it. */
function mistakesOf(check: Check, entity: Entity): string[] | undefined {
  try {
    return check({ entity, entities: entity.contract.byName });
  } catch {
    return undefined;
  }
}

/**
 * A mistake of a text in both languages is one, although its rules hold for each of the two.
 * @returns the sentences, each once, about the field itself
 */
function aboutWholeTexts({ name: entity, fields }: Entity, mistakes: readonly string[]): string[] {
  const localized = Object.keys(fields).filter((name) => fields[name] && kinds[fields[name].kind]?.localized);
  if (localized.length === 0) return [...mistakes];
  const part = new RegExp(`: ${entity}\\.(${localized.join('|')})\\.(?:en|zh) `);
  return [...new Set(mistakes.map((one) => one.replace(part, `: ${entity}.$1 `)))];
}

/** Finds the mistakes in one declaration that types cannot rule out. */
export function findEntityMistakes(entity: Entity): string[] {
  const found = checks.map((check) => mistakesOf(check, entity));
  const mistakes = withoutConsequences(
    aboutWholeTexts(
      entity,
      found.flatMap((one) => one ?? []),
    ),
  );
  if (mistakes.length > 0 || !found.includes(undefined)) return mistakes;
  const misread = misreadWord(entity, (one) => checks.every((check) => mistakesOf(check, one) !== undefined));
  const what = misread === undefined ? 'has a word with a value of another type' : 'has a value of another type';
  return [mistake(entity, misread ?? '', `${what}; run npm run check, which names its line`)];
}

/**
 * Finds what keeps the other checks from reading the declarations: parts that are undefined, values of another type, and
 * entities whose names are none.
 * @returns one sentence for each, of the first kind that there is
 */
export function unreadableParts(contract: Contract): string[] {
  const missing = undefinedParts(contract);
  if (missing.length > 0) return missing;
  const misshapen = contract.entities.flatMap(wrongShapes);
  if (misshapen.length > 0) return misshapen;
  return contract.entities.flatMap((one) => wrongLetters(one.name).map((what) => mistake(one, '', what)));
}

/**
 * Finds every mistake in the declarations.
 * @returns One sentence for each mistake, with file, entity and field.
 */
export function findMistakes(contract: Contract): string[] {
  const { entities, registered } = contract;
  const unreadable = unreadableParts(contract);
  if (unreadable.length > 0) return unreadable;
  return [
    ...misregistered(registered),
    ...sharedValues(entities, 'name', ({ name }) => [name]),
    ...sharedValues(entities, 'former name', ({ migrate }) =>
      migrate?.renamedFrom === undefined ? [] : [migrate.renamedFrom],
    ),
    ...sharedValues(entities, 'path', ({ path }) => [path]),
    ...sharedValues(entities, 'table', ({ table }) => [table]),
    ...sharedValues(entities, 'endpoint', (entity) => actionEndpoints(entity).map(({ name }) => name)),
    ...sharedValues(entities, 'event', (entity) => eventTypesOf(entity).map(({ type }) => type)),
    ...sharedValues(entities, 'screen', screensOf),
    ...sharedValues(entities, 'metric', ({ metrics = {} }) => Object.keys(metrics)),
    ...sharedValues(entities, 'chart', ({ charts = {} }) => Object.keys(charts)),
    ...screensOnPagePaths(entities),
    ...menuMistakes(entities),
    ...findRoleMistakes(contract),
    ...sharedEndpoints(entities),
    ...entities.flatMap(findEntityMistakes),
  ];
}

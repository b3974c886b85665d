import { callsOf } from './actionCall.ts';
import type { Entity } from './entity.ts';
import { registry } from './index.ts';
import { menuGroups, pages, redirects } from './menu.ts';
import { checkAccess, checkLifecycle, checkShown, checkWhile } from './registry/access.ts';
import { checkActions } from './registry/actions.ts';
import { checkAnswers } from './registry/answers.ts';
import { checkChildren } from './registry/children.ts';
import { checkCombined } from './registry/combined.ts';
import { checkDetail } from './registry/detail.ts';
import { checkOwnFields } from './registry/fields.ts';
import { checkFigures } from './registry/figures.ts';
import { checkFiles } from './registry/files.ts';
import { checkFilters } from './registry/filters.ts';
import { checkFormer } from './registry/former.ts';
import { checkForms } from './registry/forms.ts';
import { checkFormulas } from './registry/formulas.ts';
import { checkImport } from './registry/imports.ts';
import { checkJoined } from './registry/joined.ts';
import { checkLength } from './registry/length.ts';
import { checkEntity, checkList, checkScreens } from './registry/lists.ts';
import { checkLookup, checkPicked } from './registry/lookup.ts';
import { checkMakes } from './registry/makes.ts';
import { type Check, camelCase, fileOf, repeated } from './registry/mistake.ts';
import { checkNarrow, checkNested } from './registry/nested.ts';
import { checkNotices } from './registry/notices.ts';
import { checkOptions } from './registry/options.ts';
import { checkQueues } from './registry/queue.ts';
import { checkReach } from './registry/reach.ts';
import { checkRoles } from './registry/roles.ts';
import { checkRules } from './registry/rules.ts';
import { checkSamples } from './registry/samples.ts';
import { checkSets } from './registry/sets.ts';
import { checkShape } from './registry/shape.ts';
import { checkSight } from './registry/sight.ts';
import { checkSpelling } from './registry/spelling.ts';
import { checkStarts } from './registry/starts.ts';
import { checkSteps } from './registry/steps.ts';
import { checkSummaries } from './registry/summaries.ts';
import { checkTimeline } from './registry/timeline.ts';
import { checkTitle } from './registry/title.ts';
import { checkTotals } from './registry/totals.ts';
import { checkFieldValues } from './registry/values.ts';

const checks: readonly Check[] = [
  checkSpelling,
  checkRoles,
  checkEntity,
  checkTitle,
  checkOwnFields,
  checkNested,
  checkCombined,
  checkFieldValues,
  checkFormer,
  checkStarts,
  checkFormulas,
  checkAnswers,
  checkOptions,
  checkShown,
  checkRules,
  checkWhile,
  checkAccess,
  checkLookup,
  checkPicked,
  checkLifecycle,
  checkSteps,
  checkActions,
  checkSets,
  checkNotices,
  checkList,
  checkNarrow,
  checkFilters,
  checkTotals,
  checkSummaries,
  checkChildren,
  checkQueues,
  checkJoined,
  checkFiles,
  checkFigures,
  checkSight,
  checkForms,
  checkDetail,
  checkTimeline,
  checkImport,
  checkScreens,
  checkReach,
  checkLength,
  checkMakes,
  checkSamples,
];

/** A sentence for each value that several entities have as their own, with their files. */
function shared(entities: readonly Entity[], what: string, of: (entity: Entity) => readonly string[]): string[] {
  return repeated(entities.flatMap(of)).map((value) => {
    const files = entities.filter((entity) => of(entity).includes(value)).map(({ name }) => fileOf(name));
    return `${[...new Set(files)].join(', ')}: the ${what} "${value}" is declared twice`;
  });
}

const screensOf = (entity: Entity) => (entity.screens ?? []).map(({ path }) => path);

const onPages = (entities: readonly Entity[]): string[] =>
  entities.flatMap((entity) =>
    screensOf(entity)
      .filter((path) => pages.some((page) => page.path === path))
      .map((path) => `${fileOf(entity.name)}: ${entity.name}.screens ${path} is a page already (contract/menu.ts)`),
  );

/** What the menu leads to and no entity or page has. */
function menuMistakes(entities: readonly Entity[]): string[] {
  const screens = entities.flatMap((entity) => entity.screens ?? []);
  const paths = [...pages, ...screens].map(({ path }) => path);
  const lost = Object.entries(redirects).filter(([, to]) => !paths.includes(to));
  const strange = menuGroups.filter(
    ({ name, first }) => !screens.some((screen) => screen.path === first && screen.menu?.group === name),
  );
  return [
    ...lost.map(([from, to]) => `contract/menu.ts: redirects ${from} leads to "${to}", which is no screen`),
    ...strange.map(
      ({ name, first }) => `contract/menu.ts: ${name}.first is "${first}", which is no screen of the group`,
    ),
  ];
}

/** Entities that stand in the registry under another name than their own. */
const misplaced = (registered: Readonly<Record<string, { readonly name: string }>>): string[] =>
  Object.entries(registered)
    .filter(([key, { name }]) => key !== name)
    .map(([key, { name }]) => {
      const line = camelCase(name) === name ? name : `${name}: ${camelCase(name)}`;
      return `contract/index.ts: registry has the entity "${name}" under "${key}"; write ${line}`;
    });

/** The mistakes of one declaration among all, by name: its shape alone while that is wrong, since all else leans on it. */
export function mistakesOf(entity: Entity, entities: ReadonlyMap<string, Entity>): string[] {
  const shapeless = checkShape({ entity, entities });
  return shapeless.length > 0 ? shapeless : checks.flatMap((check) => check({ entity, entities }));
}

/**
 * Every mistake in the declarations, one sentence each, with file, entity and field.
 * In: all of them, and the names that they are registered under.
 */
export function mistakesIn(
  entities: readonly Entity[],
  registered: Readonly<Record<string, { readonly name: string }>> = registry,
): string[] {
  const byName = new Map(entities.map((entity) => [entity.name, entity]));
  const shapeless = entities.flatMap((entity) => checkShape({ entity, entities: byName }));
  if (shapeless.length > 0) return shapeless;
  return [
    ...misplaced(registered),
    ...shared(entities, 'name', ({ name }) => [name]),
    ...shared(entities, 'former name', ({ was }) => (was === undefined ? [] : [was])),
    ...shared(entities, 'path', ({ path }) => [path]),
    ...shared(entities, 'table', ({ table }) => [table]),
    ...shared(entities, 'call', (entity) => callsOf(entity).map(({ name }) => name)),
    ...shared(entities, 'screen', screensOf),
    ...shared(entities, 'figure', ({ figures = {} }) => Object.keys(figures)),
    ...shared(entities, 'chart', ({ charts = {} }) => Object.keys(charts)),
    ...onPages(entities),
    ...menuMistakes(entities),
    ...entities.flatMap((entity) => mistakesOf(entity, byName)),
  ];
}

/** Holds the declarations together. In: all of them. Throws one error that lists every mistake. */
export function checkRegistry(entities: readonly Entity[]): void {
  const mistakes = mistakesIn(entities);
  if (mistakes.length > 0) throw new Error(`the declarations have mistakes:\n  ${mistakes.join('\n  ')}`);
}

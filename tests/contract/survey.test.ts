import { describe, expect, it } from 'vitest';
import { findMistakes } from '../../contract/checks/index.ts';
import { everyField } from '../../contract/checks/support/walkFields.ts';
import { kindNames, wordsOfKind } from '../../contract/checks/words/kindWords.ts';
import { isNumberBound } from '../../contract/conditions/bounds.ts';
import { isOpposite } from '../../contract/conditions/condition.ts';
import type { Condition, RowRule } from '../../contract/schema/access.ts';
import type { Entity } from '../../contract/schema/entity.ts';
import type { Field, KindName } from '../../contract/schema/field/field.ts';
import { lifecycleSteps } from '../../contract/schema/lifecycle.ts';
import { isOfChildren, type NoticeDeclaration, noticeMailOf, noticeRecipients } from '../../contract/schema/notice.ts';
import { isRelativeTime } from '../../contract/schema/now.ts';
import { requirementsOf } from '../../contract/schema/requirement.ts';
import { overlapsOf } from '../../contract/schema/rule.ts';
import { offer } from '../../examples/service-desk/prices/offer.ts';
import { price } from '../../examples/service-desk/prices/price.ts';
import { siteSurvey } from '../../examples/service-desk/surveys/siteSurvey.ts';
import { surveyFinding } from '../../examples/service-desk/surveys/surveyFinding.ts';
import { surveyNote } from '../../examples/service-desk/surveys/surveyNote.ts';
import { surveySetting } from '../../examples/service-desk/surveys/surveySetting.ts';
import { surveyTool } from '../../examples/service-desk/surveys/surveyTool.ts';
import { training } from '../../examples/service-desk/trainings/training.ts';
import { wordsOf } from '../support/declared/interfaces.ts';
import { surveyContract } from '../support/survey/invented.ts';

/** The entities of the survey. The others use the options that would remove endpoints from the first one. */
const invented = ['site_survey', 'survey_finding', 'survey_tool', 'survey_note', 'survey_setting'].map((name) =>
  surveyContract.entity(name),
);
const [survey] = invented as [Entity];

const used = (things: readonly (object | undefined)[]): string[] =>
  [...new Set(things.flatMap((thing) => Object.entries(thing ?? {})))]
    .filter(([, value]) => value !== undefined)
    .map(([word]) => word);

/** The options that fields use, those of `migrate` as paths. */
const usedByFields = (all: readonly Field[]): string[] => [
  ...used(all),
  ...used(all.map(({ migrate }) => migrate)).map((word) => `migrate.${word}`),
];

const fields = everyField(survey).map(([, field]) => field);
const steps = [survey, training].flatMap(({ lifecycle }) => Object.values(lifecycle?.transitions ?? {}));
const notices = [survey, surveyFinding].flatMap((one) => Object.values(one.notices ?? {}));
const trainingNotices: readonly NoticeDeclaration[] = Object.values(training.notices ?? {});
const screens = survey.screens ?? [];
const choices = fields.flatMap((field) => field.choices ?? []);

/** For each type of a declaration, its possible properties and those that the survey uses. */
const sorts: readonly [string, readonly string[], readonly (object | undefined)[]][] = [
  ['entity', wordsOf('EntityDeclaration'), [...invented, offer, price]],
  ['migration of an entity', wordsOf('EntityMigration'), invented.map(({ migrate }) => migrate)],
  ['migration of a field', wordsOf('FieldMigration'), fields.map(({ migrate }) => migrate)],
  ['rule', wordsOf('FieldRule'), survey.rules ?? []],
  ['period', wordsOf('NoOverlap'), overlapsOf(training)],
  ['count of children', wordsOf('Rollup'), [training.fields.booked.rollup]],
  ['access', wordsOf('Access'), [survey.access, surveyTool.access]],
  ['lifecycle', wordsOf('Lifecycle'), [survey.lifecycle]],
  ['step', wordsOf('StepDeclaration'), steps],
  ['schedule', wordsOf('StepSchedule'), steps.map(({ schedule }) => schedule)],
  ['notice', wordsOf('NoticeDeclaration'), notices],
  ['schedule of a notice', wordsOf('NoticeSchedule'), notices.map(({ schedule }) => schedule)],
  ['mail of a notice', wordsOf('NoticeMailDeclaration'), notices.map(noticeMailOf)],
  [
    'readers',
    wordsOf('RoleRecipients'),
    notices.flatMap(noticeRecipients).filter((reader) => typeof reader !== 'string'),
  ],
  ['readers of children', wordsOf('ChildRecipients'), trainingNotices.flatMap(noticeRecipients).filter(isOfChildren)],
  ['list', wordsOf('ListDeclaration'), [survey.list, surveyFinding.list]],
  ['board', wordsOf('BoardDeclaration'), [survey.list.board]],
  ['calendar', wordsOf('CalendarDeclaration'), [survey.list.calendar, training.list.calendar]],
  ['summary', wordsOf('SummaryDeclaration'), survey.list.summaries ?? []],
  ['metric', wordsOf('MetricDeclaration'), Object.values(survey.metrics ?? {})],
  ['chart', wordsOf('ChartDeclaration'), Object.values(survey.charts ?? {})],
  ['queue', wordsOf('QueueDeclaration'), Object.values(survey.queue ?? {})],
  ['timeline', wordsOf('TimelineDeclaration'), [survey.timeline]],
  ['an event of a timeline', wordsOf('TimelineEvent'), Object.values(survey.timeline?.events ?? {})],
  ['a date of a timeline', wordsOf('TimelineDate'), Object.values(survey.timeline?.dates ?? {})],
  ['a part of a timeline', wordsOf('TimelinePart'), Object.values(survey.timeline?.parts ?? {})],
  ['screen', wordsOf('ScreenDeclaration'), screens],
  ['print', wordsOf('PrintDeclaration'), [survey.print]],
  ['a section on paper', wordsOf('PrintSection'), survey.print?.sections ?? []],
  ['menu', wordsOf('MenuEntry'), screens.map(({ menu }) => menu)],
  ['children', wordsOf('ChildrenDeclaration'), Object.values(survey.children ?? {})],
  ['embeddedIn', wordsOf('EmbeddedListDeclaration'), survey.embeddedIn ?? []],
  ['servedBy', wordsOf('ServedByDeclaration'), survey.servedBy ?? []],
  ['choice', wordsOf('Choice'), choices],
];

/** The shape of an entry of a condition. */
function shapeOf(name: string, wanted: unknown): string {
  if (name === 'anyOf') return 'anyOf';
  if (wanted === null) return 'empty';
  if (Array.isArray(wanted)) return 'one of';
  if (typeof wanted !== 'object') return name.includes('.') ? 'inside' : 'value';
  if (isRelativeTime(wanted)) return 'timed';
  if (isNumberBound(wanted)) return 'bounded';
  if (isOpposite(wanted)) return 'not';
  return ['me', 'through'].find((word) => word in wanted) ?? 'behind';
}
const shapesOf = (condition: Condition | RowRule | undefined): string[] =>
  typeof condition !== 'object'
    ? []
    : Object.entries(condition).flatMap(([name, wanted]) => [
        shapeOf(name, wanted),
        ...(name === 'anyOf' ? (wanted as readonly Condition[]).flatMap(shapesOf) : []),
      ]);

describe('the invented entity', () => {
  it('has no mistakes beside the others', () => {
    expect(findMistakes(surveyContract)).toEqual([]);
  });

  it.each(sorts)('says every word of %s', (_, known, things) => {
    expect(known.length).toBeGreaterThan(0);
    expect(used(things)).toEqual(expect.arrayContaining([...known]));
  });

  it.each(kindNames)('says of its fields every word that %s alone knows', (kind: KindName) => {
    const common = kindNames.reduce<readonly string[]>(
      (left, one) => left.filter((word) => wordsOfKind(one).includes(word)),
      wordsOfKind(kind),
    );
    const ours = Object.values(survey.fields).filter((field) => field.kind === kind);
    expect(ours.length).toBeGreaterThan(0);
    expect(usedByFields(ours)).toEqual(
      expect.arrayContaining(wordsOfKind(kind).filter((word) => !common.includes(word))),
    );
    const all = [survey, surveySetting].flatMap((one) => Object.values<Field>(one.fields));
    expect(usedByFields(all)).toEqual(expect.arrayContaining([...common]));
  });

  it('has every kind within an object, and asks in every way that a condition can', () => {
    expect(new Set(Object.values(siteSurvey.fields.place.fields ?? {}).map(({ kind }) => kind))).toEqual(
      new Set(kindNames.filter((kind) => !['object', 'list', 'file', 'localizedText'].includes(kind))),
    );
    const conditions = [
      ...Object.values(survey.access.rows),
      ...lifecycleSteps(survey.lifecycle as never)
        .flatMap(requirementsOf)
        .map(({ holds }) => holds),
      ...fields.flatMap(({ where, shownWhen }) => [where, shownWhen]),
      survey.editWhile,
      survey.removeWhile,
      surveyNote.editWhile,
      ...screens.map(({ menu }) => menu?.hiddenWhen),
    ].flatMap(shapesOf);
    expect(new Set(conditions)).toEqual(
      new Set(['value', 'one of', 'empty', 'inside', 'me', 'timed', 'bounded', 'not', 'behind', 'through', 'anyOf']),
    );
  });
});

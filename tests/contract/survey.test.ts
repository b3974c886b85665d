import { describe, expect, it } from 'vitest';
import { mistakesIn } from '../../contract/checks/index.ts';
import * as words from '../../contract/checks/support/vocabulary.ts';
import { everyField } from '../../contract/checks/support/walkFields.ts';
import { entities, registry } from '../../contract/index.ts';
import { kindNames } from '../../contract/kinds/index.ts';
import type { Condition, RowRule } from '../../contract/schema/access.ts';
import type { Entity } from '../../contract/schema/entity.ts';
import type { Field, KindName } from '../../contract/schema/field/field.ts';
import { transitionsOf } from '../../contract/schema/lifecycle.ts';
import { mailOf, readersOf } from '../../contract/schema/notice.ts';
import { isTimed } from '../../contract/schema/now.ts';
import { siteSurvey } from '../support/survey/siteSurvey.ts';
import { surveyFinding } from '../support/survey/surveyFinding.ts';
import { surveyNote } from '../support/survey/surveyNote.ts';
import { surveyTool } from '../support/survey/surveyTool.ts';

/** The invented entities; the others are there for what would take calls away from the first. */
const invented: readonly Entity[] = [siteSurvey, surveyFinding, surveyTool, surveyNote];
const [survey] = invented as [Entity];

const used = (things: readonly (object | undefined)[]): string[] =>
  [...new Set(things.flatMap((thing) => Object.entries(thing ?? {})))]
    .filter(([, value]) => value !== undefined)
    .map(([word]) => word);

const fields = everyField(survey).map(([, field]) => field);
const steps = Object.values(survey.lifecycle?.transitions ?? {});
const notices = Object.values(survey.notices ?? {});
const screens = survey.screens ?? [];
const choices = fields.flatMap((field) => field.choices ?? []);

/** What a declaration of each sort may say, and what the survey says of it. */
const sorts: readonly [string, readonly string[], readonly (object | undefined)[]][] = [
  ['entity', words.entityWords, invented],
  ['rule', words.ruleWords, survey.rules ?? []],
  ['access', words.accessWords, [survey.access, surveyTool.access]],
  ['lifecycle', words.lifecycleWords, [survey.lifecycle]],
  ['step', words.stepWords, steps],
  ['schedule', words.scheduleWords, steps.map(({ schedule }) => schedule)],
  ['notice', words.noticeWords, notices],
  ['schedule of a notice', words.noticeScheduleWords, notices.map(({ schedule }) => schedule)],
  ['mail of a notice', words.noticeMailWords, notices.map(mailOf)],
  ['readers', words.readerWords, notices.flatMap(readersOf).filter((reader) => typeof reader !== 'string')],
  ['list', words.listWords, [survey.list, surveyFinding.list]],
  ['summary', words.summaryWords, survey.list.summaries ?? []],
  ['figure', words.figureWords, Object.values(survey.figures ?? {})],
  ['chart', words.chartWords, Object.values(survey.charts ?? {})],
  ['queue', words.queueWords, Object.values(survey.queue ?? {})],
  ['timeline', words.timelineWords, [survey.timeline]],
  ['what a timeline tells', words.toldWords, Object.values(survey.timeline?.tells ?? {})],
  ['a moment of a timeline', words.momentWords, Object.values(survey.timeline?.moments ?? {})],
  ['a part of a timeline', words.partWords, Object.values(survey.timeline?.parts ?? {})],
  ['screen', words.screenWords, screens],
  ['menu', words.menuWords, screens.map(({ menu }) => menu)],
  ['children', words.childrenWords, Object.values(survey.children ?? {})],
  ['within', words.withinWords, survey.within ?? []],
  ['reachedBy', words.reachedWords, survey.reachedBy ?? []],
  ['choice', words.choiceWords, choices],
];

/** The shape of what a condition asks of a field. */
function shapeOf(name: string, wanted: unknown): string {
  if (name === 'anyOf') return 'anyOf';
  if (wanted === null) return 'empty';
  if (Array.isArray(wanted)) return 'one of';
  if (typeof wanted !== 'object') return name.includes('.') ? 'inside' : 'value';
  if (isTimed(wanted)) return 'timed';
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
    const all = {
      ...registry,
      site_survey: siteSurvey,
      survey_finding: surveyFinding,
      survey_tool: surveyTool,
      survey_note: surveyNote,
    };
    expect(mistakesIn([...entities, ...invented], all)).toEqual([]);
  });

  it.each(sorts)('says every word of %s', (_, known, things) => {
    expect(known.length).toBeGreaterThan(0);
    expect(used(things)).toEqual(expect.arrayContaining([...known]));
  });

  it.each(kindNames)('says of its fields every word that %s alone knows', (kind: KindName) => {
    const common = kindNames.reduce<readonly string[]>(
      (left, one) => left.filter((word) => words.wordsOfKind(one).includes(word)),
      words.wordsOfKind(kind),
    );
    const ours = Object.values(survey.fields).filter((field) => field.kind === kind);
    expect(ours.length).toBeGreaterThan(0);
    expect(used(ours)).toEqual(
      expect.arrayContaining(words.wordsOfKind(kind).filter((word) => !common.includes(word))),
    );
    expect(used(Object.values<Field>(survey.fields))).toEqual(expect.arrayContaining([...common]));
  });

  it('has every kind within an object, and asks in every way that a condition can', () => {
    expect(new Set(Object.values(siteSurvey.fields.place.fields ?? {}).map(({ kind }) => kind))).toEqual(
      new Set(kindNames.filter((kind) => !['object', 'list', 'file'].includes(kind))),
    );
    const conditions = [
      ...Object.values(survey.access.rows),
      ...transitionsOf(survey.lifecycle as never).map(({ when }) => when),
      ...fields.flatMap(({ where, shownWhen }) => [where, shownWhen]),
      survey.editWhile,
      survey.removeWhile,
      surveyNote.editWhile,
      ...screens.map(({ menu }) => menu?.hiddenWhen),
    ].flatMap(shapesOf);
    expect(new Set(conditions)).toEqual(
      new Set(['value', 'one of', 'empty', 'inside', 'me', 'timed', 'behind', 'through', 'anyOf']),
    );
  });
});

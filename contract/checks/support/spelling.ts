import { operations } from '../../schema/access.ts';
import type { Entity } from '../../schema/entity.ts';
import type { Field } from '../../schema/field/field.ts';
import { iconNames } from '../../schema/icon.ts';
import { mailOf, mailReadersOf, type RoleOfReaders, readersOf } from '../../schema/notice.ts';
import { type Check, mistake } from './mistake.ts';
import { instead, notThere } from './suggest.ts';
import {
  accessWords,
  actionWords,
  callWords,
  chartWords,
  childrenWords,
  choiceWords,
  detailWords,
  entityWords,
  figureWords,
  importWords,
  kindsWith,
  lifecycleWords,
  listWords,
  menuWords,
  momentWords,
  noticeMailWords,
  noticeScheduleWords,
  noticeWords,
  partWords,
  queueWords,
  reachedWords,
  readerWords,
  requirementWords,
  ruleWords,
  scheduleWords,
  screenWords,
  stepWords,
  summaryWords,
  timelineWords,
  toldWords,
  typedWords,
  withinWords,
  wordsOfKind,
} from './vocabulary.ts';
import { everyField } from './walkFields.ts';

/** A sentence for each word of a thing that nobody there knows. */
const strange = (entity: Entity, place: string, thing: object | undefined, known: readonly string[]): string[] =>
  Object.keys(thing ?? {})
    .filter((word) => !known.includes(word))
    .map((word) => mistake(entity, place, `has the unknown word "${word}"; ${instead(word, known)}`));

const tones = {
  choice: ['neutral', 'info', 'good', 'warn', 'bad'],
  step: ['primary', 'danger'],
} as const;
const toneOf = ({ tone }: { readonly tone?: string }) => (tone === undefined ? [] : [tone]);

function checkField(entity: Entity, place: string, field: Field): string[] {
  const known = wordsOfKind(field.kind);
  return [
    ...Object.keys(field)
      .filter((word) => !known.includes(word))
      .map((word) => {
        const others = kindsWith(word);
        const right = others.length > 0 ? `only ${others.join(', ')} know it, leave it out` : instead(word, known);
        return mistake(entity, place, `has the word "${word}", which ${field.kind} does not know; ${right}`);
      }),
    ...(field.kind === 'boolean' ? notThere(entity, place, toneOf(field), tones.choice, 'the tone') : []),
    ...(field.choices ?? []).flatMap((choice) => [
      ...strange(entity, `${place}, the choice ${choice.id},`, choice, choiceWords),
      ...notThere(entity, `${place}, the choice ${choice.id},`, toneOf(choice), tones.choice, 'the tone'),
    ]),
  ];
}

const checkSteps = (entity: Entity): string[] =>
  Object.entries(entity.lifecycle?.transitions ?? {}).flatMap(([name, step]) => [
    ...strange(entity, `lifecycle.${name}`, step, stepWords),
    ...strange(entity, `lifecycle.${name}.schedule`, step.schedule, scheduleWords),
    ...notThere(entity, `lifecycle.${name}`, toneOf(step), tones.step, 'the tone'),
  ]);

const checkActions = (entity: Entity): string[] =>
  Object.entries(entity.actions ?? {}).flatMap(([name, action]) => [
    ...strange(entity, `actions.${name}`, action, actionWords),
    ...strange(entity, `actions.${name}.call`, action.call, callWords),
    ...strange(entity, `actions.${name}.typed`, action.typed, typedWords),
    ...(action.when ?? []).flatMap((one) => strange(entity, `actions.${name}.when`, one, requirementWords)),
    ...notThere(entity, `actions.${name}`, toneOf(action), tones.step, 'the tone'),
  ]);

const checkReaders = (entity: Entity, place: string, readers: readonly (string | RoleOfReaders)[]): string[] =>
  readers.flatMap((reader) => (typeof reader === 'string' ? [] : strange(entity, place, reader, readerWords)));

const checkNotices = (entity: Entity): string[] =>
  Object.entries(entity.notices ?? {}).flatMap(([name, notice]) => [
    ...strange(entity, `notices.${name}`, notice, noticeWords),
    ...checkReaders(entity, `notices.${name}.to`, readersOf(notice)),
    ...strange(entity, `notices.${name}.mail`, mailOf(notice), noticeMailWords),
    ...strange(entity, `notices.${name}.schedule`, notice.schedule, noticeScheduleWords),
    ...(mailOf(notice)?.to ? checkReaders(entity, `notices.${name}.mail.to`, mailReadersOf(notice)) : []),
  ]);

const checkQueues = (entity: Entity): string[] =>
  Object.entries(entity.queue ?? {}).flatMap(([name, queue]) => strange(entity, `queue.${name}`, queue, queueWords));

const checkFigures = (entity: Entity): string[] => [
  ...Object.entries(entity.figures ?? {}).flatMap(([name, one]) =>
    strange(entity, `figures.${name}`, one, figureWords),
  ),
  ...Object.entries(entity.charts ?? {}).flatMap(([name, one]) => strange(entity, `charts.${name}`, one, chartWords)),
];

const checkPlaces = (entity: Entity): string[] => [
  ...(entity.screens ?? []).flatMap((screen) => [
    ...strange(entity, `screens ${screen.path}`, screen, screenWords),
    ...strange(entity, `screens ${screen.path} menu`, screen.menu, menuWords),
    ...notThere(
      entity,
      `screens ${screen.path} menu`,
      screen.menu?.icon ? [screen.menu.icon] : [],
      iconNames,
      'the icon',
    ),
  ]),
  ...Object.entries(entity.children ?? {}).flatMap(([name, one]) =>
    strange(entity, `children.${name}`, one, childrenWords),
  ),
  ...(entity.within ?? []).flatMap((one) => strange(entity, `within ${one.entity}`, one, withinWords)),
  ...(entity.reachedBy ?? []).flatMap((one) => strange(entity, `reachedBy ${one.from}`, one, reachedWords)),
];

function checkTimeline(entity: Entity): string[] {
  const { tells = {}, moments = {}, parts = {} } = entity.timeline ?? {};
  const ownParts = Object.entries(parts).map(([name, part]) => [`timeline.parts.${name}`, part] as const);
  const all = [
    ...Object.entries(moments).map(([name, one]) => [`timeline.moments.${name}`, one] as const),
    ...ownParts.flatMap(([place, part]) =>
      Object.entries(part.moments ?? {}).map(([name, one]) => [`${place}.moments.${name}`, one] as const),
    ),
  ];
  const told = Object.entries(tells).map(([name, one]) => [`timeline.tells.${name}`, one] as const);
  return [
    ...strange(entity, 'timeline', entity.timeline, timelineWords),
    ...told.flatMap(([place, one]) => strange(entity, place, one, toldWords)),
    ...all.flatMap(([place, one]) => strange(entity, place, one, momentWords)),
    ...ownParts.flatMap(([place, one]) => strange(entity, place, one, partWords)),
    ...[...told, ...all].flatMap(([place, one]) => notThere(entity, place, toneOf(one), tones.choice, 'the tone')),
  ];
}

/** Words and names that no declaration knows, with those that were meant. */
export const checkSpelling: Check = ({ entity }) => [
  ...strange(entity, '', entity, entityWords),
  ...notThere(entity, 'icon', [entity.icon], iconNames, 'the icon'),
  ...notThere(entity, 'without', entity.without ?? [], [...operations, 'restore', 'export'], 'the call'),
  ...strange(entity, 'access', entity.access, accessWords),
  ...strange(entity, 'lifecycle', entity.lifecycle, lifecycleWords),
  ...strange(entity, 'list', entity.list, listWords),
  ...(entity.list.summaries ?? []).flatMap((one) => strange(entity, 'list.summaries', one, summaryWords)),
  ...strange(entity, 'detail', entity.detail, detailWords),
  ...(entity.rules ?? []).flatMap((one) => strange(entity, `rules, ${one.field},`, one, ruleWords)),
  ...(typeof entity.import === 'object' ? strange(entity, 'import', entity.import, importWords) : []),
  ...everyField(entity).flatMap(([place, field]) => checkField(entity, place, field)),
  ...checkSteps(entity),
  ...checkActions(entity),
  ...checkNotices(entity),
  ...checkQueues(entity),
  ...checkFigures(entity),
  ...checkTimeline(entity),
  ...checkPlaces(entity),
];

import type { Access } from '../../schema/access.ts';
import type { Action, ActionEndpointDeclaration, TypedWord } from '../../schema/action.ts';
import type { ChildrenDeclaration } from '../../schema/children.ts';
import type {
  EntityDeclaration,
  EntityMigration,
  EventDeclaration,
  ImportDeclaration,
  ListDeclaration,
} from '../../schema/entity.ts';
import { type Choice, tones } from '../../schema/field/options.ts';
import type { Rollup } from '../../schema/field/rollup.ts';
import type { Lifecycle, StepDeclaration, StepSchedule } from '../../schema/lifecycle.ts';
import type { BoardDeclaration, CalendarDeclaration } from '../../schema/list/display.ts';
import type { SummaryDeclaration } from '../../schema/list/summaryTable.ts';
import type { ChartDeclaration, MetricDeclaration, SeriesDeclaration } from '../../schema/metric.ts';
import type {
  ChildRecipients,
  NoticeDeclaration,
  NoticeMailDeclaration,
  NoticeSchedule,
  RoleRecipients,
} from '../../schema/notice.ts';
import type { QueueDeclaration } from '../../schema/queue.ts';
import type { Requirement } from '../../schema/requirement.ts';
import type { DistinctTexts, FieldRule, NoOverlap } from '../../schema/rule.ts';
import type {
  DetailDeclaration,
  EmbeddedListDeclaration,
  MenuEntry,
  PrintDeclaration,
  PrintSection,
  ScreenDeclaration,
  ServedByDeclaration,
} from '../../schema/screen.ts';
import type { TimelineDate, TimelineDeclaration, TimelineEvent, TimelinePart } from '../../schema/timeline.ts';

import {
  choiceId,
  condition,
  eachOf,
  emptyTexts,
  flag,
  label,
  message,
  names,
  number,
  pairs,
  rolesOrTrue,
  rowRule,
  rows,
  type Shape,
  sentence,
  someOf,
  state,
  states,
  text,
  textOrNames,
  value,
} from './shapes.ts';

/** What a word holds: a value, fields, or a part with words of its own. */
export type Content = Shape | 'fields' | Part;

/** A part of a declaration: its words, each with what it holds. */
export interface Part {
  readonly words: Readonly<Record<string, Content>>;
  /**
   * How the part is written, if not as one object: `named`: several, by names that the declaration chooses. `listed`: a
   * list of them. `oneOrListed`: one of them, or a list. `entries`: a list of them, or a single condition, whose names
   * are no words.
   */
  readonly as?: 'named' | 'listed' | 'oneOrListed' | 'entries';
  /** What may be in its place: `true`, or a text. */
  readonly or?: 'true' | 'text';
  /** True if a check of its own names unknown words. */
  readonly open?: true;
}

/** A part that a type declares. A missing or an unknown word is a compile error. */
const part = <Type>(words: { readonly [word in keyof Required<Type>]: Content }): Part => ({ words });
const named = (one: Part): Part => ({ ...one, as: 'named' });
const listed = (one: Part): Part => ({ ...one, as: 'listed' });
const oneOrListed = (one: Part): Part => ({ ...one, as: 'oneOrListed' });
const open = (one: Part): Part => ({ ...one, open: true });
const orTrue = (one: Part): Part => ({ ...one, or: 'true' });

const buttonTones = ['primary', 'danger'];

/** A single condition in place of the list names fields, which are no words. */
const requirements: Part = { ...part<Requirement>({ holds: condition, otherwise: message, at: text }), as: 'entries' };

const step = part<StepDeclaration>({
  from: states,
  to: state,
  roles: names,
  label,
  input: 'fields',
  assign: pairs,
  create: eachOf(pairs),
  update: eachOf(pairs),
  takes: eachOf(text),
  effect: value,
  schedule: part<StepSchedule>({ by: text, days: value, hours: value }),
  when: requirements,
  otherwise: sentence,
  confirm: value,
  done: sentence,
  tone: buttonTones,
  event: text,
});

const action = part<Action>({
  endpoint: part<ActionEndpointDeclaration>({
    name: text,
    path: text,
    label,
    by: text,
    idIn: text,
    which: 'fields',
    answers: pairs,
  }),
  roles: names,
  label,
  sends: pairs,
  input: 'fields',
  assign: pairs,
  create: eachOf(pairs),
  update: eachOf(pairs),
  takes: eachOf(text),
  effect: value,
  form: rows,
  prefilled: names,
  typed: part<TypedWord>({ input: text, word: text, otherwise: message }),
  when: requirements,
  otherwise: sentence,
  shownWhen: condition,
  tone: buttonTones,
  confirm: value,
  done: sentence,
  bulk: flag,
  audit: text,
  event: text,
});

const recipients: Part = {
  ...part<RoleRecipients & ChildRecipients>({ role: text, of: text, when: condition, children: text, to: value }),
  as: 'oneOrListed',
  or: 'text',
};

const notice = part<NoticeDeclaration>({
  text: label,
  to: recipients,
  values: eachOf(text),
  mail: orTrue(part<NoticeMailDeclaration>({ to: recipients, text: label, address: text })),
  changed: textOrNames,
  added: text,
  schedule: part<NoticeSchedule>({ by: text, days: value, hours: value, since: text, chosen: text, unless: text }),
  when: condition,
  key: text,
});

const list = part<ListDeclaration>({
  columns: names,
  optional: names,
  identifies: names,
  card: names,
  board: part<BoardDeclaration>({ by: text, shows: names }),
  calendar: part<CalendarDeclaration>({ from: text, until: text, shows: names, when: condition }),
  filters: names,
  search: names,
  notInGlobalSearch: flag,
  range: text,
  sort: textOrNames,
  sortable: names,
  parameters: 'fields',
  totals: names,
  averages: names,
  groups: names,
  empty: emptyTexts,
  summaries: listed(part<SummaryDeclaration>({ by: names, sums: names })),
});

const chart = part<ChartDeclaration>({
  label,
  roles: names,
  order: number,
  only: pairs,
  sum: text,
  by: text,
  every: ['day', 'month'],
  ahead: flag,
  leads: pairs,
  series: named(part<SeriesDeclaration>({ label, only: pairs, tone: tones })),
});

const screen = part<ScreenDeclaration>({
  path: text,
  roles: names,
  label: value,
  noun: label,
  menu: part<MenuEntry>({ group: text, order: number, icon: text, hiddenWhen: condition }),
  only: pairs,
  preset: pairs,
  columns: names,
  filters: names,
  choices: eachOf({ is: Array.isArray, cure: 'write a list of values' }),
  required: names,
  form: rows,
});

const dates = named(part<TimelineDate>({ at: text, when: condition, label, tone: tones, comment: text }));

const timeline = part<TimelineDeclaration>({
  events: named(part<TimelineEvent>({ label, tone: tones, of: names, failed: flag, at: text, comment: text })),
  dates,
  parts: named(
    part<TimelinePart>({
      entity: text,
      by: text,
      when: condition,
      names: text,
      counts: text,
      only: names,
      dates,
      roles: names,
    }),
  ),
});

/** The words of a count or a sum of children. */
export const rollupPart: Part = part<Rollup>({ entity: text, by: text, sum: text, when: condition });

/** The words of one value of a choice. */
export const choicePart: Part = part<Choice>({ id: choiceId, label, tone: tones, extra: pairs });

/** The words of an entity. */
export const entityPart: Part = part<EntityDeclaration>({
  name: text,
  path: text,
  table: text,
  label,
  labels: label,
  title: textOrNames,
  embed: names,
  shownBy: text,
  icon: text,
  fields: 'fields',
  single: flag,
  migrate: part<EntityMigration>({ renamedFrom: text, removed: names }),
  unique: rows,
  rules: listed(
    part<FieldRule>({
      field: text,
      after: text,
      requiredWhen: value,
      distinct: part<DistinctTexts>({ with: names, most: number, otherwise: message }),
      unlessShown: ['dropped', 'refused'],
    }),
  ),
  check: eachOf(label),
  noOverlap: oneOrListed(part<NoOverlap>({ by: names, from: text, until: text, when: condition })),
  access: open(
    part<Access>({
      list: names,
      lookup: names,
      get: names,
      create: names,
      edit: names,
      remove: names,
      rows: eachOf(rowRule),
      storedScope: flag,
    }),
  ),
  editWhile: condition,
  editOtherwise: sentence,
  removeWhile: condition,
  removeOtherwise: sentence,
  lifecycle: part<Lifecycle>({ field: text, transitions: named(step) }),
  actions: named(action),
  notices: named(notice),
  events: named(part<EventDeclaration>({ label, type: text })),
  queue: named(
    part<QueueDeclaration>({
      label,
      roles: names,
      order: number,
      only: pairs,
      since: text,
      shows: names,
      steps: names,
    }),
  ),
  metrics: named(part<MetricDeclaration>({ label, roles: names, order: number, only: pairs, sum: text, since: text })),
  charts: named(chart),
  list,
  children: named(
    part<ChildrenDeclaration>({
      entity: text,
      by: text,
      label,
      add: names,
      nested: flag,
      onDelete: ['cascade', 'restrict'],
    }),
  ),
  comments: rolesOrTrue,
  files: rolesOrTrue,
  import: orTrue(part<ImportDeclaration>({ fields: names })),
  form: rows,
  detail: part<DetailDeclaration>({ summary: names, tabs: names }),
  print: part<PrintDeclaration>({
    title: label,
    sections: listed(part<PrintSection>({ label, fields: names, list: text })),
    signatures: value,
  }),
  timeline,
  screens: listed(screen),
  embeddedIn: listed(part<EmbeddedListDeclaration>({ entity: text, by: text, when: condition, label, roles: names })),
  servedBy: listed(part<ServedByDeclaration>({ operations: names, roles: names, from: text })),
  samples: value,
  without: someOf(['list', 'get', 'create', 'edit', 'remove', 'restore', 'export']),
});

import { kinds, kindsThat } from '../../kinds/index.ts';
import type { Access } from '../../schema/access.ts';
import type { Action, ActionCall, Requirement, TypedWord } from '../../schema/action.ts';
import type { ChildrenDeclaration } from '../../schema/children.ts';
import type { EntityDeclaration, ImportDeclaration, ListDeclaration } from '../../schema/entity.ts';
import type { KindName } from '../../schema/field/field.ts';
import type { Choice, FieldOptions } from '../../schema/field/options.ts';
import type { Chart, Figure } from '../../schema/figure.ts';
import type { Lifecycle, Schedule, Transition } from '../../schema/lifecycle.ts';
import type { Notice, NoticeMail, NoticeSchedule, RoleOfReaders } from '../../schema/notice.ts';
import type { Queue } from '../../schema/queue.ts';
import type { FieldRule } from '../../schema/rule.ts';
import type {
  DetailDeclaration,
  MenuEntry,
  ReachedDeclaration,
  ScreenDeclaration,
  WithinDeclaration,
} from '../../schema/screen.ts';
import type { SummaryDeclaration } from '../../schema/summaryTable.ts';
import type { Moment, TimelineDeclaration, TimelinePart, Told } from '../../schema/timeline.ts';

/** The words of a type: the compiler holds them to be all of them, and no others. */
const wordsOf = <Type>(words: { readonly [word in keyof Required<Type>]: true }): readonly string[] =>
  Object.keys(words);

const yes = true;

export const entityWords = wordsOf<EntityDeclaration>({
  name: yes,
  was: yes,
  gone: yes,
  path: yes,
  table: yes,
  label: yes,
  labels: yes,
  title: yes,
  icon: yes,
  fields: yes,
  unique: yes,
  access: yes,
  editWhile: yes,
  removeWhile: yes,
  lifecycle: yes,
  list: yes,
  form: yes,
  detail: yes,
  timeline: yes,
  screens: yes,
  actions: yes,
  notices: yes,
  queue: yes,
  figures: yes,
  charts: yes,
  children: yes,
  within: yes,
  reachedBy: yes,
  rules: yes,
  samples: yes,
  without: yes,
  import: yes,
});
export const ruleWords = wordsOf<FieldRule>({ field: yes, after: yes, requiredWhen: yes, unlessShown: yes });
export const accessWords = wordsOf<Access>({
  list: yes,
  lookup: yes,
  get: yes,
  create: yes,
  edit: yes,
  remove: yes,
  rows: yes,
  storedScope: yes,
});
export const lifecycleWords = wordsOf<Lifecycle>({ field: yes, transitions: yes });
export const stepWords = wordsOf<Transition>({
  from: yes,
  to: yes,
  roles: yes,
  label: yes,
  input: yes,
  sets: yes,
  makes: yes,
  effect: yes,
  schedule: yes,
  when: yes,
  confirm: yes,
  tone: yes,
});
export const scheduleWords = wordsOf<Schedule>({ by: yes, days: yes, hours: yes });
export const actionWords = wordsOf<Action>({
  call: yes,
  roles: yes,
  label: yes,
  sends: yes,
  input: yes,
  sets: yes,
  makes: yes,
  effect: yes,
  form: yes,
  prefilled: yes,
  typed: yes,
  when: yes,
  shownWhen: yes,
  tone: yes,
  confirm: yes,
  bulk: yes,
  audit: yes,
});
export const callWords = wordsOf<ActionCall>({
  name: yes,
  path: yes,
  label: yes,
  by: yes,
  idIn: yes,
  which: yes,
  answers: yes,
});
export const typedWords = wordsOf<TypedWord>({ input: yes, word: yes, otherwise: yes });
export const noticeWords = wordsOf<Notice>({
  text: yes,
  to: yes,
  values: yes,
  mail: yes,
  schedule: yes,
  when: yes,
  key: yes,
});
export const noticeScheduleWords = wordsOf<NoticeSchedule>({ by: yes, days: yes, hours: yes });
export const noticeMailWords = wordsOf<NoticeMail>({ to: yes, text: yes });
export const readerWords = wordsOf<RoleOfReaders>({ role: yes, of: yes, when: yes });
export const queueWords = wordsOf<Queue>({
  label: yes,
  roles: yes,
  order: yes,
  only: yes,
  since: yes,
  shows: yes,
  steps: yes,
});
export const figureWords = wordsOf<Figure>({
  label: yes,
  roles: yes,
  order: yes,
  only: yes,
  sum: yes,
  since: yes,
});
export const chartWords = wordsOf<Chart>({
  label: yes,
  roles: yes,
  order: yes,
  only: yes,
  sum: yes,
  by: yes,
  every: yes,
  leads: yes,
});
export const requirementWords = wordsOf<Requirement>({ holds: yes, otherwise: yes, at: yes });
export const listWords = wordsOf<ListDeclaration>({
  columns: yes,
  optional: yes,
  card: yes,
  filters: yes,
  search: yes,
  range: yes,
  sort: yes,
  sorts: yes,
  narrow: yes,
  totals: yes,
  groups: yes,
  empty: yes,
  summaries: yes,
  apart: yes,
});
export const summaryWords = wordsOf<SummaryDeclaration>({ by: yes, sums: yes });
export const importWords = wordsOf<ImportDeclaration>({ fields: yes });
export const screenWords = wordsOf<ScreenDeclaration>({
  path: yes,
  roles: yes,
  label: yes,
  noun: yes,
  menu: yes,
  only: yes,
  preset: yes,
  columns: yes,
  filters: yes,
  choices: yes,
  required: yes,
  form: yes,
});
export const detailWords = wordsOf<DetailDeclaration>({ summary: yes, tabs: yes });
export const timelineWords = wordsOf<TimelineDeclaration>({ tells: yes, moments: yes, parts: yes });
export const toldWords = wordsOf<Told>({ label: yes, tone: yes, of: yes, failed: yes, at: yes, comment: yes });
export const momentWords = wordsOf<Moment>({ at: yes, when: yes, label: yes, tone: yes, comment: yes });
export const partWords = wordsOf<TimelinePart>({
  entity: yes,
  by: yes,
  when: yes,
  names: yes,
  counts: yes,
  only: yes,
  moments: yes,
  roles: yes,
});
export const menuWords = wordsOf<MenuEntry>({ group: yes, order: yes, icon: yes, hiddenWhen: yes });
export const childrenWords = wordsOf<ChildrenDeclaration>({
  entity: yes,
  by: yes,
  label: yes,
  add: yes,
  together: yes,
  onRemove: yes,
});
export const withinWords = wordsOf<WithinDeclaration>({ entity: yes, by: yes, when: yes, label: yes, roles: yes });
export const reachedWords = wordsOf<ReachedDeclaration>({ operations: yes, roles: yes, from: yes });
export const choiceWords = wordsOf<Choice>({ id: yes, label: yes, tone: yes, extra: yes });

const fieldWords = wordsOf<FieldOptions>({
  label: yes,
  was: yes,
  fill: yes,
  required: yes,
  unique: yes,
  default: yes,
  hint: yes,
  readOnly: yes,
  createOnly: yes,
  read: yes,
  write: yes,
  at: yes,
  writeAt: yes,
  computed: yes,
  sealed: yes,
  hidden: yes,
  detailOnly: yes,
  inputOnly: yes,
  secret: yes,
  ownFor: yes,
  shownWhen: yes,
});

/** The words that a field of this kind may say. */
export const wordsOfKind = (kind: KindName): readonly string[] => ['kind', ...fieldWords, ...kinds[kind].options];

/** The kinds that know a word, when not every field does. */
export const kindsWith = (word: string): readonly KindName[] => kindsThat(({ options }) => options.includes(word));

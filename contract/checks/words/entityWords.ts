import type { Action, ActionEndpointDeclaration, TypedWord } from '../../schema/action.ts';
import type { ChildrenDeclaration } from '../../schema/children.ts';
import type {
  EntityDeclaration,
  EntityMigration,
  EventDeclaration,
  ImportDeclaration,
  ListDeclaration,
} from '../../schema/entity.ts';
import type { Choice } from '../../schema/field/options.ts';
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

/** What a word holds: a value, fields, or a part with words of its own. */
type Content = 'value' | 'fields' | Part;

/** A part of a declaration: its words, each with what it holds. */
export interface Part {
  readonly words: Readonly<Record<string, Content>>;
  /**
   * `named`: several such parts, by names that the declaration chooses. `listed`: one of them, or a list. `entries`: a
   * list of them; what is no list has no words.
   */
  readonly as?: 'named' | 'listed' | 'entries';
}

/** A part that a type declares. A missing or an unknown word is a compile error. */
const part = <Type>(words: { readonly [word in keyof Required<Type>]: Content }): Part => ({ words });
const named = (one: Part): Part => ({ ...one, as: 'named' });
const listed = (one: Part): Part => ({ ...one, as: 'listed' });

const value = 'value';

/** A single condition in place of the list names fields, which are no words. */
const requirements: Part = { ...part<Requirement>({ holds: value, otherwise: value, at: value }), as: 'entries' };

const step = part<StepDeclaration>({
  from: value,
  to: value,
  roles: value,
  label: value,
  input: 'fields',
  assign: value,
  create: value,
  update: value,
  takes: value,
  effect: value,
  schedule: part<StepSchedule>({ by: value, days: value, hours: value }),
  when: requirements,
  otherwise: value,
  confirm: value,
  done: value,
  tone: value,
  event: value,
});

const action = part<Action>({
  endpoint: part<ActionEndpointDeclaration>({
    name: value,
    path: value,
    label: value,
    by: value,
    idIn: value,
    which: 'fields',
    answers: value,
  }),
  roles: value,
  label: value,
  sends: value,
  input: 'fields',
  assign: value,
  create: value,
  update: value,
  takes: value,
  effect: value,
  form: value,
  prefilled: value,
  typed: part<TypedWord>({ input: value, word: value, otherwise: value }),
  when: requirements,
  otherwise: value,
  shownWhen: value,
  tone: value,
  confirm: value,
  done: value,
  bulk: value,
  audit: value,
  event: value,
});

const recipients = listed(
  part<RoleRecipients & ChildRecipients>({ role: value, of: value, when: value, children: value, to: value }),
);

const notice = part<NoticeDeclaration>({
  text: value,
  to: recipients,
  values: value,
  mail: part<NoticeMailDeclaration>({ to: recipients, text: value, address: value }),
  changed: value,
  added: value,
  schedule: part<NoticeSchedule>({ by: value, days: value, hours: value, since: value, chosen: value, unless: value }),
  when: value,
  key: value,
});

const list = part<ListDeclaration>({
  columns: value,
  optional: value,
  identifies: value,
  card: value,
  board: part<BoardDeclaration>({ by: value, shows: value }),
  calendar: part<CalendarDeclaration>({ from: value, until: value, shows: value, when: value }),
  filters: value,
  search: value,
  notInGlobalSearch: value,
  range: value,
  sort: value,
  sortable: value,
  parameters: 'fields',
  totals: value,
  averages: value,
  groups: value,
  empty: value,
  summaries: listed(part<SummaryDeclaration>({ by: value, sums: value })),
});

const chart = part<ChartDeclaration>({
  label: value,
  roles: value,
  order: value,
  only: value,
  sum: value,
  by: value,
  every: value,
  ahead: value,
  leads: value,
  series: named(part<SeriesDeclaration>({ label: value, only: value, tone: value })),
});

const screen = part<ScreenDeclaration>({
  path: value,
  roles: value,
  label: value,
  noun: value,
  menu: part<MenuEntry>({ group: value, order: value, icon: value, hiddenWhen: value }),
  only: value,
  preset: value,
  columns: value,
  filters: value,
  choices: value,
  required: value,
  form: value,
});

const dates = named(part<TimelineDate>({ at: value, when: value, label: value, tone: value, comment: value }));

const timeline = part<TimelineDeclaration>({
  events: named(
    part<TimelineEvent>({ label: value, tone: value, of: value, failed: value, at: value, comment: value }),
  ),
  dates,
  parts: named(
    part<TimelinePart>({
      entity: value,
      by: value,
      when: value,
      names: value,
      counts: value,
      only: value,
      dates,
      roles: value,
    }),
  ),
});

/** The words of a count or a sum of children. */
export const rollupPart: Part = part<Rollup>({ entity: value, by: value, sum: value, when: value });

/** The words of one value of a choice. */
export const choicePart: Part = part<Choice>({ id: value, label: value, tone: value, extra: value });

/** The words of an entity. */
export const entityPart: Part = part<EntityDeclaration>({
  name: value,
  path: value,
  table: value,
  label: value,
  labels: value,
  title: value,
  embed: value,
  shownBy: value,
  icon: value,
  fields: 'fields',
  single: value,
  migrate: part<EntityMigration>({ renamedFrom: value, removed: value }),
  unique: value,
  rules: listed(
    part<FieldRule>({
      field: value,
      after: value,
      requiredWhen: value,
      distinct: part<DistinctTexts>({ with: value, most: value, otherwise: value }),
      unlessShown: value,
    }),
  ),
  check: value,
  noOverlap: listed(part<NoOverlap>({ by: value, from: value, until: value, when: value })),
  access: value,
  editWhile: value,
  editOtherwise: value,
  removeWhile: value,
  removeOtherwise: value,
  lifecycle: part<Lifecycle>({ field: value, transitions: named(step) }),
  actions: named(action),
  notices: named(notice),
  events: named(part<EventDeclaration>({ label: value, type: value })),
  queue: named(
    part<QueueDeclaration>({
      label: value,
      roles: value,
      order: value,
      only: value,
      since: value,
      shows: value,
      steps: value,
    }),
  ),
  metrics: named(
    part<MetricDeclaration>({ label: value, roles: value, order: value, only: value, sum: value, since: value }),
  ),
  charts: named(chart),
  list,
  children: named(
    part<ChildrenDeclaration>({ entity: value, by: value, label: value, add: value, nested: value, onDelete: value }),
  ),
  comments: value,
  files: value,
  import: part<ImportDeclaration>({ fields: value }),
  form: value,
  detail: part<DetailDeclaration>({ summary: value, tabs: value }),
  print: part<PrintDeclaration>({
    title: value,
    sections: listed(part<PrintSection>({ label: value, fields: value, list: value })),
    signatures: value,
  }),
  timeline,
  screens: listed(screen),
  embeddedIn: listed(
    part<EmbeddedListDeclaration>({ entity: value, by: value, when: value, label: value, roles: value }),
  ),
  servedBy: listed(part<ServedByDeclaration>({ operations: value, roles: value, from: value })),
  samples: value,
  without: value,
});

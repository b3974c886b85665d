import { boundOf, isNumberBound } from '../../../contract/conditions/bounds.ts';
import { isOpposite } from '../../../contract/conditions/condition.ts';
import { isFromRecord } from '../../../contract/conditions/fromRecord.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { isRelativeTime } from '../../../contract/schema/now.ts';

/** The shape of a value in a declaration: one object of a type, or an array or a map of them. */
export interface Shape {
  readonly type: string;
  readonly many?: true;
}
/** A property and the type that declares it, for example `['StepSchedule', 'by']`. */
export type Word = readonly [type: string, word: string];

const one = (type: string): Shape => ({ type });
const many = (type: string): Shape => ({ type, many: true });

/** The shapes of the properties of each type that contain further properties. */
const nested: Readonly<Record<string, Readonly<Record<string, Shape>>>> = {
  EntityDeclaration: {
    migrate: one('EntityMigration'),
    fields: many('Field'),
    rules: many('FieldRule'),
    noOverlap: one('NoOverlap'),
    access: one('Access'),
    lifecycle: one('Lifecycle'),
    editWhile: one('Condition'),
    removeWhile: one('Condition'),
    actions: many('Action'),
    notices: many('NoticeDeclaration'),
    events: many('EventDeclaration'),
    queue: many('QueueDeclaration'),
    metrics: many('MetricDeclaration'),
    charts: many('ChartDeclaration'),
    list: one('ListDeclaration'),
    children: many('ChildrenDeclaration'),
    import: one('ImportDeclaration'),
    detail: one('DetailDeclaration'),
    print: one('PrintDeclaration'),
    screens: many('ScreenDeclaration'),
    embeddedIn: many('EmbeddedListDeclaration'),
    servedBy: many('ServedByDeclaration'),
    timeline: one('TimelineDeclaration'),
  },
  Field: {
    choices: many('Choice'),
    fields: many('Field'),
    items: one('Field'),
    formula: one('Formula'),
    rollup: one('Rollup'),
    where: one('Condition'),
    shownWhen: one('Condition'),
    readOnlyWhen: one('Condition'),
    default: one('ComputedDefault'),
  },
  Formula: { when: one('Condition') },
  NoOverlap: { when: one('Condition') },
  CalendarDeclaration: { when: one('Condition') },
  Rollup: { when: one('Condition') },
  ComputedDefault: { period: one('CalendarPeriod') },
  FieldRule: { requiredWhen: one('Condition'), distinct: one('DistinctTexts') },
  Access: { rows: many('Condition') },
  ChartDeclaration: { series: many('SeriesDeclaration') },
  Lifecycle: { transitions: many('StepDeclaration') },
  StepDeclaration: { input: many('Field'), schedule: one('StepSchedule'), when: one('Condition') },
  Action: {
    endpoint: one('ActionEndpointDeclaration'),
    input: many('Field'),
    typed: one('TypedWord'),
    when: one('Condition'),
    shownWhen: one('Condition'),
  },
  ActionEndpointDeclaration: { which: many('Field') },
  Requirement: { holds: one('Condition') },
  NoticeDeclaration: {
    to: many('RoleRecipients'),
    mail: one('NoticeMailDeclaration'),
    schedule: one('NoticeSchedule'),
    when: one('Condition'),
  },
  NoticeMailDeclaration: { to: many('RoleRecipients') },
  RoleRecipients: { when: one('Condition') },
  ChildRecipients: { to: many('RoleRecipients'), when: one('Condition') },
  ListDeclaration: {
    board: one('BoardDeclaration'),
    calendar: one('CalendarDeclaration'),
    parameters: many('Field'),
    summaries: many('SummaryDeclaration'),
  },
  ScreenDeclaration: { menu: one('MenuEntry') },
  MenuEntry: { hiddenWhen: one('Condition') },
  EmbeddedListDeclaration: { when: one('Condition') },
  PrintDeclaration: { sections: many('PrintSection') },
  TimelineDeclaration: { events: many('TimelineEvent'), dates: many('TimelineDate'), parts: many('TimelinePart') },
  TimelineDate: { when: one('Condition') },
  TimelinePart: { dates: many('TimelineDate') },
};

const optionTypes: Readonly<Record<string, readonly string[]>> = {
  text: ['TextOptions', 'PlainTextOptions'],
  longText: ['TextOptions'],
  localizedText: ['TextOptions', 'LocalizedTextOptions'],
  mail: ['TextOptions'],
  phone: ['TextOptions'],
  url: ['TextOptions'],
  richText: ['TextOptions'],
  integer: ['NumberOptions', 'IntegerOptions'],
  decimal: ['NumberOptions', 'DecimalOptions'],
  money: ['NumberOptions', 'MoneyOptions'],
  date: ['TimeOptions'],
  dateTime: ['TimeOptions'],
  boolean: ['BooleanOptions'],
  tags: ['TagsOptions'],
  choice: ['ChoiceOptions'],
  reference: ['ReferenceOptions'],
  file: ['FileOptions'],
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The types that declare the options of a field. */
function typesOf({ kind, joined, items }: Field): readonly string[] {
  if (kind !== 'list') return ['FieldOptions', ...(optionTypes[kind] ?? [])];
  if (joined) return ['FieldOptions', 'ListOptions', 'ManyOptions'];
  return ['FieldOptions', items?.kind === 'file' ? 'FilesOptions' : 'ListOptions'];
}

const migrationTypes = ['FieldMigration', 'LimitMigration', 'ChoiceMigration'];

function wordsOfField(field: Field): Word[] {
  const migration = migrationTypes.flatMap((type) =>
    Object.keys(field.migrate ?? {}).map((word): Word => [type, word]),
  );
  const options = typesOf(field).flatMap((type) => Object.keys(field).map((word): Word => [type, word]));
  const made = field.joined ? Object.keys(field.items ?? {}).map((word): Word => ['ManyOptions', word]) : [];
  return [['KindName', field.kind], ...options, ...migration, ...made];
}

/** The form of an entry of a condition, as named in the table of conditions. */
function askedOf(name: string, wanted: unknown): string {
  if (name === 'anyOf') return 'anyOf';
  if (wanted === null) return 'empty';
  if (Array.isArray(wanted)) return 'one of';
  if (!isObject(wanted)) return name.includes('.') ? 'inside' : 'value';
  if (isRelativeTime(wanted)) return 'within' in wanted ? 'within' : 'timed';
  if (isFromRecord(wanted) || (isNumberBound(wanted) && isFromRecord(boundOf(wanted)[1]))) return 'compared';
  if (isNumberBound(wanted)) return 'bounded';
  if (isOpposite(wanted)) return 'not';
  return ['me', 'through'].find((word) => word in wanted) ?? 'behind';
}

function wordsOfCondition(condition: object): Word[] {
  return Object.entries(condition).flatMap(([name, wanted]): Word[] => {
    const asked = askedOf(name, wanted);
    if (asked === 'anyOf') return [['Condition', asked], ...(wanted as object[]).flatMap(wordsOfCondition)];
    if (asked === 'behind') return [['Condition', asked], ...wordsOfCondition(wanted as object)];
    if (asked === 'through') return [['Condition', asked], ...wordsOfCondition((wanted as { where: object }).where)];
    return [['Condition', asked]];
  });
}

const ownWords = (part: object, type: string): Word[] => {
  if (type === 'Field') return wordsOfField(part as Field);
  if (type === 'Condition') return wordsOfCondition(part);
  return Object.keys(part).map((word): Word => [type, word]);
};

/** All parts of a declaration including itself, each with its shape. */
export function partsOf(part: unknown, shape: Shape): { part: object; shape: Shape }[] {
  if (!isObject(part)) return [];
  if (shape.type === 'RoleRecipients' && 'children' in part) return partsOf(part, one('ChildRecipients'));
  if (shape.type === 'Condition' && Array.isArray(part)) return partsOf(part, many('Requirement'));
  if (shape.many) {
    const each = isReader(part, shape) ? [part] : Object.values(part);
    return [{ part, shape }, ...each.flatMap((value) => partsOf(value, one(shape.type)))];
  }
  const inside = Object.entries(nested[shape.type] ?? {});
  return [{ part, shape }, ...inside.flatMap(([word, of]) => partsOf((part as Record<string, unknown>)[word], of))];
}

/** True for a single role where a list of readers is possible. */
const isReader = (part: object, { type }: Shape): boolean => type === 'RoleRecipients' && 'role' in part;

/** The properties that a part of a declaration uses, each with its type. */
export const wordsIn = (part: object, shape: Shape): Word[] =>
  partsOf(part, shape).flatMap(({ part, shape }) => (shape.many ? [] : ownWords(part, shape.type)));

export const entityShape = one('EntityDeclaration');

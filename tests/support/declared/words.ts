import type { Field } from '../../../contract/schema/field/field.ts';
import { isRelativeTime } from '../../../contract/schema/now.ts';

/** What a value in a declaration is: one thing of a type, or several of it by names or one after the other. */
export interface Shape {
  readonly type: string;
  readonly many?: true;
}
/** A word and the type that knows it, as `['Schedule', 'by']`. */
export type Word = readonly [type: string, word: string];

const one = (type: string): Shape => ({ type });
const many = (type: string): Shape => ({ type, many: true });

/** What stands behind the words of each type that hold more words. */
const behind: Readonly<Record<string, Readonly<Record<string, Shape>>>> = {
  EntityDeclaration: {
    fields: many('Field'),
    rules: many('FieldRule'),
    access: one('Access'),
    lifecycle: one('Lifecycle'),
    editWhile: one('Condition'),
    removeWhile: one('Condition'),
    actions: many('Action'),
    notices: many('Notice'),
    queue: many('Queue'),
    figures: many('Figure'),
    charts: many('Chart'),
    list: one('ListDeclaration'),
    children: many('ChildrenDeclaration'),
    import: one('ImportDeclaration'),
    detail: one('DetailDeclaration'),
    screens: many('ScreenDeclaration'),
    within: many('WithinDeclaration'),
    reachedBy: many('ReachedDeclaration'),
    timeline: one('TimelineDeclaration'),
  },
  Field: {
    choices: many('Choice'),
    fields: many('Field'),
    items: one('Field'),
    formula: one('Formula'),
    where: one('Condition'),
    shownWhen: one('Condition'),
    default: one('Start'),
  },
  Formula: { when: one('Condition') },
  Start: { period: one('Period') },
  FieldRule: { requiredWhen: one('Condition') },
  Access: { rows: many('Condition') },
  Lifecycle: { transitions: many('Transition') },
  Transition: { input: many('Field'), schedule: one('Schedule'), when: one('Condition') },
  Action: {
    call: one('ActionCall'),
    input: many('Field'),
    typed: one('TypedWord'),
    when: many('Requirement'),
    shownWhen: one('Condition'),
  },
  ActionCall: { which: many('Field') },
  Requirement: { holds: one('Condition') },
  Notice: {
    to: many('RoleOfReaders'),
    mail: one('NoticeMail'),
    schedule: one('NoticeSchedule'),
    when: one('Condition'),
  },
  NoticeMail: { to: many('RoleOfReaders') },
  RoleOfReaders: { when: one('Condition') },
  ListDeclaration: { narrow: many('Field'), summaries: many('SummaryDeclaration') },
  ScreenDeclaration: { menu: one('MenuEntry') },
  MenuEntry: { hiddenWhen: one('Condition') },
  WithinDeclaration: { when: one('Condition') },
  TimelineDeclaration: { tells: many('Told'), moments: many('Moment'), parts: many('TimelinePart') },
  Moment: { when: one('Condition') },
  TimelinePart: { moments: many('Moment') },
};

const optionTypes: Readonly<Record<string, readonly string[]>> = {
  text: ['TextOptions', 'PlainTextOptions'],
  longText: ['TextOptions'],
  mail: ['TextOptions'],
  phone: ['TextOptions'],
  url: ['TextOptions'],
  richText: ['TextOptions'],
  integer: ['NumberOptions'],
  decimal: ['NumberOptions', 'DecimalOptions'],
  money: ['NumberOptions', 'MoneyOptions'],
  boolean: ['BooleanOptions'],
  tags: ['TagsOptions'],
  choice: ['ChoiceOptions'],
  reference: ['ReferenceOptions'],
  file: ['FileOptions'],
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The types that know the options of a field. */
function typesOf({ kind, joined, items }: Field): readonly string[] {
  if (kind !== 'list') return ['FieldOptions', ...(optionTypes[kind] ?? [])];
  if (joined) return ['FieldOptions', 'ListOptions', 'ManyOptions'];
  return ['FieldOptions', items?.kind === 'file' ? 'FilesOptions' : 'ListOptions'];
}

function wordsOfField(field: Field): Word[] {
  const options = typesOf(field).flatMap((type) => Object.keys(field).map((word): Word => [type, word]));
  const made = field.joined ? Object.keys(field.items ?? {}).map((word): Word => ['ManyOptions', word]) : [];
  return [['KindName', field.kind], ...options, ...made];
}

/** How a condition asks of a field, as the table of conditions has it. */
function askedOf(name: string, wanted: unknown): string {
  if (name === 'anyOf') return 'anyOf';
  if (wanted === null) return 'empty';
  if (Array.isArray(wanted)) return 'one of';
  if (!isObject(wanted)) return name.includes('.') ? 'inside' : 'value';
  if (isRelativeTime(wanted)) return 'within' in wanted ? 'within' : 'timed';
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

/** Everything within a part of a declaration, that part too, with what it is. */
export function partsOf(part: unknown, shape: Shape): { part: object; shape: Shape }[] {
  if (!isObject(part)) return [];
  if (shape.many) {
    const each = isReader(part, shape) ? [part] : Object.values(part);
    return [{ part, shape }, ...each.flatMap((value) => partsOf(value, one(shape.type)))];
  }
  const inside = Object.entries(behind[shape.type] ?? {});
  return [{ part, shape }, ...inside.flatMap(([word, of]) => partsOf((part as Record<string, unknown>)[word], of))];
}

/** One role in place of a list of readers. */
const isReader = (part: object, { type }: Shape): boolean => type === 'RoleOfReaders' && 'role' in part;

/** The words that a part of a declaration says, each with its type. */
export const wordsIn = (part: object, shape: Shape): Word[] =>
  partsOf(part, shape).flatMap(({ part, shape }) => (shape.many ? [] : ownWords(part, shape.type)));

export const entityShape = one('EntityDeclaration');

import { valueAt } from '../lib/dottedPath.ts';
import { memoize } from '../lib/memoize.ts';
import type { Label } from '../messages/label.ts';
import type { RightsNarrowing } from '../narrowing/withheld.ts';
import { type Access, type AccessByRole, type Condition, type Role, toAccess } from './access.ts';
import type { Actions } from './action.ts';
import type { Children } from './children.ts';
import { completed, hasWords } from './declaration/completed.ts';
import { withLockedFields } from './field/environment.ts';
import type { Field, Fields } from './field/field.ts';
import type { Choice } from './field/options.ts';
import type { IconName } from './icon.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { BoardDeclaration, CalendarDeclaration } from './list/display.ts';
import type { SummaryDeclaration } from './list/summaryTable.ts';
import type { ChartDeclaration, MetricDeclaration } from './metric.ts';
import type { NoticeDeclarations } from './notice.ts';
import type { QueueDeclarations } from './queue.ts';
import type { FieldRule, NoOverlap } from './rule.ts';
import type {
  DetailDeclaration,
  EmbeddedListDeclaration,
  FormDeclaration,
  PrintDeclaration,
  PrintSection,
  ScreenDeclaration,
  ServedByDeclaration,
  WrittenScreen,
} from './screen.ts';
import type { TimelineDeclaration } from './timeline.ts';

/** The list of an entity: columns, filters, search and initial order. */
export interface ListDeclaration {
  readonly columns: readonly string[];
  /** Columns that are hidden until the user chooses them. */
  readonly optional?: readonly string[];
  /**
   * Columns that tell one row from another, the most telling first: they get the width first, and the list next to an
   * open record shows them. By default the fields of the title (`identifyingColumns`).
   */
  readonly identifies?: readonly string[];
  /** Columns shown on a record's card on phones, below its title and state; by default the first columns. */
  readonly card?: readonly string[];
  /** Offers the records as cards in a column for each value of a choice, besides the table. */
  readonly board?: BoardDeclaration;
  /** Offers the records on their days, month by month, besides the table. */
  readonly calendar?: CalendarDeclaration;
  /** Fields to filter by, in the order of the search bar; each is a `filter_{field}` parameter. */
  readonly filters?: readonly string[];
  /** Fields that the text search covers, including those of embedded records (`enterprise.name`). */
  readonly search?: readonly string[];
  /** The search fields do not identify a record: the list searches them, the global search (D2) does not. */
  readonly notInGlobalSearch?: true;
  /** The date-time field that `start_at` and `end_at` apply to. */
  readonly range?: string;
  /** The initial order; a leading minus means descending. By default the newest records come first. */
  readonly sort?: string | readonly string[];
  /** Sortable fields besides the columns, `id` and `created_at`. */
  readonly sortable?: readonly string[];
  /** Additional `filter_{name}` parameters that are not fields of the record; server/domain defines their meaning. */
  readonly parameters?: Fields;
  /** Fields summed below the list for the current filter; amounts by currency, quantities by unit. */
  readonly totals?: readonly string[];
  /** Fields whose averages over the records with a value stand beside the totals; amounts by currency, quantities by unit. */
  readonly averages?: readonly string[];
  /** Choices, booleans and points in time (by month) that the totals can be grouped by. */
  readonly groups?: readonly string[];
  /**
   * Hint for an empty list, by role: what to do next. `everyone` covers the other roles; without it they see a general
   * text.
   */
  readonly empty?: { readonly [role in Role | 'everyone']?: Label };
  /**
   * Summaries that are updated on every write. A total is read from the first one that contains every filtered field.
   */
  readonly summaries?: readonly SummaryDeclaration[];
}

/** An event that code causes, such as the issue of a licence by a job. */
export interface EventDeclaration {
  readonly label: Label;
  /** Such as `licence.issued`; by default the past tense of the operation after the word of the entity. */
  readonly type?: string;
}

/** Options of the import from a file. */
export interface ImportDeclaration {
  /**
   * Columns that a file may contain, with a dot for fields inside objects. By default every field the importer may set.
   */
  readonly fields?: readonly string[];
}

/** How the table and its rows follow a change of the entity; `npm run migration` writes the SQL. */
export interface EntityMigration {
  /** The former name: the table is renamed, and its rows and their history stay. */
  readonly renamedFrom?: string;
  /** Removed fields: their values are retired, and dropped once the field is no longer named here. */
  readonly removed?: readonly string[];
}

export interface EntityDeclaration<F extends Fields = Fields> {
  /** Matches `[a-z][a-z0-9_]*`; the path is `/v1/{name}`. */
  readonly name: string;
  /** The path under `/v1/`, where it is not the name. */
  readonly path?: string;
  /** The table name, if the entity's name is a reserved word of SQL. */
  readonly table?: string;
  readonly label: Label;
  readonly labels?: Label;
  /** The field, or the fields together, that identify a record to users: `['project.name', 'order.code']`. */
  readonly title: string | readonly string[];
  /** The fields that references to it embed where they say nothing else; by default the id and the title. */
  readonly embed?: readonly string[];
  /**
   * The text by which people know a record where other records refer to it, among `embed`: the display name of a person.
   * The title where it is empty.
   */
  readonly shownBy?: string;
  /** The icon of the entity and its menu entries; a plain page by default. */
  readonly icon?: IconName;
  readonly fields: F;
  /**
   * There is exactly one record, with the id 1 and the defaults of its fields: a start creates it, nobody else creates or
   * deletes one. Its screen is the form of the record. For settings, which every process knows (docs/operations/settings.md).
   */
  readonly single?: true;
  /** How existing rows follow a change of the entity. */
  readonly migrate?: EntityMigration;
  /** Groups of fields whose values together occur once among the live records. */
  readonly unique?: readonly (readonly string[])[];
  /** Rules between the fields of a record. */
  readonly rules?: readonly FieldRule[];
  /**
   * Expressions that every record meets, each with the sentence of a refusal: `ends_on >= starts_on`. They are
   * constraints of the table as well.
   */
  readonly check?: Readonly<Record<string, Label>>;
  /** Periods that may not overlap among the live records, or those of them that meet a condition. */
  readonly noOverlap?: NoOverlap | readonly NoOverlap[];
  /** The roles of each operation and the rows of each role, or one block for each role. */
  readonly access: Access | AccessByRole;
  /** A record may be edited only while it meets this condition; lifecycle steps have conditions of their own. */
  readonly editWhile?: Condition;
  /** The sentence of the refusal when a changed record does not meet `editWhile`. */
  readonly editOtherwise?: Label;
  /** A record may be deleted only while it meets this condition. */
  readonly removeWhile?: Condition;
  /** The sentence of the refusal when a deleted record does not meet `removeWhile`. */
  readonly removeOtherwise?: Label;
  readonly lifecycle?: Lifecycle;
  /** Further operations on a record, each with its own endpoint. */
  readonly actions?: Actions;
  /** Notices about `create`, steps and actions. */
  readonly notices?: NoticeDeclarations;
  /** Events for webhooks besides those of its operations, steps and actions, by the operation that code writes. */
  readonly events?: Readonly<Record<string, EventDeclaration>>;
  /** Queues of records that wait for a role, keyed by name. */
  readonly queue?: QueueDeclarations;
  /** Numbers of the dashboard; names must be unique across entities. */
  readonly metrics?: Readonly<Record<string, MetricDeclaration>>;
  /** Charts of the dashboard; names must be unique across entities. */
  readonly charts?: Readonly<Record<string, ChartDeclaration>>;
  readonly list: ListDeclaration;
  /** Records of other entities that belong to this one, each kind as a section of its detail page. */
  readonly children?: Children;
  /**
   * Comments on each record, as an entity of their own (`ticket_comment`) with a section in the record's page. `true`: by
   * everybody who may get the record; or the roles that comment, while all others read.
   */
  readonly comments?: true | readonly Role[];
  /** Files of each record, as an entity of their own (`ticket_file`), in the same way. */
  readonly files?: true | readonly Role[];
  /** Records can be imported from a file by every role that may create them. */
  readonly import?: true | ImportDeclaration;
  /** By default the fields that somebody may set, one below the other. */
  readonly form?: FormDeclaration;
  readonly detail?: DetailDeclaration;
  /** The record on paper; by default its whole page. */
  readonly print?: PrintDeclaration;
  /** Entries of a record's timeline that differ from, or add to, its steps, actions and points in time. */
  readonly timeline?: TimelineDeclaration;
  /**
   * By default one screen at the name of the entity for the roles that may list, unless its records are found elsewhere:
   * in another record or on a page.
   */
  readonly screens?: readonly WrittenScreen[];
  readonly embeddedIn?: readonly EmbeddedListDeclaration[];
  readonly servedBy?: readonly ServedByDeclaration[];
  /**
   * Sample records of the demo: request bodies as a SuperAdmin sends them. References to the first record of an entity
   * use id 1.
   */
  readonly samples?: readonly Readonly<Record<string, unknown>>[];
  /** Generic routes to omit, because the entity has custom endpoints in their place. */
  readonly without?: readonly ('list' | 'get' | 'create' | 'edit' | 'remove' | 'restore' | 'export')[];
}

/** An entity declaration with every default filled in. */
export interface DeclaredEntity<F extends Fields = Fields, Table extends string = string> extends EntityDeclaration<F> {
  readonly table: Table;
  readonly path: string;
  readonly labels: Label;
  readonly icon: IconName;
  readonly access: Access;
  readonly list: ListDeclaration & { readonly sort: string | readonly string[] };
  readonly screens?: readonly ScreenDeclaration[];
  /** The name of the entity whose `comments` or `files` added this one; it has no file of its own. */
  readonly addedBy?: string;
}

/** All entities of a product. The server and the console are given one and know no other entities. */
export interface Contract {
  /** In the order of the registry. */
  readonly entities: readonly Entity[];
  readonly byName: ReadonlyMap<string, Entity>;
  /** The entities by the names that they are registered under. */
  readonly registered: Readonly<Record<string, Entity>>;
  /** What it has less than the contract of the product, for a person with narrowed rights. */
  readonly narrowing?: RightsNarrowing;
  /**
   * Finds an entity by name.
   * @throws If there is none, which is a programming error.
   */
  entity(name: string): Entity;
}

/** A declared entity of a contract, through which it finds the others. */
export interface Entity<F extends Fields = Fields, Table extends string = string> extends DeclaredEntity<F, Table> {
  readonly contract: Contract;
  /** True if a single code is the title of its records, where only the outline of the entity is known. */
  readonly titledByCode?: boolean;
  /** The labels of the choices among the parts of its title, by the path of the part. */
  readonly titleChoices?: TitleChoices;
}

/** The labels of choices by the path of the part of a title that has them. */
export type TitleChoices = Readonly<Record<string, readonly Pick<Choice, 'id' | 'label'>[]>>;

/** Fields that every record has besides the declared ones. */
export interface RecordBase {
  id: number;
  created_at: Date;
  updated_at: Date;
  /** Incremented on every write; compared with `If-Match` (C21). */
  version: number;
}

/** The type of a stored row, inferred from the declaration. */
export type RowOf<E> =
  E extends DeclaredEntity<infer F>
    ? RecordBase & { deleted_at: Date | null } & {
        -readonly [name in keyof F as F[name] extends { computed: true } | { inputOnly: true }
          ? never
          : name]: F[name] extends Field<infer T> ? T : never;
      }
    : never;

type TypeOf<F> = F extends Field<infer T> ? T : never;

/**
 * The type of the values of a new record as its rules see them, with all defaults: empty fields are null. A field that
 * only the server sets is empty until a rule sets it, and an `inputOnly` field has the value of the body, if any.
 */
export type NewValuesOf<E> =
  E extends DeclaredEntity<infer F>
    ? Omit<RecordBase, 'id'> & {
        -readonly [name in keyof F as F[name] extends { computed: true } | { inputOnly: true }
          ? never
          : name]: F[name] extends { readOnly: true } ? TypeOf<F[name]> | null : TypeOf<F[name]>;
      } & {
        -readonly [name in keyof F as F[name] extends { inputOnly: true } ? name : never]?:
          | TypeOf<F[name]>
          | null
          | undefined;
      }
    : never;

/**
 * Field names that a declaration may use: declared fields, base fields, and dotted paths into objects and embedded
 * records.
 */
type NameOf<F extends Fields> = (keyof F & string) | keyof RecordBase | `${string}.${string}`;

/** A field to sort by; a minus reverses the order. */
type SortOf<F extends Fields> = NameOf<F> | `-${NameOf<F>}`;

/** Types the parts of a declaration that refer to fields, so that an unknown name does not compile. */
interface FieldNames<F extends Fields> {
  readonly title: NameOf<F> | readonly NameOf<F>[];
  readonly embed?: readonly NameOf<F>[];
  readonly shownBy?: keyof F & string;
  readonly unique?: readonly (readonly (keyof F & string)[])[];
  readonly lifecycle?: { readonly field: keyof F & string };
  readonly list: {
    readonly columns: readonly NameOf<F>[];
    readonly optional?: readonly NameOf<F>[];
    readonly identifies?: readonly NameOf<F>[];
    readonly card?: readonly NameOf<F>[];
    readonly board?: { readonly by: NameOf<F>; readonly shows?: readonly NameOf<F>[] };
    readonly calendar?: { readonly from: NameOf<F>; readonly until?: NameOf<F> };
    readonly filters?: readonly NameOf<F>[];
    readonly search?: readonly NameOf<F>[];
    readonly range?: NameOf<F>;
    readonly sort?: SortOf<F> | readonly SortOf<F>[];
    readonly sortable?: readonly NameOf<F>[];
    readonly totals?: readonly NameOf<F>[];
    readonly averages?: readonly NameOf<F>[];
    readonly groups?: readonly NameOf<F>[];
    readonly summaries?: readonly { readonly by: readonly NameOf<F>[]; readonly sums?: readonly NameOf<F>[] }[];
  };
  readonly form?: readonly (NameOf<F> | readonly NameOf<F>[])[];
  readonly detail?: { readonly summary?: readonly NameOf<F>[] };
  readonly print?: {
    readonly sections?: readonly (Omit<PrintSection, 'fields'> & { readonly fields?: readonly NameOf<F>[] })[];
  };
}

/** Names the embedded record of `enterprise_id` `enterprise`, unless the field declares another name. */
function withEmbedNames(fields: Fields): Fields {
  const withName = (name: string, field: Field | undefined): Field | undefined =>
    field?.kind === 'reference' && field.embed?.length && field.as === undefined && name.endsWith('_id')
      ? { ...field, as: name.slice(0, -'_id'.length) }
      : field;
  // A part that is undefined stays: the checks name it.
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, withName(name, field)])) as Fields;
}

/** The fields that a new or changed record may get from somebody, in their order. */
const writtenFields = (fields: Fields): string[] =>
  Object.entries(fields)
    .filter(([, field]) => !field?.readOnly && !field?.computed && !field?.hidden)
    .map(([name]) => name);

/** The fields with what follows from their names and options. */
const completeFields = <F extends Fields>(fields: F): F =>
  hasWords(fields) ? (withLockedFields(withEmbedNames(fields)) as F) : fields;

/** The declaration with its defaults. */
function withDefaults<F extends Fields, Table extends string>(declaration: EntityDeclaration<F>) {
  const { name, label, labels = label, fields, form, access, screens, list } = declaration;
  const written = writtenFields(fields ?? {});
  return {
    ...declaration,
    ...(fields && { fields: completeFields(fields) }),
    ...(form === undefined && written.length > 0 && { form: written }),
    access: hasWords(access) ? toAccess(access) : access,
    screens: screens?.map((one) => (hasWords(one) ? { label: labels, ...one } : one)),
    list: list === undefined || hasWords(list) ? { sort: '-created_at', ...list } : list,
    table: (declaration.table ?? name) as Table,
    path: declaration.path ?? name,
    labels,
    icon: declaration.icon ?? 'page',
  } as DeclaredEntity<F, Table>;
}

/**
 * Fills in the defaults of a declaration. `findMistakes` checks what types cannot express, and all entities together.
 */
export const defineEntity = <const F extends Fields, const Name extends string, const Table extends string = Name>(
  declaration: EntityDeclaration<F> & FieldNames<NoInfer<F>> & { readonly name: Name; readonly table?: Table },
): DeclaredEntity<F, Table> =>
  completed(declaration as unknown as DeclaredEntity<F, Table>, () => withDefaults<F, Table>(declaration));

/** The fields that every record has, declared so that lists can show, sort and filter by them. */
export const baseFields = {
  id: { kind: 'integer', label: { en: 'No.', zh: '编号' }, readOnly: true },
  created_at: { kind: 'dateTime', label: { en: 'Created at', zh: '创建时间' }, readOnly: true },
  updated_at: { kind: 'dateTime', label: { en: 'Updated at', zh: '更新时间' }, readOnly: true },
  version: { kind: 'integer', label: { en: 'Version', zh: '版本' }, readOnly: true },
} as const satisfies Fields;

const fieldIn = (fields: Fields, key: string): Field | undefined =>
  Object.hasOwn(fields, key) ? fields[key] : undefined;

/**
 * Finds a field of an entity by name, including base fields and fields inside an object (`params.comment`). The read
 * and write paths of a field inside an object begin with those of the object.
 * @returns The field, or undefined if there is none.
 */
export function fieldOf(entity: Pick<Entity, 'fields'>, name: string): Field | undefined {
  const [head = '', ...keys] = name.split('.');
  const holder = fieldIn(entity.fields, head) ?? fieldIn(baseFields, head);
  let found = holder;
  for (const key of keys) found = fieldIn(found?.fields ?? {}, key);
  if (!found || !holder || found === holder) return found;
  const { readPath, writePath } = holder;
  const below = (path: string) => [path, ...keys].join('.');
  return readPath || writePath
    ? { ...found, ...(readPath && { readPath: below(readPath) }), ...(writePath && { writePath: below(writePath) }) }
    : found;
}

/** True if the field has a column. Computed, joined and input-only fields have none. */
export const isStored = (field: Field | undefined): field is Field =>
  field !== undefined && !field.computed && !field.inputOnly && !field.joined;

/** True if a record cannot be deleted while this reference, or set of references, of a live record points to it (C20). */
export const restrictsDelete = ({ onDelete, required }: Field): boolean =>
  (onDelete ?? (required ? 'restrict' : 'allow')) === 'restrict';

/** True if a list can filter, sort and sum by the field: it has a column, or the database computes it. */
export const isQueryable = (field: Field | undefined): field is Field =>
  field?.formula !== undefined || isStored(field);

const storedIn = memoize((fields: Fields): readonly (readonly [string, Field])[] =>
  Object.entries(fields).filter(([, field]) => isStored(field)),
);

/** The declared fields that have a column. */
export const storedFields = ({ fields }: Pick<Entity, 'fields'>) => storedIn(fields);

/**
 * True if reading one record is audited because it has encrypted fields (A28). Do not prefetch such a record before the
 * user opens it.
 */
export const hasEncryptedFields = (entity: Pick<Entity, 'fields'>): boolean =>
  storedFields(entity).some(([, { encrypted }]) => encrypted);

const joinedIn = memoize((fields: Fields): readonly (readonly [string, Field])[] =>
  Object.entries(fields).filter(([, field]) => field.joined),
);

/** The fields whose values are stored in a join table. */
export const joinedFields = ({ fields }: Pick<Entity, 'fields'>) => joinedIn(fields);

/** The filter parameter that matches records with all the given values; the field's own parameter matches any. */
export const allParameter = (name: string): string => `${name}_all`;

/** True if the role may read the field. A nested field has the access of its parent field. */
export const mayRead = (field: Field, role: Role): boolean =>
  !field.hidden && (field.read === undefined || field.read.includes(role));

/** True if the role may set the field on create or on edit. */
export function mayWrite(field: Field, role: Role, operation: 'create' | 'edit'): boolean {
  if (field.readOnly || field.computed || field.hidden) return false;
  if (field.createOnly && operation === 'edit') return false;
  return field.write === undefined || field.write.includes(role);
}

/** The id of the only record of an entity with one (`single`). */
export const singleId = 1;

/** Path of the field in a response and in a form's values. */
export const readPathOf = (name: string, field: Field): string => field.readPath ?? name;
/** The value of a declared field in an answered record; undefined if there is no such field. */
export function fieldValue(entity: Pick<Entity, 'fields'>, name: string, record: unknown): unknown {
  const field = fieldOf(entity, name);
  return field && valueAt(record, readPathOf(name, field));
}
/** Path of the field in a request body. */
export const writePathOf = (name: string, field: Field): string => field.writePath ?? name;

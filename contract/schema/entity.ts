import { memoize } from '../lib/memoize.ts';
import type { Label } from '../messages/label.ts';
import type { Access, Condition, Role } from './access.ts';
import type { Actions } from './action.ts';
import type { Children } from './children.ts';
import type { Field, Fields } from './field/field.ts';
import type { IconName } from './icon.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { ChartDeclaration, MetricDeclaration } from './metric.ts';
import type { NoticeDeclarations } from './notice.ts';
import type { QueueDeclarations } from './queue.ts';
import type { FieldRule } from './rule.ts';
import type {
  DetailDeclaration,
  EmbeddedListDeclaration,
  FormDeclaration,
  ScreenDeclaration,
  ServedByDeclaration,
  WrittenScreen,
} from './screen.ts';
import type { SummaryDeclaration } from './summaryTable.ts';
import type { TimelineDeclaration } from './timeline.ts';

/** The list of an entity: what it shows, narrows by and starts with. */
export interface ListDeclaration {
  readonly columns: readonly string[];
  /** Those of the columns that are not shown until the reader chooses them. */
  readonly optional?: readonly string[];
  /** Those of the columns that stand on the card of a record, on a phone, below its title and state; else the first. */
  readonly card?: readonly string[];
  /** Fields that narrow the list, in the order of the search bar; each is a `filter_{field}` parameter. */
  readonly filters?: readonly string[];
  /** Fields, also of embedded records (`enterprise.name`), that the search text is looked for in. */
  readonly search?: readonly string[];
  /** Those texts name no record: this list finds them, and the search over everything (D2) does not. */
  readonly notInGlobalSearch?: true;
  /** The date-time field that `start_at` and `end_at` narrow. */
  readonly range?: string;
  /** The first order; a minus turns it round. The newest stand first unless given. */
  readonly sort?: string;
  /** Fields to sort by besides the columns and `id`, `created_at`. */
  readonly sortable?: readonly string[];
  /** Parameters `filter_{name}` that are no field of the record; server/domain says what each means. */
  readonly parameters?: Fields;
  /** Fields whose sums stand under the list, for the filter that stands; amounts by currency, quantities by unit. */
  readonly totals?: readonly string[];
  /** Choices, booleans and points in time (by month) that the totals can be told by. */
  readonly groups?: readonly string[];
  /** What a role does next when the list has no rows yet, `everyone` for those not named; who is not told this is told in general. */
  readonly empty?: { readonly [role in Role | 'everyone']?: Label };
  /** What is counted as it is written; a total comes from the first that has all that the list is narrowed by. */
  readonly summaries?: readonly SummaryDeclaration[];
}

/** What is made of the rows of a file. */
export interface ImportDeclaration {
  /** The fields that a file may hold, what stands inside an object with a dot; all that its importer may set unless given. */
  readonly fields?: readonly string[];
}

/** How the table and its rows follow a change of the entity; `npm run migration` writes the SQL. */
export interface EntityMigration {
  /** The former name: the table is renamed, and its rows and their history stay. */
  readonly renamedFrom?: string;
  /** Removed fields: their values are set aside, and dropped once the field is no longer named here. */
  readonly removed?: readonly string[];
}

export interface EntityDeclaration<F extends Fields = Fields> {
  /** `[a-z][a-z0-9_]*`; the path is `/v1/{name}`. */
  readonly name: string;
  /** The path under `/v1/`, where it is not the name. */
  readonly path?: string;
  /** The table, where the name is a reserved word of SQL. */
  readonly table?: string;
  readonly label: Label;
  readonly labels?: Label;
  /** The field that names a record to a person, or the texts that do so together: `['project.name', 'order.code']`. */
  readonly title: string | readonly string[];
  /** The picture of the entity and of its menu entries; a plain page unless given. */
  readonly icon?: IconName;
  readonly fields: F;
  /** How existing rows follow a change of the entity. */
  readonly migrate?: EntityMigration;
  /** Groups of fields whose values together occur once among the live records. */
  readonly unique?: readonly (readonly string[])[];
  /** What holds between the fields of a record. */
  readonly rules?: readonly FieldRule[];
  readonly access: Access;
  /** A record may be changed while this holds for it; steps of the lifecycle have conditions of their own. */
  readonly editWhile?: Condition;
  /** A record may be deleted while this holds for it. */
  readonly removeWhile?: Condition;
  readonly lifecycle?: Lifecycle;
  /** What else can be done with a record, each by a call of its own. */
  readonly actions?: Actions;
  /** Who is told of what is done to a record, by `create`, steps and actions. */
  readonly notices?: NoticeDeclarations;
  /** Which records wait for whom, by names of their own. */
  readonly queue?: QueueDeclarations;
  /** Numbers of the dashboard, by names that no other entity has. */
  readonly metrics?: Readonly<Record<string, MetricDeclaration>>;
  /** Charts of the dashboard, by names that no other entity has. */
  readonly charts?: Readonly<Record<string, ChartDeclaration>>;
  readonly list: ListDeclaration;
  /** Records that belong to this one, each sort as a section of its detail. */
  readonly children?: Children;
  /** Records can be made of a file's rows, by whoever may make one by hand. */
  readonly import?: true | ImportDeclaration;
  readonly form?: FormDeclaration;
  readonly detail?: DetailDeclaration;
  /** What the timeline of a record tells besides, or in other words than, its steps, actions and points in time. */
  readonly timeline?: TimelineDeclaration;
  readonly screens?: readonly WrittenScreen[];
  readonly embeddedIn?: readonly EmbeddedListDeclaration[];
  readonly servedBy?: readonly ServedByDeclaration[];
  /** Records that the demo begins with: bodies as a SuperAdmin sends them. Of what they refer to, the first is 1. */
  readonly samples?: readonly Readonly<Record<string, unknown>>[];
  /** Served by calls of its own beside these; these generic routes are left out. */
  readonly without?: readonly ('list' | 'get' | 'create' | 'edit' | 'remove' | 'restore' | 'export')[];
}

/** A declared entity: what was declared, with every default filled in. */
export interface Entity<F extends Fields = Fields, Table extends string = string> extends EntityDeclaration<F> {
  readonly table: Table;
  readonly path: string;
  readonly labels: Label;
  readonly icon: IconName;
  readonly list: ListDeclaration & { readonly sort: string };
  readonly screens?: readonly ScreenDeclaration[];
}

/** What every record has besides its declared fields. */
export interface RecordBase {
  id: number;
  created_at: Date;
  updated_at: Date;
  /** Counts the writes; `If-Match` is held against it (C21). */
  version: number;
}

/** The stored row of an entity, by inference from its declaration. */
export type RowOf<E> =
  E extends Entity<infer F>
    ? RecordBase & { deleted_at: Date | null } & {
        -readonly [name in keyof F as F[name] extends { computed: true } | { inputOnly: true }
          ? never
          : name]: F[name] extends Field<infer T> ? T : never;
      }
    : never;

/** What a declaration may name: its own fields and those of every record, and with a dot what is inside an object. */
type NameOf<F extends Fields> = (keyof F & string) | keyof RecordBase | `${string}.${string}`;

/** The places of a declaration that name its fields, so that a wrong name does not compile. */
interface FieldNames<F extends Fields> {
  readonly title: NameOf<F> | readonly NameOf<F>[];
  readonly unique?: readonly (readonly (keyof F & string)[])[];
  readonly lifecycle?: { readonly field: keyof F & string };
  readonly list: {
    readonly columns: readonly NameOf<F>[];
    readonly optional?: readonly NameOf<F>[];
    readonly card?: readonly NameOf<F>[];
    readonly filters?: readonly NameOf<F>[];
    readonly search?: readonly NameOf<F>[];
    readonly range?: NameOf<F>;
    readonly sort?: NameOf<F> | `-${NameOf<F>}`;
    readonly sortable?: readonly NameOf<F>[];
    readonly totals?: readonly NameOf<F>[];
    readonly groups?: readonly NameOf<F>[];
    readonly summaries?: readonly { readonly by: readonly NameOf<F>[]; readonly sums?: readonly NameOf<F>[] }[];
  };
  readonly form?: readonly (NameOf<F> | readonly NameOf<F>[])[];
  readonly detail?: { readonly summary?: readonly NameOf<F>[] };
}

/** What is embedded of `enterprise_id` stands as `enterprise`, unless the field says under which name. */
function withEmbedNames(fields: Fields): Fields {
  const withName = (name: string, field: Field): Field =>
    field.kind === 'reference' && field.embed && field.as === undefined && name.endsWith('_id')
      ? { ...field, as: name.slice(0, -'_id'.length) }
      : field;
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, withName(name, field)]));
}

/** Names the entity; `checkRegistry` holds what types do not see, and the whole set together. */
export function defineEntity<const F extends Fields, const Name extends string, const Table extends string = Name>(
  declaration: EntityDeclaration<F> & FieldNames<NoInfer<F>> & { readonly name: Name; readonly table?: Table },
): Entity<F, Table> {
  const labels = declaration.labels ?? declaration.label;
  return {
    ...declaration,
    ...(declaration.fields && { fields: withEmbedNames(declaration.fields) as F }),
    screens: declaration.screens?.map((one) => ({ label: labels, ...one })),
    list: { sort: '-created_at', ...declaration.list },
    table: (declaration.table ?? declaration.name) as Table,
    path: declaration.path ?? declaration.name,
    labels,
    icon: declaration.icon ?? 'page',
  };
}

/** The fields that every record has, as fields, so that lists can show, sort and narrow by them. */
export const baseFields = {
  id: { kind: 'integer', label: { en: 'No.', zh: '编号' }, readOnly: true },
  created_at: { kind: 'dateTime', label: { en: 'Created at', zh: '创建时间' }, readOnly: true },
  updated_at: { kind: 'dateTime', label: { en: 'Updated at', zh: '更新时间' }, readOnly: true },
  version: { kind: 'integer', label: { en: 'Version', zh: '版本' }, readOnly: true },
} as const satisfies Fields;

const fieldIn = (fields: Fields, key: string): Field | undefined =>
  Object.hasOwn(fields, key) ? fields[key] : undefined;

/**
 * A field of an entity by its name, a base field or one inside an object (`params.comment`) included. What is inside
 * stands where its object does.
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

/** Does a column hold the field? What is worked out, joined, or only taken from a body, has none. */
export const isStored = (field: Field | undefined): field is Field =>
  field !== undefined && !field.computed && !field.inputOnly && !field.joined;

/** True if a record cannot be deleted while this reference, or set of references, of a live record points to it (C20). */
export const restrictsDelete = ({ onDelete, required }: Field): boolean =>
  (onDelete ?? (required ? 'restrict' : 'allow')) === 'restrict';

/** Can a list narrow, sort and sum by the field? A column holds it, or the database works it out. */
export const isQueryable = (field: Field | undefined): field is Field =>
  field?.formula !== undefined || isStored(field);

const storedIn = memoize((fields: Fields): readonly (readonly [string, Field])[] =>
  Object.entries(fields).filter(([, field]) => isStored(field)),
);

/** The fields of an entity that a column holds, besides those of every record. */
export const storedFields = ({ fields }: Pick<Entity, 'fields'>) => storedIn(fields);

/**
 * Does a look at one record of it count as one at a secret? It is audited for those who may read encrypted fields (A28), so
 * nothing may look before its reader does.
 */
export const hasEncryptedFields = (entity: Pick<Entity, 'fields'>): boolean =>
  storedFields(entity).some(([, { encrypted }]) => encrypted);

const joinedIn = memoize((fields: Fields): readonly (readonly [string, Field])[] =>
  Object.entries(fields).filter(([, field]) => field.joined),
);

/** The fields whose values a join table holds. */
export const joinedFields = ({ fields }: Pick<Entity, 'fields'>) => joinedIn(fields);

/** The filter that wants all of several joined records, beside the one that wants any of them. */
export const allParameter = (name: string): string => `${name}_all`;

/** May this role see the field? A nested field follows the one that holds it. */
export const mayRead = (field: Field, role: Role): boolean =>
  !field.hidden && (field.read === undefined || field.read.includes(role));

/** May this role set the field, when the record is made or afterwards? */
export function mayWrite(field: Field, role: Role, operation: 'create' | 'edit'): boolean {
  if (field.readOnly || field.computed || field.hidden) return false;
  if (field.createOnly && operation === 'edit') return false;
  return field.write === undefined || field.write.includes(role);
}

/** Where a field stands in an answer and in a form's values. */
export const readPathOf = (name: string, field: Field): string => field.readPath ?? name;
/** Where a field stands in a request body. */
export const writePathOf = (name: string, field: Field): string => field.writePath ?? name;

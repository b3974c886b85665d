import type { Label } from '../../messages/label.ts';
import type { Condition, Role, Scalar } from '../access.ts';
import type { ComputedDefault } from './default.ts';
import type { FileType } from './fileType.ts';

/** One value of a choice, and how it reads. */
export interface Choice {
  readonly id: number | string;
  readonly label: Label;
  /** The colour of the chip that shows it. */
  readonly tone?: 'neutral' | 'info' | 'good' | 'warn' | 'bad';
  /** More that travels with the value when the field is embedded, as `saas_alias` of a category. */
  readonly extra?: Readonly<Record<string, Scalar>>;
}

/** How existing rows follow a change of the field; `npm run migration` writes the SQL. */
export interface FieldMigration {
  /** The former name: the column is renamed, and its values stay. */
  readonly renamedFrom?: string;
  /** The value for existing rows without one, when the field is new or becomes required. */
  readonly backfill?: number | string | boolean;
}

/** What existing rows outside narrower limits get: the nearest valid value, this value, or nothing until somebody changes them. */
export type NarrowedPolicy = 'nearest' | 'stop' | { readonly to: string | number | null };

/** `migrate` of a field with limits. */
export interface LimitMigration extends FieldMigration {
  /** What happens to existing rows outside narrower limits. */
  readonly narrowed?: NarrowedPolicy;
}

/** `migrate` of a choice. */
export interface ChoiceMigration extends FieldMigration {
  /** New values for rows whose value is no longer a choice: `{ 2: 5 }`. */
  readonly choices?: Readonly<Record<string | number, number | string>>;
}

/** What every field may say. */
export interface FieldOptions {
  readonly label: Label;
  /** How existing rows follow a change of the field. */
  readonly migrate?: FieldMigration;
  readonly required?: boolean;
  /** Whether a value occurs once among the live records, or `ever`: among those deleted too, as ids that the server draws do. */
  readonly unique?: boolean | 'ever';
  /** The value that it starts with, or what that is worked out from when a record is made. */
  readonly default?: Scalar | ComputedDefault;
  readonly hint?: Label;
  /** Set by the server alone. */
  readonly readOnly?: boolean;
  /** Written when the record is made, not afterwards. */
  readonly createOnly?: boolean;
  /** Roles that may see it; the field is absent for all others (A28). */
  readonly read?: readonly Role[];
  /** Roles that may set it. */
  readonly write?: readonly Role[];
  /** Where it stands in an answer, when not under its own name: `purchased.hosts.value`. */
  readonly readPath?: string;
  /** Where it stands in a request body, when not under its own name: `purchased.hosts`. */
  readonly writePath?: string;
  /** Not stored: the domain works it out from the row (`computed` in server/domain). */
  readonly computed?: boolean;
  /** Encrypted at rest, and given by `get` alone. */
  readonly encrypted?: boolean;
  /** Stored and never answered: a hash, an owner for scope. */
  readonly hidden?: boolean;
  /** Given by `get` alone, not in lists. */
  readonly detailOnly?: boolean;
  /** Taken from a body and never stored under its name: a password on its way to its hash. */
  readonly inputOnly?: boolean;
  /** A secret text: an input hides it and asks for it twice when a record is made, and its outer spaces stay. */
  readonly secret?: boolean;
  /** Roles whose every record has their own here: a column or a filter of it tells them nothing. */
  readonly fixedFor?: readonly Role[];
  /** Shown in forms and details only while this holds for the other values. */
  readonly shownWhen?: Condition;
}

export interface TextOptions extends FieldOptions {
  readonly min?: number;
  readonly max?: number;
  readonly matches?: 'letters' | 'loginName' | 'tag';
  readonly migrate?: LimitMigration;
}

/** What `text` may say besides. */
export interface PlainTextOptions extends TextOptions {
  /** Where it is unique, alone or in a group, letters of another case make another value: of ids that machines give. */
  readonly exact?: boolean;
  /**
   * What its values name: entities of the product, or what the audit tells of their records, which a list offers as choices
   * by their labels; or the time between two moments, `2026-01-01T00:00:00Z/2026-01-31T23:59:59Z`.
   */
  readonly names?: 'entity' | 'action' | 'interval';
}

/** What `serial` may say. */
export type SerialOptions = Pick<FieldOptions, 'label' | 'hint' | 'read' | 'readPath' | 'detailOnly' | 'fixedFor'> & {
  readonly migrate?: Pick<FieldMigration, 'renamedFrom'>;
};

export interface NumberOptions extends FieldOptions {
  readonly min?: number;
  readonly max?: number;
  readonly migrate?: LimitMigration;
  /** Where an answer has the product that says what is counted, its `metering` and `unit`: `product`, `project.product`. */
  readonly unitOf?: string;
  /** What is counted: it stands behind the number; `{value|day|days}` follows it. */
  readonly unit?: Label;
}

export interface DecimalOptions extends NumberOptions {
  /** How many digits it has in all; 15 unless given. */
  readonly precision?: number;
  /** How many of them stand behind the point; 2 unless given. */
  readonly scale?: number;
}

export interface BooleanOptions extends FieldOptions {
  /** The colour of the chip that a yes is shown as; without one it is plain text, as a no is. */
  readonly tone?: Choice['tone'];
}

export interface MoneyOptions extends Omit<NumberOptions, 'unitOf' | 'unit'> {
  /** The choice of the same record that holds the currency of the amount. */
  readonly currency?: string;
}

export interface ChoiceOptions extends FieldOptions {
  /** Also answer `{id, name, ...extra}` under this name, in the caller's language. */
  readonly as?: string;
  /** How a value reads that is none of the choices. */
  readonly otherwise?: Label;
  readonly migrate?: ChoiceMigration;
}

export interface ReferenceOptions extends FieldOptions {
  /** The name under which columns of the record stand in an answer; that of the field without `_id` unless given. */
  readonly as?: string;
  /** Columns of the record, also through its own references: `name`, `category.name`. */
  readonly embed?: readonly string[];
  /** Embedded columns repeated at the top: `{ enterprise_name: 'name' }`. */
  readonly alsoAs?: Readonly<Record<string, string>>;
  /**
   * Whether the other record can be deleted while this one lives (C20). Default: `restrict` for a required reference, else
   * `allow`.
   */
  readonly onDelete?: 'restrict' | 'allow';
  /** Which records may be picked. */
  readonly where?: Condition;
}

export interface TagsOptions extends FieldOptions {
  /** How many there may be; 20 unless given. */
  readonly max?: number;
}

export interface FileOptions extends FieldOptions {
  /** The most that it may have, in megabytes; 20 unless given (D13). */
  readonly maxMb?: number;
  /** What it may be, as media types; all that can be told by their content unless given. */
  readonly types?: readonly FileType[];
}

/** What `files` may say. */
export interface FilesOptions extends FileOptions {
  /** How many there may be; 100 unless given. */
  readonly max?: number;
}

export interface ListOptions extends FieldOptions {
  readonly max?: number;
  /** Its references are kept in a table of their own, so that a list narrows by them; `many` says it. */
  readonly joined?: boolean;
  /** Of a joined one: the name under which columns of the records stand in an answer. */
  readonly as?: string;
  /** Of a joined one: columns of the records, each one of their own. */
  readonly embed?: readonly string[];
  /** Of a joined one: whether its records can be deleted while this one lives. Default: as for a reference. */
  readonly onDelete?: 'restrict' | 'allow';
}

/** What `many` may say. */
export interface ManyOptions extends Omit<ListOptions, 'joined'> {
  /** Which records may be picked. */
  readonly where?: Condition;
}

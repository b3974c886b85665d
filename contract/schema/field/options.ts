import type { Label } from '../../messages/label.ts';
import type { Condition, Role, Scalar } from '../access.ts';
import type { Now, Today } from '../now.ts';
import type { ComputedDefault, LaterThan } from './default.ts';
import type { FileType } from './fileType.ts';

/** The colours of values. */
export const tones = ['neutral', 'info', 'good', 'warn', 'bad'] as const;

/** One value of a choice and its label. */
export interface Choice {
  readonly id: number | string;
  readonly label: Label;
  /** Colour of the value's chip. */
  readonly tone?: (typeof tones)[number];
  /** Additional properties to embed with the value, such as `saas_alias` of a category. */
  readonly extra?: Readonly<Record<string, Scalar>>;
}

/** The colours of a value, each with a condition on its record; the first one that holds counts. */
export type Tones = Readonly<Partial<Record<(typeof tones)[number], Condition>>>;

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

/** Options of every field. */
export interface FieldOptions {
  readonly label: Label;
  /** How existing rows follow a change of the field. */
  readonly migrate?: FieldMigration;
  readonly required?: boolean;
  /** `true`: the value is unique among live records. `ever`: also among deleted ones, for ids that the server draws. */
  readonly unique?: boolean | 'ever';
  /** The initial value, or how to resolve it on create. */
  readonly default?: Scalar | ComputedDefault;
  readonly hint?: Label;
  /** Set only by the server. */
  readonly readOnly?: boolean;
  /** Can be set on create, but not edited. */
  readonly createOnly?: boolean;
  /** While the record meets this condition, an edit may not change the field; steps and actions may. */
  readonly readOnlyWhen?: Condition;
  /** The sentence below the input, and of the refusal, while `readOnlyWhen` holds. */
  readonly readOnlyBecause?: Label;
  /** Roles that may read the field; for all others it is absent (A28). */
  readonly read?: readonly Role[];
  /** Roles that may set the field. */
  readonly write?: readonly Role[];
  /** Path in a response, if not the field's name: `purchased.hosts.value`. */
  readonly readPath?: string;
  /** Path in a request body, if not the field's name: `purchased.hosts`. */
  readonly writePath?: string;
  /** Not stored; the domain computes it from the row (`computed` in server/domain). */
  readonly computed?: boolean;
  /** Encrypted at rest; returned only by `get`. */
  readonly encrypted?: boolean;
  /** Stored but never returned, such as a hash or an owner used for scope. */
  readonly hidden?: boolean;
  /** Returned only by `get`, not in lists. */
  readonly detailOnly?: boolean;
  /** Accepted in a body but not stored under its name, such as a password that is stored as a hash. */
  readonly inputOnly?: boolean;
  /** A secret: its input is masked and asks for it twice on create, and outer spaces are not trimmed. */
  readonly secret?: boolean;
  /** Roles whose records all have the same value here, so that a column or filter of it is useless to them. */
  readonly fixedFor?: readonly Role[];
  /** Shown in forms and on detail pages only while the other values meet this condition. */
  readonly shownWhen?: Condition;
  /**
   * Only in an entity with one record: the environment variable that sets the field. Where it is set, its value applies in
   * place of the stored one and nobody can change it.
   */
  readonly environment?: string;
}

export interface TextOptions extends FieldOptions {
  readonly min?: number;
  readonly max?: number;
  readonly matches?: 'letters' | 'capitals' | 'loginName' | 'tag';
  readonly migrate?: LimitMigration;
}

/** Options of `text` only. */
export interface PlainTextOptions extends TextOptions {
  /** Uniqueness, alone or in a group, is case-sensitive: for ids that machines assign. */
  readonly exact?: boolean;
  /** A key or code that people copy: it is written without white space, full-width letters and invisible characters. */
  readonly key?: boolean;
  /**
   * Identifies something by its characters: it is always shown whole, and no browser translates it. Without it `isCode`
   * recognizes keys, serial numbers, `exact` and short `unique` texts.
   */
  readonly code?: boolean;
  /**
   * Meaning of the values: names of entities, or actions in the audit, which a list offers as choices with their
   * labels; or an interval between two points in time, `2026-01-01T00:00:00Z/2026-01-31T23:59:59Z`.
   */
  readonly names?: 'entity' | 'action' | 'interval';
}

/** The options of `serial`. */
export type SerialOptions = Pick<FieldOptions, 'label' | 'hint' | 'read' | 'readPath' | 'detailOnly' | 'fixedFor'> & {
  readonly migrate?: Pick<FieldMigration, 'renamedFrom'>;
  /** No number is left out, which makes new records of the entity wait for each other. */
  readonly gapless?: boolean;
};

/** Options of `localizedText`: the limits and the pattern apply to the text in each language. */
export interface LocalizedTextOptions extends FieldOptions, Pick<TextOptions, 'min' | 'max' | 'matches'> {
  /** Both languages have a text, or neither. Without it one language is enough. */
  readonly bothLanguages?: boolean;
}

export interface NumberOptions extends FieldOptions {
  readonly min?: number;
  readonly max?: number;
  /** Only multiples of this number are allowed, counted from 0: `0.25`, `5`. */
  readonly step?: number;
  readonly migrate?: LimitMigration;
  /** Where an answer has the product that says what is counted, its `metering` and `unit`: `product`, `project.product`. */
  readonly unitOf?: string;
  /** The unit, shown after the number; `{value|day|days}` chooses the singular or plural. */
  readonly unit?: Label;
  /** The colours of the number. */
  readonly tones?: Tones;
}

export interface IntegerOptions extends NumberOptions {
  /** Shown without separators between thousands, as the number of a year or of a house. */
  readonly plain?: true;
}

export interface DecimalOptions extends NumberOptions {
  /** Total number of digits; 15 by default. */
  readonly precision?: number;
  /** Number of digits after the decimal point; 2 by default. */
  readonly scale?: number;
}

/** A limit that moves with the clock: the current day or time, or a period before or after it. */
export type TimeLimit = Now | Today | LaterThan;

/** Options of `date` and `dateTime`. Limits hold when somebody sets or changes the value; stored values stay. */
export interface TimeOptions extends FieldOptions {
  /** The earliest value: `today`, `plus(today, { days: 2 })`, or `now` for a point in time. */
  readonly earliest?: TimeLimit;
  /** The latest value, in the same way. */
  readonly latest?: TimeLimit;
  /** The colours of the day or time. */
  readonly tones?: Tones;
}

export interface BooleanOptions extends FieldOptions {
  /** What yes and no mean, shown in their place: Available and Unavailable. */
  readonly words?: Readonly<Record<'yes' | 'no', Label>>;
  /** Colour of the chip that shows `true`. Without it, `true` is plain text, as `false` always is. */
  readonly tone?: Choice['tone'];
}

export interface MoneyOptions extends Omit<NumberOptions, 'step' | 'unitOf' | 'unit'> {
  /** The choice field of the same record that contains the currency. */
  readonly currency?: string;
}

export interface ChoiceOptions extends FieldOptions {
  /** Also return `{id, name, ...extra}` under this name, in the caller's language. */
  readonly as?: string;
  /** Label of a value that is none of the choices. */
  readonly otherwise?: Label;
  readonly migrate?: ChoiceMigration;
}

export interface ReferenceOptions extends FieldOptions {
  /** Name of the embedded record in a response; by default the field's name without `_id`. */
  readonly as?: string;
  /**
   * Columns of the referenced record to embed, also through its own references: `name`, `category.name`. By default its id
   * and its title; an empty list embeds nothing.
   */
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
  /**
   * Only records may be picked that share these values with this one: an order of the same enterprise. Fields of the same
   * name in both, or those of the other record with those of this one: `{ enterprise_id: 'customer_id' }`.
   */
  readonly shares?: readonly string[] | Readonly<Record<string, string>>;
}

export interface TagsOptions extends FieldOptions {
  /** Maximum number of tags; 20 by default. */
  readonly max?: number;
}

export interface FileOptions extends FieldOptions {
  /** Maximum size in megabytes; 20 by default (D13). */
  readonly maxMb?: number;
  /** Maximum width and height of a picture in pixels; only with types whose size the first bytes say. */
  readonly maxPixels?: number;
  /** Allowed media types; by default every type that is detected by content. */
  readonly types?: readonly FileType[];
}

/** Options of `files`. */
export interface FilesOptions extends FileOptions {
  /** Maximum number of files; 100 by default. */
  readonly max?: number;
}

export interface ListOptions extends FieldOptions {
  readonly max?: number;
  /** Store the references in a join table, so that lists can filter by them; set by `many`. */
  readonly joined?: boolean;
  /** Only if joined: name of the embedded records in a response. */
  readonly as?: string;
  /** Only if joined: columns of the records to embed; their own columns, not those of further references. */
  readonly embed?: readonly string[];
  /** For a joined field: whether its records can be deleted while this one exists. Default: as for a reference. */
  readonly onDelete?: 'restrict' | 'allow';
}

/** Options of `many`. */
export interface ManyOptions extends Omit<ListOptions, 'joined'> {
  /** Which records may be picked. */
  readonly where?: Condition;
}

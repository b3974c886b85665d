import type { Condition, Role, Scalar } from './access.ts';
import type { FileType } from './fileType.ts';
import type { Formula } from './formula.ts';
import type { Label } from './label.ts';
import { serialLength, serialPattern } from './serial.ts';
import type { Start } from './start.ts';

export type KindName =
  | 'text'
  | 'longText'
  | 'integer'
  | 'decimal'
  | 'money'
  | 'boolean'
  | 'choice'
  | 'dateTime'
  | 'date'
  | 'mail'
  | 'phone'
  | 'url'
  | 'richText'
  | 'tags'
  | 'json'
  | 'file'
  | 'reference'
  | 'object'
  | 'list';

/** One value of a choice, and how it reads. */
export interface Choice {
  readonly id: number | string;
  readonly label: Label;
  /** The colour of the chip that shows it. */
  readonly tone?: 'neutral' | 'info' | 'good' | 'warn' | 'bad';
  /** More that travels with the value when the field is embedded, as `saas_alias` of a category. */
  readonly extra?: Readonly<Record<string, Scalar>>;
}

/** What every field may say. */
export interface FieldOptions {
  readonly label: Label;
  /** The name that it had before: `npm run migration` renames the column, and its values stay. */
  readonly was?: string;
  /** What rows that are there get where they have nothing, when it becomes required or is new: `npm run migration` writes it. */
  readonly fill?: number | string | boolean;
  readonly required?: boolean;
  /** Whether a value occurs once among the live records, or `ever`: among those deleted too, as ids that the server draws do. */
  readonly unique?: boolean | 'ever';
  /** The value that it starts with, or what that is worked out from when a record is made. */
  readonly default?: Scalar | Start;
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
  readonly at?: string;
  /** Where it stands in a request body, when not under its own name: `purchased.hosts`. */
  readonly writeAt?: string;
  /** Not stored: the domain works it out from the row (`computed` in server/domain). */
  readonly computed?: boolean;
  /** Encrypted at rest, and given by `get` alone. */
  readonly sealed?: boolean;
  /** Stored and never answered: a hash, an owner for scope. */
  readonly hidden?: boolean;
  /** Given by `get` alone, not in lists. */
  readonly detailOnly?: boolean;
  /** Taken from a body and never stored under its name: a password on its way to its hash. */
  readonly inputOnly?: boolean;
  /** A secret text: an input hides it and asks for it twice when a record is made, and its outer spaces stay. */
  readonly secret?: boolean;
  /** Roles whose every record has their own here: a column or a filter of it tells them nothing. */
  readonly ownFor?: readonly Role[];
  /** Shown in forms and details only while this holds for the other values. */
  readonly shownWhen?: Condition;
}

/** What rows that are there get when they no longer fit: the nearest that does, this value, or nothing before they are changed by hand. */
export type Unfit = 'nearest' | 'stop' | { readonly to: string | number | null };

export interface TextOptions extends FieldOptions {
  readonly min?: number;
  readonly max?: number;
  readonly matches?: 'letters' | 'loginName' | 'tag';
  /** What becomes of rows that are there and lie outside narrower limits: `npm run migration` writes it. */
  readonly unfit?: Unfit;
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
export type SerialOptions = Pick<FieldOptions, 'label' | 'was' | 'hint' | 'read' | 'at' | 'detailOnly' | 'ownFor'>;
export interface NumberOptions extends FieldOptions {
  readonly min?: number;
  readonly max?: number;
  /** What becomes of rows that are there and lie outside narrower limits, as of a text. */
  readonly unfit?: Unfit;
  /** Where an answer has the product that says what is counted, its `metering` and `unit`: `product`, `project.product`. */
  readonly countedAs?: string;
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
export interface MoneyOptions extends Omit<NumberOptions, 'countedAs' | 'unit'> {
  /** The choice of the same record that holds the currency of the amount. */
  readonly currency?: string;
}
export interface ChoiceOptions extends FieldOptions {
  /** Also answer `{id, name, ...extra}` under this name, in the caller's language. */
  readonly as?: string;
  /** How a value reads that is none of the choices. */
  readonly otherwise?: Label;
  /** What rows have from now on that hold a value which is no choice any more: `{ 2: 5 }`. */
  readonly becomes?: Readonly<Record<string | number, number | string>>;
}
export interface ReferenceOptions extends FieldOptions {
  /** The name under which columns of the record stand in an answer; that of the field without `_id` unless given. */
  readonly as?: string;
  /** Columns of the record, also through its own references: `name`, `category.name`. */
  readonly embed?: readonly string[];
  /** Embedded columns repeated at the top: `{ enterprise_name: 'name' }`. */
  readonly flat?: Readonly<Record<string, string>>;
  /** The record pointed to cannot be deleted while this one lives (C20); a required reference does so unless it says false. */
  readonly keeps?: boolean;
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
  /** Of a joined one: none of the records can be deleted while this one lives; a required set keeps them unless it says false. */
  readonly keeps?: boolean;
}

/** What `many` may say. */
export interface ManyOptions extends Omit<ListOptions, 'joined'> {
  /** Which records may be picked. */
  readonly where?: Condition;
}

/** A field of an entity; `Type` is the value it holds, for inference alone. */
export interface Field<Type = unknown>
  extends PlainTextOptions,
    DecimalOptions,
    BooleanOptions,
    MoneyOptions,
    ChoiceOptions,
    ReferenceOptions,
    FileOptions {
  readonly kind: KindName;
  readonly choices?: readonly Choice[];
  readonly to?: string;
  readonly fields?: Fields;
  readonly items?: Field;
  /** How an item of a list is written, where that depends on what is asked of it: of bodies, and never declared. */
  readonly forms?: ItemForms;
  readonly joined?: boolean;
  /** Drawn from a sequence of the database when the record is made, in this pattern; `serial` says it. */
  readonly serial?: string;
  /** What the database works out in place of a column; `computed` says it. */
  readonly formula?: Formula;
  readonly type?: Type;
}
export type Fields = Readonly<Record<string, Field>>;

/** What an item of the body of an edit may name: of a new child, of one that changes, and of one that is removed. */
export interface ItemForms {
  readonly made?: Fields;
  readonly changed?: Fields;
  readonly removed?: Fields;
}

type Value<Options, Type> = Options extends { required: true } | { default: Scalar } ? Type : Type | null;

/** What inference must still see of the options: a field that no column holds. */
type Marks<Options> = Pick<Options, keyof Options & ('computed' | 'inputOnly')>;

const field =
  <Type, Base extends FieldOptions = FieldOptions>(kind: KindName) =>
  <const Options extends Base>(options: Options): Field<Value<Options, Type>> & Marks<Options> =>
    ({ kind, ...options }) as never;

/** One line of text, at most 200 characters unless `max` says otherwise. */
export const text = field<string, PlainTextOptions>('text');
/** A number of its own for each record, drawn when it is made and shown in the pattern: `serial('T-{000000}', …)`. */
export const serial = (pattern: string, options: SerialOptions): Field<string> => {
  const { before, after } = serialPattern(pattern) ?? { before: '', after: '' };
  const max = serialLength({ before, digits: 0, after });
  return { kind: 'text', serial: pattern, required: true, unique: true, readOnly: true, max, ...options };
};
/** Several lines of text, at most 2,000 characters unless `max` says otherwise. */
export const longText = field<string, TextOptions>('longText');
/** A whole number. */
export const integer = field<number, NumberOptions>('integer');
/** An exact decimal; a text of digits wherever it is sent or kept, never a binary fraction. */
export const decimal = field<string, DecimalOptions>('decimal');
/** An amount in minor units (cents, fen), a whole number. */
export const money = field<number, MoneyOptions>('money');
export const boolean = field<boolean, BooleanOptions>('boolean');
/** A point in time; UTC ISO 8601 on the wire (B1). */
export const dateTime = field<Date>('dateTime');
/** A day without a time and a zone, `2026-01-31` wherever it is sent, kept and shown. */
export const date = field<string>('date');
/** A mail address. */
export const mail = field<string, TextOptions>('mail');
export const phone = field<string, TextOptions>('phone');
/** An address in the web, with `http://` or `https://`. */
export const url = field<string, TextOptions>('url');
/** Text with headings, lists and links as Markdown has them; at most 20,000 characters unless `max` says otherwise. */
export const richText = field<string, TextOptions>('richText');
/** Short words that a record is found by, each once. */
export const tags = field<string[], TagsOptions>('tags');
/** An object or a list as JSON, of whatever shape. */
export const json = field<object>('json');

/** A file as a record keeps it: what was uploaded, and what its content told. */
export interface StoredFile {
  /** Of its upload; nobody guesses it. */
  readonly id: string;
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly type: string;
  readonly sha256: string;
}

/** A file that belongs to the record; a body has the id of its upload (D13). */
export const file = field<StoredFile, FileOptions>('file');

/** Several files that belong to the record, in their order. */
export const files = <const Options extends FilesOptions>({
  maxMb,
  types,
  ...options
}: Options): Field<StoredFile[]> & Marks<Options> => {
  const items = { kind: 'file', label: options.label, ...(maxMb !== undefined && { maxMb }), ...(types && { types }) };
  return { kind: 'list', items, ...options } as never;
};

/** One of a few values that the contract knows. */
export const choice = <const C extends readonly Choice[], const Options extends ChoiceOptions>(
  choices: C,
  options: Options,
): Field<Value<Options, C[number]['id']>> & Marks<Options> => ({ kind: 'choice', choices, ...options }) as never;

/** The id of a record of another entity, with some of its columns embedded in answers. */
export const reference = <const Options extends ReferenceOptions>(
  to: string,
  options: Options,
): Field<Value<Options, number>> => ({ kind: 'reference', to, ...options });

/** A few fields kept together under one name. Without `fields`: any JSON, set by the server alone. */
export const object = <const F extends Fields, const Options extends FieldOptions>(
  fields: F,
  options: Options,
): Field<{ [name in keyof F]?: F[name] extends Field<infer Type> ? Type : never }> => ({
  kind: 'object',
  fields,
  ...options,
});

/** Several values of one kind. */
export const list = <Type, const Options extends ListOptions>(
  items: Field<Type>,
  options: Options,
): Field<NonNullable<Type>[]> & Marks<Options> => ({ kind: 'list', items: items as Field, ...options }) as never;

/** What the database works out of the record's own columns, as a field of this kind: lists sort, narrow and sum by it. */
export const computed = <Type, F extends Field<Type>>(
  formula: Formula,
  field: F & Field<Type>,
): F & { readonly computed: true } => ({ ...field, computed: true, readOnly: true, formula });

/** A set of records of another entity, kept in a join table: the ids in answers and bodies, a picker of many in forms. */
export const many = <const Options extends ManyOptions>(
  to: string,
  { where, ...options }: Options,
): Field<number[]> & Marks<Options> => {
  const items = reference(to, { label: options.label, ...(where && { where }) });
  return { kind: 'list', items, joined: true, ...options } as never;
};

import type { FromRecord } from '../../conditions/fromRecord.ts';
import type { Exact } from '../../lib/exact.ts';
import type { Language } from '../../messages/label.ts';
import { type LocalizedText, labelIn, textLanguages } from '../../messages/localizedText.ts';
import type { Scalar } from '../access.ts';
import type { ComputedDefault, ReferencedValue } from './default.ts';
import type { Formula } from './formula.ts';
import type {
  BooleanOptions,
  Choice,
  ChoiceMigration,
  ChoiceOptions,
  DecimalOptions,
  FieldOptions,
  FileOptions,
  FilesOptions,
  IntegerOptions,
  LimitMigration,
  ListOptions,
  LocalizedTextOptions,
  ManyOptions,
  MoneyOptions,
  PlainTextOptions,
  ReferenceOptions,
  SerialOptions,
  TagsOptions,
  TextOptions,
  TimeOptions,
} from './options.ts';
import type { Rollup } from './rollup.ts';
import { maxSerialLength, serialPattern } from './serialNumber.ts';

export type KindName =
  | 'text'
  | 'longText'
  | 'localizedText'
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

/** A field of an entity; `Type` is the type of its value, used only for inference. */
export interface Field<Type = unknown>
  extends PlainTextOptions,
    IntegerOptions,
    DecimalOptions,
    BooleanOptions,
    MoneyOptions,
    ChoiceOptions,
    ReferenceOptions,
    FileOptions,
    TimeOptions,
    LocalizedTextOptions {
  readonly kind: KindName;
  readonly migrate?: LimitMigration & ChoiceMigration;
  readonly choices?: readonly Choice[];
  readonly to?: string;
  readonly fields?: Fields;
  readonly items?: Field;
  /** Item forms that depend on the operation. Only the fields of request bodies have them; they are never declared. */
  readonly forms?: ItemForms;
  /** A body may leave the field out, but not empty it. Only fields of request bodies have it; it is never declared. */
  readonly notEmpty?: boolean;
  readonly joined?: boolean;
  /** Pattern of a serial number, drawn from a database sequence on create; set by `serial`. */
  readonly serial?: string;
  /** The serial number has no gaps; set by `serial`. */
  readonly gapless?: boolean;
  /** Formula that the database computes in place of a column; set by `computed`. */
  readonly formula?: Formula;
  /** The children that triggers count or sum into the column; set by `rollup`. */
  readonly rollup?: Rollup;
  readonly type?: Type;
}
export type Fields = Readonly<Record<string, Field>>;

/** Fields allowed in an item of an edit's body: for a new child, a changed child, and a removed child. */
export interface ItemForms {
  readonly made?: Fields;
  readonly changed?: Fields;
  readonly removed?: Fields;
}

/** Options without a word that their kind does not know, in `migrate` either. */
type ExactOptions<Options, Base extends FieldOptions> = Exact<Options, Base> &
  (Options extends { readonly migrate: infer Migration }
    ? { readonly migrate: Exact<Migration, NonNullable<Base['migrate']>> }
    : unknown);

type Value<Options, Type> = Options extends { required: true } | { default: Scalar } ? Type : Type | null;

/** The options that inference must preserve: those of fields without a column, and those that only the server sets. */
type InferredOptions<Options> = Pick<Options, keyof Options & ('computed' | 'inputOnly' | 'readOnly')>;

/** A default of any kind: the value of another record, or of the one that a step or an action is applied to. */
type CopiedValue = ReferencedValue | FromRecord;

/** The default value of a field. */
interface WithDefault<Default> {
  readonly default?: Default;
}

const field =
  <Type, Base extends FieldOptions = FieldOptions, Default = Type | CopiedValue>(kind: KindName) =>
  <const Options extends Base & WithDefault<Default>>(
    options: ExactOptions<Options, Base & WithDefault<Default>>,
  ): Field<Value<Options, Type>> & InferredOptions<Options> =>
    ({ kind, ...options }) as never;

/** One line of text, at most 200 characters unless `max` says otherwise. */
export const text = field<string, PlainTextOptions>('text');
/**
 * A unique serial number, drawn on create and formatted by the pattern: `serial('T-{000000}', …)`. With its year, or year
 * and month, it begins at 1 in each: `serial('MV-{YYYY}-{0000}', …)`.
 */
export const serial = (pattern: string, options: SerialOptions): Field<string> & { readonly readOnly: true } => {
  const max = maxSerialLength(serialPattern(pattern) ?? { before: '', digits: 1, after: '' });
  return { kind: 'text', serial: pattern, required: true, unique: true, readOnly: true, max, ...options };
};
/** Several lines of text, at most 2,000 characters unless `max` says otherwise. */
export const longText = field<string, TextOptions>('longText');
/**
 * A text in one or both languages of the product: `{ "en": "Site plan", "zh": "现场平面图" }`. Readers see their own
 * language, or the other one where theirs is empty. At most 200 characters in each language unless `max` says otherwise.
 */
export const localizedText = <const Options extends LocalizedTextOptions>(
  options: ExactOptions<Options, LocalizedTextOptions>,
): Field<LocalizedText> & InferredOptions<Options> => {
  const { label, min, max, matches }: LocalizedTextOptions = options;
  const limits = { ...(min !== undefined && { min }), ...(max !== undefined && { max }), ...(matches && { matches }) };
  const textOf = (language: Language): Field => ({ kind: 'text', label: labelIn(label, language), ...limits });
  const fields = Object.fromEntries(textLanguages.map((language) => [language, textOf(language)]));
  return { kind: 'localizedText', fields, ...options } as never;
};
/** A whole number. */
export const integer = field<number, IntegerOptions>('integer');
/** An exact decimal, sent and stored as a string of digits, never as a binary fraction. */
export const decimal = field<string, DecimalOptions>('decimal');
/** An amount in minor units (cents, fen), a whole number. */
export const money = field<number, MoneyOptions>('money');
export const boolean = field<boolean, BooleanOptions>('boolean');
/** A point in time; UTC ISO 8601 on the wire (B1). */
export const dateTime = field<Date, TimeOptions, string | ComputedDefault>('dateTime');
/** A day without time and time zone, sent, stored and shown as `2026-01-31`. */
export const date = field<string, TimeOptions, string | ComputedDefault>('date');
export const mail = field<string, TextOptions>('mail');
export const phone = field<string, TextOptions>('phone');
/** A web address that begins with `http://` or `https://`. */
export const url = field<string, TextOptions>('url');
/** Markdown text with headings, lists and links; at most 20,000 characters unless `max` says otherwise. */
export const richText = field<string, TextOptions>('richText');
/** Unique short words to find a record by. */
export const tags = field<string[], TagsOptions>('tags');
/** Arbitrary JSON: an object or a list. */
export const json = field<object>('json');

/** A file as stored in a record: properties of the upload, and the media type detected from its content. */
export interface StoredFile {
  /** Id of the upload; it cannot be guessed. */
  readonly id: string;
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly type: string;
  readonly sha256: string;
}

/** A file that belongs to the record; a request body contains the id of its upload (D13). */
export const file = field<StoredFile, FileOptions>('file');

/** Several files that belong to the record, in order. */
export const files = <const Options extends FilesOptions>({
  maxMb,
  maxPixels,
  types,
  ...options
}: ExactOptions<Options, FilesOptions>): Field<StoredFile[]> & InferredOptions<Options> => {
  const items = {
    kind: 'file',
    label: options.label,
    ...(maxMb !== undefined && { maxMb }),
    ...(maxPixels !== undefined && { maxPixels }),
    ...(types && { types }),
  };
  return { kind: 'list', items, ...options } as never;
};

/** One of a fixed set of values. */
export const choice = <
  const C extends readonly Choice[],
  const Options extends ChoiceOptions & WithDefault<C[number]['id'] | CopiedValue>,
>(
  choices: C & readonly Exact<C[number], Choice>[],
  options: ExactOptions<Options, ChoiceOptions & WithDefault<C[number]['id'] | CopiedValue>>,
): Field<Value<Options, C[number]['id']>> & InferredOptions<Options> =>
  ({ kind: 'choice', choices, ...options }) as never;

/** The id of a record of another entity, with some of its columns embedded in responses. */
export const reference = <const Options extends ReferenceOptions & WithDefault<ComputedDefault>>(
  to: string,
  options: ExactOptions<Options, ReferenceOptions & WithDefault<ComputedDefault>>,
): Field<Value<Options, number>> & InferredOptions<Options> => ({ kind: 'reference', to, ...options }) as never;

/** A group of fields stored under one name. Without `fields`: any JSON, set only by the server. */
export const object = <const F extends Fields, const Options extends FieldOptions>(
  fields: F,
  options: ExactOptions<Options, FieldOptions>,
): Field<{ [name in keyof F]?: F[name] extends Field<infer Type> ? Type : never }> => ({
  kind: 'object',
  fields,
  ...options,
});

/** Several values of one kind. */
export const list = <Type, const Options extends ListOptions>(
  items: Field<Type>,
  options: ExactOptions<Options, ListOptions>,
): Field<NonNullable<Type>[]> & InferredOptions<Options> =>
  ({ kind: 'list', items: items as Field, ...options }) as never;

/**
 * A field of this kind that the database computes from the record's own fields. Lists can sort, filter and sum by it.
 * @param formula `when`, `times`, `percent`, `share`, `less`, or an expression: `computed('net + tax', money({ … }))`
 */
export const computed = <Type, F extends Field<Type>>(
  formula: Formula | string,
  field: F & Field<Type>,
): F & { readonly computed: true } => ({
  ...field,
  computed: true,
  readOnly: true,
  formula: typeof formula === 'string' ? { expression: formula } : formula,
});

/**
 * A number of this kind that is the count of a record's children, or the sum of one of their fields. It is stored, and
 * triggers maintain it, so that lists can sort and filter by it as quickly as by any other column.
 */
export const rollup = <Type, F extends Field<Type>>(
  of: Rollup,
  field: F & Field<Type>,
): F & { readonly readOnly: true } => ({ ...field, readOnly: true, rollup: of });

/**
 * A set of records of another entity, stored in a join table: a list of ids in responses and bodies, a multiple choice
 * in forms.
 */
export const many = <const Options extends ManyOptions>(
  to: string,
  options: ExactOptions<Options, ManyOptions>,
): Field<number[]> & InferredOptions<Options> => {
  const { where, ...ofList }: ManyOptions = options;
  const items = reference(to, { label: options.label, ...(where && { where }) });
  return { kind: 'list', items, joined: true, ...ofList } as never;
};

import type { Exact } from '../../lib/exact.ts';
import type { Scalar } from '../access.ts';
import type { ComputedDefault } from './default.ts';
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
  LimitMigration,
  ListOptions,
  ManyOptions,
  MoneyOptions,
  NumberOptions,
  PlainTextOptions,
  ReferenceOptions,
  SerialOptions,
  TagsOptions,
  TextOptions,
} from './options.ts';
import { maxSerialLength, serialPattern } from './serialNumber.ts';

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
  readonly migrate?: LimitMigration & ChoiceMigration;
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

/** Options without a word that their kind does not know, in `migrate` either. */
type ExactOptions<Options, Base extends FieldOptions> = Exact<Options, Base> &
  (Options extends { readonly migrate: infer Migration }
    ? { readonly migrate: Exact<Migration, NonNullable<Base['migrate']>> }
    : unknown);

type Value<Options, Type> = Options extends { required: true } | { default: Scalar } ? Type : Type | null;

/** What inference must still see of the options: a field that no column holds. */
type InferredOptions<Options> = Pick<Options, keyof Options & ('computed' | 'inputOnly')>;

/** What a field of a kind starts with. */
interface WithDefault<Default> {
  readonly default?: Default;
}

const field =
  <Type, Base extends FieldOptions = FieldOptions, Default = Type>(kind: KindName) =>
  <const Options extends Base & WithDefault<Default>>(
    options: ExactOptions<Options, Base & WithDefault<Default>>,
  ): Field<Value<Options, Type>> & InferredOptions<Options> =>
    ({ kind, ...options }) as never;

/** One line of text, at most 200 characters unless `max` says otherwise. */
export const text = field<string, PlainTextOptions>('text');
/** A number of its own for each record, drawn when it is made and shown in the pattern: `serial('T-{000000}', …)`. */
export const serial = (pattern: string, options: SerialOptions): Field<string> => {
  const { before, after } = serialPattern(pattern) ?? { before: '', after: '' };
  const max = maxSerialLength({ before, digits: 0, after });
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
export const dateTime = field<Date, FieldOptions, string | ComputedDefault>('dateTime');
/** A day without a time and a zone, `2026-01-31` wherever it is sent, kept and shown. */
export const date = field<string, FieldOptions, string | ComputedDefault>('date');
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
}: ExactOptions<Options, FilesOptions>): Field<StoredFile[]> & InferredOptions<Options> => {
  const items = { kind: 'file', label: options.label, ...(maxMb !== undefined && { maxMb }), ...(types && { types }) };
  return { kind: 'list', items, ...options } as never;
};

/** One of a few values that the contract knows. */
export const choice = <
  const C extends readonly Choice[],
  const Options extends ChoiceOptions & WithDefault<C[number]['id']>,
>(
  choices: C & readonly Exact<C[number], Choice>[],
  options: ExactOptions<Options, ChoiceOptions & WithDefault<C[number]['id']>>,
): Field<Value<Options, C[number]['id']>> & InferredOptions<Options> =>
  ({ kind: 'choice', choices, ...options }) as never;

/** The id of a record of another entity, with some of its columns embedded in answers. */
export const reference = <const Options extends ReferenceOptions & WithDefault<ComputedDefault>>(
  to: string,
  options: ExactOptions<Options, ReferenceOptions & WithDefault<ComputedDefault>>,
): Field<Value<Options, number>> => ({ kind: 'reference', to, ...options });

/** A few fields kept together under one name. Without `fields`: any JSON, set by the server alone. */
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

/** What the database works out of the record's own columns, as a field of this kind: lists sort, narrow and sum by it. */
export const computed = <Type, F extends Field<Type>>(
  formula: Formula,
  field: F & Field<Type>,
): F & { readonly computed: true } => ({ ...field, computed: true, readOnly: true, formula });

/** A set of records of another entity, kept in a join table: the ids in answers and bodies, a picker of many in forms. */
export const many = <const Options extends ManyOptions>(
  to: string,
  options: ExactOptions<Options, ManyOptions>,
): Field<number[]> & InferredOptions<Options> => {
  const { where, ...ofList }: ManyOptions = options;
  const items = reference(to, { label: options.label, ...(where && { where }) });
  return { kind: 'list', items, joined: true, ...ofList } as never;
};

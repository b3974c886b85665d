import type { Schema } from 'yup';
import type { WrittenForm } from '../lib/canonicalText.ts';
import type { Label, Language } from '../messages/label.ts';
import type { LocalizedText } from '../messages/localizedText.ts';
import type { Scalar } from '../schema/access.ts';
import type { Field } from '../schema/field/field.ts';

/**
 * A field kind, as plain data and pure functions: `money.ts` has everything that the contract and the server know about
 * amounts. Every property is required, so that a new kind that omits one does not compile. Its view draws it
 * (`src/resources/kinds/money.tsx`). Objects and lists call the kinds of their content through the function in the last
 * parameter; the other kinds ignore that parameter.
 */
export interface Kind {
  /** Validates a value in the form and on the server. `ruleOf` adds `required`. */
  rule(field: Field, ruleOf: (field: Field) => Schema): Schema;
  /** The JSON schema of a value in a request body. It accepts exactly what the rule accepts. */
  schema(field: Field, schemaOf: (field: Field) => JsonSchema): JsonSchema;
  /** The JSON schema of a value in an answer. */
  answer(field: Field, answer: AnswerSchemas): JsonSchema;
  /** Why a declaration may not use this value although the rule accepts it; undefined if it may. */
  whyUnfit(value: unknown, field: Field): string | undefined;
  /** True if the field accepts values that another field of the same kind refuses. */
  isWider(field: Field, other: Field, isWider: (field: Field, other: Field) => boolean): boolean;
  /** What `min` and `max` of a field limit. */
  readonly limits: Limits;
  /** How every text in the value is written. */
  readonly written: WrittenForm;

  /** The column type that stores the value. */
  column(field: Field): ColumnType;
  /** What a check constraint verifies besides the column type. */
  check(field: Field): ColumnCheck | undefined;
  /** What an empty column contains: null, or an empty object or list. */
  readonly empty: 'null' | 'object' | 'list';
  /** A validated value as its column returns it. */
  stored(value: unknown, field: Field, storedOf: (value: unknown, field: Field) => unknown): unknown;
  /** The initial value of an empty input. A switch shows "no" and sends it as false. */
  readonly blank: false | null;
  /** True if the field may be encrypted at rest. */
  readonly encryptable: boolean;
  /** True if a unique field ignores the case of letters. */
  readonly foldsCase: boolean;
  /** True if it is a single value, which can be indexed, sorted by and declared as a default. */
  readonly scalar: boolean;
  /**
   * True if the value has a text for each language. Lists sort by the text in the reader's language, titles show it, and
   * searches, filters and unique fields compare each text.
   */
  readonly localized: boolean;

  /**
   * Parses a text of an import or an input. A text that cannot be parsed is returned as it is, and the rule refuses it.
   */
  read(text: string, field: Field, around: CodecContext, codec: TextCodec): unknown;
  /** Formats a value for an export or an input. `read` parses the result to the same value. */
  write(value: unknown, field: Field, around: CodecContext, codec: TextCodec): string;
  /** Formats a value within a sentence. */
  sentence(value: unknown, field: Field, context: TextContext, sentenceOf: SentenceOf): string;
  /** Why a sentence cannot include the value as a short text; undefined if it can. */
  whyNoSentence(field: Field, whyNoSentence: (field: Field) => string | undefined): string | undefined;

  /** How conditions compare the value; undefined if they cannot. */
  comparison(field: Field): Comparison | undefined;
  /** How lists are filtered by the value; undefined if they cannot be. */
  readonly filter: Filter | undefined;
  /** Whether the value is ordered in time, as a day or as a point in time. */
  readonly time: 'day' | 'moment' | undefined;
  readonly list: ListTraits;
  readonly item: ItemTraits;
  /** Whether a title shows the value: alone and among several parts, or only one of the two. */
  readonly title: 'always' | 'part' | 'alone' | 'never';
  /** True if an import can find a referenced record by the value. */
  readonly namesRecord: boolean;
}

export type JsonSchema = { readonly [key: string]: unknown };

export interface AnswerSchemas {
  of(field: Field): JsonSchema;
  object(fields: Readonly<Record<string, Field>>): JsonSchema;
}

/** The type of a column in PostgreSQL. */
export type ColumnType =
  | 'text'
  | 'integer'
  | 'bigint'
  | 'boolean'
  | 'date'
  | 'timestamptz'
  | 'jsonb'
  | 'text[]'
  | `numeric(${number},${number})`;

/** Limits a column to a few values, to a range and the multiples of a number in it, or to objects in which any or all of these texts are filled. */
export type ColumnCheck =
  | { readonly oneOf: readonly (number | string)[] }
  | { readonly texts: readonly string[]; readonly filled: 'any' | 'all' | 'allOrNone' }
  | {
      readonly least: number | string;
      readonly most: number | string | undefined;
      /** Only multiples of this number are allowed. */
      readonly step?: number | string | undefined;
    };

/** What `min` and `max` limit, and the limits of a field that declares none. */
export type Limits =
  | { readonly of: 'value'; readonly least: number; readonly most: number }
  | { readonly of: 'digits' }
  | { readonly of: 'characters'; readonly most: number; readonly form: string }
  | { readonly of: 'items'; readonly most: number }
  | { readonly of: 'nothing' };

/** What formatting depends on besides the value: the reader's language and time zone, and the currency of an amount. */
export interface CodecContext {
  readonly language: Language;
  /** The time zone of points in time in a file; without it they are written in UTC as answers have them. */
  readonly zone?: string | undefined;
  readonly currency?: string | undefined;
}

/** Parses and formats the values of any field, and knows the separator between several values. */
export interface TextCodec {
  read(field: Field, text: string, around: CodecContext): unknown;
  write(field: Field, value: unknown, around: CodecContext): string;
  separatorOf(field: Field): RegExp | undefined;
}

/** What formatting a value within a sentence depends on. */
export interface TextContext {
  readonly language: Language;
  /** The currency of an amount, or of several amounts. */
  readonly currency?: unknown;
  /** The product that determines the unit of a quantity; null if the record has none. */
  readonly product?: unknown;
  /** The titles of the referenced records, in order. */
  readonly titles?: readonly (string | LocalizedText | undefined)[] | undefined;
  /** What to call a referenced record without a title: `Licence`. */
  readonly noun?: Label | undefined;
  /** True if the sentence writes the unit itself after the number: `{hosts} {hosts|host|hosts}`. */
  readonly isBare?: boolean;
  /** Formats a point in time for the reader. */
  readonly moment: (value: unknown) => string;
}

export type SentenceOf = (value: unknown, field: Field, context: TextContext) => string;

/** A value prepared for comparison: a point in time in milliseconds, any other value unchanged. */
export type Comparable = Exclude<Scalar, null>;

/** The types that values are compared as. */
export type ValueType = 'number' | 'decimal' | 'text' | 'boolean' | 'moment' | 'day';

/** How conditions compare the values of a field. */
export interface Comparison {
  readonly type: ValueType;
  /** A value prepared for comparison; null if it is empty. */
  comparable(value: unknown): Comparable | null;
  /** True if a condition may compare the field with this value. Null is not passed. */
  fits(value: unknown): boolean;
  /** A description of the values that a condition may compare the field with. */
  readonly wanted: string;
}

/** How a list is filtered by a field. */
export interface Filter {
  /** By single values. */
  readonly bySingleValue: boolean;
  /** By texts that contain a part. */
  readonly byPart: boolean;
  /** By a range. */
  readonly byRange: FilterRange | undefined;
  /** Parses the text of a parameter; undefined if it is not a value. */
  value(field: Field, text: string): string | number | boolean | undefined;
  /** The pattern of a parameter's text; undefined if any text is allowed. */
  pattern(field: Field): string | undefined;
  /**
   * Additional options that a parameter declared in `list.parameters` may have; undefined if the kind allows no such
   * parameter.
   */
  readonly parameterOptions: readonly string[] | undefined;
}

export interface FilterRange {
  /** The largest absolute value of a limit; undefined for times, which are not limited by a number. */
  farthest(field: Field): number | undefined;
  /** True if limits are whole numbers, which arrive as texts of digits. */
  readonly isWhole: boolean;
  isBefore(one: unknown, other: unknown): boolean;
}

/** How lists use a column of the kind. */
export interface ListTraits {
  /** How totals sum it: as whole numbers, which stay exact, or as decimals. */
  readonly sum: 'whole' | 'decimal' | undefined;
  /** True if totals can be grouped by it. */
  readonly grouped: boolean;
  /** True if a summary table can be grouped by it. */
  readonly summarized: boolean;
  /** True if the search looks in it. */
  readonly searched: boolean;
  /** True if it is short enough for an index with several such columns. */
  readonly short: boolean;
  /** True if clicking its heading sorts the list. */
  readonly sortedByHeading: boolean;
}

/** How the kind behaves as the item of a list. */
export interface ItemTraits {
  /** The separator between several values in one text; undefined if they are written as JSON. */
  readonly separator: RegExp | undefined;
  /** True if an item cannot be null. Otherwise null means that there is no value. */
  readonly required: boolean;
  /** True if a form has an input for several values. */
  readonly hasInput: boolean;
}

import type { Schema } from 'yup';
import type { Label, Language } from '../messages/label.ts';
import type { Scalar } from '../schema/access.ts';
import type { Field } from '../schema/field/field.ts';

/**
 * A kind of field, as plain data and pure functions: `money.ts` has all that the contract and the server know of amounts.
 * Every property is required, so that a new kind that forgets one does not compile. How a kind is drawn is its view
 * (`src/resources/kinds/money.tsx`). An object and a list ask the kinds of what they hold through the function that they
 * get as their last parameter; the other kinds ignore it.
 */
export interface Kind {
  /** Validates a value on both sides. `ruleOf` adds `required`. */
  rule(field: Field, ruleOf: (field: Field) => Schema): Schema;
  /** The JSON schema of a value in a body. It accepts what the rule accepts, and nothing else. */
  schema(field: Field, schemaOf: (field: Field) => JsonSchema): JsonSchema;
  /** The JSON schema of a value in an answer. */
  answer(field: Field, answer: AnswerSchemas): JsonSchema;
  /** Why a declaration may not name this value although the rule accepts it; undefined where it may. */
  whyUnfit(value: unknown, field: Field): string | undefined;
  /** Does the field accept values that another field of the kind does not? */
  isWider(field: Field, other: Field, isWider: (field: Field, other: Field) => boolean): boolean;
  /** What `min` and `max` of a field limit. */
  readonly limits: Limits;
  /** Are outer spaces cut off every text in the value? */
  readonly trims: boolean;

  /** The column that stores it. */
  column(field: Field): ColumnType;
  /** What the column is checked for besides its type. */
  check(field: Field): ColumnCheck | undefined;
  /** What a column without a value holds: null, or an empty object or list. */
  readonly empty: 'null' | 'object' | 'list';
  /** A validated value as its column gives it back. */
  stored(value: unknown, field: Field, storedOf: (value: unknown, field: Field) => unknown): unknown;
  /** What an input begins with, where nothing is given: a switch shows no, and sends the no that it shows. */
  readonly blank: false | null;
  /** May it be encrypted at rest? */
  readonly sealable: boolean;
  /** Where it must be unique: are texts that differ in the case of letters the same? */
  readonly foldsCase: boolean;
  /** Is it one value, which an index holds, a list is ordered by and a declaration may give as a default? */
  readonly scalar: boolean;

  /** The value that a text means, in imports and inputs; a text that means none stays a text, for the rule to refuse. */
  read(text: string, field: Field, around: Around, codec: TextCodec): unknown;
  /** The text of a value, in exports and inputs. `read` reads the same value from it. */
  write(value: unknown, field: Field, around: Around, codec: TextCodec): string;
  /** The text of a value within a sentence. */
  sentence(value: unknown, field: Field, context: TextContext, sentenceOf: SentenceOf): string;
  /** Why no sentence has a short text of it; undefined where one has. */
  whyNoSentence(field: Field, whyNoSentence: (field: Field) => string | undefined): string | undefined;

  /** How conditions compare it; undefined where nothing is compared with it. */
  comparison(field: Field): Comparison | undefined;
  /** How a list is narrowed by it; undefined where none is. */
  readonly filter: Filter | undefined;
  /** Does it lie before and after other times: as a day, or as a point in time? */
  readonly time: 'day' | 'moment' | undefined;
  readonly list: ListTraits;
  readonly item: ItemTraits;
  /** Does a title show it: as one of several parts, or alone? */
  readonly title: 'part' | 'alone' | 'never';
  /** Does an import look up the record that a reference points to by it? */
  readonly namesRecord: boolean;
}

export type JsonSchema = { readonly [key: string]: unknown };

export interface AnswerSchemas {
  of(field: Field): JsonSchema;
  object(fields: Readonly<Record<string, Field>>): JsonSchema;
}

/** The type of a column, in the words of PostgreSQL. */
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

/** A column has one of a few values, or one between two bounds. */
export type ColumnCheck =
  | { readonly oneOf: readonly (number | string)[] }
  | { readonly least: number | string; readonly most: number | string | undefined };

/** What `min` and `max` limit, and the limits of a field that does not say them. */
export type Limits =
  | { readonly of: 'value'; readonly least: number; readonly most: number }
  | { readonly of: 'digits' }
  | { readonly of: 'characters'; readonly most: number; readonly form: string }
  | { readonly of: 'items'; readonly most: number }
  | { readonly of: 'nothing' };

/** What a text depends on besides its value: the language of its reader, and the currency of an amount. */
export interface Around {
  readonly language: Language;
  readonly currency?: string | undefined;
}

/** Reads and writes the text of any field, and knows what stands between several values of it. */
export interface TextCodec {
  read(field: Field, text: string, around: Around): unknown;
  write(field: Field, value: unknown, around: Around): string;
  separatorOf(field: Field): RegExp | undefined;
}

/** What a value within a sentence depends on. */
export interface TextContext {
  readonly language: Language;
  /** Of an amount, or of several. */
  readonly currency?: unknown;
  /** Of a quantity: the product that says what is counted, null where the record has none. */
  readonly product?: unknown;
  /** Of a reference, or of several: what each record is called, in their order. */
  readonly titles?: readonly (string | undefined)[] | undefined;
  /** What one of these records is, where it has no title: `Licence`. */
  readonly noun?: Label | undefined;
  /** Whether the sentence has words of its own behind the number: `{hosts} {hosts|host|hosts}`. */
  readonly isBare?: boolean;
  /** A point in time as the reader has it. */
  readonly moment: (value: unknown) => string;
}

export type SentenceOf = (value: unknown, field: Field, context: TextContext) => string;

/** A value as it is compared: a point in time in milliseconds, any other as it is. */
export type Comparable = Exclude<Scalar, null>;

/** What values are compared as. */
export type ValueType = 'number' | 'decimal' | 'text' | 'boolean' | 'moment' | 'day';

/** How conditions compare the values of a field. */
export interface Comparison {
  readonly type: ValueType;
  /** A value as it is compared; null for an empty one. */
  comparable(value: unknown): Comparable | null;
  /** May a condition compare the field with this value, which is not null? */
  fits(value: unknown): boolean;
  /** What a condition may compare the field with, in words. */
  readonly wanted: string;
}

/** How a list is narrowed by a field. */
export interface Filter {
  /** To single values of it. */
  readonly bySingleValue: boolean;
  /** To texts that contain a part. */
  readonly byPart: boolean;
  /** To values between two bounds. */
  readonly byRange: FilterRange | undefined;
  /** The value that the text of a parameter means; undefined where it means none. */
  value(field: Field, text: string): string | number | boolean | undefined;
  /** The pattern of such a text; undefined for any text. */
  pattern(field: Field): string | undefined;
  /** The words that a parameter of its own (`list.parameters`) may have besides those of all; undefined where none is of the kind. */
  readonly narrow: readonly string[] | undefined;
}

export interface FilterRange {
  /** As far from zero as a bound may lie; undefined for times, which have no such number. */
  farthest(field: Field): number | undefined;
  /** Are bounds whole numbers? They come as texts of digits. */
  readonly isWhole: boolean;
  /** Does one bound lie before the other? */
  isBefore(one: unknown, other: unknown): boolean;
}

/** What lists do with a column of the kind. */
export interface ListTraits {
  /** How totals sum it: as whole numbers, which stay exact, or as decimals. */
  readonly sum: 'whole' | 'decimal' | undefined;
  /** Are totals grouped by it? */
  readonly grouped: boolean;
  /** Does a summary tell its parts apart by it? */
  readonly summarized: boolean;
  /** Does the search look in it? */
  readonly searched: boolean;
  /** Is it so short that an index holds several such columns? */
  readonly short: boolean;
  /** Does a person order the list by its heading? */
  readonly sortedByHeading: boolean;
}

/** What the kind is as the item of a list. */
export interface ItemTraits {
  /** What stands between several in one text; undefined where they are written as JSON. */
  readonly separator: RegExp | undefined;
  /** Must each be there? Null stands for none otherwise. */
  readonly required: boolean;
  /** Has a form an input for several of them? */
  readonly hasInput: boolean;
}

import type { ReactNode } from 'react';
import type { Field } from '../../../contract/schema/field/field.ts';

/**
 * How the console draws a kind of field: `money.tsx` has its cell, and says which input a form and a filter draw for it.
 * Inputs are named by a word and found in the script of the forms (`input/scalars/ScalarInput.tsx`), so that the first list
 * does not load them. Every property is required, so that a new kind that forgets one does not compile.
 */
export interface KindView {
  /** A value in a cell of a list, or in a line of a detail. */
  cell(value: unknown, cell: CellPlace): ReactNode;
  /** All of a value, where a detail has room for it; undefined where a cell shows all of it too. */
  whole(value: unknown): ReactNode | undefined;
  /** The name of a group of totals. */
  group(value: string | number | boolean, field: Field): ReactNode;
  /** Has it a line of a detail to itself? */
  readonly isWide: boolean;
  readonly column: ColumnLook;

  readonly input: KindInput;
  /** What a form draws for a list of such items. */
  readonly itemsInput: 'objects' | 'records' | 'files' | 'values';
  /** The values that a person picks from for a list of such items; undefined where they type them. */
  picked(field: Field): Picked | undefined;

  /** How a filter over it is edited; undefined where a list has none. */
  readonly filter: 'choice' | 'record' | 'tags' | 'typed' | undefined;
  /** The values that a filter offers, where it is edited as a choice. */
  filterOptions(field: Field): readonly { readonly id: number | string; readonly text: string }[];
  /** What a filter narrows to, in words. */
  filterText(value: unknown, field: Field): string;
  /** What a bound of a range is typed into; undefined where there is no range. */
  readonly boundInput: BoundInput | undefined;
  /** A bound of a range, in words. */
  boundText(value: unknown, bound: Bound): string;
}

/** Where a cell is. */
export interface CellPlace {
  readonly field: Field;
  readonly name: string;
  /** The object that holds the value. */
  readonly holder: unknown;
  /** The record that this belongs to: it has the currency of an amount. */
  readonly record: unknown;
  /** Shows a field of another kind, within this value. */
  readonly show: (field: Field, name: string, holder: unknown, record: unknown) => ReactNode;
}

/** How a column looks. */
export interface ColumnLook {
  /** Does it give way where there is little room: always, where its texts may be long, or never? */
  readonly givesWay: 'always' | 'whenLong' | 'never';
  /** Is it a number, with what it counts or of an amount? Those end below each other. */
  readonly figure: 'count' | 'amount' | undefined;
  /** About how wide it is, in pixels. */
  readonly width: number;
}

/** What a text is typed into: an input of HTML of this type, or several lines. */
export interface TextLook {
  readonly as: 'text';
  readonly type: 'text' | 'email' | 'tel' | 'url' | 'number' | 'lines';
}

/** The input of a field, by the word under which the forms know it. */
export type KindInput = TextLook | { readonly as: Exclude<InputName, 'text'> };

export type InputName =
  | 'text'
  | 'decimal'
  | 'money'
  | 'switch'
  | 'choice'
  | 'moment'
  | 'day'
  | 'markdown'
  | 'tags'
  | 'json'
  | 'files'
  | 'record'
  | 'object'
  | 'list';

export type BoundInput = 'number' | 'money' | 'day' | 'moment';

export interface Picked {
  readonly values: readonly { readonly id: unknown; readonly label: string }[];
  /** May a value be there more than once? */
  readonly isRepeatable: boolean;
}

export interface Bound {
  readonly isLeast: boolean;
  readonly currency: string | undefined;
}

/** The width of most columns. */
export const usualWidth = 84;

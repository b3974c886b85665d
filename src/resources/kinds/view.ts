import type { ReactNode } from 'react';
import type { Field } from '../../../contract/schema/field/field.ts';

/**
 * How the console shows and edits a kind of field. For example, `money.tsx` contains the cell of amounts and names the
 * inputs of forms and filters. An input is named by a word that `input/scalars/ScalarInput.tsx` resolves, so that the
 * first list does not load the inputs. Every property is required, so that a new kind that lacks one does not compile.
 */
export interface KindView {
  /** Shows a value in a cell of a list or in a line of a detail. */
  cell(value: unknown, cell: CellPlace): ReactNode;
  /** Shows the whole value in a detail; undefined if the cell already shows all of it. */
  whole(value: unknown): ReactNode | undefined;
  /** Shows the value that names a group of totals. */
  group(value: string | number | boolean, field: Field): ReactNode;
  /** True if the field takes a whole line of a detail. */
  readonly isWide: boolean;
  readonly column: ColumnLook;

  readonly input: KindInput;
  /** The input of a form for a list of such items. */
  readonly itemsInput: 'objects' | 'records' | 'files' | 'values';
  /** The values from which a user picks the items of a list; undefined if the items are typed. */
  picked(field: Field): Picked | undefined;

  /** The editor of a filter on such a field; undefined if there is no filter. */
  readonly filter: 'choice' | 'record' | 'tags' | 'typed' | undefined;
  /** The options of a filter whose editor is `choice`. */
  filterOptions(field: Field): readonly { readonly id: number | string; readonly text: string }[];
  /** The text of a filter value. */
  filterText(value: unknown, field: Field): string;
  /** The input for a bound of a range; undefined if the kind has no ranges. */
  readonly boundInput: BoundInput | undefined;
  /** The text of a bound of a range. */
  boundText(value: unknown, bound: Bound): string;
}

/** The field and the record that a cell belongs to. */
export interface CellPlace {
  readonly field: Field;
  readonly name: string;
  /** The object that contains the value. */
  readonly holder: unknown;
  /** The record that the object belongs to; it contains the currency of an amount. */
  readonly record: unknown;
  /** Shows a field of another kind within this value. */
  readonly show: (field: Field, name: string, holder: unknown, record: unknown) => ReactNode;
}

export interface ColumnLook {
  /** When the column shrinks if there is little room: always, only if its texts may be long, or never. */
  readonly givesWay: 'always' | 'whenLong' | 'never';
  /** Set for numbers, which are aligned right: a count with a unit, or an amount. */
  readonly figure: 'count' | 'amount' | undefined;
  /** Approximate width in pixels. */
  readonly width: number;
}

/** A text input: an HTML input of this type, or several lines. */
export interface TextLook {
  readonly as: 'text';
  readonly type: 'text' | 'email' | 'tel' | 'url' | 'number' | 'lines';
}

/** The input of a field, named by the word that forms resolve. */
export type KindInput = TextLook | { readonly as: Exclude<InputName, 'text'> };

export type InputName =
  | 'text'
  | 'localized'
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
  /** True if the list may contain a value more than once. */
  readonly isRepeatable: boolean;
}

export interface Bound {
  readonly isLeast: boolean;
  readonly currency: string | undefined;
  /** True for a whole number without separators. */
  readonly isPlain?: boolean | undefined;
}

/** The width of most columns. */
export const usualWidth = 84;

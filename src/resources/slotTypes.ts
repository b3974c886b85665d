import type { Field } from '../../contract/schema/field/field.ts';
import type { ChosenColumns, ColumnWidths } from './list/views/listView.ts';

/** The props of a field's input, in the console's forms or in a stock react-admin form. */
export interface FieldInputProps {
  /** The path of the value in the form, as for every react-admin input. */
  source: string;
  /** The declaration; by default that of the current resource's field. */
  field?: Field | undefined;
  /** The name of the element, if it differs from the source. */
  name?: string | undefined;
  label?: string | undefined;
  /** Shown below the input if it has no error, in place of the declared hint. */
  hint?: string | undefined;
  disabled?: boolean | undefined;
  /** Converts the entered value to that of the form, as in react-admin's inputs. */
  parse?: ((value: unknown) => unknown) | undefined;
  /** Called after the value has changed. */
  onChange?: ((value: unknown) => void) | undefined;
}

/** The columns of a list: all readable ones in the reader's order, and the shown ones. */
export interface Columns {
  readonly all: readonly string[];
  readonly shown: readonly string[];
  /** In the format of a saved view. */
  readonly chosen: ChosenColumns;
  readonly toggle: (name: string) => void;
  /** The widths of the resized columns. */
  readonly widths: ColumnWidths;
  /** Moves a column to another position; the first one stays. */
  readonly move: (name: string, to: number) => void;
  /** Sets the width of a column in pixels; without one, the column is as wide as fits. */
  readonly resize: (name: string, width: number | undefined) => void;
  /** Makes all columns as wide as fits. */
  readonly resetWidths: () => void;
  /** Restores the declared columns. */
  readonly reset: () => void;
}

/** The widths of a table's columns, and how they are changed. */
export type Sizing = Pick<Columns, 'widths' | 'resize'>;

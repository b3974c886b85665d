import type { Field } from '../../contract/schema/field/field.ts';
import type { ChosenColumns } from './list/views/listView.ts';

/** The props of the input of a field, in the console's forms or in a stock react-admin form. */
export interface FieldInputProps {
  /** Where the value stands in the form, as for every react-admin input. */
  source: string;
  /** Its declaration; by default that of the resource around. */
  field?: Field | undefined;
  /** The name of the element, where it is not the source. */
  name?: string | undefined;
  label?: string | undefined;
  /** Stands below the input while nothing is wrong, in place of the declared hint. */
  hint?: string | undefined;
  disabled?: boolean | undefined;
  /** What the form holds of what was entered, as in react-admin's inputs. */
  parse?: ((value: unknown) => unknown) | undefined;
  /** Called after the value has changed. */
  onChange?: ((value: unknown) => void) | undefined;
}

/** The columns of a list: all that may be seen, in the reader's order, and those that are. */
export interface Columns {
  readonly all: readonly string[];
  readonly shown: readonly string[];
  /** As a view keeps them. */
  readonly chosen: ChosenColumns;
  readonly toggle: (name: string) => void;
  /** Puts a column at a place among all; the first one stays. */
  readonly move: (name: string, to: number) => void;
  /** As they are declared. */
  readonly reset: () => void;
}

import type { ComponentType } from 'react';
import {
  type ChipFieldProps,
  type DateFieldProps,
  type NumberFieldProps,
  type SelectFieldProps,
  ChipField as StockChipField,
  DateField as StockDateField,
  NumberField as StockNumberField,
  SelectField as StockSelectField,
} from 'react-admin';
import { fieldOf } from '../../../contract/schema/entity.ts';
import { useResourceEntity } from '../ContractContext.ts';
import { DeclaredField } from '../values/DeclaredField.tsx';

/**
 * react-admin's fields under their own names. A declared source is shown as every list shows it: a choice with its text
 * and colour, an amount with its currency, a number with its unit. Other sources are shown as react-admin does.
 * A screen changes only the place that it imports from.
 */

/** A field that shows a declared source as the declaration does, and another one as the stock field does. */
function declaredOr<P extends { source: string }>(Stock: ComponentType<P>, name: string): ComponentType<P> {
  function Field(props: P) {
    const entity = useResourceEntity();
    return entity && fieldOf(entity, props.source) ? <DeclaredField source={props.source} /> : <Stock {...props} />;
  }
  Field.displayName = name;
  return Field;
}

type Named<P> = Omit<P, 'source'> & { source: string };

export const DateField = declaredOr<Named<DateFieldProps>>(StockDateField as never, 'DateField');
export const NumberField = declaredOr<Named<NumberFieldProps>>(StockNumberField as never, 'NumberField');
export const ChipField = declaredOr<Named<ChipFieldProps>>(StockChipField as never, 'ChipField');
export const SelectField = declaredOr<Named<SelectFieldProps>>(StockSelectField as never, 'SelectField');

import { CoreAdminContext, type DataProvider, ResourceContextProvider } from 'react-admin';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import type { Field } from '../../../contract/field.ts';
import { FieldInput } from '../../../src/resources/input/FieldInput.tsx';

/** What the form holds now as the value of its one field. */
export let held: unknown;
function Held() {
  held = useWatch({ name: 'value' });
  return null;
}

interface Props {
  field: Field;
  value: unknown;
  data?: DataProvider;
  onSubmit?: () => void;
  /** Without the currency beside it. */
  alone?: boolean;
}

/** A form with the input of one field, beside a currency; Enter sends it, as anywhere. */
export function ValueForm({ field, value, data, onSubmit, alone }: Props) {
  const form = useForm({ defaultValues: { value, ...(!alone && { currency: 'CNY' }) } });
  return (
    <CoreAdminContext {...(data && { dataProvider: data })}>
      <ResourceContextProvider value="order">
        <FormProvider {...form}>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              onSubmit?.();
            }}
          >
            <FieldInput source="value" field={field} />
          </form>
          <Held />
        </FormProvider>
      </ResourceContextProvider>
    </CoreAdminContext>
  );
}

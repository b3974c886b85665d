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
}

/** A form with the input of one field, beside a currency. */
export function ValueForm({ field, value, data }: Props) {
  const form = useForm({ defaultValues: { value, currency: 'CNY' } });
  return (
    <CoreAdminContext {...(data && { dataProvider: data })}>
      <ResourceContextProvider value="order">
        <FormProvider {...form}>
          <FieldInput source="value" field={field} />
          <Held />
        </FormProvider>
      </ResourceContextProvider>
    </CoreAdminContext>
  );
}

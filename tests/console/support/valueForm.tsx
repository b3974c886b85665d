import { type DataProvider, ResourceContextProvider } from 'react-admin';
import { FormProvider, type Resolver, useForm, useWatch } from 'react-hook-form';
import type { Schema } from 'yup';
import { contract } from '../../../contract/index.ts';
import { validate } from '../../../contract/kinds/validation.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { FieldInput } from '../../../src/resources/input/FieldInput.tsx';
import { AdminContext } from './adminContext.tsx';

/** The current value of the form's only field. */
export let formValue: unknown;
function FormValueProbe() {
  formValue = useWatch({ name: 'value' });
  return null;
}

const noErrors: Record<string, never> = {};

const resolverOf =
  (rule: Schema): Resolver<{ value: unknown }> =>
  (values) => {
    const [message] = validate(rule, values.value)?._ ?? [];
    return message ? { values: {}, errors: { value: { type: 'rule', message } } } : { values, errors: noErrors };
  };

interface Props {
  field: Field;
  value: unknown;
  data?: DataProvider;
  onSubmit?: () => void;
  /** Without the currency field. */
  alone?: boolean;
  /** The schema against which the value is validated when the input is left. */
  rule?: Schema;
}

/** A form with the input of one field and a currency; Enter submits it, as usual. */
export function ValueForm({ field, value, data, onSubmit, alone, rule }: Props) {
  const form = useForm({
    defaultValues: { value, ...(!alone && { currency: 'CNY' }) },
    mode: 'onTouched',
    ...(rule && { resolver: resolverOf(rule) }),
  });
  return (
    <AdminContext contract={contract} {...(data && { dataProvider: data })}>
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
          <FormValueProbe />
        </FormProvider>
      </ResourceContextProvider>
    </AdminContext>
  );
}

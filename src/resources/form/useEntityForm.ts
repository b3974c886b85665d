import type { Role } from '../../../contract/schema/access.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { lockedFieldsIn } from '../../../contract/schema/field/environment.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import {
  contractResolver,
  type FormValues,
  hiddenByCondition,
  type InputMessages,
  type IsFieldHidden,
  shownForm,
} from '../formState/contractResolver.ts';
import { useOverrides } from '../overrides.ts';
import {
  type FormOperation,
  type FormOptions,
  formFields,
  inputRow,
  readOnlyFieldsNow,
  shownValues,
} from './entityFields.ts';
import type { FieldInputsProps } from './FieldInputs.tsx';
import { requiredByRules, ruleMessages } from './ruleMessages.ts';

/** The field with its reason below the input, in place of the hint. */
const withReason = (field: Field): Field => (field.readOnlyBecause ? { ...field, hint: field.readOnlyBecause } : field);

/**
 * The common parts of an entity's forms.
 * @param record the record that is edited, which may make fields read-only
 * @returns The fields of the form, the values to send, a function that makes the resolver (with further messages), and
 * the props of the inputs.
 */
export function useEntityForm(
  entity: Entity,
  options: FormOptions,
  role: Role,
  operation: FormOperation,
  record?: FormValues,
) {
  const { inputs } = useOverrides(entity.name);
  const all = formFields(entity, options, role, operation);
  const readOnly = record ? readOnlyFieldsNow(entity, record) : [];
  const locked = record ? lockedFieldsIn(record) : [];
  const isIn = (names: readonly string[], name: string) => names.includes(name.split('.')[0] ?? '');
  const fields = Object.fromEntries(
    Object.entries(all).map(([name, field]) => [name, isIn(readOnly, name) ? withReason(field) : field]),
  );
  const drawn: FieldInputsProps & { readonly isHidden: IsFieldHidden } = {
    fields,
    inputs,
    isHidden: hiddenByCondition(fields, entity),
    rows: options.form.map(inputRow),
    requiredIn: (values: FormValues) => requiredByRules(entity, values),
    fixed: Object.keys(fields).filter((name) => isIn([...readOnly, ...locked], name)),
  };
  const { isHidden } = drawn;
  return {
    fields,
    sentOf: (values: FormValues) => shownValues(shownForm(fields, values, isHidden)),
    resolver: (more?: (values: FormValues) => InputMessages) =>
      contractResolver(fields, {
        isHidden,
        more: (values) => ({ ...ruleMessages(entity, fields, record)(values), ...more?.(values) }),
      }),
    drawn,
  };
}

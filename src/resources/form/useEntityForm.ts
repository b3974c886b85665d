import type { Role } from '../../../contract/schema/access.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import {
  contractResolver,
  type FormValues,
  hiddenByCondition,
  type InputMessages,
  shownForm,
} from '../formState/contractResolver.ts';
import { useOverrides } from '../overrides.ts';
import { type FormOperation, type FormOptions, formFields, inputRow, shownValues } from './entityFields.ts';
import { requiredByRules, ruleMessages } from './ruleMessages.ts';

/**
 * The common parts of an entity's forms.
 * @returns The fields of the form, the values to send, a function that makes the resolver (with further messages), and
 * the props of the inputs.
 */
export function useEntityForm(entity: Entity, options: FormOptions, role: Role, operation: FormOperation) {
  const { inputs } = useOverrides(entity.name);
  const fields = formFields(entity, options, role, operation);
  const isHidden = hiddenByCondition(fields, entity);
  return {
    fields,
    sentOf: (values: FormValues) => shownValues(shownForm(fields, values, isHidden)),
    resolver: (more?: (values: FormValues) => InputMessages) =>
      contractResolver(fields, {
        isHidden,
        more: (values) => ({ ...ruleMessages(entity, fields)(values), ...more?.(values) }),
      }),
    drawn: {
      fields,
      inputs,
      isHidden,
      rows: options.form.map(inputRow),
      neededIn: (values: FormValues) => requiredByRules(entity, values),
    },
  };
}

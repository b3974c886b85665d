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
 * What the forms of an entity's records have alike. In: the entity, what the screen says of its forms, who fills it in, and
 * what for. Out: the fields that it asks for; what it sends of its values; its resolver, for which it may know more; and how
 * its inputs are drawn.
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

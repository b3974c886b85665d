import type { Role } from '../../../contract/schema/access.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import {
  contractResolver,
  hiddenByCondition,
  type Messages,
  shownOf,
  type Values,
} from '../formState/contractResolver.ts';
import { useOverrides } from '../overrides.ts';
import { type FormOptions, formFields, type Operation, rowOf, shownValues } from './entityFields.ts';
import { neededIn, ruleMessages } from './ruleMessages.ts';

/**
 * What the forms of an entity's records have alike. In: the entity, what the screen says of its forms, who fills it in, and
 * what for. Out: the fields that it asks for; what it sends of its values; its resolver, for which it may know more; and how
 * its inputs are drawn.
 */
export function useEntityForm(entity: Entity, options: FormOptions, role: Role, operation: Operation) {
  const { inputs } = useOverrides(entity.name);
  const fields = formFields(entity, options, role, operation);
  const isHidden = hiddenByCondition(fields, entity);
  return {
    fields,
    sentOf: (values: Values) => shownValues(shownOf(fields, values, isHidden)),
    resolver: (more?: (values: Values) => Messages) =>
      contractResolver(fields, {
        isHidden,
        more: (values) => ({ ...ruleMessages(entity, fields)(values), ...more?.(values) }),
      }),
    drawn: {
      fields,
      inputs,
      isHidden,
      rows: options.form.map(rowOf),
      neededIn: (values: Values) => neededIn(entity, values),
    },
  };
}

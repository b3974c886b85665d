import { kinds } from '../../kinds/index.ts';
import type { Field } from '../../schema/field/field.ts';

/**
 * True if the input accepts values that a field of the same kind does not. Inputs of steps and actions are stored in
 * such fields.
 */
export const acceptsMore = (input: Field, field: Field): boolean =>
  kinds[input.kind].isWider(input, field, isOtherKindOrAcceptsMore);

const isOtherKindOrAcceptsMore = (input: Field, field: Field): boolean =>
  input.kind !== field.kind || acceptsMore(input, field);

import { kinds } from '../../kinds/index.ts';
import type { Field } from '../../schema/field/field.ts';

/** Does an input take values that a field of the same kind does not? What a step or an action asks for is stored in a field. */
export const acceptsMore = (input: Field, field: Field): boolean =>
  kinds[input.kind].isWider(input, field, isOtherKindOrAcceptsMore);

const isOtherKindOrAcceptsMore = (input: Field, field: Field): boolean =>
  input.kind !== field.kind || acceptsMore(input, field);

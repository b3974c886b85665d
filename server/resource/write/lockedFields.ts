import { isDeepStrictEqual } from 'node:util';
import type { FieldErrors } from '../../../contract/kinds/validation.ts';
import { type Entity, writePathOf } from '../../../contract/schema/entity.ts';
import { lockedMessage } from '../../../contract/schema/field/environment.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { AppError } from '../../core/appError.ts';
import type { Context } from '../../core/context.ts';
import type { FieldValues } from '../../core/rules.ts';

/** True if a body repeats what the answer shows at a locked field; a secret, which is never shown, is then empty. */
const isRepeated = (shown: unknown, given: unknown): boolean =>
  isDeepStrictEqual(shown ?? null, given === '' ? null : given);

/**
 * The values of an edit without those that the environment sets, which a client may send back as it read them.
 * @throws 422 at each such field that the body would change
 */
export function withoutLocked({ settings }: Context, entity: Entity, values: FieldValues): FieldValues {
  const locked = entity.single ? settings.environment.get(entity.name) : undefined;
  if (!locked) return values;
  const named = Object.entries(values).filter(([name]) => locked.has(name));
  const errors: FieldErrors = Object.fromEntries(
    named
      .filter(([name, value]) => !isRepeated(locked.get(name), value))
      .map(([name]) => {
        const field = entity.fields[name] as Field;
        return [writePathOf(name, field), [lockedMessage(field)]];
      }),
  );
  if (Object.keys(errors).length > 0) throw AppError.invalid(errors);
  return Object.fromEntries(Object.entries(values).filter(([name]) => !locked.has(name)));
}

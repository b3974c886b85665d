import { ruleOf, textKindNames } from '../../kinds/kinds.ts';
import { validate } from '../../kinds/validation.ts';
import { translateMessage } from '../../messages/catalogue.ts';
import type { Field } from '../../schema/field/field.ts';

/** An offset as the standard has it and PostgreSQL does not (`15:59` is its last). */
const far = /[+-](1[6-9]|2\d):\d\d$/;

/** Why a body would not have the text: its outer spaces are cut off before anything looks at it. */
function spacesIn({ kind, secret }: Field, value: unknown): string | undefined {
  if (!textKindNames.includes(kind) || secret || typeof value !== 'string' || value === value.trim()) return undefined;
  return `and a body keeps no outer spaces; write ${JSON.stringify(value.trim())}`;
}

/** Why a value that a declaration gives to a field is none that a body could give to it; nothing when it is. */
export function whyUnfit(field: Field, value: unknown): string | undefined {
  const [said] = Object.values(validate(ruleOf(field), value) ?? {}).flat();
  if (said !== undefined) return `of which its own rule says: ${translateMessage(said, 'en')}`;
  if (field.kind === 'dateTime' && far.test(String(value))) return 'an offset that no column takes; write it in UTC';
  return spacesIn(field, value);
}

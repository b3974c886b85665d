import type { WrittenForm } from '../lib/canonicalText.ts';
import type { Field } from '../schema/field/field.ts';

/** True for a pattern that allows only letters, digits and signs of ASCII. Their full-width forms are written as these. */
export const isPlainPattern = (matches: string | undefined): boolean =>
  matches === 'letters' || matches === 'capitals' || matches === 'loginName';

/** How the texts of a field are written, by its own options; otherwise as its kind says. */
export function textFormOf({ secret, key, matches }: Field, ofKind: WrittenForm): WrittenForm {
  if (secret) return 'unchanged';
  if (key) return 'key';
  return isPlainPattern(matches) ? 'narrow' : ofKind;
}

import type { WrittenForm } from '../lib/canonicalText.ts';
import type { Field } from '../schema/field/field.ts';

/** How the texts of a field are written, by its own options; otherwise as its kind says. */
export function textFormOf({ secret, key, matches }: Field, ofKind: WrittenForm): WrittenForm {
  if (secret) return 'unchanged';
  if (key) return 'key';
  return matches === 'letters' || matches === 'loginName' ? 'narrow' : ofKind;
}

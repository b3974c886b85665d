import { kinds } from '../kinds/index.ts';
import type { CodecContext, TextCodec } from '../kinds/kind.ts';
import type { Field } from '../schema/field/field.ts';

/**
 * Values as texts and back, by the kind of their field: what an export writes, an import reads and most inputs hold. A text
 * that is no value of its kind stays a text, for the rule of the field to refuse.
 */

const codec: TextCodec = {
  read: valueOfText,
  write: textOfValue,
  separatorOf: ({ kind }) => kinds[kind].item.separator,
};

/** The value of a field that a text means; null for a blank one. What is no value of the kind stays as it was written. */
export function valueOfText(field: Field, text: string, around: CodecContext): unknown {
  const trimmed = text.trim();
  return trimmed === '' ? null : kinds[field.kind].read(trimmed, field, around, codec);
}

/** A value of a field as a text, empty for none: `valueOfText` reads the same value from it. */
export function textOfValue(field: Field, value: unknown, around: CodecContext): string {
  if (value === null || value === undefined) return '';
  return kinds[field.kind].write(value, field, around, codec);
}

import { kinds } from '../kinds/index.ts';
import type { CodecContext, TextCodec } from '../kinds/kind.ts';
import type { Field } from '../schema/field/field.ts';

/**
 * Formats and parses values by field kind, for exports, imports and most inputs. A text that is not a valid value
 * remains a text, and the rule of the field refuses it.
 */

const codec: TextCodec = {
  read: valueOfText,
  write: textOfValue,
  separatorOf: ({ kind }) => kinds[kind].item.separator,
};

/** Parses the text of a field; null if it is blank. An invalid text is returned as it is. */
export function valueOfText(field: Field, text: string, around: CodecContext): unknown {
  const trimmed = text.trim();
  return trimmed === '' ? null : kinds[field.kind].read(trimmed, field, around, codec);
}

/** Formats a value of a field; empty for no value. `valueOfText` parses the result to the same value. */
export function textOfValue(field: Field, value: unknown, around: CodecContext): string {
  if (value === null || value === undefined) return '';
  return kinds[field.kind].write(value, field, around, codec);
}

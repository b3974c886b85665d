import { message } from '../messages/message.ts';
import type { Field } from '../schema/field/field.ts';
import type { Kind } from './kind.ts';
import { objectSchemaBy } from './nestedSchema.ts';
import { noItem, onlyShown, plainText, readJson } from './plain.ts';
import { yup } from './yup.ts';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Maps the value of each field inside an object. Unknown properties are unchanged. */
function mapFields({ fields = {} }: Field, value: unknown, change: (value: unknown, field: Field) => unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, fields[name] ? change(one, fields[name]) : one]),
  );
}

/** A group of fields under one name. */
export const objectKind: Kind = {
  rule: ({ fields = {} }, ruleOf) =>
    yup
      .object(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, ruleOf(field)])))
      .strict()
      .nullable()
      .typeError(message('object'))
      .noUnknown(message('unknown_field')),
  schema: ({ fields = {} }, schemaOf) => objectSchemaBy(schemaOf, fields),
  answer: ({ fields = {} }, answer) => (Object.keys(fields).length === 0 ? { type: 'object' } : answer.object(fields)),
  whyUnfit: () => undefined,
  isWider: (field, other, isWider) =>
    Object.entries(field.fields ?? {}).some(([name, inner]) => {
      const theirs = other.fields?.[name];
      return !theirs || isWider(inner, theirs) || (theirs.required && !inner.required);
    }),
  limits: { of: 'nothing' },
  written: 'trimmed',

  column: () => 'jsonb',
  check: () => undefined,
  empty: 'object',
  stored: (value, field, storedOf) => mapFields(field, value, storedOf),
  encryptable: false,
  blank: null,
  foldsCase: false,
  scalar: false,
  localized: false,

  read: readJson,
  write: plainText,
  sentence: plainText,
  whyNoSentence: () => 'is of the kind object and no text',

  comparison: () => undefined,
  filter: undefined,
  time: undefined,
  list: onlyShown,
  item: { ...noItem, required: true, hasInput: true },
  title: 'never',
  namesRecord: false,
};

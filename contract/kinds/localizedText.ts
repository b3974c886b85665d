import type { Schema } from 'yup';
import { type LocalizedText, textIn, textLanguages } from '../messages/localizedText.ts';
import { message } from '../messages/message.ts';
import type { Field } from '../schema/field/field.ts';
import { mustBeFilled } from '../schema/field/required.ts';
import type { JsonSchema, Kind } from './kind.ts';
import { objectSchemaBy } from './nestedSchema.ts';
import { noItem, plainText, readJson } from './plain.ts';
import { textKind } from './text.ts';
import { isSearchText } from './textRule.ts';
import { yup } from './yup.ts';

/** A language without a text has null, so that the database and the console need to know only one empty value. */
const stored = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([language, text]) => [language, text === '' ? null : text]))
    : value;

/** The languages that a value lacks although the field demands them; all of them if a required value has no text. */
function missingLanguages({ required, bothLanguages }: Field, value: LocalizedText): readonly string[] {
  const missing = textLanguages.filter((one) => !value[one]);
  const isBlank = missing.length === textLanguages.length;
  if (isBlank) return required ? missing : [];
  return bothLanguages ? missing : [];
}

/**
 * The rule of each text, and of the languages that must be filled. A field that may be left out in a body is still
 * refused where it is given without any text.
 */
const rule = (field: Field, ruleOf: (field: Field) => Schema): Schema =>
  yup
    .object(Object.fromEntries(Object.entries(field.fields ?? {}).map(([name, inner]) => [name, ruleOf(inner)])))
    .strict()
    .nullable()
    .typeError(message('object'))
    .noUnknown(message('unknown_field'))
    .test('languages', (value, context) => {
      if (value == null) return true;
      const asked = { ...field, required: mustBeFilled(field) };
      const missing = missingLanguages(asked, value);
      if (missing.length === 0) return true;
      const why = message(asked.bothLanguages ? 'both_languages' : 'one_language');
      return new yup.ValidationError(
        missing.map((language) => context.createError({ path: `${context.path}.${language}`, message: why })),
      );
    });

/** Objects in which these languages have a text; the properties of the whole say what it may be. */
const withTexts = (languages: readonly string[]): JsonSchema => ({
  properties: Object.fromEntries(languages.map((name) => [name, { type: 'string', minLength: 1 }])),
  required: languages,
});

/** Objects in which no language has a text. */
const withoutTexts: JsonSchema = {
  properties: Object.fromEntries(textLanguages.map((name) => [name, { enum: [null, ''] }])),
};

function schema(field: Field, schemaOf: (field: Field) => JsonSchema): JsonSchema {
  const { fields = {}, bothLanguages } = field;
  const filled = bothLanguages ? [withTexts(textLanguages)] : textLanguages.map((name) => withTexts([name]));
  const whole = objectSchemaBy(schemaOf, fields);
  const isNeeded = mustBeFilled(field);
  if (!isNeeded && !bothLanguages) return whole;
  return { ...whole, anyOf: isNeeded ? filled : [...filled, withoutTexts] };
}

/**
 * A text in one or both languages of the product, stored as JSON. Everything that a text has, each language has: limits,
 * patterns and its canonical form.
 */
export const localizedTextKind: Kind = {
  rule,
  schema,
  answer: ({ fields = {} }, answer) => answer.object(fields),
  whyUnfit: () => undefined,
  isWider: (field, other, isWider) =>
    (other.bothLanguages === true && !field.bothLanguages) ||
    textLanguages.some((name) => isWider(field.fields?.[name] as Field, other.fields?.[name] as Field)),
  // Each of its texts has limits of its own.
  limits: { of: 'nothing' },
  written: textKind.written,

  column: () => 'jsonb',
  check: ({ required, bothLanguages }) =>
    required || bothLanguages
      ? { texts: textLanguages, filled: bothLanguages ? (required ? 'all' : 'allOrNone') : 'any' }
      : undefined,
  empty: 'object',
  stored,
  blank: null,
  encryptable: false,
  foldsCase: true,
  scalar: false,
  localized: true,

  // A file has a column for each language; the whole value in one text is JSON.
  read: readJson,
  write: plainText,
  sentence: (value, _field, { language }) => textIn(value, language) || '-',
  whyNoSentence: () => undefined,

  comparison: () => undefined,
  filter: {
    bySingleValue: true,
    byPart: true,
    byRange: undefined,
    value: (_field, text) => (isSearchText(text) ? text : undefined),
    pattern: () => undefined,
    parameterOptions: undefined,
  },
  time: undefined,
  list: { sum: undefined, grouped: false, summarized: false, searched: true, short: false, sortedByHeading: true },
  item: { ...noItem, required: true },
  title: 'always',
  namesRecord: true,
};

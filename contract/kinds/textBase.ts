import { canonicalText, type WrittenForm } from '../lib/canonicalText.ts';
import { intervalPattern } from '../lib/dateTime.ts';
import type { Field } from '../schema/field/field.ts';
import { asText } from './comparisons.ts';
import type { Filter, ItemTraits, Kind, ListTraits } from './kind.ts';
import { plainText, unanchored } from './plain.ts';
import { isSearchText, type TextForm, textRule, textSchema } from './textRule.ts';
import { textFormOf } from './writtenForm.ts';

/** The properties that differ between text kinds. All others are the same for every text kind. */
interface TextKind extends Pick<Kind, 'encryptable' | 'sentence' | 'namesRecord' | 'written'> {
  readonly form: TextForm & { readonly name: string };
  readonly list: ListTraits;
  readonly item: ItemTraits;
  readonly parameterOptions: Filter['parameterOptions'];
}

/** Why a request body cannot contain the text: it is brought into its canonical form before validation. */
function notCanonical(value: unknown, field: Field, written: WrittenForm): string | undefined {
  const canonical = typeof value === 'string' ? canonicalText(value, textFormOf(field, written)) : value;
  return value === canonical ? undefined : `and a body contains ${JSON.stringify(canonical)} instead; write that`;
}

/** The limits of a text: its length, and the name of its allowed characters. */
export interface TextLimits {
  readonly least: number;
  readonly most: number;
  readonly form: string;
}

/** The limits of a field: its own, otherwise those of its kind. */
export const textLimitsWithin = (
  { min = 0, max, matches }: Field,
  { most, form }: { readonly most: number; readonly form: string },
): TextLimits => ({ least: min, most: max ?? most, form: matches ?? form });

/** True if the field allows other characters, shorter texts or longer texts than the other one. */
function isWiderText(field: Field, other: Field, { most, name }: TextKind['form']): boolean {
  const [mine, theirs] = [field, other].map((one) => textLimitsWithin(one, { most, form: name })) as [
    TextLimits,
    TextLimits,
  ];
  const isOther = other.matches !== undefined && other.matches !== field.matches;
  return isOther || mine.least < theirs.least || mine.most > theirs.most;
}

const filter: Omit<Filter, 'parameterOptions'> = {
  bySingleValue: true,
  byPart: true,
  byRange: undefined,
  value: ({ names }, text) =>
    isSearchText(text) && (names !== 'interval' || intervalPattern.test(text)) ? text : undefined,
  pattern: ({ names }) => (names === 'interval' ? unanchored(intervalPattern) : undefined),
};

/** Builds a text kind from the properties that differ. */
export const textBase = ({ form, parameterOptions, ...own }: TextKind): Kind => ({
  ...own,
  rule: (field) => textRule(field, form),
  schema: (field) => textSchema(field, form),
  answer: () => ({ type: 'string' }),
  whyUnfit: (value, field) => notCanonical(value, field, own.written),
  isWider: (field, other) => isWiderText(field, other, form),
  limits: { of: 'characters', most: form.most, form: form.name },
  column: () => 'text',
  check: () => undefined,
  empty: 'null',
  stored: (value) => value,
  blank: null,
  foldsCase: true,
  scalar: true,
  localized: false,
  read: (text) => text,
  write: plainText,
  whyNoSentence: () => undefined,
  comparison: () => asText,
  filter: { ...filter, parameterOptions },
  time: undefined,
  title: 'always',
});

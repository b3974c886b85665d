import { intervalPattern } from '../lib/dateTime.ts';
import type { Field } from '../schema/field/field.ts';
import { asText } from './comparisons.ts';
import type { Filter, ItemTraits, Kind, ListTraits } from './kind.ts';
import { plainText, unanchored } from './plain.ts';
import { isSearchText, type TextForm, textRule, textSchema } from './textRule.ts';

/** The properties that differ between text kinds. All others are the same for every text kind. */
interface TextKind extends Pick<Kind, 'encryptable' | 'sentence' | 'namesRecord'> {
  readonly form: TextForm & { readonly name: string };
  readonly list: ListTraits;
  readonly item: ItemTraits;
  readonly narrow: Filter['narrow'];
}

/** Why a request body cannot contain the text: spaces at both ends are removed before validation. */
function outerSpaces(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === value.trim()) return undefined;
  return `and a body keeps no outer spaces; write ${JSON.stringify(value.trim())}`;
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

const filter: Omit<Filter, 'narrow'> = {
  bySingleValue: true,
  byPart: true,
  byRange: undefined,
  value: ({ names }, text) =>
    isSearchText(text) && (names !== 'interval' || intervalPattern.test(text)) ? text : undefined,
  pattern: ({ names }) => (names === 'interval' ? unanchored(intervalPattern) : undefined),
};

/** Builds a text kind from the properties that differ. */
export const textBase = ({ form, narrow, ...own }: TextKind): Kind => ({
  ...own,
  rule: (field) => textRule(field, form),
  schema: (field) => textSchema(field, form),
  answer: () => ({ type: 'string' }),
  whyUnfit: (value, { secret }) => (secret ? undefined : outerSpaces(value)),
  isWider: (field, other) => isWiderText(field, other, form),
  limits: { of: 'characters', most: form.most, form: form.name },
  trims: true,
  column: () => 'text',
  check: () => undefined,
  empty: 'null',
  stored: (value) => value,
  blank: null,
  foldsCase: true,
  scalar: true,
  read: (text) => text,
  write: plainText,
  whyNoSentence: () => undefined,
  comparison: () => asText,
  filter: { ...filter, narrow },
  time: undefined,
  title: 'part',
});

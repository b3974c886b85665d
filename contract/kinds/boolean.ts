import { foldText } from '../lib/foldText.ts';
import type { Label } from '../messages/label.ts';
import { message } from '../messages/message.ts';
import type { Field } from '../schema/field/field.ts';
import { asBoolean } from './comparisons.ts';
import type { Kind } from './kind.ts';
import { commas, plainText } from './plain.ts';
import { yup } from './yup.ts';

/** The texts of true and false. */
export const yesAndNo = { yes: { en: 'yes', zh: '是' }, no: { en: 'no', zh: '否' } } as const satisfies Record<
  string,
  Label
>;

/** Parses yes and no, in either language, or the words that the field has for them. */
function read(text: string, { words }: Field): boolean | string {
  const given = foldText(text);
  const isOneOf = (...labels: (Label | undefined)[]) =>
    labels.some((label) => label && Object.values(label).some((word) => foldText(word) === given));
  if (['true', '1', 'y'].includes(given) || isOneOf(yesAndNo.yes, words?.yes)) return true;
  return ['false', '0', 'n'].includes(given) || isOneOf(yesAndNo.no, words?.no) ? false : text;
}

/** True or false. */
export const booleanKind: Kind = {
  rule: () => yup.boolean().strict().nullable().typeError(message('boolean')),
  schema: () => ({ type: 'boolean' }),
  answer: () => ({ type: 'boolean' }),
  whyUnfit: () => undefined,
  isWider: () => false,
  limits: { of: 'nothing' },
  written: 'trimmed',

  column: () => 'boolean',
  check: () => undefined,
  empty: 'null',
  stored: (value) => value,
  encryptable: false,
  blank: false,
  foldsCase: false,
  scalar: true,
  localized: false,

  read,
  write: plainText,
  sentence: (value, { words = yesAndNo }, { language }) => words[value === true ? 'yes' : 'no'][language],
  whyNoSentence: () => undefined,

  comparison: () => asBoolean,
  filter: {
    bySingleValue: true,
    byPart: false,
    byRange: undefined,
    value: (_field, text) => (text === 'true' || text === 'false' ? text === 'true' : undefined),
    pattern: () => '(true|false)',
    parameterOptions: ['words'],
  },
  time: undefined,
  list: { sum: undefined, grouped: true, summarized: true, searched: false, short: true, sortedByHeading: true },
  item: { separator: commas, required: false, hasInput: true },
  title: 'never',
  namesRecord: false,
};

import { foldText } from '../lib/foldText.ts';
import type { Label } from '../messages/label.ts';
import { message } from '../messages/message.ts';
import { asBoolean } from './comparisons.ts';
import type { Kind } from './kind.ts';
import { commas, plainText } from './plain.ts';
import { yup } from './yup.ts';

/** The texts of true and false. */
export const yesAndNo = { yes: { en: 'yes', zh: '是' }, no: { en: 'no', zh: '否' } } as const satisfies Record<
  string,
  Label
>;

function read(text: string): boolean | string {
  const word = foldText(text);
  if (['true', '1', 'y', ...Object.values<string>(yesAndNo.yes)].includes(word)) return true;
  return ['false', '0', 'n', ...Object.values<string>(yesAndNo.no)].includes(word) ? false : text;
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

  read,
  write: plainText,
  sentence: (value, _field, { language }) => yesAndNo[value === true ? 'yes' : 'no'][language],
  whyNoSentence: () => undefined,

  comparison: () => asBoolean,
  filter: {
    bySingleValue: true,
    byPart: false,
    byRange: undefined,
    value: (_field, text) => (text === 'true' || text === 'false' ? text === 'true' : undefined),
    pattern: () => '(true|false)',
    parameterOptions: [],
  },
  time: undefined,
  list: { sum: undefined, grouped: true, summarized: true, searched: false, short: true, sortedByHeading: true },
  item: { separator: commas, required: false, hasInput: true },
  title: 'never',
  namesRecord: false,
};

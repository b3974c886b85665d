import { foldText } from '../lib/foldText.ts';
import type { Label } from '../messages/label.ts';
import { message } from '../messages/message.ts';
import type { Field } from '../schema/field/field.ts';
import { asChoice } from './comparisons.ts';
import type { Kind } from './kind.ts';
import { commas } from './plain.ts';
import { testedRule } from './testedRule.ts';

const idsOf = ({ choices = [] }: Field): (number | string)[] => choices.map(({ id }) => id);

/** Reads a choice by its label in either language, or by its id. */
function read(text: string, { choices = [] }: Field): unknown {
  const word = foldText(text);
  const isCalled = ({ label }: { label: Label }) => Object.values(label).some((one) => foldText(one) === word);
  return (choices.find(isCalled) ?? choices.find(({ id }) => foldText(String(id)) === word))?.id ?? text;
}

const escaped = (text: string | number): string => String(text).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** One of a few declared values. The ids are all numbers or all texts. */
export const choiceKind: Kind = {
  rule: (field) => {
    const ids = idsOf(field);
    return testedRule((value) => (ids.includes(value as number | string) ? undefined : message('choice')));
  },
  schema: (field) => ({ enum: idsOf(field) }),
  answer: (field) => ({ enum: idsOf(field) }),
  whyUnfit: () => undefined,
  isWider: (field, other) => idsOf(field).some((id) => !idsOf(other).includes(id)),
  limits: { of: 'nothing' },
  written: 'trimmed',

  column: ({ choices }) => (typeof choices?.[0]?.id === 'string' ? 'text' : 'integer'),
  check: (field) => ({ oneOf: idsOf(field) }),
  empty: 'null',
  stored: (value) => value,
  encryptable: false,
  blank: null,
  foldsCase: false,
  scalar: true,
  localized: false,

  read,
  write: (value, { choices = [] }, { language }) =>
    choices.find(({ id }) => id === value)?.label[language] ?? String(value),
  sentence: (value, { choices = [], otherwise }, { language }) =>
    (choices.find(({ id }) => String(id) === String(value))?.label ?? otherwise)?.[language] ?? String(value),
  whyNoSentence: () => undefined,

  comparison: asChoice,
  filter: {
    bySingleValue: true,
    byPart: false,
    byRange: undefined,
    value: (field, text) => idsOf(field).find((id) => String(id) === text),
    pattern: (field) => `(${idsOf(field).map(escaped).join('|')})`,
    parameterOptions: [],
  },
  time: undefined,
  list: { sum: undefined, grouped: true, summarized: true, searched: false, short: true, sortedByHeading: true },
  item: { separator: commas, required: false, hasInput: true },
  title: 'part',
  namesRecord: false,
};

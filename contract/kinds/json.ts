import { isStorable as isStorableText } from '../lib/canonicalText.ts';
import { message } from '../messages/message.ts';
import type { Kind } from './kind.ts';
import { noItem, onlyShown, plainText, readJson, repeatedName } from './plain.ts';
import { testedRule } from './testedRule.ts';

const mostDeep = 12;

/** True if a JSON column can store the value: no lone surrogates, no NUL characters, no infinite numbers. */
function isStorable(value: unknown, depth = 1): boolean {
  if (typeof value === 'string') return isStorableText(value);
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth > mostDeep) return false;
  return Object.entries(value).every(([name, one]) => isStorable(name) && isStorable(one, depth + 1));
}

/** The line of a text where JSON parsing fails; undefined if the text is valid JSON. */
function brokenLine(text: string): number | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const reason = String(error);
    const line = / line (\d+)/.exec(reason)?.[1];
    const position = Number(/position (\d+)/.exec(reason)?.[1] ?? text.length);
    return line ? Number(line) : text.slice(0, position).split('\n').length;
  }
}

/** The error of a value. An editor keeps invalid JSON as a text. */
function whyWrong(value: unknown): string | undefined {
  const line = typeof value === 'string' ? brokenLine(value) : undefined;
  if (line !== undefined) return message('json_line', { line });
  const name = typeof value === 'string' ? repeatedName(value) : undefined;
  if (name !== undefined) return message('json_repeated', { name });
  if (typeof value !== 'object') return message('json');
  return isStorable(value) ? undefined : message('json_kept', { value: mostDeep });
}

/**
 * An object or a list of any shape. The schema does not restrict it further; the rule also refuses what a JSON column
 * cannot store, at any depth.
 */
export const jsonKind: Kind = {
  rule: () => testedRule(whyWrong),
  schema: () => ({ type: ['object', 'array'], description: `at most ${mostDeep} deep` }),
  answer: () => ({ type: ['object', 'array'], items: {} }),
  whyUnfit: () => undefined,
  isWider: () => false,
  limits: { of: 'nothing' },
  written: 'unchanged',

  column: () => 'jsonb',
  check: () => undefined,
  empty: 'null',
  stored: (value) => value,
  encryptable: false,
  blank: null,
  foldsCase: false,
  scalar: false,
  localized: false,

  read: readJson,
  write: plainText,
  sentence: plainText,
  whyNoSentence: () => 'is of the kind json and no text',

  comparison: () => undefined,
  filter: undefined,
  time: undefined,
  list: onlyShown,
  item: noItem,
  title: 'never',
  namesRecord: false,
};

import { message } from '../messages/message.ts';
import type { Kind } from './kind.ts';
import { noItem, onlyShown, plainText, readJson } from './plain.ts';
import { testedRule } from './testedRule.ts';

const mostDeep = 12;

/** Does a column of JSON store it? Not half a character, a zero character or an infinite number. */
function isStorable(value: unknown, depth = 1): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth > mostDeep) return false;
  return Object.entries(value).every(([name, one]) => isStorable(name) && isStorable(one, depth + 1));
}

/** In which line of a text JSON ends to be JSON; undefined where it is JSON. */
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

/** What is wrong with a value; an editor keeps what is no JSON as a text. */
function whyWrong(value: unknown): string | undefined {
  const line = typeof value === 'string' ? brokenLine(value) : undefined;
  if (line !== undefined) return message('json_line', { line });
  if (typeof value !== 'object') return message('json');
  return isStorable(value) ? undefined : message('json_kept', { value: mostDeep });
}

/**
 * An object or a list of any shape. Its schema says no more than that; the rule also refuses what no column of JSON stores,
 * wherever it is nested.
 */
export const jsonKind: Kind = {
  rule: () => testedRule(whyWrong),
  schema: () => ({ type: ['object', 'array'], description: `at most ${mostDeep} deep` }),
  answer: () => ({ type: ['object', 'array'], items: {} }),
  whyUnfit: () => undefined,
  isWider: () => false,
  limits: { of: 'nothing' },
  trims: false,

  column: () => 'jsonb',
  check: () => undefined,
  empty: 'null',
  stored: (value) => value,
  sealable: false,
  blank: null,
  foldsCase: false,
  scalar: false,

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

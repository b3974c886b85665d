import * as yup from 'yup';
import { message } from '../messages/message.ts';
import type { Field } from '../schema/field/field.ts';
import type { Kind } from './kind.ts';
import { mostItems } from './limits.ts';
import { textKinds } from './textKinds.ts';

/** One tag: a few characters without a comma. */
const tag: Field = { kind: 'text', label: { en: '', zh: '' }, required: true, min: 1, max: 30, matches: 'tag' };

const tagsRule = (field: Field): yup.Schema => {
  const most = mostItems(field);
  const item = textKinds.text.rule(tag).test('required', message('required'), (value) => value != null && value !== '');
  return yup
    .array()
    .strict()
    .nullable()
    .typeError(message('object'))
    .max(most, message('max_items', { value: most }))
    .test('some', message('required'), (value) => !field.required || value == null || value.length > 0)
    .test('once', message('repeated_item'), (value) => value == null || new Set(value).size === value.length)
    .when('.', ([value], list) => (Array.isArray(value) && value.length > most ? list : list.of(item)));
};

/** Short words that a record is found by. */
export const tagsKind: Kind = {
  rule: tagsRule,
  column: 'text[]',
  schema: (field) => ({
    type: 'array',
    ...(field.required && { minItems: 1 }),
    maxItems: mostItems(field),
    uniqueItems: true,
    items: textKinds.text.schema(tag),
  }),
};

const mostDeep = 12;

/** What a column of JSON does not keep: half a character, a nought among the signs, a number without an end. */
function isKept(value: unknown, depth = 1): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth > mostDeep) return false;
  return Object.entries(value).every(([name, one]) => isKept(name) && isKept(one, depth + 1));
}

/** In which line of a text JSON ends to be JSON; undefined where it is JSON. */
function brokenLine(text: string): number | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const said = String(error);
    const line = / line (\d+)/.exec(said)?.[1];
    const position = Number(/position (\d+)/.exec(said)?.[1] ?? text.length);
    return line ? Number(line) : text.slice(0, position).split('\n').length;
  }
}

/** What is wrong with a value; an editor keeps what is no JSON as a text. */
function wrongJson(value: unknown): string | undefined {
  const line = typeof value === 'string' ? brokenLine(value) : undefined;
  if (line !== undefined) return message('json_line', { line });
  if (typeof value !== 'object') return message('json');
  return isKept(value) ? undefined : message('json_kept', { value: mostDeep });
}

/**
 * An object or a list of any shape. Its schema says no more than that; the rule also refuses what no column of JSON
 * keeps, wherever it stands within.
 */
export const jsonKind: Kind = {
  rule: () =>
    yup
      .mixed()
      .nullable()
      .test('json', (value, context) => {
        const said = value == null ? undefined : wrongJson(value);
        return said === undefined || context.createError({ message: said });
      }),
  column: 'jsonb',
  schema: () => ({ type: ['object', 'array'], description: `at most ${mostDeep} deep` }),
};

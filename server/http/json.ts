import { message } from '../../contract/messages/message.ts';
import { AppError } from '../core/appError.ts';

const maxDepth = 16;
/** No declared body comes near this number. */
const maxNames = 1000;
const repeated = (name: string) => new AppError(422, message('invalid'), { [name]: [message('repeated_item')] });

const tooMany = () => AppError.invalid({ _: [message('max_items', { value: maxNames })] });

/**
 * The position after the string that begins at this quote.
 * @param text valid JSON
 */
function endOf(text: string, begin: number): number {
  let at = begin + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

const blank = /\s*/y;

function isKey(text: string, end: number): boolean {
  blank.lastIndex = end;
  blank.test(text);
  return text[blank.lastIndex] === ':';
}

/** Adds a name to the innermost object. */
function addName(open: (Set<string> | undefined)[], name: string): void {
  const names = open.at(-1) ?? new Set();
  if (names.has(name)) throw repeated(name);
  if (names.size === maxNames) throw tooMany();
  open[open.length - 1] = names.add(name);
}

/** Refuses what JSON.parse accepts: repeated names in one object, too many names, and deep nesting. */
function checkNames(text: string): void {
  const open: (Set<string> | undefined)[] = [];
  let at = 0;
  while (at < text.length) {
    const sign = text[at];
    const end = sign === '"' ? endOf(text, at) : at + 1;
    if (sign === '{' || sign === '[') open.push(undefined);
    else if (sign === '}' || sign === ']') open.pop();
    else if (sign === '"' && isKey(text, end)) addName(open, JSON.parse(text.slice(at, end)));
    if (open.length > maxDepth) throw new AppError(422, message('too_deep'));
    at = end;
  }
}

/**
 * The value of a JSON text.
 * @throws 400 for invalid JSON, 422 for repeated names and deep nesting (A5)
 */
export function parseJson(text: string): unknown {
  const value = parseText(text);
  checkNames(text);
  return value;
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError(400, message('not_json'));
  }
}

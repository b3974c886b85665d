import { maxImportRows } from '../../contract/lists/import.ts';
import { message } from '../../contract/messages/message.ts';
import { AppError } from '../core/appError.ts';
import type { FieldValues } from '../core/rules.ts';

const maxDepth = 16;
/** No declared body comes near this number. */
const maxNames = 1000;
/** Objects and lists, which cost most to read. An import, which has most of all, has a list for each of its rows. */
const maxValues = 2 * maxImportRows;

/** How many items a list may have, by its name in the body; undefined where it is no list. */
export type MostItems = (name: string) => number | undefined;

const notJson = () => new AppError(400, message('not_json'));
const repeated = (name: string) => new AppError(422, message('invalid'), { [name]: [message('repeated_item')] });
const tooMany = (value: number, name = '_') => AppError.invalid({ [name]: [message('max_items', { value })] });

/** The names of an open object: none, its only one, or all of them. Most objects of a long list have one. */
type Names = undefined | string | Set<string>;

const [quote, backslash, colon] = ['"', '\\', ':'].map((sign) => sign.charCodeAt(0));
const isOpening = (code: number): boolean => code === 0x7b || code === 0x5b;
const isClosing = (code: number): boolean => code === 0x7d || code === 0x5d;
const isBlank = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

function isEscaped(text: string, at: number): boolean {
  let begin = at;
  while (text.charCodeAt(begin - 1) === backslash) begin -= 1;
  return (at - begin) % 2 === 1;
}

/** The position after the string that begins at this quote, or after the text if the string does not end. */
function endOfString(text: string, begin: number): number {
  let end = text.indexOf('"', begin + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end + 1;
}

function isName(text: string, end: number): boolean {
  let at = end;
  while (isBlank(text.charCodeAt(at))) at += 1;
  return text.charCodeAt(at) === colon;
}

/** @throws SyntaxError for an escape that JSON does not have */
function nameIn(text: string, begin: number, end: number): string {
  const name = text.slice(begin + 1, end - 1);
  return name.includes('\\') ? JSON.parse(`"${name}"`) : name;
}

function withName(known: Names, name: string): Names {
  if (known === undefined) return name;
  const names = typeof known === 'string' ? new Set([known]) : known;
  if (names.has(name)) throw repeated(name);
  if (names.size === maxNames) throw tooMany(maxNames);
  return names.add(name);
}

/** Counts the objects and lists of a body, and refuses too many by the name that they are under. */
class OpenValues {
  private readonly open: Names[] = [];
  private readonly mostItemsOf: MostItems;
  private count = 0;
  /** The last name in the outermost object. */
  private topName = '_';

  constructor(mostItemsOf: MostItems) {
    this.mostItemsOf = mostItemsOf;
  }

  begin(): void {
    this.count += 1;
    if (this.count > maxValues) throw tooMany(this.mostItemsOf(this.topName) ?? maxValues, this.topName);
    if (this.open.push(undefined) > maxDepth) throw new AppError(422, message('too_deep'));
  }

  end(): void {
    this.open.pop();
  }

  addName(name: string): void {
    const innermost = this.open.length - 1;
    if (innermost === 0) this.topName = name;
    this.open[innermost] = withName(this.open[innermost], name);
  }
}

/**
 * Refuses, in one pass over the text, what JSON.parse accepts: repeated names in one object, too many names, too many
 * objects and lists, and deep nesting. The text may be no JSON.
 */
function checkShape(text: string, mostItemsOf: MostItems): void {
  const values = new OpenValues(mostItemsOf);
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    const end = code === quote ? endOfString(text, at) : at + 1;
    if (isOpening(code)) values.begin();
    else if (isClosing(code)) values.end();
    else if (code === quote && isName(text, end)) values.addName(nameIn(text, at, end));
    at = end;
  }
}

const otherValue = /^\s*(?:["[\d-]|(?:true|false|null)\s*$)/;

/** Refuses everything that is no object by its first character, however long it is. */
function checkIsObject(text: string): void {
  if (/^\s*\{/.test(text)) return;
  throw otherValue.test(text) ? AppError.invalid({ _: [message('object')] }) : notJson();
}

/**
 * The object in a JSON text. Its shape is checked before its values are read.
 * @throws 400 for invalid JSON, 422 for another value than an object, repeated names, too many of them, too many objects
 *   or lists, and deep nesting (A5)
 */
export function parseObject(text: string, mostItemsOf: MostItems = () => undefined): FieldValues {
  checkIsObject(text);
  try {
    checkShape(text, mostItemsOf);
    return JSON.parse(text) as FieldValues;
  } catch (error) {
    throw error instanceof SyntaxError ? notJson() : error;
  }
}

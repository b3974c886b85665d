import { message } from '../../contract/message.ts';
import { AppError } from '../domain/appError.ts';

const maxDepth = 16;
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]]/g;
const colon = /\s*:/y;

const repeated = (name: string) => new AppError(422, message('invalid'), { [name]: [message('repeated_item')] });

function isKey(text: string, end: number): boolean {
  colon.lastIndex = end;
  return colon.test(text);
}

/** Refuses what JSON.parse lets pass: a name given twice in one object, and nesting without end. */
function check(text: string): void {
  const open: Set<string>[] = [];
  for (const { 0: part, index } of text.matchAll(token)) {
    if (part === '{' || part === '[') open.push(new Set());
    else if (part === '}' || part === ']') open.pop();
    else if (isKey(text, index + part.length)) {
      const name = JSON.parse(part) as string;
      const names = open.at(-1);
      if (names?.has(name)) throw repeated(name);
      names?.add(name);
    }
    if (open.length > maxDepth) throw new AppError(422, message('too_deep'));
  }
}

/** The value of a JSON text; 400 when it is none, 422 for repeated names and deep nesting (A5). */
export function parseJson(text: string): unknown {
  const value = read(text);
  check(text);
  return value;
}

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError(400, message('not_json'));
  }
}

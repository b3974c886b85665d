import type { Field, Fields } from '../schema/field/field.ts';
import { kinds } from './index.ts';
import { mostItems } from './limits.ts';

/** The values that are not trimmed, by dotted path; `*` means every item of a list. */
interface TrimExceptions {
  /** The paths of secret texts, and of JSON with all of its content. */
  readonly whole: ReadonlySet<string>;
  /** The maximum length of each list. A longer list is refused by validation, so its items are not trimmed. */
  readonly lists: ReadonlyMap<string, number>;
}

/** All fields of a body by path, including those within objects and lists. */
const fieldsByPath = (fields: Fields, prefix = ''): [string, Field][] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const path = `${prefix}${field.writePath ?? name}`;
    return [
      [path, field] as [string, Field],
      ...fieldsByPath(field.fields ?? {}, `${path}.`),
      ...fieldsByPath(field.items ? { '*': field.items } : {}, `${path}.`),
    ];
  });

const known = new WeakMap<Fields, TrimExceptions>();

/** The exceptions of a declaration, computed once instead of for every body. */
function exceptionsOf(fields: Fields): TrimExceptions {
  const exceptions = known.get(fields) ?? findExceptions(fields);
  known.set(fields, exceptions);
  return exceptions;
}

function findExceptions(fields: Fields): TrimExceptions {
  const byPath = fieldsByPath(fields);
  return {
    whole: new Set(byPath.filter(([, { secret, kind }]) => secret || !kinds[kind].trims).map(([path]) => path)),
    lists: new Map(
      byPath.flatMap(([path, field]): [string, number][] => {
        const most = mostItems(field);
        return most === undefined ? [] : [[path, most]];
      }),
    ),
  };
}

/** No declaration allows values that are nested more deeply, or have more properties or undeclared items than this. */
const maxDepth = 32;
const maxLength = 1000;

function trimmedAt(value: unknown, path: string, exceptions: TrimExceptions, depth: number): unknown {
  if (exceptions.whole.has(path)) return value;
  if (typeof value === 'string') return value.trim();
  if (value === null || typeof value !== 'object' || value instanceof Date || depth > maxDepth) return value;
  const prefix = path && `${path}.`;
  if (!Array.isArray(value)) {
    const entries = Object.entries(value);
    if (entries.length > maxLength) return value;
    return Object.fromEntries(
      entries.map(([key, item]) => [key, trimmedAt(item, prefix + key, exceptions, depth + 1)]),
    );
  }
  if (value.length > (exceptions.lists.get(path) ?? maxLength)) return value;
  return value.map((item) => trimmedAt(item, `${prefix}*`, exceptions, depth + 1));
}

/**
 * Removes leading and trailing spaces from every text in a body (R-VALID-08), except secret texts. Content that
 * validation refuses for its length or depth is not changed.
 */
export const trimTexts = (body: unknown, fields: Fields): unknown => trimmedAt(body, '', exceptionsOf(fields), 0);

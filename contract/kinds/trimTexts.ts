import type { Field, Fields } from '../schema/field/field.ts';
import { kinds } from './index.ts';
import { mostItems } from './limits.ts';

/** What is left as it was sent, by dotted paths; `*` stands for every item of a list. */
interface Kept {
  /** Secret texts, and JSON: whatever stands in it. */
  readonly whole: ReadonlySet<string>;
  /** How many items the lists may have; one that is longer is refused, and none of its items is looked at. */
  readonly lists: ReadonlyMap<string, number>;
}

/** The fields of a body by their paths, also within objects and lists. */
const placesOf = (fields: Fields, prefix = ''): [string, Field][] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const path = `${prefix}${field.writePath ?? name}`;
    return [
      [path, field] as [string, Field],
      ...placesOf(field.fields ?? {}, `${path}.`),
      ...placesOf(field.items ? { '*': field.items } : {}, `${path}.`),
    ];
  });

const known = new WeakMap<Fields, Kept>();

/** Looked up once for the fields of a declaration, not at each body. */
function keptOf(fields: Fields): Kept {
  const kept = known.get(fields) ?? lookUp(fields);
  known.set(fields, kept);
  return kept;
}

function lookUp(fields: Fields): Kept {
  const places = placesOf(fields);
  return {
    whole: new Set(places.filter(([, { secret, kind }]) => secret || !kinds[kind].trims).map(([path]) => path)),
    lists: new Map(
      places.flatMap(([path, field]): [string, number][] => {
        const most = mostItems(field);
        return most === undefined ? [] : [[path, most]];
      }),
    ),
  };
}

/** What stands deeper, and what has more names or more items though no list stands there, is no part of any declaration. */
const deepest = 32;
const longest = 1000;

function trimmedAt(value: unknown, path: string, kept: Kept, depth: number): unknown {
  if (kept.whole.has(path)) return value;
  if (typeof value === 'string') return value.trim();
  if (value === null || typeof value !== 'object' || value instanceof Date || depth > deepest) return value;
  const prefix = path && `${path}.`;
  if (!Array.isArray(value)) {
    const entries = Object.entries(value);
    if (entries.length > longest) return value;
    return Object.fromEntries(entries.map(([key, item]) => [key, trimmedAt(item, prefix + key, kept, depth + 1)]));
  }
  if (value.length > (kept.lists.get(path) ?? longest)) return value;
  return value.map((item) => trimmedAt(item, `${prefix}*`, kept, depth + 1));
}

/**
 * Every text in a body of these fields without its outer spaces (R-VALID-08); secret ones keep theirs. What the rule
 * of the body refuses for its length or its depth stays as it is.
 */
export const trimmed = (body: unknown, fields: Fields): unknown => trimmedAt(body, '', keptOf(fields), 0);

import { canonicalText, type WrittenForm } from '../lib/canonicalText.ts';
import { memoize } from '../lib/memoize.ts';
import type { Field, Fields } from '../schema/field/field.ts';
import { kinds } from './index.ts';
import { mostItems } from './limits.ts';
import { textFormOf } from './writtenForm.ts';

/** What is known of a declaration, by dotted path; `*` means every item of a list. */
interface DeclaredTexts {
  /** How texts are written there, and below. */
  readonly forms: ReadonlyMap<string, WrittenForm>;
  /** The maximum length of each list. A longer list is refused by validation, so its items are left as they are. */
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

/** The texts of a declaration, found once instead of for every body. */
const textsOf = memoize((fields: Fields): DeclaredTexts => {
  const byPath = fieldsByPath(fields);
  return {
    forms: new Map(byPath.map(([path, field]) => [path, textFormOf(field, kinds[field.kind].written)])),
    lists: new Map(
      byPath.flatMap(([path, field]): [string, number][] => {
        const most = mostItems(field);
        return most === undefined ? [] : [[path, most]];
      }),
    ),
  };
});

/** No declaration allows values that are nested more deeply, or have more properties or undeclared items than this. */
const maxDepth = 32;
const maxLength = 1000;

/** A value in a body. */
interface Place {
  readonly path: string;
  /** The form of the value that it is in. */
  readonly above: WrittenForm;
  readonly depth: number;
}

function canonicalAt(value: unknown, { path, above, depth }: Place, texts: DeclaredTexts): unknown {
  const form = texts.forms.get(path) ?? above;
  if (form === 'unchanged') return value;
  if (typeof value === 'string') return canonicalText(value, form);
  if (value === null || typeof value !== 'object' || value instanceof Date || depth > maxDepth) return value;
  const inside = (key: string, item: unknown) =>
    canonicalAt(item, { path: path === '' ? key : `${path}.${key}`, above: form, depth: depth + 1 }, texts);
  if (!Array.isArray(value)) {
    const entries = Object.entries(value);
    if (entries.length > maxLength) return value;
    return Object.fromEntries(entries.map(([key, item]) => [key, inside(key, item)]));
  }
  if (value.length > (texts.lists.get(path) ?? maxLength)) return value;
  return value.map((item) => inside('*', item));
}

/**
 * Brings every text in a body into its canonical form (R-VALID-08), except secret texts. Content that validation
 * refuses for its length or depth is not changed.
 */
export const canonicalTexts = (body: unknown, fields: Fields): unknown =>
  canonicalAt(body, { path: '', above: 'trimmed', depth: 0 }, textsOf(fields));

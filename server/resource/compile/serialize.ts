import { memoize } from '../../../contract/lib/memoize.ts';
import type { Language } from '../../../contract/messages/label.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { isLockedFields } from '../../../contract/schema/field/environment.ts';
import type { Choice } from '../../../contract/schema/field/options.ts';
import type { Reader } from '../../core/rules.ts';
import { decryptField } from '../../db/write/encryptedColumns.ts';
import { rulesOf } from '../../domain/index.ts';
import type { ProjectedField, Projection } from './projection.ts';

export type RecordRow = Record<string, unknown> & { id: number };
export type RecordAnswer = Record<string, unknown>;

/** Reads a value of the answer from a row. */
type Read = (row: RecordRow, reader: Reader) => unknown;

/** One key of an answer, with its value. */
interface Part {
  readonly key: string;
  readonly value: Read;
}

/** The outputs of an answer by their paths: one output, or further keys. */
type Tree = Map<string, ProjectedField | Tree>;

/** Choices as they are answered, by id; shared by all answers. */
const namedIn = (choices: readonly Choice[], language: Language): ReadonlyMap<unknown, Readonly<RecordAnswer>> =>
  new Map(choices.map(({ id, label, extra }) => [id, Object.freeze({ id, name: label[language], ...extra })]));

function namedChoice(alias: string, choices: readonly Choice[] = []): Read {
  const named = { en: namedIn(choices, 'en'), zh: namedIn(choices, 'zh') };
  return (row, { language }) => named[language].get(row[alias]) ?? null;
}

/** Chooses how one output is read, once instead of for each row. What the environment sets comes before what is stored. */
function valueReader(entity: Entity, { field, alias, named }: ProjectedField): Read {
  if (isLockedFields(alias, field)) return (_row, { environment }) => [...(environment.get(entity.name)?.keys() ?? [])];
  const own = storedReader(entity, { field, alias, named });
  if (field.environment === undefined) return own;
  return (row, reader) => {
    const locked = reader.environment.get(entity.name);
    return locked?.has(alias) ? locked.get(alias) : own(row, reader);
  };
}

function storedReader(
  entity: Entity,
  { field, alias, named }: Pick<ProjectedField, 'field' | 'alias' | 'named'>,
): Read {
  const rules = rulesOf(entity.name);
  const work = field.computed ? rules.computed?.[alias] : undefined;
  if (work) return (row, reader) => work.value(row, reader) ?? null;
  if (named) return namedChoice(alias, field.choices);
  const shown = rules.shown?.[alias];
  if (shown) return (row, reader) => shown(row[alias], reader);
  if (field.encrypted) return (row, { secrets }) => decryptField(secrets, entity, alias, row);
  return (row) => row[alias] ?? null;
}

function treeOf(outputs: readonly ProjectedField[]): Tree {
  const tree: Tree = new Map();
  for (const output of outputs) {
    let at = tree;
    for (const key of output.path.slice(0, -1)) {
      const inner = at.get(key) ?? new Map();
      at.set(key, inner);
      at = inner as Tree;
    }
    at.set(output.path.at(-1) ?? '', output);
  }
  return tree;
}

/**
 * How an answer is put together. Answers start as copies of `empty`, since V8 turns objects that get many keys one by
 * one into slow dictionaries.
 */
interface Plan {
  readonly parts: readonly Part[];
  readonly empty: Readonly<RecordAnswer>;
}

const planWith = (parts: readonly Part[]): Plan => ({
  parts,
  empty: { ...Object.fromEntries(parts.map(({ key }) => [key, null])) },
});

function answerOf({ parts, empty }: Plan, row: RecordRow, reader: Reader): RecordAnswer {
  const answer: RecordAnswer = { ...empty };
  for (const { key, value: read } of parts) {
    const value = read(row, reader);
    answer[key] = value instanceof Date ? value.toJSON() : value;
  }
  return answer;
}

function partsOf(entity: Entity, tree: Tree): Part[] {
  return [...tree].map(([key, found]) => {
    if (!(found instanceof Map)) return { key, value: valueReader(entity, found) };
    const plan = planWith(partsOf(entity, found));
    return { key, value: (row, reader) => answerOf(plan, row, reader) };
  });
}

/** A reference that points nowhere answers null, not an object of nulls. */
const orNull =
  (name: string, value: Read): Read =>
  (row, reader) =>
    row[name] === null ? null : value(row, reader);

const planOf = memoize(({ entity, outputs, references }: Projection): Plan => {
  const pointing = new Map(references.map(({ name, as }) => [as, name]));
  const parts = partsOf(entity, treeOf(outputs)).map(({ key, value }) => {
    const name = pointing.get(key);
    return { key, value: name === undefined ? value : orNull(name, value) };
  });
  return planWith(parts);
});

/** The answer of a row: without the fields that the reader may not read (A28), with points in time as texts. */
export const serialize = (shape: Projection, row: RecordRow, reader: Reader): RecordAnswer =>
  answerOf(planOf(shape), row, reader);

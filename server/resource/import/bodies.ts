import type { CodecContext } from '../../../contract/kinds/kind.ts';
import { fixedDefault } from '../../../contract/kinds/resolveDefault.ts';
import { putAt } from '../../../contract/lib/dottedPath.ts';
import type { ImportField } from '../../../contract/lists/import.ts';
import { type Entity, fieldOf, writePathOf } from '../../../contract/schema/entity.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { parseNames } from '../../../contract/values/nameList.ts';
import { valueOfText } from '../../../contract/values/textCodec.ts';
import { type Context, callerOf } from '../../core/context.ts';
import type { FieldValues } from '../../core/rules.ts';
import { matchReferences, type ReferenceMatch } from './references.ts';

/** A file as it was sent: the fields that its columns are, and its cells. */
export interface ImportTable {
  readonly columns: readonly ImportField[];
  readonly rows: readonly (readonly string[])[];
}

/** A row as the body of a new record, and what was wrong with it before any rule was asked, by field. */
export interface ImportDraft {
  readonly body: FieldValues;
  readonly refused: readonly (readonly [name: string, text: string])[];
}

/** The field that holds the currency of an amount, or of several. */
const namedIn = ({ items, currency }: Field): string | undefined => items?.currency ?? currency;

/** The currency that a row's amounts are in: what its own column says, else what a new record starts with. */
function currencyOf(entity: Entity, field: Field, values: ReadonlyMap<string, unknown>): string | undefined {
  const name = namedIn(field);
  if (name === undefined) return undefined;
  const currency = fieldOf(entity, name);
  const value = values.get(name) ?? (currency && fixedDefault(currency));
  return typeof value === 'string' ? value : undefined;
}

type Names = ReadonlyMap<string, ReadonlyMap<string, ReferenceMatch>>;

/** The reference that a cell may have names for: the field itself, or each item of a list. */
const pointerOf = ({ items, ...field }: Field): Field | undefined =>
  [field, items].find((one) => one?.kind === 'reference');

/** What a cell calls records by; undefined where it has a value as it is. */
function namesIn(field: Field, text: string): readonly string[] | undefined {
  if (!pointerOf(field)) return undefined;
  return field.kind === 'reference' ? [text] : parseNames(text);
}

/** What a cell says: the value, or why it says none. */
function valueIn(
  field: Field,
  text: string,
  around: CodecContext,
  meant: ReadonlyMap<string, ReferenceMatch> = new Map(),
): Read {
  const names = namesIn(field, text);
  if (!names) return { value: valueOfText(field, text, around) };
  const found = names.map((name) => meant.get(name) ?? name);
  const stray = found.find((one) => typeof one === 'object');
  if (stray) return stray;
  return { value: field.kind === 'reference' ? found[0] : found };
}
type Read = { readonly value: unknown } | { readonly refused: string };

function draft(
  context: Context,
  entity: Entity,
  { columns }: ImportTable,
  row: readonly string[],
  names: Names,
): ImportDraft {
  const language = context.origin?.language ?? 'en';
  const values = new Map<string, unknown>();
  const refused: (readonly [string, string])[] = [];
  // An amount is read by its currency, so what has none comes first.
  const ordered = columns.map((one, at) => [...one, row[at] ?? ''] as const);
  for (const [name, field, text] of ordered.sort(
    ([, a], [, b]) => Number(Boolean(namedIn(a))) - Number(Boolean(namedIn(b))),
  )) {
    if (text.trim() === '') continue;
    const read = valueIn(field, text, { language, currency: currencyOf(entity, field, values) }, names.get(name));
    if ('refused' in read) refused.push([name, read.refused]);
    else values.set(name, read.value);
  }
  const body: FieldValues = {};
  for (const [name, value] of values) putAt(body, writePathOf(name, fieldOf(entity, name) as Field), value);
  return { body, refused };
}

/** The rows of a file as bodies of new records. References are found by name, a statement for each column. */
export async function readDrafts(context: Context, entity: Entity, sheet: ImportTable): Promise<ImportDraft[]> {
  callerOf(context);
  const names = new Map<string, ReadonlyMap<string, ReferenceMatch>>();
  for (const [at, [name, field]] of sheet.columns.entries()) {
    const pointer = pointerOf(field);
    if (!pointer) continue;
    const cells = sheet.rows.map((row) => row[at] ?? '').filter((text) => text.trim() !== '');
    const texts = new Set(cells.flatMap((text) => namesIn(field, text) ?? []));
    names.set(name, await matchReferences(context, pointer, [...texts]));
  }
  return sheet.rows.map((row) => draft(context, entity, sheet, row, names));
}

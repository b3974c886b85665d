import { bodyPathOf, type Entity, fieldOf } from '../../contract/entity.ts';
import type { Field } from '../../contract/field.ts';
import type { ImportField } from '../../contract/import.ts';
import { valueOfText } from '../../contract/kindText.ts';
import { putAt } from '../../contract/path.ts';
import { fixedStart } from '../../contract/startOf.ts';
import { type Context, callerOf } from '../domain/context.ts';
import type { Values } from '../domain/rules.ts';
import { type Meant, meantBy } from './importReferences.ts';

/** A file as it was sent: the fields that its columns are, and its cells. */
export interface Sheet {
  readonly columns: readonly ImportField[];
  readonly rows: readonly (readonly string[])[];
}

/** A row as the body of a new record, and what was wrong with it before any rule was asked, by field. */
export interface Drafted {
  readonly body: Values;
  readonly refused: readonly (readonly [name: string, text: string])[];
}

/** The currency that a row's amounts are in: what its own column says, else what a new record starts with. */
function currencyOf(entity: Entity, field: Field, values: ReadonlyMap<string, unknown>): string | undefined {
  if (field.currency === undefined) return undefined;
  const currency = fieldOf(entity, field.currency);
  const value = values.get(field.currency) ?? (currency && fixedStart(currency));
  return typeof value === 'string' ? value : undefined;
}

type Names = ReadonlyMap<string, ReadonlyMap<string, Meant>>;

function draft(context: Context, entity: Entity, { columns }: Sheet, row: readonly string[], names: Names): Drafted {
  const language = context.origin?.language ?? 'en';
  const values = new Map<string, unknown>();
  const refused: (readonly [string, string])[] = [];
  // An amount is read by its currency, so what has none comes first.
  const ordered = columns.map((one, at) => [...one, row[at] ?? ''] as const);
  for (const [name, field, text] of ordered.sort(
    ([, a], [, b]) => Number(Boolean(a.currency)) - Number(Boolean(b.currency)),
  )) {
    if (text.trim() === '') continue;
    const meant = names.get(name)?.get(text);
    if (typeof meant === 'object') refused.push([name, meant.refused]);
    else values.set(name, meant ?? valueOfText(field, text, { language, currency: currencyOf(entity, field, values) }));
  }
  const body: Values = {};
  for (const [name, value] of values) putAt(body, bodyPathOf(name, fieldOf(entity, name) as Field), value);
  return { body, refused };
}

/** The rows of a file as bodies of new records. References are found by name, a statement for each column. */
export async function draftsOf(context: Context, entity: Entity, sheet: Sheet): Promise<Drafted[]> {
  callerOf(context);
  const names = new Map<string, ReadonlyMap<string, Meant>>();
  for (const [at, [name, field]] of sheet.columns.entries()) {
    if (field.kind !== 'reference') continue;
    const texts = new Set(sheet.rows.map((row) => row[at] ?? '').filter((text) => text.trim() !== ''));
    names.set(name, await meantBy(context, field, [...texts]));
  }
  return sheet.rows.map((row) => draft(context, entity, sheet, row, names));
}

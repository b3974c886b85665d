import { kinds } from '../../contract/kinds/index.ts';
import type { Field, Fields, ItemForms } from '../../contract/schema/field/field.ts';

type Values = Readonly<Record<string, unknown>>;

/** A child in the form of its parent: what was entered of it, and how it was before, unless it is new. */
export type ChildRow = Values & {
  readonly id?: number | undefined;
  readonly version?: number | undefined;
  /** It goes when the form is saved. */
  readonly remove?: boolean | undefined;
  /** The record as it was read. No field has such a name. */
  readonly _was?: Values | undefined;
};

export const rowsIn = (value: unknown): readonly ChildRow[] => (Array.isArray(value) ? value : []);

const filled = (value: unknown): unknown => (value === '' ? null : (value ?? null));
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(filled(one)) === JSON.stringify(filled(other));

const naming: readonly string[] = ['id', 'version', 'remove'];

/** The fields of a form by which values are sent, besides those that name a child. */
export const inputsOf = (fields: Fields = {}): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !naming.includes(name)));

/** The names of what was changed of a child that was there. */
export const changedIn = (forms: ItemForms, row: ChildRow): string[] =>
  Object.keys(inputsOf(forms.changed)).filter(
    (name) => row[name] !== undefined && !isSame(row[name], row._was?.[name]),
  );

/** What saving does with a row; nothing where it was not touched. */
export function markOf(forms: ItemForms, row: ChildRow): keyof ItemForms | undefined {
  if (row.id === undefined) return 'made';
  if (row.remove) return 'removed';
  return changedIn(forms, row).length > 0 ? 'changed' : undefined;
}

const picked = (row: ChildRow, names: readonly string[]): Values =>
  Object.fromEntries(names.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])));

/** A row as a body has it, with what was changed of it alone. */
export function itemOf(forms: ItemForms, row: ChildRow): Values {
  const mark = markOf(forms, row);
  if (mark === 'made') return picked(row, Object.keys(inputsOf(forms.made)));
  const named = picked(row, ['id', 'version']);
  return mark === 'removed' ? { ...named, remove: true } : { ...named, ...picked(row, changedIn(forms, row)) };
}

/** The rows of a section that saving does something with, by their places in the form. */
export const touchedRows = ({ forms = {} }: Field, value: unknown): (readonly [place: number, row: ChildRow])[] =>
  [...rowsIn(value).entries()].filter(([, row]) => markOf(forms, row) !== undefined);

/** The message's path with the place of the row in the form, in place of that in the body. In: as `touchedRows` found them. */
export function pathInForm(fields: Fields, values: Values, path: string): string {
  const [, name = '', at = '', rest = ''] = /^(\w+)\[(\d+)\](.*)$/.exec(path) ?? [];
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!field?.forms) return path;
  const [place] = touchedRows(field, values[name])[Number(at)] ?? [];
  return place === undefined ? path : `${name}[${place}]${rest}`;
}

/** A child as a row of a form: a switch that was never set shows no. */
export function rowOf({ forms = {} }: Field, record: Values): ChildRow {
  const shown = { ...record };
  for (const [name, { kind }] of Object.entries(inputsOf(forms.changed)))
    if (shown[name] === null) shown[name] = kinds[kind].blank;
  return { ...shown, remove: false, _was: shown } as ChildRow;
}

/** A row that was touched and whose child is gone: what was entered makes a new one. */
const anew = ({ forms = {} }: Field, row: ChildRow): ChildRow => picked(row, Object.keys(inputsOf(forms.made)));

/**
 * The rows of a form over the children as they are now: what was entered stays, also of a child that is gone, which is made
 * anew where one may be. In: the rows as they were entered, and those of the children as they were read again.
 */
export function mergedRows(field: Field, entered: readonly ChildRow[], fresh: readonly ChildRow[]): ChildRow[] {
  const { forms = {} } = field;
  const over = (row: ChildRow): ChildRow => {
    const before = entered.find(({ id }) => id === row.id);
    return before ? { ...row, ...picked(before, [...changedIn(forms, before), 'remove']) } : row;
  };
  const isGone = (row: ChildRow) => row.id !== undefined && !fresh.some(({ id }) => id === row.id);
  const lost = entered.filter((row) => forms.made && isGone(row) && markOf(forms, row) === 'changed');
  return [...fresh.map(over), ...lost.map((row) => anew(field, row)), ...entered.filter(({ id }) => id === undefined)];
}

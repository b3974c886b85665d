import type { Field, Fields, ItemForms } from '../../../contract/schema/field/field.ts';

type Values = Readonly<Record<string, unknown>>;

/** A child in the form of its parent: what was entered of it, and how it was before, unless it is new. */
export type FormChildRow = Values & {
  readonly id?: number | undefined;
  readonly version?: number | undefined;
  /** It goes when the form is saved. */
  readonly remove?: boolean | undefined;
  /** The record as it was read. No field has such a name. */
  readonly _was?: Values | undefined;
};

export const childRowsIn = (value: unknown): readonly FormChildRow[] => (Array.isArray(value) ? value : []);

const emptyToNull = (value: unknown): unknown => (value === '' ? null : (value ?? null));
const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(emptyToNull(one)) === JSON.stringify(emptyToNull(other));

const identityFields: readonly string[] = ['id', 'version', 'remove'];

/** The fields of a form by which values are sent, besides those that name a child. */
export const childInputFields = (fields: Fields = {}): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !identityFields.includes(name)));

/** The names of what was changed of a child that was there. */
export const changedFields = (forms: ItemForms, row: FormChildRow): string[] =>
  Object.keys(childInputFields(forms.changed)).filter(
    (name) => row[name] !== undefined && !isSame(row[name], row._was?.[name]),
  );

/** What saving does with a row; nothing where it was not touched. */
export function childRowMark(forms: ItemForms, row: FormChildRow): keyof ItemForms | undefined {
  if (row.id === undefined) return 'made';
  if (row.remove) return 'removed';
  return changedFields(forms, row).length > 0 ? 'changed' : undefined;
}

const pickValues = (row: FormChildRow, names: readonly string[]): Values =>
  Object.fromEntries(names.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])));

/** A row as a body has it, with what was changed of it alone. */
export function childBodyItem(forms: ItemForms, row: FormChildRow): Values {
  const mark = childRowMark(forms, row);
  if (mark === 'made') return pickValues(row, Object.keys(childInputFields(forms.made)));
  const named = pickValues(row, ['id', 'version']);
  return mark === 'removed' ? { ...named, remove: true } : { ...named, ...pickValues(row, changedFields(forms, row)) };
}

/** The rows of a section that saving does something with, by their places in the form. */
export const changedChildRows = (
  { forms = {} }: Field,
  value: unknown,
): (readonly [place: number, row: FormChildRow])[] =>
  [...childRowsIn(value).entries()].filter(([, row]) => childRowMark(forms, row) !== undefined);

/** The message's path with the place of the row in the form, in place of that in the body. In: as `touchedRows` found them. */
export function formPath(fields: Fields, values: Values, path: string): string {
  const [, name = '', at = '', rest = ''] = /^(\w+)\[(\d+)\](.*)$/.exec(path) ?? [];
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!field?.forms) return path;
  const [place] = changedChildRows(field, values[name])[Number(at)] ?? [];
  return place === undefined ? path : `${name}[${place}]${rest}`;
}

/** A child as a row of a form: a switch that was never set shows no. */
export function toChildRow({ forms = {} }: Field, record: Values): FormChildRow {
  const shown = { ...record };
  for (const [name, { kind }] of Object.entries(childInputFields(forms.changed)))
    if (kind === 'boolean' && shown[name] === null) shown[name] = false;
  return { ...shown, remove: false, _was: shown } as FormChildRow;
}

/** A row that was touched and whose child is gone: what was entered makes a new one. */
const asNewRow = ({ forms = {} }: Field, row: FormChildRow): FormChildRow =>
  pickValues(row, Object.keys(childInputFields(forms.made)));

/**
 * The rows of a form over the children as they are now: what was entered stays, also of a child that is gone, which is made
 * anew where one may be. In: the rows as they were entered, and those of the children as they were read again.
 */
export function mergeChildRows(
  field: Field,
  entered: readonly FormChildRow[],
  fresh: readonly FormChildRow[],
): FormChildRow[] {
  const { forms = {} } = field;
  const over = (row: FormChildRow): FormChildRow => {
    const before = entered.find(({ id }) => id === row.id);
    return before ? { ...row, ...pickValues(before, [...changedFields(forms, before), 'remove']) } : row;
  };
  const isGone = (row: FormChildRow) => row.id !== undefined && !fresh.some(({ id }) => id === row.id);
  const lost = entered.filter((row) => forms.made && isGone(row) && childRowMark(forms, row) === 'changed');
  return [
    ...fresh.map(over),
    ...lost.map((row) => asNewRow(field, row)),
    ...entered.filter(({ id }) => id === undefined),
  ];
}

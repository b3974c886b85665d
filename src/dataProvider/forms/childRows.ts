import { kinds } from '../../../contract/kinds/index.ts';
import type { Field, Fields, ItemForms } from '../../../contract/schema/field/field.ts';

type Values = Readonly<Record<string, unknown>>;

/** A child record in its parent's form: the entered values, and the values before, unless the child is new. */
export type FormChildRow = Values & {
  readonly id?: number | undefined;
  readonly version?: number | undefined;
  /** The child is removed when the form is saved. */
  readonly remove?: boolean | undefined;
  /** The record as it was read. No field has such a name. */
  readonly _was?: Values | undefined;
};

export const childRowsIn = (value: unknown): readonly FormChildRow[] => (Array.isArray(value) ? value : []);

const emptyToNull = (value: unknown): unknown => (value === '' ? null : (value ?? null));
const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(emptyToNull(one)) === JSON.stringify(emptyToNull(other));

const identityFields: readonly string[] = ['id', 'version', 'remove'];

/** The fields of a child's form that have inputs; `id`, `version` and `remove` have none. */
export const childInputFields = (fields: Fields = {}): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !identityFields.includes(name)));

/** The names of the changed fields of an existing child. */
export const changedFields = (forms: ItemForms, row: FormChildRow): string[] =>
  Object.keys(childInputFields(forms.changed)).filter(
    (name) => row[name] !== undefined && !isSame(row[name], row._was?.[name]),
  );

/** What saving does with a row; undefined if the row is unchanged. */
export function childRowMark(forms: ItemForms, row: FormChildRow): keyof ItemForms | undefined {
  if (row.id === undefined) return 'made';
  if (row.remove) return 'removed';
  return changedFields(forms, row).length > 0 ? 'changed' : undefined;
}

const pickValues = (row: FormChildRow, names: readonly string[]): Values =>
  Object.fromEntries(names.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])));

/** A row in the form that the request body takes; of an existing child only its changed fields. */
export function childBodyItem(forms: ItemForms, row: FormChildRow): Values {
  const mark = childRowMark(forms, row);
  if (mark === 'made') return pickValues(row, Object.keys(childInputFields(forms.made)));
  const named = pickValues(row, ['id', 'version']);
  return mark === 'removed' ? { ...named, remove: true } : { ...named, ...pickValues(row, changedFields(forms, row)) };
}

/** The rows that saving writes, with their places in the form. */
export const changedChildRows = (
  { forms = {} }: Field,
  value: unknown,
): (readonly [place: number, row: FormChildRow])[] =>
  [...childRowsIn(value).entries()].filter(([, row]) => childRowMark(forms, row) !== undefined);

/**
 * Translates a message's path from the row's index in the request body to its index in the form, since the body has the
 * touched rows only.
 * @param values the values of the form that was sent
 */
export function formPath(fields: Fields, values: Values, path: string): string {
  const [, name = '', at = '', rest = ''] = /^(\w+)\[(\d+)\](.*)$/.exec(path) ?? [];
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!field?.forms) return path;
  const [place] = changedChildRows(field, values[name])[Number(at)] ?? [];
  return place === undefined ? path : `${name}[${place}]${rest}`;
}

/** An existing child as a row of the form; a boolean without a value counts as false. */
export function toChildRow({ forms = {} }: Field, record: Values): FormChildRow {
  const shown = { ...record };
  for (const [name, { kind }] of Object.entries(childInputFields(forms.changed)))
    if (shown[name] === null) shown[name] = kinds[kind].blank;
  return { ...shown, remove: false, _was: shown } as FormChildRow;
}

/** A new row with the values of a changed one whose child was deleted meanwhile. */
const asNewRow = ({ forms = {} }: Field, row: FormChildRow): FormChildRow =>
  pickValues(row, Object.keys(childInputFields(forms.made)));

/**
 * Merges the entered rows with the current children. Input stays; that of a child which was deleted meanwhile becomes a
 * new row, if the form may create one.
 * @param entered the rows with the user's input
 * @param fresh the rows of the children as they were read again
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

import { set } from 'react-hook-form';
import { kinds } from '../../../contract/kinds/index.ts';
import { valueAt } from '../../../contract/lib/dottedPath.ts';
import { message } from '../../../contract/messages/message.ts';
import { bodyFields, nestedChildFields } from '../../../contract/relations/nestedChildren.ts';
import type { Role } from '../../../contract/schema/access.ts';
import { type Entity, fieldOf, mayWrite, readPathOf } from '../../../contract/schema/entity.ts';
import type { Field, Fields } from '../../../contract/schema/field/field.ts';
import type { FormDeclaration, ScreenDeclaration } from '../../../contract/schema/screen.ts';
import type { FormValues, InputMessages } from '../formState/contractResolver.ts';

export type FormOperation = 'create' | 'edit';

/** What a screen says of the forms of its records. */
export type FormOptions = Pick<ScreenDeclaration, 'required' | 'choices'> & {
  readonly form: FormDeclaration;
  /** What a record made there starts with; within another record that one, or a set of it. */
  readonly preset?: ScreenDeclaration['preset'] | Readonly<Record<string, number | readonly number[]>>;
};

export const inputRow = (row: string | readonly string[]): readonly string[] => (typeof row === 'string' ? [row] : row);

const topLevelName = (name: string): string => name.split('.')[0] ?? '';

/** The field as this form asks for it: filled where the screen wants it, with the choices that the screen offers. */
function fieldInForm(
  field: Field,
  name: string,
  { required = [], choices = {} }: FormOptions,
  operation: FormOperation,
): Field {
  const offered = choices[name];
  const needed = required.includes(name) || (field.secret === true && operation === 'create');
  return {
    ...field,
    ...(needed && { required: true }),
    ...(offered && { choices: field.choices?.filter(({ id }) => offered.includes(id)) ?? [] }),
  };
}

/** The form of a record: its own, and below it the children that are saved with it. */
export const withChildFields = (
  entity: Entity,
  options: FormOptions,
  role: Role,
  operation: FormOperation,
): FormOptions => ({
  ...options,
  form: [...options.form, ...Object.keys(nestedChildFields(entity, [role], operation))],
});

/** The fields of the form that the role may write, by their (dotted) name; what the screen presets is not asked for. */
export function formFields(entity: Entity, options: FormOptions, role: Role, operation: FormOperation): Fields {
  const mine = bodyFields(entity, role, operation);
  const isPreset = (name: string) => name in (options.preset ?? {}) && !(name in (options.choices ?? {}));
  const names = options.form.flatMap(inputRow).filter((name) => topLevelName(name) in mine && !isPreset(name));
  return Object.fromEntries(
    names.map((name) => [name, fieldInForm((mine[name] ?? fieldOf(entity, name)) as Field, name, options, operation)]),
  );
}

/** What was written when the record was made and stands fast since (R-VALID-05). */
export const fixedFields = (entity: Entity, { form }: FormOptions, role: Role): Fields =>
  Object.fromEntries(
    form.flatMap(inputRow).flatMap((name): [string, Field][] => {
      const head = fieldOf(entity, topLevelName(name));
      const field = fieldOf(entity, name);
      const fixed = head && mayWrite(head, role, 'create') && !mayWrite(head, role, 'edit');
      return fixed && field && !field.secret ? [[name, { ...field, required: false }]] : [];
    }),
  );

/** Where the second writing of a secret stands. */
export const repeatSource = (name: string): string => `${name}_repeat`;

/** A secret is written twice, the same each time. */
export const repeatMessages =
  (secrets: readonly string[]) =>
  (values: FormValues): InputMessages =>
    Object.fromEntries(
      secrets.flatMap((name): [string, string][] => {
        const repeated = values[repeatSource(name)];
        if (!repeated) return [[repeatSource(name), message('required')]];
        return repeated === values[name] ? [] : [[repeatSource(name), message('password_differs')]];
      }),
    );

/** The values of these fields alone, each where it stands in a record. */
export function valuesOfFields(fields: Fields, values: FormValues): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const source = readPathOf(name, field);
    set(found, source, valueAt(values, source));
  }
  return found;
}

/** What a form shows of its values, each where it stands in a record. */
export const shownValues = ({ fields, values }: { readonly fields: Fields; readonly values: FormValues }) =>
  valuesOfFields(fields, values);

/** The record as a form shows it: a switch that was never set shows no, and is sent as the no that it shows. */
export function shownRecord<R extends FormValues>(record: R, fields: Fields): R {
  const shown = structuredClone(record);
  for (const [name, field] of Object.entries(fields)) {
    const source = readPathOf(name, field);
    const { blank } = kinds[field.kind];
    if (blank !== null && valueAt(record, source) == null) set(shown as object, source, blank);
  }
  return shown;
}

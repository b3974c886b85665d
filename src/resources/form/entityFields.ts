import { set } from 'react-hook-form';
import { answeredRecord, conditionHolds } from '../../../contract/conditions/evaluate.ts';
import { fieldsReadOnlyWhen } from '../../../contract/conditions/readOnlyFields.ts';
import { kinds } from '../../../contract/kinds/index.ts';
import { requiredOf } from '../../../contract/kinds/writable.ts';
import { valueAt } from '../../../contract/lib/dottedPath.ts';
import { message } from '../../../contract/messages/message.ts';
import { bodyFields, nestedChildFields } from '../../../contract/relations/nestedChildren.ts';
import type { Role } from '../../../contract/schema/access.ts';
import { type Entity, fieldOf, mayWrite, readPathOf } from '../../../contract/schema/entity.ts';
import type { Field, Fields } from '../../../contract/schema/field/field.ts';
import type { FormDeclaration, ScreenDeclaration } from '../../../contract/schema/screen.ts';
import { currentCaller } from '../../authProvider/authProvider.ts';
import type { FormValues, InputMessages } from '../formState/contractResolver.ts';

export type FormOperation = 'create' | 'edit';

/** The form options of a screen. */
export type FormOptions = Pick<ScreenDeclaration, 'required' | 'choices'> & {
  readonly form: FormDeclaration;
  /** Initial values of a new record; inside another record, that record or a set with it. */
  readonly preset?: Readonly<Record<string, string | number | boolean | readonly number[]>>;
};

export const inputRow = (row: string | readonly string[]): readonly string[] => (typeof row === 'string' ? [row] : row);

const topLevelName = (name: string): string => name.split('.')[0] ?? '';

/** The field with the required mark and the choices of the screen. */
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

/** The form options with the children that are saved together with the record. */
export const withChildFields = (
  entity: Entity,
  options: FormOptions,
  role: Role,
  operation: FormOperation,
): FormOptions => ({
  ...options,
  form: [...options.form, ...Object.keys(nestedChildFields(entity, [role], operation))],
});

/** The fields of the form that the role may write, by (dotted) name, without those that the screen presets. */
export function formFields(entity: Entity, options: FormOptions, role: Role, operation: FormOperation): Fields {
  const body = bodyFields(entity, role, operation);
  const ownFields = operation === 'create' ? requiredOf(body, entity.fields, currentCaller()) : body;
  const isPreset = (name: string) => name in (options.preset ?? {}) && !(name in (options.choices ?? {}));
  const names = options.form.flatMap(inputRow).filter((name) => topLevelName(name) in ownFields && !isPreset(name));
  return Object.fromEntries(
    names.map((name) => [
      name,
      fieldInForm((ownFields[name] ?? fieldOf(entity, name)) as Field, name, options, operation),
    ]),
  );
}

/** The fields that can be set only on creation (R-VALID-05), as read-only fields of the edit form. */
export const fixedFields = (entity: Entity, { form }: FormOptions, role: Role): Fields =>
  Object.fromEntries(
    form.flatMap(inputRow).flatMap((name): [string, Field][] => {
      const head = fieldOf(entity, topLevelName(name));
      const field = fieldOf(entity, name);
      const fixed = head && mayWrite(head, role, 'create') && !mayWrite(head, role, 'edit');
      return fixed && field && !field.secret ? [[name, { ...field, required: false }]] : [];
    }),
  );

/** The fields of the form that the record as it is makes read-only. */
export const readOnlyFieldsNow = (entity: Entity, record: FormValues): readonly string[] =>
  fieldsReadOnlyWhen(entity)
    .filter(([, field]) => conditionHolds(entity, field.readOnlyWhen, answeredRecord(record), currentCaller()) === true)
    .map(([name]) => name);

/** The source of the input that repeats a secret. */
export const repeatSource = (name: string): string => `${name}_repeat`;

/** Checks that each secret is entered twice, the same both times. */
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

/** The values of these fields alone, at their paths in the record. */
export function valuesOfFields(fields: Fields, values: FormValues): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const source = readPathOf(name, field);
    set(found, source, valueAt(values, source));
  }
  return found;
}

/** The values of the shown fields, at their paths in the record. */
export const shownValues = ({ fields, values }: { readonly fields: Fields; readonly values: FormValues }) =>
  valuesOfFields(fields, values);

/** The record as its form shows it: a switch that was never set is shown as no, and is sent as no. */
export function shownRecord<R extends FormValues>(record: R, fields: Fields): R {
  const shown = structuredClone(record);
  for (const [name, field] of Object.entries(fields)) {
    const source = readPathOf(name, field);
    const { blank } = kinds[field.kind];
    if (blank !== null && valueAt(record, source) == null) set(shown as object, source, blank);
  }
  return shown;
}

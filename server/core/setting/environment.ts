import { decimalText, digitsOf } from '../../../contract/kinds/decimalDigits.ts';
import { kinds } from '../../../contract/kinds/index.ts';
import type { Contract, Entity } from '../../../contract/schema/entity.ts';
import { environmentFields } from '../../../contract/schema/field/environment.ts';
import type { Field } from '../../../contract/schema/field/field.ts';

/** The variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The values of fields that the environment sets, by entity and field. A secret has no value, only its name. */
export type EnvironmentValues = ReadonlyMap<string, ReadonlyMap<string, unknown>>;

/** Reads several fields from one variable, such as the parts of an address; by the name of the variable. */
export type VariableParts = Readonly<Record<string, (text: string) => Readonly<Record<string, unknown>>>>;

const whole = /^[+-]?\d{1,15}$/;

/** A whole number within the limits of the field; undefined for another text. */
function wholeNumber({ min = -Infinity, max = Infinity }: Field, text: string): number | undefined {
  const value = whole.test(text) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : undefined;
}

/** The value of a variable in the form of a field; undefined if it has none. */
function variableValue(field: Field, text: string): unknown {
  if (field.kind === 'boolean') return text !== '0';
  if (field.kind === 'integer' || field.kind === 'money') return wholeNumber(field, text);
  if (field.kind === 'decimal')
    return Number.isFinite(Number(text))
      ? decimalText(Number(text).toFixed(digitsOf(field).scale), digitsOf(field).scale)
      : undefined;
  if (field.kind === 'choice') return field.choices?.find(({ id }) => String(id) === text)?.id;
  const { items } = field;
  if (field.kind === 'tags') return text.split(',').flatMap((part) => part.trim() || []);
  if (items === undefined) return kinds[field.kind].read(text, field, { language: 'en' }, undefined as never);
  const values = text
    .split(',')
    .flatMap((part) => part.trim() || [])
    .map((part) => variableValue(items, part));
  return values.includes(undefined) ? undefined : values;
}

/** The fields of an entity that variables set, with their values. */
function lockedIn({ fields }: Entity, environment: Environment, parts: VariableParts): ReadonlyMap<string, unknown> {
  const found = environmentFields(fields).flatMap((name): [string, unknown][] => {
    const field = fields[name] as Field;
    const variable = field.environment ?? '';
    const text = environment[variable]?.trim();
    if (!text) return [];
    if (field.inputOnly) return [[name, undefined]];
    const read = parts[variable];
    const value = read ? (read(text)[name] ?? null) : variableValue(field, text);
    if (value === undefined)
      throw new Error(`${variable} has the value "${text}", which ${field.label.en} cannot have`);
    return [[name, value]];
  });
  return new Map(found);
}

/**
 * The values that the environment sets in the settings of a contract.
 * @throws a sentence for a variable whose value its field cannot have
 */
export const environmentValues = (
  { entities }: Contract,
  environment: Environment,
  parts: VariableParts,
): EnvironmentValues =>
  new Map(
    entities.flatMap((entity) => {
      const locked = lockedIn(entity, environment, parts);
      return locked.size > 0 ? [[entity.name, locked] as const] : [];
    }),
  );

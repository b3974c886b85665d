import type { Field, Fields } from '../schema/field/field.ts';
import type { JsonSchema } from './kind.ts';

/** The schema of an object with exactly these fields. */
export function objectSchemaBy(schemaOf: (field: Field) => JsonSchema, fields: Fields, required = true): JsonSchema {
  const needed = Object.keys(fields).filter((name) => fields[name]?.required);
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)])),
    ...(required && needed.length > 0 && { required: needed }),
    additionalProperties: false,
  };
}

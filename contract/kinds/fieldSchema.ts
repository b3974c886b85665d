import type { Field, Fields } from '../schema/field/field.ts';
import { mustBeFilled } from '../schema/field/required.ts';
import { kinds } from './index.ts';
import { asItem } from './item.ts';
import type { JsonSchema } from './kind.ts';
import { objectSchemaBy } from './nestedSchema.ts';

/** The JSON schema of one field. Null is allowed if the field may be empty. */
export function schemaOf(field: Field): JsonSchema {
  const schema = kinds[field.kind].schema(asItem(field), schemaOf);
  if (mustBeFilled(field)) return schema;
  if ('enum' in schema) return { enum: [...(schema.enum as unknown[]), null] };
  return { ...schema, type: [schema.type, 'null'].flat() };
}

/** The schema of an object with exactly these fields. */
export const objectSchema = (fields: Fields): JsonSchema => objectSchemaBy(schemaOf, fields);

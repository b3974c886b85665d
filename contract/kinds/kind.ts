import type { Schema } from 'yup';
import type { Field } from '../schema/field/field.ts';

export type JsonSchema = { readonly [key: string]: unknown };

/**
 * A kind of field, in one place: the rule that validates a value on both sides, the column that holds it,
 * the JSON schema that documents it, and the names of the cell and the input that draw it
 * (`src/resources/values/Cell.tsx`, `src/resources/inputs.tsx`). The schema takes what the rule takes, and nothing else.
 */
export interface Kind {
  rule(field: Field): Schema;
  column: string | ((field: Field) => string);
  schema(field: Field): JsonSchema;
}

import type { JsonSchema } from '../../../contract/kinds/kind.ts';
import type { Label } from '../../../contract/messages/label.ts';
import type { Role } from '../../../contract/schema/access.ts';
import type { Parameter } from './parameters.ts';

/** A call as it stands in the contract, before it becomes an operation. */
export interface Draft {
  readonly id: string;
  readonly group: string;
  readonly method: string;
  readonly path: string;
  readonly label: Label;
  readonly roles: readonly Role[] | 'anybody' | 'licence';
  readonly parameters: Parameter[];
  readonly body?: JsonSchema | undefined;
  /** What a body is that is no JSON. */
  readonly media?: string;
  readonly good: Record<string, JsonSchema>;
}

/** A reference to a part of the document. */
export const ref = (name: string): JsonSchema => ({ $ref: `#/components/${name}` });
/** What an answer or a body in JSON holds. */
export const json = (schema: JsonSchema) => ({ 'application/json': { schema } });

/** The answer of a call that went well. */
export const fine = (schema: JsonSchema) => ({ '200': { description: 'Done / 成功', content: json(schema) } });

import type { JsonSchema } from '../../../contract/kinds/kind.ts';
import type { Label } from '../../../contract/messages/label.ts';
import type { Role } from '../../../contract/schema/access.ts';
import type { OpenApiParameter } from './parameters.ts';
import { bilingual } from './texts.ts';

/** An endpoint as the contract declares it, before it becomes an operation. */
export interface OperationDraft {
  readonly id: string;
  /** The name of the call in generated clients. */
  readonly operationId: string;
  readonly group: string;
  readonly method: string;
  readonly path: string;
  readonly label: Label;
  readonly roles: readonly Role[] | 'anybody' | 'licence';
  /** The scopes of which a token needs one (contract/access/scopes.ts); none where no token may use it. */
  readonly scopes: readonly string[];
  readonly parameters: OpenApiParameter[];
  readonly body?: JsonSchema | undefined;
  /** The media type of a body that is not JSON. */
  readonly media?: string;
  readonly success: Record<string, JsonSchema>;
}

/** A reference to a component of the document. */
export const ref = (name: string): JsonSchema => ({ $ref: `#/components/${name}` });
/** The content of a JSON answer or body. */
export const jsonContent = (schema: JsonSchema) => ({ 'application/json': { schema } });

/** The response of a successful request. */
export const okResponse = (schema: JsonSchema) => ({
  '200': { description: bilingual({ en: 'Success', zh: '成功' }), content: jsonContent(schema) },
});

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { type OpenApiDocument, type OpenApiOperation, openapi } from '../../server/http/openapi/document.ts';

/** Holds what the server does against its own document. */

export const document: OpenApiDocument = openapi('http://127.0.0.1:8080');

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
ajv.addSchema({ $id: 'document', components: document.components });

/** A part of the document as a schema of its own: its references lead into the document. */
function compile(schema: unknown): ValidateFunction {
  const text = JSON.stringify(schema).replaceAll('"#/components', '"document#/components');
  return ajv.compile(JSON.parse(text));
}

const compiled = new Map<unknown, ValidateFunction>();

/** The validator of a schema of the document. */
export function validatorOf(schema: unknown): ValidateFunction {
  const known = compiled.get(schema) ?? compile(schema);
  compiled.set(schema, known);
  return known;
}

export interface Documented {
  readonly method: string;
  readonly path: string;
  readonly pattern: RegExp;
  readonly operation: OpenApiOperation;
}

const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path
      .replaceAll('.', '\\.')
      .replace('{id}', '\\d{1,9}')
      .replace(/\{\w+\}/g, '[^/]+')}$`,
  );

/** Every operation of the document. */
export const operations: readonly Documented[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    method: method.toUpperCase(),
    path,
    pattern: patternOf(path),
    operation,
  })),
);

/** The operation that a request is for; a path without a name in it goes before one with. */
export const operationOf = (method: string, path: string): Documented | undefined =>
  operations
    .filter((one) => one.method === method && one.pattern.test(path))
    .sort((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')))[0];

interface Content {
  content?: Record<string, { schema: unknown }>;
  $ref?: string;
}

const named = (part: Content | undefined): Content | undefined =>
  part?.$ref ? (document.components.responses?.[part.$ref.split('/').at(-1) ?? ''] as Content) : part;

/** What an answer breaks of the document; nothing when it keeps to it. */
export function breach(method: string, path: string, status: number, type: string, body: unknown): string | undefined {
  const found = operationOf(method, path);
  if (!found) return [401, 404, 405, 413].includes(status) ? undefined : `${method} ${path} is not documented`;
  const response = named(found.operation.responses[String(status)] as Content | undefined);
  if (!response) return `${method} ${found.path} answers ${status}, which is not documented`;
  const known = Object.entries(response.content ?? {});
  if (known.length === 0) return undefined;
  const [media, content] = known.find(([one]) => type.startsWith(one)) ?? [];
  if (!media || !content) return `${method} ${found.path} answers ${type} for ${known.map(([one]) => one).join()}`;
  if (media !== 'application/json') return undefined;
  const validate = validatorOf(content.schema);
  if (validate(body)) return undefined;
  const { instancePath, message, params } = validate.errors?.[0] ?? {};
  return `${method} ${found.path} ${status}: ${instancePath} ${message} ${JSON.stringify(params)}`;
}

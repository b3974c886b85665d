import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { contract as productContract } from '../../contract/index.ts';
import { memoize } from '../../contract/lib/memoize.ts';
import type { Contract } from '../../contract/schema/entity.ts';
import { type OpenApiDocument, type OpenApiOperation, openapi } from '../../server/http/openapi/document.ts';

/** Checks the responses of the server against its OpenAPI document. */

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
const compiled = new Map<unknown, ValidateFunction>();
let documents = 0;

/** The document of a contract, and the id of its components in the validator. */
const published = memoize((contract: Contract) => {
  const id = `document${documents}`;
  documents += 1;
  const document = openapi(contract, 'http://127.0.0.1:8080');
  ajv.addSchema({ $id: id, components: document.components });
  return { id, document };
});

/** The API document of a contract. */
export const documentOf = (contract: Contract): OpenApiDocument => published(contract).document;

/** The API document of the product. */
export const document: OpenApiDocument = documentOf(productContract);

/** Compiles a part of a document as its own schema, whose references point into the document. */
function compile(schema: unknown, contract: Contract): ValidateFunction {
  const text = JSON.stringify(schema).replaceAll('"#/components', `"${published(contract).id}#/components`);
  return ajv.compile(JSON.parse(text));
}

/** The validator of a schema in a document. */
export function validatorOf(schema: unknown, contract: Contract = productContract): ValidateFunction {
  const known = compiled.get(schema) ?? compile(schema, contract);
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

/** All operations in the document of a contract. */
export const operationsOf = memoize((contract: Contract): readonly Documented[] =>
  Object.entries(documentOf(contract).paths).flatMap(([documented, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const path = operation['x-path'] ?? documented;
      return { method: method.toUpperCase(), path, pattern: patternOf(path), operation };
    }),
  ),
);

/** All operations in the document of the product. */
export const operations: readonly Documented[] = operationsOf(productContract);

/** The operation of a request; paths without parameters take precedence. */
const operationOf = (contract: Contract, method: string, path: string): Documented | undefined =>
  operationsOf(contract)
    .filter((one) => one.method === method && one.pattern.test(path))
    .sort((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')))[0];

interface Content {
  content?: Record<string, { schema: unknown }>;
  $ref?: string;
}

const named = (contract: Contract, part: Content | undefined): Content | undefined =>
  part?.$ref ? (documentOf(contract).components.responses?.[part.$ref.split('/').at(-1) ?? ''] as Content) : part;

const scimError = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** Describes how a response of SCIM violates its standard (RFC 7644, 3.1 and 3.12), which the document leaves out. */
function scimBreach(status: number, type: string, body: unknown): string | undefined {
  if (status === 204 || status === 304) return body === '' ? undefined : `SCIM answers ${status} with a body`;
  if (type !== 'application/scim+json') return `SCIM answers ${type}`;
  const { schemas, status: named, detail } = (body ?? {}) as Record<string, unknown>;
  if (!Array.isArray(schemas) || schemas.length === 0) return 'SCIM answers without schemas';
  if (status < 400) return undefined;
  const isError = schemas[0] === scimError && named === String(status) && typeof detail === 'string' && detail !== '';
  return isError ? undefined : `SCIM answers ${status} without an error of that status`;
}

/** Describes how a response violates the document; undefined if it conforms. */
export function breach(
  contract: Contract,
  method: string,
  path: string,
  status: number,
  type: string,
  body: unknown,
): string | undefined {
  if (path.startsWith('/scim/')) return scimBreach(status, type, body);
  const found = operationOf(contract, method, path);
  if (!found) return [401, 404, 405, 413].includes(status) ? undefined : `${method} ${path} is not documented`;
  const response = named(contract, found.operation.responses[String(status)] as Content | undefined);
  if (!response) return `${method} ${found.path} answers ${status}, which is not documented`;
  const known = Object.entries(response.content ?? {});
  if (known.length === 0) return undefined;
  const [media, content] = known.find(([one]) => type.startsWith(one)) ?? [];
  if (!media || !content) return `${method} ${found.path} answers ${type} for ${known.map(([one]) => one).join()}`;
  if (!/^application\/(problem\+)?json$/.test(media)) return undefined;
  const validate = validatorOf(content.schema, contract);
  if (validate(body)) return undefined;
  const { instancePath, message, params } = validate.errors?.[0] ?? {};
  return `${method} ${found.path} ${status}: ${instancePath} ${message} ${JSON.stringify(params)}`;
}

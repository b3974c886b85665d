import type { AnswerDeclaration } from '../../../contract/endpoints/endpoint.ts';
import { kinds } from '../../../contract/kinds/index.ts';
import type { AnswerSchemas, JsonSchema } from '../../../contract/kinds/kind.ts';
import { putAt } from '../../../contract/lib/dottedPath.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { Field, Fields } from '../../../contract/schema/field/field.ts';
import type { Choice } from '../../../contract/schema/field/options.ts';
import { inUseField } from '../../resource/compile/projection.ts';
import { resourceOf } from '../../resource/compile/resource.ts';

/** Schemas of answers. They list all properties with their types and allow no others. */

const orNull = (schema: JsonSchema): JsonSchema =>
  'enum' in schema
    ? { enum: [...(schema.enum as unknown[]), null] }
    : { ...schema, type: [schema.type, 'null'].flat() };

const choiceSchema = (choices: readonly Choice[] = []): JsonSchema => ({ enum: choices.map((choice) => choice.id) });

/** The schema of a value that is not null. */
export const valueSchema = (field: Field): JsonSchema => kinds[field.kind].answer(field, schemas);

const schemas: AnswerSchemas = { of: valueSchema, object: (fields) => answerObject(fields, false) };

/** The schema of one answered field. */
const answeredSchema = (field: Field): JsonSchema => (field.required ? valueSchema(field) : orNull(valueSchema(field)));

/**
 * The schema of an answered object: an endpoint's fields are always present, those of an embedded object may be
 * missing.
 */
export function answerObject(fields: Fields, whole = true): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, answeredSchema(field)])),
    ...(whole && { required: Object.keys(fields) }),
    additionalProperties: false,
  };
}

/** An embedded choice: its id, its name in the caller's language, and its extra values. */
function namedChoice(field: Field): JsonSchema {
  const extra = Object.keys(field.choices?.[0]?.extra ?? {});
  return {
    type: ['object', 'null'],
    properties: {
      id: choiceSchema(field.choices),
      name: { type: 'string' },
      ...Object.fromEntries(extra.map((name) => [name, { type: ['string', 'number', 'boolean', 'null'] }])),
    },
    required: ['id', 'name'],
    additionalProperties: false,
  };
}

interface Node {
  [name: string]: Node | JsonSchema;
}
const leaf = Symbol('leaf');
const isLeaf = (node: Node | JsonSchema): node is JsonSchema => leaf in node;

const asLeaf = (schema: JsonSchema): JsonSchema => Object.assign({ ...schema }, { [leaf]: true });

const strip = (schema: JsonSchema): JsonSchema => Object.fromEntries(Object.entries(schema));

/** Only the id is always present, since fields that a role may not read are left out. */
function objectOf(node: Node, required: readonly string[]): JsonSchema {
  return {
    type: required.length > 0 ? 'object' : ['object', 'null'],
    properties: Object.fromEntries(
      Object.entries(node).map(([name, inner]) => [name, isLeaf(inner) ? strip(inner) : objectOf(inner as Node, [])]),
    ),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/** The schema of a record, from the projection of its answers. */
export function recordSchema(entity: Entity): JsonSchema {
  const tree: Node = {};
  const { whole, views } = resourceOf(entity);
  const use = [...views.values()]
    .flatMap(({ item }) => item.outputs.filter(({ field }) => field === inUseField))
    .slice(0, 1);
  for (const { path, field, named, alias } of [...whole.outputs, ...use]) {
    // Fields of another record are null if there is none.
    const embedded = path.length > 1 || alias.includes('.');
    putAt(
      tree,
      path,
      asLeaf(named ? namedChoice(field) : embedded ? orNull(valueSchema(field)) : answeredSchema(field)),
    );
  }
  return objectOf(tree, ['id', 'version']);
}

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const number = { type: 'integer', minimum: 0 };

/** The envelope of a list (B1). */
export const pageSchema = (items: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: { items: { type: 'array', items }, total: number, page: number, per_page: number },
  required: ['items', 'total', 'page', 'per_page'],
  additionalProperties: false,
});

/** The totals of a list: a count and sums, over all and by group. */
export function totalsSchema({ list: { totals = [] } }: Entity): JsonSchema {
  const sum = {
    type: 'object',
    properties: {
      field: totals.length > 0 ? { enum: totals } : { type: 'string' },
      of: { type: ['string', 'null'] },
      sum: { type: 'string', pattern: '^-?[0-9]+(\\.[0-9]+)?$' },
    },
    required: ['field', 'of', 'sum'],
    additionalProperties: false,
  };
  const counted = { total: number, sums: { type: 'array', items: sum } };
  const group = {
    type: 'object',
    properties: { value: { type: ['string', 'integer', 'boolean', 'null'] }, ...counted },
    required: ['value', 'total', 'sums'],
    additionalProperties: false,
  };
  return {
    type: 'object',
    properties: { ...counted, groups: { type: 'array', items: group } },
    required: ['total', 'sums', 'groups'],
    additionalProperties: false,
  };
}

/** The JSON schema of an endpoint's answer; undefined if it is not JSON. */
export function answerSchema(answer: AnswerDeclaration): JsonSchema | undefined {
  if ('record' in answer) return ref(answer.record);
  if ('page' in answer) return pageSchema(ref(answer.page));
  if ('items' in answer) {
    const items = { type: 'array', items: ref(answer.items) };
    return { type: 'object', properties: { items }, required: ['items'], additionalProperties: false };
  }
  if ('pageOf' in answer) return pageSchema(answerObject(answer.pageOf));
  return 'fields' in answer ? answerObject(answer.fields) : undefined;
}

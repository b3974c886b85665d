import { objectSchema, schemaOf } from '../../../contract/kinds/fieldSchema.ts';
import type { JsonSchema } from '../../../contract/kinds/kind.ts';
import { defaultText } from '../../../contract/kinds/resolveDefault.ts';
import { inBody, inputInBody, mayBeLeftOut } from '../../../contract/kinds/writable.ts';
import { putAt } from '../../../contract/lib/dottedPath.ts';
import { nestedChildFields } from '../../../contract/relations/nestedChildren.ts';
import { roles } from '../../../contract/schema/access.ts';
import { type Entity, mayWrite, writePathOf } from '../../../contract/schema/entity.ts';
import { isComputedDefault } from '../../../contract/schema/field/default.ts';
import type { Field, Fields } from '../../../contract/schema/field/field.ts';
import { lifecycleSteps } from '../../../contract/schema/lifecycle.ts';

/** The fields that any role may set. A field that the caller's role may not set is refused by name (422). */
const writableBySome = (entity: Entity, operation: 'create' | 'edit'): [string, Field][] =>
  Object.entries(entity.fields).filter(([, field]) => roles.some((role) => mayWrite(field, role, operation)));

/** The same, with the nested children of the body. */
const namedBySome = (entity: Entity, operation: 'create' | 'edit'): [string, Field][] => [
  ...writableBySome(entity, operation),
  ...Object.entries(nestedChildFields(entity, roles, operation)),
];

interface Node {
  [name: string]: Node | Field;
}
const isField = (node: Node | Field): node is Field => typeof (node as Field).kind === 'string';

/** The body as a tree: most fields are under their own name, some deeper (`purchased.hosts`). */
function treeOf(fields: readonly [string, Field][], operation: 'create' | 'edit'): Node {
  const tree: Node = {};
  for (const [name, field] of fields) putAt(tree, writePathOf(name, field), mayBeLeftOut(inBody(field), operation));
  return tree;
}

/** The schema of a field; for a new record it describes the computed default. */
function described(field: Field, isNew: boolean): JsonSchema {
  const schema = schemaOf(field);
  if (!isNew || !isComputedDefault(field.default)) return schema;
  return { ...schema, description: `left out: ${defaultText(field.default)}` };
}

function schemaOfTree(tree: Node, needed: boolean): JsonSchema {
  const required = Object.entries(tree)
    .filter(([, node]) => (isField(node) ? node.required : hasRequired(node)))
    .map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(tree).map(([name, node]) => [
        name,
        isField(node) ? described(node, needed) : schemaOfTree(node, needed),
      ]),
    ),
    ...(needed && required.length > 0 && { required }),
    additionalProperties: false,
  };
}
const hasRequired = (tree: Node): boolean =>
  Object.values(tree).some((node) => (isField(node) ? Boolean(node.required) : hasRequired(node)));

/** The body that creates a record. */
export const createSchema = (entity: Entity): JsonSchema =>
  schemaOfTree(treeOf(namedBySome(entity, 'create'), 'create'), true);

/**
 * The input of a step or an action, with its computed defaults.
 * @param fields as they are in a body
 */
export const inputSchema = (fields: Fields): JsonSchema & { properties: object; required?: string[] } => ({
  ...(objectSchema(fields) as { required?: string[] }),
  properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, described(field, true)])),
});

/** The bodies of steps: the state that each leads to, and its input. */
function stepSchemas(entity: Entity): JsonSchema[] {
  const { lifecycle } = entity;
  if (!lifecycle) return [];
  const steps = lifecycleSteps(lifecycle).filter(({ roles: allowed }) => allowed.length > 0);
  return steps.map(({ to, input }) => {
    const { properties, required } = inputSchema(inputInBody((input ?? {}) as Fields));
    return {
      type: 'object',
      properties: { [lifecycle.field]: { const: to }, ...properties },
      required: [lifecycle.field, ...(required ?? [])],
      additionalProperties: false,
    };
  });
}

/** Two roles may have the same step with the same body. */
const distinct = (schemas: JsonSchema[]): JsonSchema[] => [
  ...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values(),
];

/** The body that changes a record: some of its fields, or a step of its lifecycle. */
export function editSchema(entity: Entity): JsonSchema {
  const edit = schemaOfTree(treeOf(namedBySome(entity, 'edit'), 'edit'), false);
  const steps = distinct(stepSchemas(entity));
  return steps.length > 0 ? { anyOf: [edit, ...steps] } : edit;
}

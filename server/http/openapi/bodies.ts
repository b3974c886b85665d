import type { JsonSchema } from '../../../contract/kinds/kind.ts';
import { inBody, inputInBody, mayBeLeftOut } from '../../../contract/kinds/writable.ts';
import { putAt } from '../../../contract/lib/dottedPath.ts';
import type { Label } from '../../../contract/messages/label.ts';
import { nestedChildFields } from '../../../contract/relations/nestedChildren.ts';
import { roles } from '../../../contract/schema/access.ts';
import { type Entity, fieldOf, mayWrite, writePathOf } from '../../../contract/schema/entity.ts';
import type { Field, Fields } from '../../../contract/schema/field/field.ts';
import { lifecycleSteps, type NamedStep } from '../../../contract/schema/lifecycle.ts';
import { bodyFieldSchema, bodyObjectSchema } from './fieldSchemas.ts';
import { conditionalRules, withRules } from './ruleSchemas.ts';
import { bilingual, joinLabels } from './texts.ts';

/** The fields that any role may set. A field that the caller's role may not set is refused by name (422). */
const writableBySome = (entity: Entity, operation: 'create' | 'edit'): [string, Field][] =>
  Object.entries(entity.fields)
    .filter(([, field]) => roles.some((role) => mayWrite(field, role, operation)))
    .map(([name, field]) => [name, withRules(entity, name, field, operation)]);

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

/** The label of an object in a body: those of its fields. */
const labelsOf = (tree: Node): Label[] =>
  Object.values(tree).flatMap((node) => (isField(node) ? [node.label] : labelsOf(node)));

function schemaOfTree(tree: Node, isNew: boolean): JsonSchema {
  const required = Object.entries(tree)
    .filter(([, node]) => (isField(node) ? node.required : hasRequired(node)))
    .map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(tree).map(([name, node]) => [
        name,
        isField(node)
          ? bodyFieldSchema(node, isNew)
          : {
              ...schemaOfTree(node, isNew),
              description: bilingual(joinLabels(labelsOf(node).slice(0, 3), { en: ', ', zh: '、' })),
            },
      ]),
    ),
    ...(isNew && required.length > 0 && { required }),
    additionalProperties: false,
  };
}
const hasRequired = (tree: Node): boolean =>
  Object.values(tree).some((node) => (isField(node) ? Boolean(node.required) : hasRequired(node)));

/** A title in both languages: the operation, and the record. */
const titled = (verb: Label, { label }: Entity): string =>
  bilingual({ en: `${verb.en} ${label.en.toLowerCase()}`, zh: `${verb.zh}${label.zh}` });

/** The body that creates a record, with the rules between its fields. */
export const createSchema = (entity: Entity): JsonSchema => ({
  title: titled({ en: 'Create', zh: '新建' }, entity),
  ...schemaOfTree(treeOf(namedBySome(entity, 'create'), 'create'), true),
  ...conditionalRules(entity),
});

/**
 * The input of a step or an action, with its computed defaults.
 * @param fields as they are in a body
 */
export const inputSchema = (fields: Fields): JsonSchema & { properties: object; required?: string[] } =>
  bodyObjectSchema(fields, true) as JsonSchema & { properties: object; required?: string[] };

/** The body of a step: the state that it leads to, and its input. */
function stepSchema({ lifecycle, fields }: Entity, { to, input }: NamedStep): JsonSchema {
  const { properties, required } = inputSchema(inputInBody((input ?? {}) as Fields));
  const state = lifecycle?.field ?? '';
  const label = fieldOf({ fields }, state)?.label ?? { en: state, zh: state };
  return {
    type: 'object',
    properties: {
      [state]: { type: 'integer', const: to, description: bilingual(label), examples: [to] },
      ...properties,
    },
    required: [state, ...(required ?? [])],
    additionalProperties: false,
  };
}

const titleOfSteps = (steps: readonly NamedStep[]): string => {
  const labels = steps.map(({ label }) => label);
  const distinct = labels.filter((one, at) => labels.findIndex(({ en }) => en === one.en) === at);
  return bilingual(joinLabels(distinct, { en: ' / ', zh: '／' }));
};

/**
 * The bodies of the steps to one state. Several roles may have a step to it, with the same input or another.
 * @returns one schema with the title of its steps
 */
function stateSchema(entity: Entity, steps: readonly NamedStep[]): JsonSchema {
  const bodies = new Map(steps.map((step) => stepSchema(entity, step)).map((one) => [JSON.stringify(one), one]));
  const title = titleOfSteps(steps);
  const description = bilingual({
    en: `Steps: ${steps.map(({ name }) => name).join(', ')}`,
    zh: `步骤：${steps.map(({ name }) => name).join('、')}`,
  });
  const [first, ...others] = bodies.values();
  if (others.length === 0) return { title, description, ...first };
  const state = entity.lifecycle?.field ?? '';
  const properties = (first?.properties ?? {}) as Record<string, JsonSchema>;
  return {
    title,
    description,
    type: 'object',
    properties: { [state]: properties[state] },
    required: [state],
    anyOf: [...bodies.values()],
  };
}

/** The steps that a person or a program may take, by the state that they lead to. */
function stepsByState({ lifecycle }: Entity): NamedStep[][] {
  const steps = lifecycle ? lifecycleSteps(lifecycle).filter(({ roles: allowed }) => allowed.length > 0) : [];
  return [...new Set(steps.map(({ to }) => to))].map((state) => steps.filter(({ to }) => to === state));
}

/**
 * The bodies of steps, one for each state, by the name of the first step to it. The state that a body names is a constant
 * of its schema, which tells them apart; the keyword `discriminator` knows only texts, and a state is a number.
 */
export const stepSchemas = (entity: Entity): [string, JsonSchema][] =>
  stepsByState(entity).map((steps) => [steps[0]?.name ?? '', stateSchema(entity, steps)]);

/**
 * The body of an edit: some fields, or a step.
 * @param bodies references to the schemas of both
 */
export const editSchema = (entity: Entity, bodies: readonly JsonSchema[]): JsonSchema => ({
  title: titled({ en: 'Update, or take a step with the', zh: '修改或变更状态：' }, entity),
  oneOf: bodies,
});

/** The body that changes some fields of a record. */
export const updateSchema = (entity: Entity): JsonSchema => ({
  title: titled({ en: 'Update', zh: '修改' }, entity),
  ...schemaOfTree(treeOf(namedBySome(entity, 'edit'), 'edit'), false),
});

import type { AnswerDeclaration } from '../../../contract/endpoints/endpoint.ts';
import type { JsonSchema } from '../../../contract/kinds/kind.ts';
import { putAt } from '../../../contract/lib/dottedPath.ts';
import type { Label } from '../../../contract/messages/label.ts';
import { mayReadRecords } from '../../../contract/schema/access.ts';
import { type Entity, fieldOf } from '../../../contract/schema/entity.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { rulesOf } from '../../domain/index.ts';
import { inUseField, type ProjectedField } from '../../resource/compile/projection.ts';
import { resourceOf } from '../../resource/compile/resource.ts';
import { answeredSchema, answerObject, isAlwaysFilled, orNull, valueSchema } from './fieldSchemas.ts';
import { bilingual, joinLabels } from './texts.ts';

/** Schemas of answers. They list all properties with their types and allow no others. */

/** An embedded choice: its id, its name in the caller's language, and its extra values. */
function namedChoice(field: Field): JsonSchema {
  const extra = Object.keys(field.choices?.[0]?.extra ?? {});
  const id = valueSchema({ ...field, as: undefined } as Field);
  return {
    type: ['object', 'null'],
    description: bilingual(field.label),
    properties: {
      id,
      name: { type: 'string', description: nameText, examples: [field.choices?.[0]?.label.en ?? ''] },
      ...Object.fromEntries(
        extra.map((name) => [
          name,
          {
            type: ['string', 'number', 'boolean', 'null'],
            description: bilingual(field.label),
            examples: [field.choices?.[0]?.extra?.[name] ?? null],
          },
        ]),
      ),
    },
    required: ['id', 'name', ...extra.filter((name) => field.choices?.every((one) => name in (one.extra ?? {})))],
    additionalProperties: false,
  };
}
const nameText = bilingual({ en: 'Name in the language of the request', zh: '名称，使用请求的语言' });

/** A property of a record's answer. */
interface Leaf {
  readonly schema: JsonSchema;
  readonly label: Label;
  /** True if every answer has it, whoever reads it. */
  readonly isAlways: boolean;
}

interface Node {
  [name: string]: Node | Leaf;
}
const isLeaf = (node: Node | Leaf): node is Leaf => typeof (node as Leaf).isAlways === 'boolean';

const labelsIn = (node: Node): Label[] =>
  Object.values(node).flatMap((inner) => (isLeaf(inner) ? [inner.label] : labelsIn(inner)));

const isAlwaysThere = (node: Node): boolean =>
  Object.values(node).some((inner) => (isLeaf(inner) ? inner.isAlways : isAlwaysThere(inner)));

/** The reference of an entity whose record is embedded under a name. */
const referenceAt = (entity: Entity | undefined, name: string): Field | undefined =>
  Object.entries(entity?.fields ?? {}).find(
    ([own, field]) => field.kind === 'reference' && (field.as === name || own === name),
  )?.[1];

/** The label of an object in an answer: that of its reference, or those of its properties. */
function nodeLabel(node: Node, reference: Field | undefined): Label {
  if (reference) return reference.label;
  const labels = labelsIn(node);
  return joinLabels(labels.filter((one, at) => labels.findIndex(({ en }) => en === one.en) === at).slice(0, 3), {
    en: ', ',
    zh: '、',
  });
}

/** The entity that a reference leads to. */
const targetOf = (entity: Entity | undefined, reference: Field | undefined): Entity | undefined =>
  reference?.to === undefined ? undefined : entity?.contract.byName.get(reference.to);

/**
 * An object of an answer. A property is required if every role reads it, in lists and in single records.
 * @param entity whose fields the properties are
 */
function objectOf(node: Node, entity: Entity | undefined): JsonSchema {
  const required = Object.entries(node)
    .filter(([, inner]) => (isLeaf(inner) ? inner.isAlways : isAlwaysThere(inner)))
    .map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(node).map(([name, inner]) => [
        name,
        isLeaf(inner) ? inner.schema : embeddedObject(name, inner, entity),
      ]),
    ),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/** An object within an answer: an embedded record, which is null if there is none, or a group of fields. */
function embeddedObject(name: string, node: Node, entity: Entity | undefined): JsonSchema {
  const reference = referenceAt(entity, name);
  const schema = { ...objectOf(node, targetOf(entity, reference)), description: bilingual(nodeLabel(node, reference)) };
  return reference && !reference.required ? orNull(schema) : schema;
}

/** The outputs of an entity that every role reads, in lists and in single records, by their paths. */
function sharedPaths(entity: Entity): ReadonlySet<string> {
  const readers = [...resourceOf(entity).views].filter(([role]) => mayReadRecords(entity.access, role));
  const sets = readers.flatMap(([, { list, item }]) =>
    [list, item].map(({ outputs }) => new Set(outputs.map(({ path }) => path.join('.')))),
  );
  return new Set([...(sets[0] ?? [])].filter((path) => sets.every((one) => one.has(path))));
}

/**
 * True if an embedded column has a value wherever its object is there: each reference on the way is required. The first
 * one may be empty if the object is then null.
 */
function isReached(entity: Entity, { path, alias }: ProjectedField): boolean {
  const names = alias.split('.').slice(0, -1);
  let from: Entity | undefined = entity;
  for (const [at, name] of names.entries()) {
    const reference = referenceAt(from, name);
    if (!reference || (!reference.required && (at > 0 || path.length === 1))) return false;
    from = targetOf(from, reference);
  }
  return true;
}

/** True if the output is never null in the object that it is in. */
function isFilledOutput(entity: Entity, output: ProjectedField): boolean {
  const { field, alias } = output;
  if (!alias.includes('.'))
    return isBaseColumn(alias) || field === inUseField || isComputedFilled(entity, alias) || isAlwaysFilled(field);
  return isReached(entity, output) && (isBaseColumn(alias.split('.').at(-1) ?? '') || isAlwaysFilled(field));
}
const isComputedFilled = ({ name }: Entity, field: string): boolean =>
  rulesOf(name).computed?.[field]?.isFilled === true;
const isBaseColumn = (name: string): boolean => ['id', 'created_at', 'updated_at', 'version'].includes(name);

function outputSchema(entity: Entity, output: ProjectedField): JsonSchema {
  const { field, named } = output;
  if (named) return namedChoice(field);
  return answeredSchema(field, isFilledOutput(entity, output));
}

/** The schema of a record, from the projection of its answers. */
export function recordSchema(entity: Entity): JsonSchema {
  const tree: Node = {};
  const { whole, views } = resourceOf(entity);
  const use = [...views.values()]
    .flatMap(({ item }) => item.outputs.filter(({ field }) => field === inUseField))
    .slice(0, 1);
  const shared = sharedPaths(entity);
  for (const output of [...whole.outputs, ...use])
    putAt(tree, output.path, {
      schema: outputSchema(entity, output),
      label: output.field.label,
      // The answer of a write is the row that was written, which does not say what uses it.
      isAlways: output.field !== inUseField && shared.has(output.path.join('.')),
    } satisfies Leaf);
  return { ...objectOf(tree, entity), title: bilingual(entity.label), description: bilingual(entity.label) };
}

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
/** A number from 0, with its description. */
const count = (en: string, zh: string, example: number): JsonSchema => ({
  type: 'integer',
  minimum: 0,
  description: bilingual({ en, zh }),
  examples: [example],
});

const total = count('Number of all records', '记录总数', 42);

/** The numbers of a page, described once; each list adds its items (B1). */
export const pagingSchema: JsonSchema = {
  type: 'object',
  description: bilingual({
    en: 'The page of a list: ask for the next one until page × per_page reaches the total',
    zh: '列表的一页：逐页请求，直到 page × per_page 达到 total',
  }),
  properties: {
    total,
    page: count('Number of the page, from 1', '页码，从 1 开始', 1),
    per_page: count('Records per page', '每页条数', 20),
  },
  required: ['total', 'page', 'per_page'],
};

/** A page of a list (B1). */
export const pageSchema = (items: JsonSchema): JsonSchema => ({
  type: 'object',
  allOf: [ref('paging')],
  properties: {
    items: { type: 'array', items, description: bilingual({ en: 'The records of the page', zh: '本页记录' }) },
  },
  required: ['items'],
  unevaluatedProperties: false,
});

/** What a group of totals has besides, if they are grouped by a reference. */
const recordGroup = {
  title: {
    type: 'string',
    description: bilingual({ en: 'The title of the record, if it is visible', zh: '记录的标题（可见时）' }),
    examples: ['Vault'],
  },
  others: {
    type: 'boolean',
    const: true,
    description: bilingual({ en: 'All records that have no group of their own', zh: '未单独成组的全部记录' }),
  },
};

/**
 * A sum or an average of a field in one currency or unit.
 * @param names the fields that have one
 */
const resultSchema = (
  name: 'sum' | 'average',
  names: readonly string[],
  example: string,
  words: Readonly<Record<'field' | 'of' | 'result', Label>>,
) => ({
  type: 'object',
  properties: {
    field: {
      type: 'string',
      ...(names.length > 0 && { enum: names }),
      description: bilingual(words.field),
      examples: [names[0] ?? 'amount'],
    },
    of: { type: ['string', 'null'], description: bilingual(words.of), examples: ['CNY'] },
    [name]: {
      type: 'string',
      pattern: '^-?[0-9]+(\\.[0-9]+)?$',
      description: bilingual(words.result),
      examples: [example],
    },
  },
  required: ['field', 'of', name],
  additionalProperties: false,
});

/** The totals of a list: a count, sums and averages, over all and by group. */
export function totalsSchema(entity: Entity): JsonSchema {
  const { totals = [], averages = [], groups = [] } = entity.list;
  const sum = resultSchema('sum', totals, '129900', {
    field: { en: 'The field that is summed', zh: '求和的字段' },
    of: { en: 'The currency or the unit of the sum', zh: '合计的币种或单位' },
    result: { en: 'The sum, as a text of digits', zh: '合计，以数字文本表示' },
  });
  const average = resultSchema('average', averages, '64950', {
    field: { en: 'The field that is averaged', zh: '求平均的字段' },
    of: { en: 'The currency or the unit of the average', zh: '平均值的币种或单位' },
    result: {
      en: 'The average of the records that have a value, as a text of digits',
      zh: '有值记录的平均值，以数字文本表示',
    },
  });
  const counted = {
    total,
    sums: { type: 'array', items: sum, description: bilingual({ en: 'Sums', zh: '合计' }) },
    ...(averages.length > 0 && {
      averages: { type: 'array', items: average, description: bilingual({ en: 'Averages', zh: '平均值' }) },
    }),
  };
  const always = Object.keys(counted);
  const group = {
    type: 'object',
    properties: {
      value: {
        type: ['string', 'integer', 'boolean', 'null'],
        description: bilingual({ en: 'The value that the records of the group share', zh: '本组记录共有的值' }),
        examples: ['2026-11'],
      },
      ...(groups.some((name) => fieldOf(entity, name)?.kind === 'reference') && recordGroup),
      ...counted,
    },
    required: ['value', ...always],
    additionalProperties: false,
  };
  return {
    type: 'object',
    properties: {
      ...counted,
      groups: { type: 'array', items: group, description: bilingual({ en: 'Groups', zh: '分组' }) },
    },
    required: [...always, 'groups'],
    additionalProperties: false,
  };
}

/** The JSON schema of an endpoint's answer; undefined if it is not JSON. */
export function answerSchema(answer: AnswerDeclaration): JsonSchema | undefined {
  if ('record' in answer) return ref(answer.record);
  if ('page' in answer) return pageSchema(ref(answer.page));
  if ('items' in answer) {
    const items = {
      type: 'array',
      items: ref(answer.items),
      description: bilingual({ en: 'The records', zh: '记录' }),
    };
    return { type: 'object', properties: { items }, required: ['items'], additionalProperties: false };
  }
  if ('pageOf' in answer) return pageSchema(answerObject(answer.pageOf));
  if (!('fields' in answer)) return undefined;
  const { fields, optional = {} } = answer;
  return { ...answerObject({ ...fields, ...optional }), required: Object.keys(fields) };
}

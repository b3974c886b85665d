import { fileItem, mostNameSent } from '../../../contract/kinds/fileField.ts';
import { kinds } from '../../../contract/kinds/index.ts';
import type { JsonSchema } from '../../../contract/kinds/kind.ts';
import { displayParameter } from '../../../contract/lists/displayParameter.ts';
import { displayCondition } from '../../../contract/lists/displays.ts';
import { type FilterOperator, type FilterParameter, filterParameters } from '../../../contract/lists/filters.ts';
import { defaultSortText } from '../../../contract/lists/listSort.ts';
import type { Label } from '../../../contract/messages/label.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { fieldOf } from '../../../contract/schema/entity.ts';
import type { Field, Fields } from '../../../contract/schema/field/field.ts';
import { unitReference } from '../../../contract/values/unit.ts';
import { resourceOf } from '../../resource/compile/resource.ts';
import { maxPerPage } from '../../resource/read/listRequest.ts';
import { bodyFieldSchema } from './fieldSchemas.ts';
import { bilingual } from './texts.ts';

export interface OpenApiParameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly required?: boolean;
  readonly description: string;
  readonly style?: 'form';
  readonly explode?: boolean;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

const searchText = { type: 'string', maxLength: 200 };
/** How many values a filter may have. */
const mostValues = 100;

/** The keywords of a value's schema that hold for the same value in a query. */
const queryKeywords = [
  'type',
  'enum',
  'format',
  'minimum',
  'maximum',
  'pattern',
  'x-enumNames',
  'x-enum-varnames',
  'x-enum-descriptions',
] as const;

/** The schema of one value in a query: that of the field, without its length; any text if the kind has no filter. */
function valueOfQuery(field: Field): JsonSchema {
  const pattern = kinds[field.kind].filter?.pattern(field);
  // Two points in time with a slash between them have no format of their own.
  if (field.names === 'interval') return { type: 'string', pattern: `^${pattern}$` };
  if (!pattern) return { ...searchText, ...(field.required && { minLength: 1 }) };
  const schema = bodyFieldSchema({ ...field, required: true });
  return Object.fromEntries(queryKeywords.filter((name) => name in schema).map((name) => [name, schema[name]]));
}

const query = (name: string, field: Field, several: boolean): OpenApiParameter => {
  const value = valueOfQuery(field);
  const isList = several && kinds[field.kind].filter?.pattern(field) !== undefined;
  return {
    name,
    in: 'query',
    ...(field.required && { required: true }),
    description: bilingual(field.label),
    // Several values are separated by commas.
    ...(isList && { style: 'form' as const, explode: false }),
    schema: isList ? { type: 'array', items: value, minItems: 1, maxItems: mostValues } : value,
  };
};

/** A filter is never required, even if records require the field. */
const filter = (name: string, field: Field, several: boolean): OpenApiParameter =>
  query(`filter_${name}`, { ...field, required: false }, several);

const amount: Label = { en: ', in minor units', zh: '，以最小货币单位计' };

/** The text that each operator of a filter adds to its label. */
const operatorLabels: Readonly<Record<FilterOperator, Label>> = {
  is: { en: '', zh: '' },
  all: { en: ', all of them', zh: '（全部包含）' },
  least: { en: ', from', zh: '，不小于' },
  most: { en: ', up to', zh: '，不大于' },
  currency: { en: ', currency of the bounds', zh: '：范围的币种' },
  has: { en: ', contains', zh: '（包含）' },
  same: { en: ', equals (not case-sensitive)', zh: '（等于，不区分大小写）' },
};

const nothing: Label = { en: '', zh: '' };

/** The unit of a filter's limits, if it differs from the unit that the list shows. */
function unitLabel({ fields }: Entity, { filter: of, operator: way, field }: FilterParameter): Label {
  if (field.kind === 'money') return amount;
  const by = unitReference(fields, fields[of]);
  if (by === undefined || (way !== 'least' && way !== 'most')) return nothing;
  return {
    en: `, each record in the unit of its product, which filter_${by} fixes`,
    zh: `，各按其产品的单位计，单位可由 filter_${by} 限定`,
  };
}

/** One parameter of a declared filter. */
function filterOf(entity: Entity, parameter: FilterParameter): OpenApiParameter {
  const { name, operator: way, filter: of, field } = parameter;
  const label = fieldOf(entity, of)?.label ?? field.label;
  const more = unitLabel(entity, parameter);
  const text = { en: label.en + operatorLabels[way].en + more.en, zh: label.zh + operatorLabels[way].zh + more.zh };
  const one: Field = { ...(field.joined ? (field.items ?? field) : field), label: text };
  const isFile = fileItem(fieldOf(entity, of) ?? field) !== undefined;
  return filter(
    name,
    ['has', 'same'].includes(way) ? { kind: 'text', label: text } : one,
    ['is', 'all'].includes(way) && !isFile,
  );
}

/** The declared query parameters of an endpoint. */
export const queryParameters = (fields: Fields = {}): OpenApiParameter[] =>
  Object.entries(fields).map(([name, field]) => query(name, field, false));

/** The sorts that any role may use. */
function everySort(entity: Entity): string[] {
  const names = new Set([...resourceOf(entity).views.values()].flatMap(({ sortable }) => [...sortable]));
  const single = [...names].flatMap((name) => [name, `-${name}`]);
  return [...new Set([...single, defaultSortText(entity)])];
}

const plain = (name: string, schema: JsonSchema, en: string, zh: string): OpenApiParameter => ({
  name,
  in: 'query',
  description: bilingual({ en, zh }),
  schema,
});

/** The parameters that every list has; each list refers to them (B1). */
export const pagingParameters = {
  page: plain('page', { type: 'integer', minimum: 1, maximum: 999_999 }, 'Page number, from 1', '页码，从 1 开始'),
  perPage: plain(
    'per_page',
    { type: 'integer', minimum: 1, maximum: maxPerPage },
    'Records per page; 20 by default',
    '每页条数，默认 20',
  ),
  isPaginated: plain(
    'is_paginate',
    { type: 'boolean' },
    'false returns everything in one page, up to 5,000 records',
    'false 表示不分页，最多返回 5,000 条',
  ),
} as const satisfies Record<string, OpenApiParameter>;

/** The parameters of a list (B1): paging, sort, search, range, and a filter for every declared field. */
export function listParameters(entity: Entity): OpenApiParameter[] {
  const { parameters = {}, range, search } = entity.list;
  const ranged = range === undefined ? undefined : fieldOf(entity, range);
  const isDay = ranged !== undefined && kinds[ranged.kind].time === 'day';
  const moment = { type: 'string', format: isDay ? 'date' : 'date-time' };
  return [
    ...Object.values(pagingParameters),
    plain(
      'sort',
      { type: 'string', enum: everySort(entity) },
      'Sort field; a minus reverses the order',
      '排序，减号表示倒序',
    ),
    ...(search ? [plain('search', searchText, 'Search text', '搜索')] : []),
    ...(range ? [plain('start_at', moment, 'From', '开始'), plain('end_at', moment, 'Until', '结束')] : []),
    ...(displayCondition(entity, 'calendar')
      ? [
          plain(
            displayParameter,
            { type: 'string', enum: ['calendar'] },
            'Only the records that the calendar shows',
            '仅限日历中显示的记录',
          ),
        ]
      : []),
    query('filter_id', { kind: 'integer', label: { en: 'No.', zh: '编号' } }, true),
    ...filterParameters(entity).map((one) => filterOf(entity, one)),
    ...Object.entries(parameters).map(([name, field]) => filter(name, field, false)),
  ];
}

/** The format of an export. */
export const formatParameter: OpenApiParameter = plain(
  'format',
  { type: 'string', enum: ['csv', 'xlsx'] },
  'CSV, or a workbook of text cells; CSV unless given',
  'CSV 或全为文本单元格的工作簿，默认 CSV',
);

/** The parameters of a lookup. */
export const lookupParameters = (entity: Entity): OpenApiParameter[] =>
  listParameters(entity).filter(({ name }) => ['page', 'per_page', 'search', 'filter_id'].includes(name));

/** The parameters of the totals of a list: those that filter the list, and how to group. */
export function totalsParameters(entity: Entity): OpenApiParameter[] {
  const ofPaging = ['page', 'per_page', 'is_paginate', 'sort'];
  const { groups = [] } = entity.list;
  const zone = { type: 'string', maxLength: 60 };
  return [
    ...listParameters(entity).filter(({ name }) => !ofPaging.includes(name)),
    plain(
      'group_by',
      groups.length > 0 ? { type: 'string', enum: [...groups] } : { type: 'string', maxLength: 0 },
      'Field to group by; times are grouped by month',
      '分组字段，时间按月',
    ),
    plain('time_zone', zone, 'Time zone of the months; UTC by default', '月份所用时区，默认 UTC'),
  ];
}

/** The file name of an upload, which the content does not contain. */
export const fileNameParameter: OpenApiParameter = {
  name: 'name',
  in: 'query',
  required: true,
  description: bilingual({ en: 'File name', zh: '文件名' }),
  schema: { type: 'string', minLength: 1, maxLength: mostNameSent },
};

const header = (name: string, en: string, zh: string): OpenApiParameter => ({
  name,
  in: 'header',
  description: bilingual({ en, zh }),
  schema: { type: 'string', maxLength: 1000 },
});

/** The conditional headers of a download (RFC 9110, 13 and 14). */
export const partParameters: OpenApiParameter[] = [
  header('Range', 'A single range: bytes=0-1023, bytes=1024- or bytes=-512', '单个字节范围'),
  header(
    'If-Range',
    'ETag of the parts received so far; the whole file is returned if it has changed',
    '已有部分的 ETag',
  ),
  header('If-None-Match', 'ETags of the copies received so far', '已有内容的 ETag'),
  header('If-Match', 'ETags of the wanted version', '所需内容的 ETag'),
];

const isVariable = (segment: string): boolean => segment.startsWith('{');

/** True if a request could match both paths for a tool that takes any text for a variable. */
function areAmbiguous(path: string, other: string): boolean {
  const [own, others] = [path.split('/'), other.split('/')];
  return (
    own.length === others.length &&
    own.every((segment, at) => segment === others[at] || isVariable(segment) || isVariable(others[at] ?? ''))
  );
}

/** True if the last segment of a path is a name after an id, and another path ends with an id at that place. */
function looksLikeAnother(path: string, all: readonly string[]): boolean {
  const segments = path.split('/');
  if (isVariable(segments.at(-1) ?? '') || !segments.some(isVariable)) return false;
  return all.some((other) => isVariable(other.split('/').at(-1) ?? '') && areAmbiguous(path, other));
}

/** A path with its last segment as a parameter. */
const withLastAsParameter = (path: string): string => path.replace(/[^/]+$/, '{$&}');

/** A path with the same parameters under any name. */
const shapeOf = (path: string): string => path.replace(/\{\w+\}/g, '{}');

/**
 * The path of an endpoint in the document. Tools do not know that an id is a number, so `/v1/product/{id}/users` and
 * `/v1/product/license/{id}` are ambiguous for them. The last segment of the former becomes a parameter with that only
 * value, unless several paths would become the same.
 * @param all the paths of all endpoints, each once
 */
export function documentedPath(path: string, all: readonly string[]): string {
  if (!looksLikeAnother(path, all)) return path;
  const shape = shapeOf(withLastAsParameter(path));
  const same = all.filter((one) => shapeOf(looksLikeAnother(one, all) ? withLastAsParameter(one) : one) === shape);
  return same.length === 1 ? withLastAsParameter(path) : path;
}

const pathSchema = (name: string): JsonSchema =>
  name === 'id' ? { type: 'integer', minimum: 0, maximum: 999_999_999 } : { type: 'string', minLength: 1 };

/**
 * The parameters in a path: an id is a number, any other is a text.
 * @param path as it is in the document
 * @param requested the path of the endpoint; where it differs, its last segment is the only value of the last parameter
 */
export function pathParameters(path: string, requested: string): OpenApiParameter[] {
  const fixed = path === requested ? undefined : requested.split('/').at(-1);
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: bilingual(pathLabels[name] ?? { en: name, zh: name }),
    schema: name === fixed ? { type: 'string', enum: [name] } : pathSchema(name),
  }));
}

const pathLabels: Readonly<Record<string, Label>> = {
  id: { en: 'Record number', zh: '记录编号' },
  uuid: { en: 'Id of the task', zh: '任务编号' },
  key: { en: 'Licence key', zh: '许可密钥' },
  token: { en: 'Token of the link', zh: '链接中的令牌' },
  entity: { en: 'Name of the entity, such as order', zh: '实体名称，如 order' },
  file: { en: 'Id of the file', zh: '文件编号' },
};

import { fileItem, mostNameSent } from '../../../contract/kinds/fileField.ts';
import { kinds } from '../../../contract/kinds/index.ts';
import type { JsonSchema } from '../../../contract/kinds/kind.ts';
import { datePattern } from '../../../contract/lib/dateTime.ts';
import { type FilterOperator, type FilterParameter, filterParameters } from '../../../contract/lists/filters.ts';
import type { Label } from '../../../contract/messages/label.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { fieldOf } from '../../../contract/schema/entity.ts';
import type { Field, Fields } from '../../../contract/schema/field/field.ts';
import { unitReference } from '../../../contract/values/unit.ts';
import { resourceOf } from '../../resource/compile/resource.ts';
import { maxPerPage, rangePattern } from '../../resource/read/listRequest.ts';

export interface OpenApiParameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly required?: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
}

const bilingual = (label: Label): string => `${label.en} / ${label.zh}`;
const searchText = { type: 'string', maxLength: 200, pattern: '^[^\\u0000]*$' };

function textSchema(field: Field, several: boolean): JsonSchema {
  const one = kinds[field.kind].filter?.pattern(field);
  if (!one) return { ...searchText, ...(field.required && { minLength: 1 }) };
  return { type: 'string', pattern: `^${field.required ? '' : '$|^'}${several ? `${one}(,${one}){0,99}` : one}$` };
}

const query = (name: string, field: Field, several: boolean): OpenApiParameter => ({
  name,
  in: 'query',
  ...(field.required && { required: true }),
  description: bilingual(field.label),
  schema: textSchema(field, several),
});

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
  return [...names].flatMap((name) => [name, `-${name}`]);
}

const plain = (name: string, schema: JsonSchema, en: string, zh: string): OpenApiParameter => ({
  name,
  in: 'query',
  description: bilingual({ en, zh }),
  schema,
});

/** The parameters of a list (B1): paging, sort, search, range, and a filter for every declared field. */
export function listParameters(entity: Entity): OpenApiParameter[] {
  const { parameters = {}, range, search } = entity.list;
  const ranged = range === undefined ? undefined : fieldOf(entity, range);
  const isDay = ranged !== undefined && kinds[ranged.kind].time === 'day';
  const moment = { type: 'string', pattern: `^$|${isDay ? datePattern.source : `^${rangePattern}$`}` };
  return [
    plain('page', { type: 'string', pattern: '^[1-9][0-9]{0,5}$' }, 'Page number, from 1', '页码，从 1 开始'),
    plain('per_page', { type: 'string', pattern: `^([1-9][0-9]?|${maxPerPage})$` }, 'Records per page', '每页条数'),
    plain('is_paginate', { enum: ['true', 'false', ''] }, 'false returns everything in one page', 'false 表示不分页'),
    plain('sort', { enum: ['', ...everySort(entity)] }, 'Sort field; a minus reverses the order', '排序，减号表示倒序'),
    ...(search ? [plain('search', searchText, 'Search text', '搜索')] : []),
    ...(range ? [plain('start_at', moment, 'From', '开始'), plain('end_at', moment, 'Until', '结束')] : []),
    query('filter_id', { kind: 'integer', label: { en: 'No.', zh: '编号' } }, true),
    ...filterParameters(entity).map((one) => filterOf(entity, one)),
    ...Object.entries(parameters).map(([name, field]) => filter(name, field, false)),
  ];
}

/** The format of an export. */
export const formatParameter: OpenApiParameter = plain(
  'format',
  { enum: ['', 'csv', 'xlsx'] },
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
    plain('group_by', { enum: ['', ...groups] }, 'Field to group by; times are grouped by month', '分组字段，时间按月'),
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

/** The parameters in a path: an id is a number, any other is a text. */
export const pathParameters = (path: string): OpenApiParameter[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: name === 'id' ? bilingual({ en: 'Record number', zh: '记录编号' }) : name,
    schema: name === 'id' ? { type: 'integer', minimum: 0, maximum: 999_999_999 } : { type: 'string', minLength: 1 },
  }));

import type { JsonSchema } from '../../../contract/kinds/kind.ts';
import type { Label } from '../../../contract/messages/label.ts';
import { bilingual } from './texts.ts';

/** The properties of an import's body and answer: their descriptions and examples, by name. */
const properties: Readonly<Record<string, readonly [Label, unknown?]>> = {
  columns: [{ en: 'The fields of the columns, in their order', zh: '各列对应的字段，按顺序' }],
  rows: [
    { en: 'The rows: in a request their cells, in an answer their number', zh: '行：请求中为单元格，返回中为行数' },
  ],
  dry_run: [{ en: 'Report the result and change nothing', zh: '只报告结果，不作任何改动' }, true],
  key: [{ en: 'The column by which rows are matched with records, which they change', zh: '用于匹配现有记录的列' }],
  versions: [
    {
      en: 'Of each row, from the trial; a record with another version is refused',
      zh: '试导入返回的各行版本，版本不符的记录会被拒绝',
    },
    [1],
  ],
  created: [{ en: 'New records: all of the rows, or 0', zh: '新建的记录数：全部或 0' }, 2],
  mistakes: [{ en: 'What is wrong in the rows', zh: '各行的错误' }],
  updated: [
    { en: 'Changed records; only with a key, like what follows', zh: '修改的记录数；此项及以下仅在指定 key 时返回' },
    1,
  ],
  counts: [{ en: 'Rows by what becomes of them', zh: '按结果统计的行数' }],
  changes: [{ en: 'The values that change', zh: '有变化的值' }],
  row: [{ en: 'Number of the row, from 1', zh: '行号，从 1 开始' }, 1],
  field: [{ en: 'Name of the field', zh: '字段名' }, 'name'],
  message: [{ en: 'What is wrong', zh: '错误说明' }, 'The current item cannot be empty'],
  before: [{ en: 'The value so far', zh: '原值' }, 'Blue Harbor'],
  after: [{ en: 'The value of the row', zh: '新值' }, 'Blue Harbor Ltd'],
  new: [{ en: 'New', zh: '新建' }, 2],
  changed: [{ en: 'Changed', zh: '修改' }, 1],
  same: [{ en: 'Unchanged', zh: '未变' }, 0],
  wrong: [{ en: 'With mistakes', zh: '有错误' }, 0],
};

function described(name: string, schema: JsonSchema): JsonSchema {
  const [label, known] = properties[name] ?? [];
  const example = known ?? (schema['type'] === 'integer' ? 3 : undefined);
  const { description: _former, ...rest } = withImportLabels(schema);
  return {
    ...rest,
    ...(label && { description: bilingual(label) }),
    ...(example !== undefined && { examples: [example] }),
  };
}

/** The schema of an import's body or answer with descriptions and examples. */
export function withImportLabels(schema: JsonSchema): JsonSchema {
  const { properties: inner, items } = schema as { properties?: Record<string, JsonSchema>; items?: JsonSchema };
  const named = Object.entries(inner ?? {}).map(([name, one]) => [name, described(name, one)]);
  return {
    ...schema,
    ...(inner && { properties: Object.fromEntries(named) }),
    ...(items && { items: withImportLabels(items) }),
  };
}

import { neededOperation, scopeOf } from '../../../contract/access/scopes.ts';
import { fileItem } from '../../../contract/kinds/fileField.ts';
import { kinds } from '../../../contract/kinds/index.ts';
import type { JsonSchema } from '../../../contract/kinds/kind.ts';
import type { Label } from '../../../contract/messages/label.ts';
import { titleColumn } from '../../../contract/relations/title.ts';
import { type Entity, fieldOf } from '../../../contract/schema/entity.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { entitySteps } from '../../../contract/schema/lifecycle.ts';
import { importAnswerSchema, importSchema } from '../../resource/import/request.ts';
import { xlsxType } from '../files/csv.ts';
import type { FileOperation, RecordEndpoint, RecordOperation } from '../paths.ts';
import { pageSchema, totalsSchema } from './answers.ts';
import { jsonContent, type OperationDraft, okResponse, ref } from './draft.ts';
import { valueSchema } from './fieldSchemas.ts';
import { withImportLabels } from './importLabels.ts';
import { recordOperationId } from './operationIds.ts';
import {
  fileNameParameter,
  formatParameter,
  listParameters,
  lookupParameters,
  type OpenApiParameter,
  partParameters,
  totalsParameters,
} from './parameters.ts';
import { bilingual } from './texts.ts';

type WholeOperation = Exclude<RecordEndpoint['operation'], FileOperation>;

const verbs: Readonly<Record<WholeOperation, Label>> = {
  list: { en: 'List', zh: '列表' },
  export: { en: 'Export as CSV or Excel workbook', zh: '导出 CSV 或 Excel' },
  lookup: { en: 'Find by name', zh: '按名称查找' },
  totals: { en: 'Count and totals', zh: '合计' },
  import: { en: 'Import', zh: '导入' },
  get: { en: 'Retrieve', zh: '详情' },
  create: { en: 'Create', zh: '新建' },
  edit: { en: 'Update, or change the status', zh: '修改或变更状态' },
  remove: { en: 'Delete', zh: '删除' },
  restore: { en: 'Restore (within 30 days of deletion)', zh: '恢复 30 天内删除的记录' },
};

const idSchema = { type: 'integer', description: bilingual({ en: 'No.', zh: '编号' }), examples: [30] };

/** The title of a record in the answer of a lookup: a text, or one for each language. */
function titleSchema(entity: Entity): JsonSchema {
  const field = fieldOf(entity, titleColumn(entity));
  if (field && kinds[field.kind].localized) return valueSchema(field);
  return { type: 'string', description: bilingual(entity.label), examples: ['Blue Harbor'] };
}

/** A record in the answer of a lookup. */
const lookupSchema = (entity: Entity): JsonSchema => ({
  type: 'object',
  properties: {
    id: idSchema,
    [titleColumn(entity)]: titleSchema(entity),
  },
  required: ['id', titleColumn(entity)],
  additionalProperties: false,
});

const successResponses = (entity: Entity): Record<WholeOperation, Record<string, JsonSchema>> => {
  const one = ref(`schemas/${entity.name}`);
  const gone = { type: 'object', properties: { id: idSchema }, required: ['id'], additionalProperties: false };
  const csv = { 'text/csv': { schema: { type: 'string' } }, [xlsxType]: { schema: binary } };
  const events = { 'text/event-stream': { schema: { type: 'string' } } };
  return {
    list: okResponse(pageSchema(one)),
    export: { '200': { description: bilingual({ en: 'The file', zh: '文件' }), content: csv } },
    lookup: okResponse(pageSchema(lookupSchema(entity))),
    totals: okResponse(totalsSchema(entity)),
    import: {
      '200': {
        description: bilingual({ en: 'Success', zh: '成功' }),
        content: { ...jsonContent(withImportLabels(importAnswerSchema)), ...events },
      },
    },
    get: okResponse(one),
    create: okResponse(one),
    edit: okResponse(one),
    remove: okResponse(gone),
    restore: okResponse(gone),
  };
};

/** The operation whose roles an endpoint shares, if it has none of its own. */
function operationRight(name: Exclude<WholeOperation, 'export' | 'totals'>): WrittenOperation {
  if (name === 'restore') return 'remove';
  return name === 'import' ? 'create' : name;
}
type WrittenOperation = Exclude<WholeOperation, 'export' | 'totals' | 'restore' | 'import'>;

function parametersFor(entity: Entity, operation: WholeOperation): OpenApiParameter[] {
  if (operation === 'totals') return totalsParameters(entity);
  if (operation === 'lookup') return lookupParameters(entity);
  if (operation === 'export') return [...listParameters(entity), formatParameter];
  return operation === 'list' ? listParameters(entity) : [];
}

/** The scopes of an operation; an edit may also be a step, which has a scope of its own. */
function scopesFor(entity: Entity, operation: RecordOperation): string[] {
  const steps = operation === 'edit' ? entitySteps(entity).map(({ name }) => name) : [];
  return [neededOperation[operation] ?? 'edit', ...steps].flatMap((name) => scopeOf(entity, name) ?? []);
}

/** The upload or download endpoint of a file field: its body is the content. */
function fileDraft(call: RecordEndpoint): OperationDraft {
  const { entity, operation: name, method, path, field = '', roles: who = [] } = call;
  const { label } = entity.fields[field] as Field;
  const up = name === 'upload';
  const verb = up ? { en: 'Upload a file', zh: '上传文件' } : { en: 'Download a file', zh: '下载文件' };
  const answered = valueSchema(fileItem(entity.fields[field] as Field) as Field);
  return {
    id: `${entity.name}_${name}_${field}`,
    operationId: recordOperationId(call),
    group: entity.name,
    method,
    path,
    roles: who,
    label: {
      en: `${entity.labels.en}: ${verb.en} (${label.en})`,
      zh: `${entity.labels.zh}：${verb.zh}（${label.zh}）`,
    },
    scopes: scopesFor(entity, name),
    parameters: up ? [fileNameParameter] : partParameters,
    ...(up && { body: binary, media: anyMedia }),
    success: up ? okResponse(answered) : served,
  };
}
const anyMedia = 'application/octet-stream';
const binary: JsonSchema = { type: 'string', format: 'binary' };
const content = { [anyMedia]: { schema: binary } };
export const notModified = { description: bilingual({ en: 'Not modified', zh: '内容未变' }) };
const served = {
  '200': { description: bilingual({ en: 'The file', zh: '文件' }), content },
  '206': { description: bilingual({ en: 'The requested range', zh: '所请求的部分' }), content },
  '304': notModified,
  '412': {
    description: bilingual({ en: 'The file has been replaced', zh: '内容已变' }),
    content: jsonContent(ref('schemas/error')),
  },
  '416': {
    description: bilingual({ en: 'The file has no such range', zh: '无此部分' }),
    content: jsonContent(ref('schemas/error')),
  },
};

/** An endpoint for the records of an entity. */
export function recordDraft(call: RecordEndpoint): OperationDraft {
  const { entity, operation: name, method, path } = call;
  if (name === 'upload' || name === 'download') return fileDraft(call);
  const bodies: Partial<Record<WholeOperation, JsonSchema>> = {
    create: ref(`schemas/${entity.name}_create`),
    ...(name === 'import' && { import: withImportLabels(importSchema(entity)) }),
    edit: ref(`schemas/${entity.name}_edit`),
  };
  const verb = verbs[name];
  const { access } = entity;
  return {
    id: `${entity.name}_${name}`,
    operationId: recordOperationId(call),
    group: entity.name,
    method,
    path,
    label: { en: `${entity.labels.en}: ${verb.en}`, zh: `${entity.labels.zh}：${verb.zh}` },
    roles:
      name === 'get'
        ? (access.get ?? access.list)
        : name === 'export' || name === 'totals'
          ? access.list
          : (access[operationRight(name)] ?? []),
    scopes: scopesFor(entity, name),
    parameters: parametersFor(entity, name),
    body: bodies[name],
    success: successResponses(entity)[name],
  };
}

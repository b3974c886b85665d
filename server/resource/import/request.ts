import * as yup from 'yup';
import type { JsonSchema } from '../../../contract/kinds/kind.ts';
import { isLonger } from '../../../contract/kinds/textRule.ts';
import { validate } from '../../../contract/kinds/validation.ts';
import {
  importColumns,
  importKeys,
  maxCellLength,
  maxImportColumns,
  maxImportRows,
} from '../../../contract/lists/import.ts';
import { message } from '../../../contract/messages/message.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { fileFields } from '../../../contract/values/files.ts';
import { AppError } from '../../core/appError.ts';

/** The body of an import: the names of the imported fields, the cells, and whether it is a trial. */
export interface ImportRequest {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Reports the result and rolls everything back. */
  readonly dry_run: boolean;
  /**
   * The column by which rows are matched with existing records, which they change, or the columns of a unique group,
   * joined by commas. Without it all rows are new.
   */
  readonly key?: string | undefined;
  /** The version of each row's record that the caller has seen, 0 for none. */
  readonly versions?: readonly number[] | undefined;
}

/** True if an import may also change records. */
const changesRecords = (entity: Entity): boolean =>
  entity.access.edit !== undefined && !entity.without?.includes('edit');

const keysOf = (entity: Entity): string[] => (changesRecords(entity) ? importKeys(entity).map(({ name }) => name) : []);

const namesOf = (entity: Entity): string[] => {
  const wanted = typeof entity.import === 'object' ? entity.import.fields : undefined;
  const all = importColumns(entity).map(([name]) => name);
  const keys = changesRecords(entity) ? importKeys(entity).flatMap(({ fields }) => fields.map(([name]) => name)) : [];
  return [...new Set([...(wanted ? all.filter((name) => wanted.includes(name)) : all), ...keys])];
};

const versionsSchema = {
  type: 'array',
  items: { type: 'integer', minimum: 0 },
  maxItems: maxImportRows,
  description: 'Of each row, from the trial; a record with another version is refused / 试导入返回的各行版本',
};

/** The JSON schema of the body. */
export const importSchema = (entity: Entity): JsonSchema => ({
  type: 'object',
  properties: {
    columns: {
      type: 'array',
      items: { enum: namesOf(entity) },
      minItems: 1,
      maxItems: maxImportColumns,
      uniqueItems: true,
    },
    rows: {
      type: 'array',
      items: { type: 'array', items: { type: 'string', maxLength: maxCellLength }, maxItems: maxImportColumns },
      minItems: 1,
      maxItems: maxImportRows,
    },
    dry_run: { type: 'boolean' },
    ...(changesRecords(entity) && { key: { enum: keysOf(entity) }, versions: versionsSchema }),
  },
  required: ['columns', 'rows'],
  additionalProperties: false,
});

const count = { type: 'integer', minimum: 0 };
const text = { type: 'string' };

/** The JSON schema of the answer. */
export const importAnswerSchema: JsonSchema = {
  type: 'object',
  properties: {
    rows: { type: 'integer', minimum: 0 },
    created: { type: 'integer', minimum: 0, description: 'All of the rows, or 0 / 全部或 0' },
    mistakes: {
      type: 'array',
      items: {
        type: 'object',
        properties: { row: { type: 'integer', minimum: 0 }, field: { type: 'string' }, message: { type: 'string' } },
        required: ['row', 'field', 'message'],
        additionalProperties: false,
      },
    },
    updated: { ...count, description: 'Only with a key, like what follows / 仅在指定 key 时' },
    counts: {
      type: 'object',
      properties: { new: count, changed: count, same: count, wrong: count },
      required: ['new', 'changed', 'same', 'wrong'],
      additionalProperties: false,
    },
    changes: {
      type: 'array',
      items: {
        type: 'object',
        properties: { row: count, field: text, before: text, after: text },
        required: ['row', 'field', 'before', 'after'],
        additionalProperties: false,
      },
    },
    versions: { type: 'array', items: count },
  },
  required: ['rows', 'created', 'mistakes'],
  additionalProperties: false,
};

const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length <= maxImportColumns && value.every((one) => typeof one === 'string');

/** Checks the cells in a loop: a yup rule for each of a million cells would take longer than the import. */
const isSheet = (rows: unknown): boolean =>
  Array.isArray(rows) && rows.every((row) => isTextList(row) && row.every((cell) => !isLonger(cell, maxCellLength)));

const isVersionList = (versions: unknown): boolean =>
  versions === undefined ||
  (Array.isArray(versions) &&
    versions.length <= maxImportRows &&
    versions.every((one) => Number.isInteger(one) && one >= 0));

const unique = (names: unknown): boolean => isTextList(names) && new Set(names).size === names.length;

function ruleFor(entity: Entity): yup.Schema {
  const known = namesOf(entity);
  const files = fileFields(entity).map(([name]) => name);
  const columns = yup
    .array()
    .strict()
    .required(message('required'))
    .typeError(message('object'))
    .test('files', message('file_import'), (names) => !isTextList(names) || !names.some((one) => files.includes(one)))
    .test('columns', message('choice'), (names) => unique(names) && (names ?? []).every((one) => known.includes(one)))
    .min(1, message('required'));
  const rows = yup
    .array()
    .strict()
    .required(message('required'))
    .typeError(message('object'))
    .min(1, message('required'))
    .max(maxImportRows, message('max_items', { value: maxImportRows }))
    .test('rows', message('object'), isSheet);
  const dry_run = yup.boolean().strict().typeError(message('boolean'));
  const keyed = {
    key: yup.string().strict().typeError(message('choice')).oneOf(keysOf(entity), message('choice')),
    versions: yup.array().strict().typeError(message('object')).test('versions', message('object'), isVersionList),
  };
  return yup
    .object({ columns, rows, dry_run, ...(changesRecords(entity) && keyed) })
    .strict()
    .typeError(message('object'))
    .noUnknown(message('unknown_field'));
}

/** Validates the body of an import by the rules of its schema (422). */
export function parseImport(entity: Entity, body: unknown): ImportRequest {
  const errors = validate(ruleFor(entity), body);
  if (errors) throw AppError.invalid(errors);
  const { columns, rows, dry_run = false, key, versions } = body as ImportRequest;
  return { columns, rows, dry_run, key, versions };
}

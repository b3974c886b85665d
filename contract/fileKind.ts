import * as yup from 'yup';
import type { Field, StoredFile } from './field.ts';
import { type FileType, fileTypeNames } from './fileType.ts';
import type { Kind } from './kindType.ts';
import { message } from './message.ts';

/** Bytes of a megabyte, as people and file managers count them. */
export const megabyte = 1024 * 1024;
/** The largest file that a declaration may let in, in megabytes. */
export const mostMegabytes = 1024;
/** The longest name that is kept of a file, in characters. */
export const longestFileName = 200;
/** The longest name that an upload may come with; it is cleaned and cut. */
export const mostNameSent = 1000;

/** The most bytes that a file of the field may have (D13). */
export const mostBytes = ({ maxMb = 20 }: Field): number => maxMb * megabyte;

/** The types that a file of the field may have: all that are told by their content, unless declared. */
export const typesOf = ({ types = fileTypeNames }: Field): readonly FileType[] => types;

/** The field that says of each file what it may be: the field itself, or the items of a list of files. */
export function fileItem(field: Field): Field | undefined {
  if (field.kind === 'file') return field;
  return field.kind === 'list' && field.items?.kind === 'file' ? field.items : undefined;
}

/** The files that a value of such a field holds, none, one or several. */
export function filesIn(value: unknown): StoredFile[] {
  if (Array.isArray(value)) return value as StoredFile[];
  return value === null || value === undefined ? [] : [value as StoredFile];
}

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Is this the id of an upload by its form? */
export const isFileId = (id: unknown): id is string => typeof id === 'string' && idPattern.test(id);

const isText = (value: unknown): boolean => typeof value === 'string';

/** What an answer tells of a file besides its id; a body may send it back as it came, and the server takes the id alone. */
const told: Readonly<Record<string, (value: unknown) => boolean>> = {
  id: isFileId,
  name: isText,
  size: Number.isInteger,
  type: isText,
  sha256: isText,
};

function isFile(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const entries = Object.entries(value);
  return Object.hasOwn(value, 'id') && entries.every(([name, one]) => Object.hasOwn(told, name) && told[name]?.(one));
}

/** The schema of a file as an answer has it. */
export const fileSchema = {
  type: 'object',
  properties: {
    id: { type: 'string', format: 'uuid', pattern: idPattern.source },
    name: { type: 'string' },
    size: { type: 'integer' },
    type: { type: 'string' },
    sha256: { type: 'string' },
  },
  additionalProperties: false,
} as const;

/** A file that was uploaded, by its id. */
export const fileKind: Kind = {
  rule: () =>
    yup
      .mixed()
      .nullable()
      .test('file', message('file'), (value) => value == null || isFile(value)),
  column: 'jsonb',
  schema: () => ({ ...fileSchema, required: ['id'], description: 'of an upload; only its id is read' }),
};

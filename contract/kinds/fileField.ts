import type { Field, StoredFile } from '../schema/field/field.ts';
import { type FileType, fileTypeNames } from '../schema/field/fileType.ts';

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

/** The id of an upload. */
export const fileIdPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Is this the id of an upload by its form? */
export const isFileId = (id: unknown): id is string => typeof id === 'string' && fileIdPattern.test(id);

/** What the form holds in the place of a file that is still on its way. */
export interface PendingFile {
  readonly pending: string;
}

/** Is this a file that is still on its way? */
export const isPending = (value: unknown): value is PendingFile =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'pending');

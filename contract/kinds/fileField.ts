import type { Field, StoredFile } from '../schema/field/field.ts';
import { type FileType, fileTypeNames } from '../schema/field/fileType.ts';

/** Bytes per megabyte, as people and file managers count them. */
export const megabyte = 1024 * 1024;
/** The largest file size that a declaration may allow, in megabytes. */
export const mostMegabytes = 1024;
/** The longest file name that is stored, in characters. */
export const longestFileName = 200;
/** The longest file name that an upload may have before it is cleaned and shortened. */
export const mostNameSent = 1000;

/** The largest width and height in pixels that a declaration may allow. */
export const mostPixels = 10_000;

/** A limit of a size as people read it: whole kilobytes below a megabyte. */
export const sizeLimitText = (bytes: number): string =>
  bytes < megabyte ? `${Math.round(bytes / 1024)} kB` : `${bytes / megabyte} MB`;

/** The largest size of a file of the field, in bytes (D13). */
export const mostBytes = ({ maxMb = 20 }: Field): number => Math.floor(maxMb * megabyte);

/** The file types that the field accepts: unless declared, all types that are recognised by content. */
export const typesOf = ({ types = fileTypeNames }: Field): readonly FileType[] => types;

/** The field that declares the limits of each file: the field itself, or the items of a list of files. */
export function fileItem(field: Field): Field | undefined {
  if (field.kind === 'file') return field;
  return field.kind === 'list' && field.items?.kind === 'file' ? field.items : undefined;
}

/** The files in a value of a file field or a list of files. */
export function filesIn(value: unknown): StoredFile[] {
  if (Array.isArray(value)) return value as StoredFile[];
  return value === null || value === undefined ? [] : [value as StoredFile];
}

/** The format of an upload's id. */
export const fileIdPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const isFileId = (id: unknown): id is string => typeof id === 'string' && fileIdPattern.test(id);

/** The form's placeholder for a file that is still uploading. */
export interface PendingFile {
  readonly pending: string;
}

/** True if the value is the placeholder of a file that is still uploading. */
export const isPending = (value: unknown): value is PendingFile =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'pending');

import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fileItem, mostBytes, mostNameSent, sizeLimitText, typesOf } from '../../../contract/kinds/fileField.ts';
import { message } from '../../../contract/messages/message.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { Field, StoredFile } from '../../../contract/schema/field/field.ts';
import { type FileType, fileTypeList, isMeasured } from '../../../contract/schema/field/fileType.ts';
import { cleanFileName } from '../../../contract/values/fileName.ts';
import { AppError } from '../../core/appError.ts';
import type { ReceivedFile } from '../../core/fileStore.ts';
import { idempotent } from '../../core/security/idempotency.ts';
import { beginUpload, finishUpload, markUploadForRemoval } from '../../resource/files/upload.ts';
import { requestParameters } from '../middleware.ts';
import { requestKey } from '../serve.ts';
import { asCaller, type HttpRequestContext, startTimeLimit } from '../services.ts';
import { measuredBytes, pictureSize } from './pictureSize.ts';

/** The file name in the request; it is cleaned once the type is known. */
function nameOf(c: HttpRequestContext): string {
  const { name = '', ...rest } = requestParameters(c);
  const [stray] = Object.keys(rest);
  if (stray) throw AppError.unprocessable('unknown_parameter', { name: stray }, stray);
  if (name === '') throw AppError.unprocessable('required', undefined, 'name');
  if ([...name].length > mostNameSent) throw AppError.unprocessable('max_length', { value: mostNameSent }, 'name');
  return name;
}

const tooLarge = (most: number) => new AppError(413, message('file_large', { size: sizeLimitText(most) }));

/**
 * Receives the bytes into the store.
 * @throws 413 above the limit, 422 for no bytes and for an upload that breaks off
 */
async function receiveBytes(c: HttpRequestContext, id: string, most: number): Promise<ReceivedFile> {
  if (Number(c.req.header('Content-Length') ?? 0) > most) throw tooLarge(most);
  const bytes = (c.req.raw.body ?? Readable.toWeb(Readable.from([]))) as unknown as AsyncIterable<Uint8Array>;
  const got = await c
    .get('services')
    .files.receive(id, bytes, most)
    .catch((error: Error) => {
      if (error.name === 'TooManyBytes') throw tooLarge(most);
      throw error.name === 'BrokenOff' ? AppError.unprocessable('upload_broken') : error;
    });
  if (got.size === 0) throw AppError.unprocessable('file_empty');
  return got;
}

/**
 * Refuses a picture that is wider or higher than the field allows.
 * @throws 422 with both sizes
 */
async function checkPixels(c: HttpRequestContext, { id, type, size }: StoredFile, { maxPixels }: Field): Promise<void> {
  if (maxPixels === undefined || !isMeasured(type)) return;
  const { files } = c.get('services');
  const head = await files.read(id, { start: 0, end: Math.min(measuredBytes, size) - 1 });
  const found = pictureSize(await buffer(head), type);
  if (!found) throw AppError.unprocessable('picture_broken');
  const { width, height } = found;
  if (Math.max(width, height) > maxPixels)
    throw AppError.unprocessable('picture_large', { width, height, value: maxPixels });
}

/**
 * The upload as a record will store it, with its type detected from the content.
 * @throws 422 for a type that the field does not accept
 */
async function inspectUpload(c: HttpRequestContext, id: string, sent: string, item: Field): Promise<StoredFile> {
  const { files } = c.get('services');
  const got = await receiveBytes(c, id, mostBytes(item));
  const type = (await files.typeOf(id, sent, typesOf(item))) as FileType | undefined;
  if (!type) throw AppError.unprocessable('file_type', { types: fileTypeList(typesOf(item)) });
  await files.keep(id, got);
  const file = { id, name: cleanFileName(sent, type), type, ...got };
  await checkPixels(c, file, item);
  return file;
}

/**
 * Receives a file for a field of an entity: the body is its content. It is streamed instead of loaded into memory. The time limit
 * of a request applies only to the statements before and after. The same key and content get the first answer again
 * (C21).
 */
export async function receiveUpload(c: HttpRequestContext, entity: Entity, field: string): Promise<Response> {
  const { files } = c.get('services');
  const item = fileItem(entity.fields[field] as Field) as Field;
  const sent = nameOf(c);
  const id = await asCaller(c, (context) => beginUpload(context, entity, field));
  const giveUp = async (): Promise<void> => {
    startTimeLimit(c);
    await asCaller(c, (context) => markUploadForRemoval(context, id));
    // The scheduled clean-up removes what remains.
    await files.remove(id).catch(() => undefined);
  };
  try {
    const file = await inspectUpload(c, id, sent, item);
    const key = requestKey(c, { name: file.name, size: file.size, sha256: file.sha256 });
    startTimeLimit(c);
    const answer = await asCaller(c, (context) => idempotent(context, key, (within) => finishUpload(within, file)));
    if (answer.id !== id) await giveUp();
    return c.json(answer);
  } catch (error) {
    await giveUp();
    throw error;
  }
}

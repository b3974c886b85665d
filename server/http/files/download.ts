import { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import { message } from '../../../contract/messages/message.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { StoredFile } from '../../../contract/schema/field/field.ts';
import { AppError } from '../../core/appError.ts';
import type { ByteRange } from '../../core/fileStore.ts';
import { findFile } from '../../resource/files/attachFiles.ts';
import { isTraced } from '../../resource/read/read.ts';
import { refuseParameters } from '../middleware.ts';
import { asCaller, asReader, type HttpRequestContext } from '../services.ts';
import { resolveRange } from './range.ts';

/** The entity tag of a content: its hash. */
const entityTag = ({ sha256 }: StoredFile): string => `"${sha256}"`;

/** Headers with which every browser saves the file, and never shows or runs it as a page of ours. */
function setHeaders(c: HttpRequestContext, file: StoredFile): void {
  c.header('Content-Type', 'application/octet-stream');
  c.header('Content-Disposition', contentDisposition(file.name));
  c.header('Content-Security-Policy', "default-src 'none'; sandbox");
  c.header('Cross-Origin-Resource-Policy', 'same-origin');
  c.header('Accept-Ranges', 'bytes');
  c.header('ETag', entityTag(file));
}

/** The content or a range of it; for `HEAD` only its length. */
async function contentOf(c: HttpRequestContext, { id, size }: StoredFile, part?: ByteRange): Promise<Response> {
  const { start, end } = part ?? { start: 0, end: size - 1 };
  c.header('Content-Length', String(end - start + 1));
  if (part) c.header('Content-Range', `bytes ${start}-${end}/${size}`);
  const status = part ? 206 : 200;
  if (c.req.method === 'HEAD') return c.body(null, status);
  const content = await c.get('services').files.read(id, part);
  return c.body(Readable.toWeb(content) as unknown as ReadableStream, status);
}

/**
 * Answers the request by its conditional headers.
 * @throws 412, and 416 with the length of the content (RFC 9110, 15.5.17)
 */
function answered(c: HttpRequestContext, file: StoredFile): Promise<Response> | Response {
  const asked = {
    range: c.req.header('Range'),
    ifRange: c.req.header('If-Range'),
    ifMatch: c.req.header('If-Match'),
    ifNoneMatch: c.req.header('If-None-Match'),
  };
  const served = resolveRange(asked, entityTag(file), file.size);
  if (served === 'other content') throw new AppError(412, message('file_changed'));
  if (served === 'not modified') {
    c.header('ETag', entityTag(file));
    return c.body(null, 304);
  }
  if (served === 'no such part') {
    c.header('Content-Range', `bytes */${file.size}`);
    throw new AppError(416, message('no_such_part'));
  }
  setHeaders(c, file);
  return contentOf(c, file, served === 'whole' ? undefined : served);
}

/** Serves a file of a record, or a range of it, to a caller who can read that field. */
export async function serveDownload(c: HttpRequestContext, entity: Entity, field: string): Promise<Response> {
  refuseParameters(c);
  const { id, file: wanted } = c.req.param() as { id: string; file: string };
  const as = isTraced(entity) ? asCaller : asReader;
  return answered(c, await as(c, (context) => findFile(context, entity, field, Number(id), wanted)));
}

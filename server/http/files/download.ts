import { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import { message } from '../../../contract/messages/message.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { StoredFile } from '../../../contract/schema/field/field.ts';
import { AppError } from '../../core/appError.ts';
import type { ByteRange } from '../../domain/account/storedFile.ts';
import { fileOf } from '../../resource/files/attachFiles.ts';
import { isTraced } from '../../resource/read/read.ts';
import { noParameters } from '../middleware.ts';
import { asCaller, asReader, type Http } from '../services.ts';
import { servedOf } from './range.ts';

/** The tag of a content: what it is, and nothing else. */
const tagOf = ({ sha256 }: StoredFile): string => `"${sha256}"`;

/** What a file is served with: to be saved and never shown or run as a page of ours, whoever asks for it. */
function setHeaders(c: Http, file: StoredFile): void {
  c.header('Content-Type', 'application/octet-stream');
  c.header('Content-Disposition', contentDisposition(file.name));
  c.header('Content-Security-Policy', "default-src 'none'; sandbox");
  c.header('Cross-Origin-Resource-Policy', 'same-origin');
  c.header('Accept-Ranges', 'bytes');
  c.header('ETag', tagOf(file));
}

/** The content, or a part of it; to `HEAD` no more than how long it is. */
async function contentOf(c: Http, { id, size }: StoredFile, part?: ByteRange): Promise<Response> {
  const { start, end } = part ?? { start: 0, end: size - 1 };
  c.header('Content-Length', String(end - start + 1));
  if (part) c.header('Content-Range', `bytes ${start}-${end}/${size}`);
  const status = part ? 206 : 200;
  if (c.req.method === 'HEAD') return c.body(null, status);
  const content = await c.get('services').files.read(id, part);
  return c.body(Readable.toWeb(content) as unknown as ReadableStream, status);
}

/** Throws 412, and 416 with how long the content is (RFC 9110, 15.5.17). */
function answered(c: Http, file: StoredFile): Promise<Response> | Response {
  const asked = {
    range: c.req.header('Range'),
    ifRange: c.req.header('If-Range'),
    ifMatch: c.req.header('If-Match'),
    ifNoneMatch: c.req.header('If-None-Match'),
  };
  const served = servedOf(asked, tagOf(file), file.size);
  if (served === 'other content') throw new AppError(412, message('file_changed'));
  if (served === 'not modified') {
    c.header('ETag', tagOf(file));
    return c.body(null, 304);
  }
  if (served === 'no such part') {
    c.header('Content-Range', `bytes */${file.size}`);
    throw new AppError(416, message('no_such_part'));
  }
  setHeaders(c, file);
  return contentOf(c, file, served === 'whole' ? undefined : served);
}

/** Serves a file of a record, or a part of it, to whoever is answered that field of it. */
export async function download(c: Http, entity: Entity, field: string): Promise<Response> {
  noParameters(c);
  const { id, file: wanted } = c.req.param() as { id: string; file: string };
  const as = isTraced(entity) ? asCaller : asReader;
  return answered(c, await as(c, (context) => fileOf(context, entity, field, Number(id), wanted)));
}

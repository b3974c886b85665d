import { dateInZone } from '../../../contract/kinds/resolveDefault.ts';
import { byteOrderMark, csvLine } from '../../../contract/lib/csv.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { compressedFor } from '../answer.ts';
import { redactPath } from '../paths.ts';
import { type HttpRequestContext, pathsOf } from '../services.ts';
import { xlsxBytes } from './xlsx.ts';

type Bytes = AsyncGenerator<Uint8Array>;

async function* csvBytes(batches: AsyncIterable<string[][]>): Bytes {
  const encoder = new TextEncoder();
  yield encoder.encode(byteOrderMark);
  for await (const rows of batches) yield encoder.encode(rows.map(csvLine).join(''));
}

/** The bytes of an export, part by part. The cause of an error is only logged. */
async function* logged(c: HttpRequestContext, parts: Bytes): Bytes {
  try {
    yield* parts;
  } catch (err) {
    const { request_id } = c.get('origin');
    c.get('services').log.error({ err, request_id, path: redactPath(pathsOf(c), c.req.path) }, 'an export broke off');
    throw new Error('an export broke off');
  }
}

/**
 * Streams an export. If the client disconnects, the reading ends. An error breaks the connection off, so that nobody
 * mistakes a part for the whole.
 */
function fileResponse(c: HttpRequestContext, name: string, parts: Bytes): Response {
  c.header('Content-Disposition', `attachment; filename="${name}"`);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await parts.return(undefined)),
  });
  return c.body(body);
}

/** The name of the file: the entity, and today in the reader's time zone. */
function nameOf(c: HttpRequestContext, { name }: Entity, extension: string): string {
  const zone = c.get('origin').zone ?? c.get('services').settings.timeZone;
  return `${name}-${dateInZone(zone, new Date())}.${extension}`;
}

/** Streams rows as a CSV file, compressed if the client accepts it. */
export function csvResponse(c: HttpRequestContext, entity: Entity, batches: AsyncIterable<string[][]>): Response {
  c.header('Content-Type', 'text/csv; charset=utf-8');
  return fileResponse(c, nameOf(c, entity, 'csv'), compressedFor(c, logged(c, csvBytes(batches))));
}

/** The media type of a workbook. */
export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Streams rows as a workbook of text cells. */
export function xlsxResponse(c: HttpRequestContext, entity: Entity, batches: AsyncIterable<string[][]>): Response {
  c.header('Content-Type', xlsxType);
  return fileResponse(c, nameOf(c, entity, 'xlsx'), logged(c, xlsxBytes(batches)));
}

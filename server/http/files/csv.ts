import { byteOrderMark, csvLine } from '../../../contract/lib/csv.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { compressedFor } from '../answer.ts';
import { redactPath } from '../paths.ts';
import { type HttpRequestContext, pathsOf } from '../services.ts';

/** The text of the file, part by part. The cause of an error is only logged. */
async function* csvText(c: HttpRequestContext, batches: AsyncIterable<string[][]>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  try {
    yield encoder.encode(byteOrderMark);
    for await (const rows of batches) yield encoder.encode(rows.map(csvLine).join(''));
  } catch (err) {
    const { request_id } = c.get('origin');
    c.get('services').log.error({ err, request_id, path: redactPath(pathsOf(c), c.req.path) }, 'an export broke off');
    throw new Error('an export broke off');
  }
}

/**
 * Streams rows as a CSV file, compressed if the client accepts it. If the client disconnects, the reading ends. An
 * error closes the connection, so that an incomplete file is not mistaken for a complete one.
 */
export function csvResponse(c: HttpRequestContext, entity: Entity, batches: AsyncIterable<string[][]>): Response {
  const day = new Date().toISOString().slice(0, 10);
  c.header('Content-Type', 'text/csv; charset=utf-8');
  c.header('Content-Disposition', `attachment; filename="${entity.name}-${day}.csv"`);
  const parts = compressedFor(c, csvText(c, batches));
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

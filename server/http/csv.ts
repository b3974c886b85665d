import { stream } from 'hono/streaming';
import type { Entity } from '../../contract/entity.ts';
import type { Http } from './services.ts';

/** The mark by which spreadsheets know UTF-8. */
const byteOrderMark = '\uFEFF';

/** A cell as RFC 4180 has it; what a spreadsheet would take for a formula begins with an apostrophe. */
export function cellOf(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const lineOf = (cells: readonly string[]): string => `${cells.map(cellOf).join(',')}\r\n`;

/** Streams rows as a CSV file; a client that goes away ends the reading. */
export function csvResponse(c: Http, entity: Entity, batches: AsyncIterable<string[][]>): Response {
  const day = new Date().toISOString().slice(0, 10);
  c.header('Content-Type', 'text/csv; charset=utf-8');
  c.header('Content-Disposition', `attachment; filename="${entity.name}-${day}.csv"`);
  return stream(c, async (out) => {
    await out.write(byteOrderMark);
    for await (const rows of batches) {
      if (out.aborted) return;
      await out.write(rows.map(lineOf).join(''));
    }
  });
}

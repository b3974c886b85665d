import { createRequire } from 'node:module';

/** The library has no types. */
const { JSDOM } = createRequire(import.meta.url)('jsdom') as {
  JSDOM: new (html: string) => { window: { document: Document } };
};

/** HTML as a mail program parses it. */
export const parsed = (html: string): Document => new JSDOM(html).window.document;

/** The rows of a mail's table by their headings. */
export function factsOf(html: string): Record<string, string> {
  const rows = [...parsed(html).querySelectorAll('tr:has(> th[scope=row])')];
  return Object.fromEntries(rows.map((row) => [...row.children].map((cell) => cell.textContent)));
}

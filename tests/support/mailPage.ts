import { createRequire } from 'node:module';

/** The library comes without types. */
const { JSDOM } = createRequire(import.meta.url)('jsdom') as {
  JSDOM: new (html: string) => { window: { document: Document } };
};

/** HTML as a mail program reads it. */
export const parsed = (html: string): Document => new JSDOM(html).window.document;

/** The facts of a mail's table by their names. */
export function factsOf(html: string): Record<string, string> {
  const rows = [...parsed(html).querySelectorAll('tr:has(> th[scope=row])')];
  return Object.fromEntries(rows.map((row) => [...row.children].map((cell) => cell.textContent)));
}

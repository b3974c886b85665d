type Done = (error: unknown, csv: string) => void;

/**
 * Replaces `jsonexport`, the CSV writer of react-admin's exporter (see vite.config.ts). The product's exports come from
 * the server, so the real one loads only for a custom screen that uses it.
 */
export default async function jsonexport(records: object[], options: object | Done, done?: Done): Promise<void> {
  const real = (await import('jsonexport/dist/index.js')).default as (...given: unknown[]) => void;
  real(records, ...(done ? [options, done] : [options]));
}

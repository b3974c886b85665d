type Done = (error: unknown, csv: string) => void;

/**
 * The CSV of react-admin's own exporter, in place of `jsonexport` (see vite.config.ts): the product's exports come from the
 * server, so that its code loads only where a screen of somebody's own asks for it.
 */
export default async function jsonexport(records: object[], options: object | Done, done?: Done): Promise<void> {
  const real = (await import('jsonexport/dist/index.js')).default as (...given: unknown[]) => void;
  real(records, ...(done ? [options, done] : [options]));
}

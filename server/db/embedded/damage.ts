/**
 * SQLSTATEs by which PostgreSQL says that its files are not as it wrote them: a page or an index that is broken, a file that
 * is gone, and a disk that does not give back what it has (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
const damaged = /^(XX00[12]|58P01|58030)$/;

/** Does the error say that the files of the database are damaged? */
export const isDamage = (error: unknown): error is Error =>
  error instanceof Error && damaged.test(String((error as { code?: unknown }).code));

/** The files of a database cannot be read: says which folder, and what brings its rows back (docs/operations/backup.md). */
export class DamagedFolder extends Error {
  constructor(dataDir: string, cause: Error) {
    super(
      `the files of the database in ${dataDir} are damaged (${cause.message}): stop the server, put the folder away, ` +
        'and bring back a backup by `npm run restore -- FILE`',
      { cause },
    );
  }
}

/**
 * SQLSTATEs of damaged files: a broken page or index, a missing file, and a disk that cannot be read
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
const damaged = /^(XX00[12]|58P01|58030)$/;

/** True if the error says that the files of the database are damaged. */
export const isDamage = (error: unknown): error is Error =>
  error instanceof Error && damaged.test(String((error as { code?: unknown }).code));

/**
 * The files of a database cannot be read. The message names the folder and how to restore a backup
 * (docs/operations/backup.md).
 */
export class DamagedFolder extends Error {
  constructor(dataDir: string, cause: Error) {
    super(
      `the files of the database in ${dataDir} are damaged (${cause.message}): stop the server, move the folder away, ` +
        'and restore a backup with `npm run restore -- FILE`',
      { cause },
    );
  }
}

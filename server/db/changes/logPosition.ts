import { sql } from 'kysely';

/**
 * The position of the primary's log, which a replica must have reached to show what was written before. With
 * `synchronous_commit` off, a commit does not wait until its log is on the disk, so the position of the last insert
 * counts.
 */
export const logPosition = sql<string>`(case current_setting('synchronous_commit')
    when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end)::text`;

import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isMarked } from '../db/auditMark.ts';
import type { Tables } from '../db/tables.ts';
import { takeTurn } from '../db/turn.ts';
import { macsOf, type Secrets } from './secret.ts';

const batch = 500;
/** An entry has its id before it commits: those that commit late are looked for among so many before the last link. */
export const late = 10_000;

const first = [
  ...['id', 'created_at', 'updated_at', 'version', 'deleted_at', 'actor_id', 'behalf_id', 'action', 'entity'],
  ...['entity_id', 'before', 'after', 'address', 'agent', 'request_id', 'result'],
] as const;
/** The columns of an entry that a link is over, by the link's version. A new column is a new version; none is changed. */
export const sealedColumns: Readonly<Record<number, readonly string[]>> = { 1: first, 2: [...first, 'mark'] };
const present = 2;

/** An entry as PostgreSQL writes it in JSON: the names are sorted, so that it always reads the same. */
const entryOf = (columns: readonly string[]): RawBuilder<string> =>
  sql`jsonb_build_object(${sql.join(columns.flatMap((name) => [sql.lit(name), sql.ref(`a.${name}`)]))})::text`;

const versions = Object.entries(sealedColumns).map(([version, columns]) => ({
  version: Number(version),
  entry: entryOf(columns),
}));

/** A row of the audit, and how it reads in each version. */
export type Entry = Record<string, unknown> & { id: number; mark: string | null; entries: readonly string[] };

export const everyEntry = sql`json_build_array(${sql.join(versions.map(({ entry }) => entry))}) as entries`;
export const textOf = (entry: Entry, version: number): string =>
  entry.entries[versions.findIndex((one) => one.version === version)] ?? '';

type Authority = Pick<Secrets, 'mac'>;

/** The key that a link was made with: a former one up to where it was changed. */
export function authorityOf(secrets: Secrets, seq: number): Authority {
  const former = secrets.former.find(({ until }) => seq <= until.seq);
  return former ? macsOf(former) : secrets;
}

export const link = (authority: Authority, before: string, entry: string): string =>
  authority.mac('audit', `${before}\n${entry}`);
export const signed = (authority: Authority, seq: number, mac: string): string =>
  authority.mac('audit-checkpoint', `${seq}\n${mac}`);

const unsealed = async (db: Kysely<Tables>, after: number): Promise<Entry[]> => {
  const { rows } = await sql<Entry>`select a.*, ${everyEntry} from audit a where a.id > ${after}
    and not exists (select 1 from audit_seal s where s.audit_id = a.id and s.audit_id > ${after})
    order by a.id limit ${batch}`.execute(db);
  return rows;
};

/** The end of the chain, signed; whoever keeps one elsewhere can tell later whether the chain was cut. */
export interface Checkpoint {
  readonly seq: number;
  readonly mac: string;
  readonly signature: string;
}

export interface Sealed {
  readonly count: number;
  readonly checkpoint?: Checkpoint;
  /** Entries that the product did not write; they are sealed all the same, and found by who verifies. */
  readonly strange: readonly number[];
}

/** What was written before entries had marks is sealed as it was then; once one has a mark, all have. */
const versionOf = (mark: string | null, before: number): number => (mark === null && before === 1 ? 1 : present);

/**
 * Chains the audit's committed entries, each with an HMAC over the link before, and signs a checkpoint (C10).
 * Entries that commit late are linked late: the chain follows the sealing, not the ids.
 */
export async function sealAudit(db: Kysely<Tables>, secrets: Secrets): Promise<Sealed> {
  // Of several processes one seals at a time; the others leave it to that one.
  if (!(await takeTurn(db, 'audit_seal'))) return { count: 0, strange: [] };
  const last = await db.selectFrom('audit_seal').selectAll().orderBy('seq', 'desc').limit(1).executeTakeFirst();
  const rows = await unsealed(db, (last?.audit_id ?? 0) - late);
  if (rows.length === 0) return { count: 0, strange: [] };
  let { seq, mac, version } = last ?? { seq: 0, mac: '', version: present };
  const seals = rows.map((entry) => {
    seq += 1;
    version = versionOf(entry.mark, version);
    mac = link(secrets, mac, textOf(entry, version));
    return { seq, audit_id: entry.id, mac, version };
  });
  await db.insertInto('audit_seal').values(seals).execute();
  const checkpoint = { seq, mac, signature: signed(secrets, seq, mac) };
  await db.insertInto('audit_checkpoint').values(checkpoint).execute();
  const marked = new Set(seals.filter((one) => one.version > 1).map((one) => one.audit_id));
  const strange = rows.filter((entry) => marked.has(entry.id) && !isMarked(secrets, entry)).map(({ id }) => id);
  return { count: rows.length, checkpoint, strange };
}

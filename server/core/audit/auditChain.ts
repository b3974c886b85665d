import { type Kysely, type RawBuilder, sql } from 'kysely';
import { tryAdvisoryLock } from '../../db/maintenance/advisoryLock.ts';
import type { Tables } from '../../db/schema/tables.ts';
import { hasValidMark } from '../../db/write/auditSignature.ts';
import { previousKeyMacs, type Secrets } from '../secrets.ts';

/** The most entries that are sealed in one transaction, since the embedded database serves nobody else meanwhile. */
export const sealBatchSize = 100;
/**
 * Ids are given out before the commit, so that an entry may become visible after later ones were sealed. Each call
 * searches this range of ids before the last link, and one more range of the older entries.
 */
export const lateEntryRange = 10_000;

const firstColumns = [
  'id',
  'created_at',
  'updated_at',
  'version',
  'deleted_at',
  'actor_id',
  'behalf_id',
  'action',
  'entity',
  'entity_id',
  'before',
  'after',
  'address',
  'agent',
  'request_id',
  'result',
] as const;
/**
 * The columns of an entry that its link covers, by the version of the link. A new column needs a new version; never
 * change an existing one.
 */
export const chainedColumns: Readonly<Record<number, readonly string[]>> = {
  1: firstColumns,
  2: [...firstColumns, 'mark'],
};
const currentVersion = 2;

/** An entry as PostgreSQL writes it in JSON: `jsonb` sorts the names, so that the text is always the same. */
const entryJson = (columns: readonly string[]): RawBuilder<string> =>
  sql`jsonb_build_object(${sql.join(columns.flatMap((name) => [sql.lit(name), sql.ref(`a.${name}`)]))})::text`;

const versions = Object.entries(chainedColumns).map(([version, columns]) => ({
  version: Number(version),
  entry: entryJson(columns),
}));

/** A row of the audit, with its JSON text in each requested version. */
export type AuditEntry = Record<string, unknown> & {
  id: number;
  mark: string | null;
  entries: readonly (string | null)[];
};

export const allEntryTexts = sql`json_build_array(${sql.join(versions.map(({ entry }) => entry))}) as entries`;
/**
 * The texts of an entry that is not sealed yet: with a mark it is sealed in the current version, so the older text is
 * not needed.
 */
const newEntryTexts = sql`json_build_array(${sql.join(
  versions.map(({ version, entry }) =>
    version === currentVersion ? entry : sql`case when a.mark is null then ${entry} end`,
  ),
)}) as entries`;
export const entryText = (entry: AuditEntry, version: number): string =>
  entry.entries[versions.findIndex((one) => one.version === version)] ?? '';

type Authority = Pick<Secrets, 'mac'>;

/** The key that a link was made with: a previous key for links up to the change of the key. */
export function authorityOfLink(secrets: Secrets, seq: number): Authority {
  const former = secrets.previous.find(({ until }) => seq <= until.seq);
  return former ? previousKeyMacs(former) : secrets;
}

export const linkMac = (authority: Authority, before: string, entry: string): string =>
  authority.mac('audit', `${before}\n${entry}`);
export const checkpointSignature = (authority: Authority, seq: number, mac: string): string =>
  authority.mac('audit-checkpoint', `${seq}\n${mac}`);

/**
 * The ids of unsealed entries above one id and up to another. Both tables are limited to that range, so that PostgreSQL
 * can merge them.
 */
const unsealedIds = (above: number, upTo = 2_147_483_647) =>
  sql`select a.id from audit a where a.id > ${above} and a.id <= ${upTo} and not exists (select 1 from audit_seal s
    where s.audit_id = a.id and s.audit_id > ${above} and s.audit_id <= ${upTo})`;

/** Entries to be sealed: the new ones, those that committed late, and a range of the older ones down from an id. */
const unsealedEntries = async (db: Kysely<Tables>, highest: number, from: number): Promise<AuditEntry[]> => {
  const { rows } = await sql<AuditEntry>`select a.*, ${newEntryTexts} from audit a where a.id = any (array(
      select id from (${unsealedIds(highest - lateEntryRange)} union all ${unsealedIds(from - lateEntryRange, from)}) as found
      order by id limit ${sealBatchSize}))
    order by a.id`.execute(db);
  return rows;
};

/** The id where the search through the older entries goes on; undefined if the next search starts again. */
async function nextSearchStart(db: Kysely<Tables>, from: number, isDone: boolean): Promise<number | undefined> {
  if (!isDone) return from;
  const { rows } = await sql<{ first: number | null }>`select min(id) as first from audit`.execute(db);
  return from - lateEntryRange >= (rows[0]?.first ?? from) ? from - lateEntryRange : undefined;
}

/** The end of the chain, signed. A copy stored elsewhere shows later whether the chain was cut. */
export interface Checkpoint {
  readonly seq: number;
  readonly mac: string;
  readonly signature: string;
}

export interface SealResult {
  readonly count: number;
  readonly checkpoint?: Checkpoint;
  /** Entries that the product did not write. They are sealed all the same; the verification reports them. */
  readonly strange: readonly number[];
  /** The id where the next call goes on searching the older entries; undefined if it starts again. */
  readonly looked?: number | undefined;
}

/** Entries from before marks existed are sealed in version 1; after the first entry with a mark, all have one. */
const linkVersion = (mark: string | null, before: number): number =>
  mark === null && before === 1 ? 1 : currentVersion;

/**
 * The last link, and the highest id that is sealed. They may belong to different entries, since links follow the order
 * of sealing.
 */
async function chainEnd(db: Kysely<Tables>) {
  const { rows } = await sql<{ seq: number; mac: string; version: number; highest: number }>`select seq, mac, version,
    (select max(audit_id) from audit_seal) as highest from audit_seal order by seq desc limit 1`.execute(db);
  return rows[0] ?? { seq: 0, mac: '', version: currentVersion, highest: 0 };
}
type ChainEnd = Awaited<ReturnType<typeof chainEnd>>;

function nextLinks(secrets: Secrets, { seq, mac, version }: ChainEnd, entries: readonly AuditEntry[]) {
  return entries.map((entry) => {
    seq += 1;
    version = linkVersion(entry.mark, version);
    mac = linkMac(secrets, mac, entryText(entry, version));
    return { seq, audit_id: entry.id, mac, version };
  });
}

/**
 * Links the committed entries of the audit, each by an HMAC over the previous link, and signs a checkpoint (C10). At
 * most 100 entries a call: after a full batch more may wait. An entry that commits late is linked late, since the chain
 * follows the order of sealing, not of the ids.
 * @param looked the id where the previous call stopped searching the older entries
 */
export async function sealAudit(db: Kysely<Tables>, secrets: Secrets, looked?: number): Promise<SealResult> {
  // One process seals at a time; the others skip their turn.
  if (!(await tryAdvisoryLock(db, 'audit_seal'))) return { count: 0, strange: [], looked };
  const end = await chainEnd(db);
  const from = looked ?? end.highest - lateEntryRange;
  const entries = await unsealedEntries(db, end.highest, from);
  const next = await nextSearchStart(db, from, entries.length < sealBatchSize);
  const seals = nextLinks(secrets, end, entries);
  const last = seals.at(-1);
  if (!last) return { count: 0, strange: [], looked: next };
  await db.insertInto('audit_seal').values(seals).execute();
  const checkpoint = { seq: last.seq, mac: last.mac, signature: checkpointSignature(secrets, last.seq, last.mac) };
  await db.insertInto('audit_checkpoint').values(checkpoint).execute();
  const strange = entries.filter((entry, at) => (seals[at]?.version ?? 1) > 1 && !hasValidMark(secrets, entry));
  return { count: entries.length, checkpoint, strange: strange.map(({ id }) => id), looked: next };
}

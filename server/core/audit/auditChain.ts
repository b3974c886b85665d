import { type Kysely, type RawBuilder, sql } from 'kysely';
import { takeTurn } from '../../db/maintenance/advisoryLock.ts';
import type { Tables } from '../../db/schema/tables.ts';
import { isMarked } from '../../db/write/auditSignature.ts';
import { macsOf, type Secrets } from '../secrets.ts';

/** The most entries that are sealed in one transaction: whoever asks meanwhile waits for the links of so many. */
export const batch = 100;
/**
 * An entry has its id before it commits. Those that commit late are looked for among so many before the last link, and those
 * that commit later still among the older ones, so many at a time.
 */
export const late = 10_000;

const first = [
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

/** A row of the audit, and how it reads in each version that is asked for. */
export type Entry = Record<string, unknown> & { id: number; mark: string | null; entries: readonly (string | null)[] };

export const everyEntry = sql`json_build_array(${sql.join(versions.map(({ entry }) => entry))}) as entries`;
/** The same without those that it is not sealed in: one with a mark is sealed as it is at present. */
const newEntry = sql`json_build_array(${sql.join(
  versions.map(({ version, entry }) => (version === present ? entry : sql`case when a.mark is null then ${entry} end`)),
)}) as entries`;
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

/** The ids of entries without a seal, of those above one and up to another. Both sides are narrowed, to be read in step. */
const unsealedIn = (above: number, upTo = 2_147_483_647) =>
  sql`select a.id from audit a where a.id > ${above} and a.id <= ${upTo} and not exists (select 1 from audit_seal s
    where s.audit_id = a.id and s.audit_id > ${above} and s.audit_id <= ${upTo})`;

/** Entries to be sealed: the new ones, those that came late, and those of the older ones down from an id. */
const unsealed = async (db: Kysely<Tables>, highest: number, from: number): Promise<Entry[]> => {
  const { rows } = await sql<Entry>`select a.*, ${newEntry} from audit a where a.id = any (array(
      select id from (${unsealedIn(highest - late)} union all ${unsealedIn(from - late, from)}) as found
      order by id limit ${batch}))
    order by a.id`.execute(db);
  return rows;
};

/** Down to which id the older entries have been looked through after another look; none where it is to begin anew. */
async function lookedTo(db: Kysely<Tables>, from: number, isDone: boolean): Promise<number | undefined> {
  if (!isDone) return from;
  const { rows } = await sql<{ first: number | null }>`select min(id) as first from audit`.execute(db);
  return from - late >= (rows[0]?.first ?? from) ? from - late : undefined;
}

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
  /** Down to where the older entries were looked through, for the next call to go on; none where it begins anew. */
  readonly looked?: number | undefined;
}

/** What was written before entries had marks is sealed as it was then; once one has a mark, all have. */
const versionOf = (mark: string | null, before: number): number => (mark === null && before === 1 ? 1 : present);

/** The last link so far, and the highest id that has one: links follow the sealing, so that these may differ. */
async function endOf(db: Kysely<Tables>) {
  const { rows } = await sql<{ seq: number; mac: string; version: number; highest: number }>`select seq, mac, version,
    (select max(audit_id) from audit_seal) as highest from audit_seal order by seq desc limit 1`.execute(db);
  return rows[0] ?? { seq: 0, mac: '', version: present, highest: 0 };
}
type End = Awaited<ReturnType<typeof endOf>>;

/** The links of further entries. */
function linksOf(secrets: Secrets, { seq, mac, version }: End, entries: readonly Entry[]) {
  return entries.map((entry) => {
    seq += 1;
    version = versionOf(entry.mark, version);
    mac = link(secrets, mac, textOf(entry, version));
    return { seq, audit_id: entry.id, mac, version };
  });
}

/**
 * Chains the audit's committed entries, each with an HMAC over the link before, and signs a checkpoint (C10), a hundred
 * at a time: where it sealed a whole batch, more may wait. Entries that commit late are linked late, however late that is:
 * the chain follows the sealing, not the ids. In: down to where the call before has looked through the older entries.
 */
export async function sealAudit(db: Kysely<Tables>, secrets: Secrets, looked?: number): Promise<Sealed> {
  // Of several processes one seals at a time; the others leave it to that one.
  if (!(await takeTurn(db, 'audit_seal'))) return { count: 0, strange: [], looked };
  const end = await endOf(db);
  const from = looked ?? end.highest - late;
  const entries = await unsealed(db, end.highest, from);
  const next = await lookedTo(db, from, entries.length < batch);
  const seals = linksOf(secrets, end, entries);
  const last = seals.at(-1);
  if (!last) return { count: 0, strange: [], looked: next };
  await db.insertInto('audit_seal').values(seals).execute();
  const checkpoint = { seq: last.seq, mac: last.mac, signature: signed(secrets, last.seq, last.mac) };
  await db.insertInto('audit_checkpoint').values(checkpoint).execute();
  const strange = entries.filter((entry, at) => (seals[at]?.version ?? 1) > 1 && !isMarked(secrets, entry));
  return { count: entries.length, checkpoint, strange: strange.map(({ id }) => id), looked: next };
}

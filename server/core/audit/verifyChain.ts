import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../db/schema/tables.ts';
import { hasValidMark } from '../../db/write/auditSignature.ts';
import type { Secrets } from '../secrets.ts';
import {
  type AuditEntry,
  allEntryTexts,
  authorityOfLink,
  type Checkpoint,
  checkpointSignature,
  entryText,
  lateEntryRange,
  linkMac,
} from './auditChain.ts';

/** Rows in memory at a time. */
const defaultPageSize = 2_000;
/** The most findings that are listed. */
const maxFindings = 1_000;
const maxId = 2 ** 31 - 1;

/** A checkpoint that was saved outside the database, and its place. */
export interface SavedCheckpoint extends Omit<Checkpoint, 'signature'> {
  /** Absent if only the number and the MAC were noted down. */
  readonly signature?: string;
  readonly where: string;
}

export interface AuditVerification {
  readonly ok: boolean;
  readonly sealed: number;
  /** Entries of the product that are not sealed yet. */
  readonly waiting: number;
  /** The first thousand findings; `more` counts the rest. */
  readonly findings: readonly string[];
  readonly more?: number;
}

/** The first findings, and the number of all. */
class Findings {
  readonly first: string[] = [];
  count = 0;

  add(found: readonly string[]): void {
    this.count += found.length;
    this.first.push(...found.slice(0, Math.max(0, maxFindings - this.first.length)));
  }
}

interface Verification {
  readonly db: Kysely<Tables>;
  readonly secrets: Secrets;
  readonly page: number;
  readonly findings: Findings;
}

interface Link {
  seq: number;
  mac: string;
  version: number;
  entry: AuditEntry | null;
}

/** The links after a number, each with its entry if that still exists. */
async function linksAfter({ db, page }: Verification, seq: number): Promise<Link[]> {
  const { rows } = await sql<AuditEntry & { seq: number; link_mac: string; link_version: number }>`select s.seq,
      s.mac as link_mac, s.version as link_version, a.*, ${allEntryTexts}
    from audit_seal s left join audit a on a.id = s.audit_id where s.seq > ${seq} order by s.seq limit ${page}`.execute(
    db,
  );
  return rows.map(({ link_mac: mac, link_version: version, ...entry }) => {
    return { seq: entry.seq, mac, version, entry: entry.id === null ? null : entry };
  });
}

const notOurs = (id: number): string => `the entry ${id} was not written by the product`;

function linkMistakes(
  secrets: Secrets,
  before: Pick<Link, 'seq' | 'mac'>,
  { seq, mac, version, entry }: Link,
): string[] {
  const gap = seq === before.seq + 1 ? [] : [`a link is missing before ${seq}`];
  if (!entry) return [...gap, `the entry of link ${seq} is missing`];
  const authority = authorityOfLink(secrets, seq);
  if (linkMac(authority, before.mac, entryText(entry, version)) !== mac)
    return [...gap, `the entry of link ${seq} was changed`];
  return version > 1 && !hasValidMark(authority, entry) ? [...gap, notOurs(entry.id)] : gap;
}

/** The checkpoints between two links, page by page; without an upper end also those beyond the end of the chain. */
async function* checkpointsIn(
  { db, page }: Verification,
  above: number,
  upTo = maxId,
): AsyncGenerator<SavedCheckpoint[]> {
  let after = { seq: above, id: maxId };
  for (;;) {
    const { rows } = await sql<Checkpoint & { id: number }>`select seq, id, mac, signature from audit_checkpoint
      where (seq, id) > (${after.seq}, ${after.id}) and seq <= ${upTo} order by seq, id limit ${page}`.execute(db);
    yield rows.map(({ id: _, ...one }) => ({ ...one, where: 'the database' }));
    const last = rows.at(-1);
    if (!last || rows.length < page) return;
    after = last;
  }
}

/**
 * The mistakes of checkpoints.
 * @param macs the MACs of the chain by their number, at least of these checkpoints
 */
function checkpointMistakes(
  secrets: Secrets,
  checkpoints: readonly SavedCheckpoint[],
  macs: ReadonlyMap<number, string>,
) {
  return checkpoints.flatMap((one) => {
    if (!checkSigned(secrets, one)) return [`the checkpoint at ${one.seq} of ${one.where} was changed`];
    return macs.get(one.seq) === one.mac
      ? []
      : [`the chain does not reach the checkpoint at ${one.seq} of ${one.where}`];
  });
}

/**
 * Walks the chain and its checkpoints page by page.
 * @returns the length of the chain, and the MACs of the wanted links by their number
 */
async function walkChain(reading: Verification, wanted: ReadonlySet<number>) {
  const { secrets, findings } = reading;
  const macs = new Map<number, string>();
  let before = { seq: 0, mac: '' };
  let sealed = 0;
  for (let links = await linksAfter(reading, 0); links.length > 0; links = await linksAfter(reading, before.seq)) {
    const begin = before.seq;
    const found = new Map(links.map(({ seq, mac }) => [seq, mac]));
    for (const one of links) {
      findings.add(linkMistakes(secrets, before, one));
      if (wanted.has(one.seq)) macs.set(one.seq, one.mac);
      before = one;
    }
    for await (const checkpoints of checkpointsIn(reading, begin, before.seq))
      findings.add(checkpointMistakes(secrets, checkpoints, found));
    sealed += links.length;
  }
  for await (const beyond of checkpointsIn(reading, before.seq))
    findings.add(checkpointMistakes(secrets, beyond, new Map()));
  return { sealed, macs };
}

/**
 * Reports sealed entries that have the mark of another entry. PostgreSQL sorts the marks, on disk if there are many.
 */
async function checkCopies({ db, findings }: Verification): Promise<void> {
  const { rows } = await sql<{ id: number; count: number }>`with twice as (
      select mark from audit where mark is not null group by mark having count(*) > 1)
    select id, count(*) over ()::int as count from (
      select a.id, s.seq, row_number() over (partition by a.mark order by s.seq) as place
      from twice join audit a using (mark) join audit_seal s on s.audit_id = a.id
    ) as marked where place > 1 order by seq limit ${maxFindings}`.execute(db);
  findings.add(rows.map(({ id }) => `the entry ${id} is a copy of another`));
  findings.count += (rows[0]?.count ?? 0) - rows.length;
}

/** Unsealed entries in the order of their ids. `left_out` marks those that should have been sealed long ago. */
async function unsealedAfter({ db, page }: Verification, id: number) {
  const { rows } = await sql<AuditEntry & { left_out: boolean }>`select a.*, a.created_at < now() - interval '1 day'
      and a.id <= (select max(audit_id) from audit_seal) - ${lateEntryRange}::int as left_out
    from audit a where a.id > ${id} and not exists (
      select 1 from audit_seal s where s.audit_id = a.id and s.audit_id > ${id})
    order by a.id limit ${page}`.execute(db);
  return rows;
}
type Unsealed = Awaited<ReturnType<typeof unsealedAfter>>[number];

function unsealedMistakes(secrets: Secrets, entry: Unsealed): string[] {
  const strange = hasValidMark(secrets, entry) ? [] : [notOurs(entry.id)];
  return entry.left_out ? [`the entry ${entry.id} was never sealed`, ...strange] : strange;
}

/**
 * Checks the unsealed entries.
 * @returns how many there are
 */
async function checkUnsealed(reading: Verification): Promise<number> {
  const { secrets, findings } = reading;
  let waiting = 0;
  let id = -maxId;
  for (;;) {
    const rows = await unsealedAfter(reading, id);
    findings.add(rows.flatMap((entry) => unsealedMistakes(secrets, entry)));
    waiting += rows.length;
    if (rows.length < reading.page) return waiting;
    id = rows.at(-1)?.id ?? id;
  }
}

/** Ids come from a sequence: no id is above its last value, and if it gave out any, there must be entries. */
async function checkNumbers(db: Kysely<Tables>): Promise<string[]> {
  const sequence = sql.raw("pg_get_serial_sequence('audit', 'id')");
  const { rows } = await sql<{ given: number; last: number | null }>`select
      coalesce(pg_sequence_last_value(${sequence}::regclass), 0)::float8 as given,
      (select max(id) from audit) as last`.execute(db);
  const { given = 0, last = null } = rows[0] ?? {};
  if (last === null) return given > 0 ? [`all entries are missing: ${given} ids were given out`] : [];
  return last > given ? [`the entry ${last} has an id that was never given out`] : [];
}

const checkSigned = (secrets: Secrets, { seq, mac, signature }: Pick<SavedCheckpoint, 'seq' | 'mac' | 'signature'>) =>
  signature === undefined || checkpointSignature(authorityOfLink(secrets, seq), seq, mac) === signature;

/** A previous key authenticates the chain up to the change of the key: that link must be unchanged. */
const checkChanges = ({ previous: former }: Secrets, macs: ReadonlyMap<number, string>): string[] =>
  former.flatMap(({ until: { seq, mac } }) =>
    seq === 0 || macs.get(seq) === mac ? [] : [`the chain does not reach the change of the secret key at ${seq}`],
  );

/**
 * Reads the whole chain and reports what is wrong (C10): a changed entry, a gap, a cut end, an entry left out, an entry
 * that the product did not write. The time grows with the audit, so the statements of `db` should have no time limit.
 * @param checkpoints those saved outside the database; without them a cut end is not noticed if its checkpoints were
 * cut as well (D11)
 * @param page rows in memory at a time
 */
export async function verifyAudit(
  db: Kysely<Tables>,
  secrets: Secrets,
  checkpoints: readonly SavedCheckpoint[] = [],
  page = defaultPageSize,
): Promise<AuditVerification> {
  const findings = new Findings();
  const reading = { db, secrets, page, findings };
  const changes = secrets.previous.map(({ until }) => until);
  const { sealed, macs } = await walkChain(reading, new Set([...checkpoints, ...changes].map(({ seq }) => seq)));
  await checkCopies(reading);
  const waiting = await checkUnsealed(reading);
  findings.add(checkChanges(secrets, macs));
  findings.add(await checkNumbers(db));
  findings.add(checkpointMistakes(secrets, checkpoints, macs));
  const { first, count } = findings;
  const more = count - first.length;
  return { ok: count === 0, sealed, waiting, findings: first, ...(more > 0 && { more }) };
}

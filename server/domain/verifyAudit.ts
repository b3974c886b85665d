import { type Kysely, sql } from 'kysely';
import { isMarked } from '../db/auditMark.ts';
import type { Tables } from '../db/tables.ts';
import { authorityOf, type Checkpoint, type Entry, everyEntry, late, link, signed, textOf } from './seal.ts';
import type { Secrets } from './secret.ts';

const page = 2_000;

/** A checkpoint that was kept outside the database, and where. */
export interface KeptCheckpoint extends Omit<Checkpoint, 'signature'> {
  /** Absent where somebody wrote down the rest alone. */
  readonly signature?: string;
  readonly where: string;
}

export interface Verdict {
  readonly ok: boolean;
  readonly sealed: number;
  /** Entries of the product that wait for their seal. */
  readonly waiting: number;
  readonly findings: readonly string[];
}

interface Link {
  seq: number;
  mac: string;
  version: number;
  entry: Entry | null;
}

/** The links from one on, each with its entry, if that is still there. */
async function linksAfter(db: Kysely<Tables>, seq: number): Promise<Link[]> {
  const { rows } = await sql<Entry & { seq: number; link_mac: string; link_version: number }>`select s.seq,
      s.mac as link_mac, s.version as link_version, a.*, ${everyEntry}
    from audit_seal s left join audit a on a.id = s.audit_id where s.seq > ${seq} order by s.seq limit ${page}`.execute(
    db,
  );
  return rows.map(({ link_mac: mac, link_version: version, ...entry }) => {
    return { seq: entry.seq, mac, version, entry: entry.id === null ? null : entry };
  });
}

const notOurs = (id: number): string => `the entry ${id} was not written by the product`;

function wrongWith(secrets: Secrets, before: Pick<Link, 'seq' | 'mac'>, { seq, mac, version, entry }: Link): string[] {
  const gap = seq === before.seq + 1 ? [] : [`a link is missing before ${seq}`];
  if (!entry) return [...gap, `the entry of link ${seq} is missing`];
  const authority = authorityOf(secrets, seq);
  if (link(authority, before.mac, textOf(entry, version)) !== mac)
    return [...gap, `the entry of link ${seq} was changed`];
  return version > 1 && !isMarked(authority, entry) ? [...gap, notOurs(entry.id)] : gap;
}

/** The checkpoints between two links, and those beyond the end of the chain where no last one is given. */
async function checkpointsAfter(db: Kysely<Tables>, seq: number, last?: number): Promise<KeptCheckpoint[]> {
  const from = db.selectFrom('audit_checkpoint').select(['seq', 'mac', 'signature']).where('seq', '>', seq);
  const rows = await (last === undefined ? from : from.where('seq', '<=', last)).orderBy('seq').execute();
  return rows.map((one) => ({ ...one, where: 'the database' }));
}

/** What is wrong with checkpoints. In: the MACs of the chain by their number, as far as they are needed. */
function wrongCheckpoints(secrets: Secrets, checkpoints: readonly KeptCheckpoint[], macs: ReadonlyMap<number, string>) {
  return checkpoints.flatMap((one) => {
    if (!checkSigned(secrets, one)) return [`the checkpoint at ${one.seq} of ${one.where} was changed`];
    return macs.get(one.seq) === one.mac
      ? []
      : [`the chain does not reach the checkpoint at ${one.seq} of ${one.where}`];
  });
}

/**
 * Walks along the chain with its checkpoints, a page in memory at a time. Out: how long it is, what does not fit, and the
 * wanted links' MACs by their number.
 */
async function walk(db: Kysely<Tables>, secrets: Secrets, wanted: ReadonlySet<number>) {
  const findings: string[] = [];
  const macs = new Map<number, string>();
  let before = { seq: 0, mac: '' };
  let sealed = 0;
  for (let links = await linksAfter(db, 0); links.length > 0; links = await linksAfter(db, before.seq)) {
    const begin = before.seq;
    const found = new Map(links.map(({ seq, mac }) => [seq, mac]));
    for (const one of links) {
      findings.push(...wrongWith(secrets, before, one));
      if (wanted.has(one.seq)) macs.set(one.seq, one.mac);
      before = one;
    }
    findings.push(...wrongCheckpoints(secrets, await checkpointsAfter(db, begin, before.seq), found));
    sealed += links.length;
  }
  findings.push(...wrongCheckpoints(secrets, await checkpointsAfter(db, before.seq), new Map()));
  return { sealed, findings, macs };
}

/** Sealed entries that were put in with the mark of another. */
async function copies(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ id: number }>`select id from (
      select a.id, s.seq, row_number() over (partition by a.mark order by s.seq) as place
      from audit_seal s join audit a on a.id = s.audit_id where a.mark is not null
    ) as marked where place > 1 order by seq`.execute(db);
  return rows.map(({ id }) => `the entry ${id} is a copy of another`);
}

/** Entries without a seal: those that are too far behind the last link are never sealed any more. */
async function unsealedEntries(db: Kysely<Tables>, secrets: Secrets) {
  const { rows } = await sql<Entry & { left_out: boolean }>`select a.*,
      a.id <= (select max(audit_id) from audit_seal) - ${late}::int as left_out
    from audit a where not exists (select 1 from audit_seal s where s.audit_id = a.id) order by a.id`.execute(db);
  const findings = rows.flatMap((entry) => {
    const strange = isMarked(secrets, entry) ? [] : [notOurs(entry.id)];
    return entry.left_out ? [`the entry ${entry.id} was never sealed`, ...strange] : strange;
  });
  return { waiting: rows.length, findings };
}

/** Numbers are given out by a sequence: none is beyond it, and where some were given there are entries. */
async function checkNumbers(db: Kysely<Tables>): Promise<string[]> {
  const sequence = sql.raw("pg_get_serial_sequence('audit', 'id')");
  const { rows } = await sql<{ given: number; last: number | null }>`select
      coalesce(pg_sequence_last_value(${sequence}::regclass), 0)::float8 as given,
      (select max(id) from audit) as last`.execute(db);
  const { given = 0, last = null } = rows[0] ?? {};
  if (last === null) return given > 0 ? [`every entry is gone: ${given} were numbered`] : [];
  return last > given ? [`the entry ${last} has a number that was never given out`] : [];
}

const checkSigned = (secrets: Secrets, { seq, mac, signature }: Pick<KeptCheckpoint, 'seq' | 'mac' | 'signature'>) =>
  signature === undefined || signed(authorityOf(secrets, seq), seq, mac) === signature;

/** A former key vouches for the chain up to where the key was changed: the chain still is what it was there. */
const checkChanges = ({ former }: Secrets, macs: ReadonlyMap<number, string>): string[] =>
  former.flatMap(({ until: { seq, mac } }) =>
    seq === 0 || macs.get(seq) === mac ? [] : [`the chain does not reach the change of the secret key at ${seq}`],
  );

/**
 * Reads the whole chain and says what does not fit (C10): a changed entry, a gap, a cut tail, an entry left out, one that
 * the product did not write. In: the checkpoints that are kept outside the database, too, without which a tail that was
 * cut with its checkpoints would not be missed (D11).
 */
export async function verifyAudit(
  db: Kysely<Tables>,
  secrets: Secrets,
  kept: readonly KeptCheckpoint[] = [],
): Promise<Verdict> {
  const changes = secrets.former.map(({ until }) => until);
  const chain = await walk(db, secrets, new Set([...kept, ...changes].map(({ seq }) => seq)));
  const rest = await unsealedEntries(db, secrets);
  const ends = [...checkChanges(secrets, chain.macs), ...(await checkNumbers(db))];
  const outside = wrongCheckpoints(secrets, kept, chain.macs);
  const findings = [...chain.findings, ...(await copies(db)), ...rest.findings, ...ends, ...outside];
  return { ok: findings.length === 0, sealed: chain.sealed, waiting: rest.waiting, findings };
}

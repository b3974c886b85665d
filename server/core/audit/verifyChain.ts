import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../db/schema/tables.ts';
import { isMarked } from '../../db/write/auditSignature.ts';
import type { Secrets } from '../secrets.ts';
import { authorityOf, type Checkpoint, type Entry, everyEntry, late, link, signed, textOf } from './auditChain.ts';

/** So many rows are in memory at a time. */
const usualPage = 2_000;
/** So many findings are told one by one. */
const most = 1_000;
const maxId = 2 ** 31 - 1;

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
  /** What does not fit: the first thousand, and how many there are besides. */
  readonly findings: readonly string[];
  readonly more?: number;
}

/** What is gathered on the way: the first findings, and how many there were. */
class Findings {
  readonly first: string[] = [];
  count = 0;

  add(found: readonly string[]): void {
    this.count += found.length;
    this.first.push(...found.slice(0, Math.max(0, most - this.first.length)));
  }
}

/** What a verification works with. */
interface Reading {
  readonly db: Kysely<Tables>;
  readonly secrets: Secrets;
  readonly page: number;
  readonly findings: Findings;
}

interface Link {
  seq: number;
  mac: string;
  version: number;
  entry: Entry | null;
}

/** The links from one on, each with its entry, if that is still there. */
async function linksAfter({ db, page }: Reading, seq: number): Promise<Link[]> {
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

/** The checkpoints between two links, and those beyond the end of the chain where no last one is given, by the page. */
async function* checkpointsIn({ db, page }: Reading, above: number, upTo = maxId): AsyncGenerator<KeptCheckpoint[]> {
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
 * Walks along the chain with its checkpoints, a page in memory at a time. Out: how long it is, and the wanted links' MACs by
 * their number.
 */
async function walk(reading: Reading, wanted: ReadonlySet<number>) {
  const { secrets, findings } = reading;
  const macs = new Map<number, string>();
  let before = { seq: 0, mac: '' };
  let sealed = 0;
  for (let links = await linksAfter(reading, 0); links.length > 0; links = await linksAfter(reading, before.seq)) {
    const begin = before.seq;
    const found = new Map(links.map(({ seq, mac }) => [seq, mac]));
    for (const one of links) {
      findings.add(wrongWith(secrets, before, one));
      if (wanted.has(one.seq)) macs.set(one.seq, one.mac);
      before = one;
    }
    for await (const checkpoints of checkpointsIn(reading, begin, before.seq))
      findings.add(wrongCheckpoints(secrets, checkpoints, found));
    sealed += links.length;
  }
  for await (const beyond of checkpointsIn(reading, before.seq))
    findings.add(wrongCheckpoints(secrets, beyond, new Map()));
  return { sealed, macs };
}

/** Sealed entries that were put in with the mark of another. The database sorts the marks, on its disk where they are many. */
async function checkCopies({ db, findings }: Reading): Promise<void> {
  const { rows } = await sql<{ id: number; count: number }>`with twice as (
      select mark from audit where mark is not null group by mark having count(*) > 1)
    select id, count(*) over ()::int as count from (
      select a.id, s.seq, row_number() over (partition by a.mark order by s.seq) as place
      from twice join audit a using (mark) join audit_seal s on s.audit_id = a.id
    ) as marked where place > 1 order by seq limit ${most}`.execute(db);
  findings.add(rows.map(({ id }) => `the entry ${id} is a copy of another`));
  findings.count += (rows[0]?.count ?? 0) - rows.length;
}

/** Entries without a seal, in the order of their ids; left out are those that should have been found long ago. */
async function unsealedAfter({ db, page }: Reading, id: number) {
  const { rows } = await sql<Entry & { left_out: boolean }>`select a.*, a.created_at < now() - interval '1 day'
      and a.id <= (select max(audit_id) from audit_seal) - ${late}::int as left_out
    from audit a where a.id > ${id} and not exists (
      select 1 from audit_seal s where s.audit_id = a.id and s.audit_id > ${id})
    order by a.id limit ${page}`.execute(db);
  return rows;
}
type Unsealed = Awaited<ReturnType<typeof unsealedAfter>>[number];

function wrongUnsealed(secrets: Secrets, entry: Unsealed): string[] {
  const strange = isMarked(secrets, entry) ? [] : [notOurs(entry.id)];
  return entry.left_out ? [`the entry ${entry.id} was never sealed`, ...strange] : strange;
}

/** Looks at the entries without a seal. Out: how many they are. */
async function checkUnsealed(reading: Reading): Promise<number> {
  const { secrets, findings } = reading;
  let waiting = 0;
  let id = -maxId;
  for (;;) {
    const rows = await unsealedAfter(reading, id);
    findings.add(rows.flatMap((entry) => wrongUnsealed(secrets, entry)));
    waiting += rows.length;
    if (rows.length < reading.page) return waiting;
    id = rows.at(-1)?.id ?? id;
  }
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
 * cut with its checkpoints would not be missed (D11); and how many rows are in memory at a time. What it takes grows with
 * the audit, so the statements of `db` should have no limit of time.
 */
export async function verifyAudit(
  db: Kysely<Tables>,
  secrets: Secrets,
  kept: readonly KeptCheckpoint[] = [],
  page = usualPage,
): Promise<Verdict> {
  const findings = new Findings();
  const reading = { db, secrets, page, findings };
  const changes = secrets.former.map(({ until }) => until);
  const { sealed, macs } = await walk(reading, new Set([...kept, ...changes].map(({ seq }) => seq)));
  await checkCopies(reading);
  const waiting = await checkUnsealed(reading);
  findings.add(checkChanges(secrets, macs));
  findings.add(await checkNumbers(db));
  findings.add(wrongCheckpoints(secrets, kept, macs));
  const { first, count } = findings;
  const more = count - first.length;
  return { ok: count === 0, sealed, waiting, findings: first, ...(more > 0 && { more }) };
}

import { type Kysely, sql } from 'kysely';
import type { Tables } from '../db/tables.ts';
import type { Secrets } from './secret.ts';

const batch = 500;
/** An entry has its id before it commits: those that commit late are looked for among so many before the last link. */
const late = 10_000;

interface Entry {
  id: number;
  entry: string;
}

const link = (secrets: Secrets, before: string, entry: string): string => secrets.mac('audit', `${before}\n${entry}`);
const signed = (secrets: Secrets, seq: number, mac: string): string =>
  secrets.mac('audit-checkpoint', `${seq}\n${mac}`);

/** The rows as PostgreSQL writes them in JSON: their keys are sorted, so that a row always reads the same. */
const unsealed = (db: Kysely<Tables>, after: number) =>
  sql<Entry>`select a.id, to_jsonb(a)::text as entry from audit a where a.id > ${after}
    and not exists (select 1 from audit_seal s where s.audit_id = a.id and s.audit_id > ${after})
    order by a.id limit ${batch}`.execute(db);

/**
 * Chains the audit's committed entries, each with an HMAC over the link before, and signs a checkpoint (C10).
 * Entries that commit late are linked late: the chain follows the sealing, not the ids.
 * @returns how many were sealed
 */
export async function sealAudit(db: Kysely<Tables>, secrets: Secrets): Promise<number> {
  const last = await db
    .selectFrom('audit_seal')
    .select(['seq', 'audit_id', 'mac'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  const { rows } = await unsealed(db, (last?.audit_id ?? 0) - late);
  if (rows.length === 0) return 0;
  let seq = last?.seq ?? 0;
  let mac = last?.mac ?? '';
  const seals = rows.map(({ id, entry }) => {
    seq += 1;
    mac = link(secrets, mac, entry);
    return { seq, audit_id: id, mac };
  });
  await db.insertInto('audit_seal').values(seals).execute();
  await db
    .insertInto('audit_checkpoint')
    .values({ seq, mac, signature: signed(secrets, seq, mac) })
    .execute();
  return rows.length;
}

export interface Verdict {
  ok: boolean;
  sealed: number;
  findings: string[];
}

interface Link {
  seq: number;
  mac: string;
  entry: string | null;
}

function checkChain(secrets: Secrets, links: Link[]): string[] {
  const findings: string[] = [];
  let before = '';
  links.forEach(({ seq, mac, entry }, index) => {
    if (seq !== index + 1 && links[index - 1]?.seq !== seq - 1) findings.push(`a link is missing before ${seq}`);
    if (entry === null) findings.push(`the entry of link ${seq} is missing`);
    else if (link(secrets, before, entry) !== mac) findings.push(`the entry of link ${seq} was changed`);
    before = mac;
  });
  return findings;
}

/** Entries that are too far behind the last link to be sealed any more. */
const leftOut = (db: Kysely<Tables>) =>
  sql<{ id: number }>`select a.id from audit a where a.id <= (select max(audit_id) from audit_seal) - ${late}::int
    and not exists (select 1 from audit_seal s where s.audit_id = a.id) order by a.id`.execute(db);

/** Reads the whole chain and says what does not fit: a changed entry, a gap, a cut tail, an entry left out (C10). */
export async function verifyAudit(db: Kysely<Tables>, secrets: Secrets): Promise<Verdict> {
  const { rows } = await sql<Link>`select s.seq, s.mac, to_jsonb(a)::text as entry from audit_seal s
    left join audit a on a.id = s.audit_id order by s.seq`.execute(db);
  const findings = checkChain(secrets, rows);
  for (const { id } of (await leftOut(db)).rows) findings.push(`the entry ${id} was never sealed`);
  const checkpoints = await db
    .selectFrom('audit_checkpoint')
    .select(['seq', 'mac', 'signature'])
    .orderBy('id')
    .execute();
  for (const { seq, mac, signature } of checkpoints) {
    if (signed(secrets, seq, mac) !== signature) findings.push(`the checkpoint at ${seq} was changed`);
    if (!rows.some((row) => row.seq === seq && row.mac === mac))
      findings.push(`the chain does not reach the checkpoint at ${seq}`);
  }
  return { ok: findings.length === 0, sealed: rows.length, findings };
}

import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Contract, Entity } from '../../../contract/schema/entity.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { columnNames } from '../schema/columns.ts';
import { valueList } from '../schema/sqlText.ts';
import type { Tables } from '../schema/tables.ts';
import { type EntrySigner, entryMark } from './auditSignature.ts';

/** The context of a write: the transaction, the time, the caller and their origin, and the keys. */
export interface WriteContext {
  readonly contract: Contract;
  readonly trx: Kysely<Tables>;
  readonly now: Date;
  /** The time zone of the product; absent in a command, whose years and months are those of UTC. */
  readonly settings?: { readonly timeZone: string };
  /** Absent in a job. */
  readonly caller?: { readonly id: number; readonly behalf_id: number | null };
  readonly origin?: { readonly address: string; readonly agent: string; readonly request_id: string };
  readonly secrets: { seal(text: string, context: string): string } & EntrySigner;
}

export interface AuditEvent {
  readonly action: string;
  /** The name of the entity; `id` is its record. */
  readonly entity?: string;
  readonly id?: number;
  readonly before?: object;
  readonly after?: object;
  readonly result?: 'done' | 'denied' | 'failed';
}

const secretNames = /password|secret|api_key|key_hash|claims/;

const isSecret = (entity: Entity | undefined, name: string): boolean =>
  secretNames.test(name) || (entity?.fields[name]?.encrypted ?? false) || (entity?.fields[name]?.secret ?? false);

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** A value as it comes back from JSON; undefined stays undefined. Texts, booleans and null need no conversion. */
function inJson(value: unknown): unknown {
  if (isPlain(value) && typeof value !== 'number') return value;
  return JSON.parse(JSON.stringify(value));
}

/** A record with its secrets masked, which must not be readable in the audit (C10). */
function redacted(record: object | undefined, entity: Entity | undefined): Record<string, unknown> {
  const given = Object.entries(record ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, isSecret(entity, name) ? '***' : inJson(value)]));
}

/** The fields with the currencies of an amount, or of amounts inside an object. */
const currenciesOf = (field: Field | undefined): string[] =>
  field
    ? [...(field.currency ? [field.currency] : []), ...Object.values(field.fields ?? {}).flatMap(currenciesOf)]
    : [];

/** True if two values are the same in JSON. */
const isSame = (one: unknown, other: unknown): boolean =>
  isPlain(one) && isPlain(other) ? one === other : JSON.stringify(one) === JSON.stringify(other);

/** Keeps only the changed values, and of amounts also the currency. */
function difference(before: Record<string, unknown>, after: Record<string, unknown>, declaration: Entity | undefined) {
  const changed = Object.entries(after).filter(([name, value]) => !isSame(before[name], value));
  const beside = changed.flatMap(([name]) => currenciesOf(declaration?.fields[name]));
  const names = [...new Set([...changed.map(([name]) => name), ...beside])];
  return [
    Object.fromEntries(names.filter((name) => Object.hasOwn(before, name)).map((name) => [name, before[name]])),
    Object.fromEntries([...beside.map((name) => [name, after[name] ?? before[name]]), ...changed]),
  ] as const;
}

/** An audit entry with its signature. */
function entryOf(writer: WriteContext, event: AuditEvent, declaration: Entity | undefined) {
  const { caller, origin } = writer;
  const [before, after] =
    event.before && event.after
      ? difference(event.before as Record<string, unknown>, event.after as Record<string, unknown>, declaration)
      : [event.before, event.after];
  const entry = {
    created_at: writer.now,
    actor_id: caller?.id ?? null,
    behalf_id: caller?.behalf_id ?? null,
    action: event.action,
    entity: event.entity ?? null,
    entity_id: event.id ?? null,
    before: redacted(before, declaration),
    after: redacted(after, declaration),
    address: origin?.address ?? null,
    agent: origin?.agent.slice(0, 300) ?? null,
    request_id: origin?.request_id ?? null,
    result: event.result ?? 'done',
  } as const;
  const mark = entryMark(writer.secrets, entry);
  const json = { before: JSON.stringify(entry.before), after: JSON.stringify(entry.after) };
  return { ...entry, ...json, mark };
}

/** The statement that writes audit entries; at least one. */
export function auditStatement(
  writer: WriteContext,
  events: readonly AuditEvent[],
  declaration = writer.contract.byName.get(events[0]?.entity ?? ''),
): RawBuilder<unknown> {
  const entries = events.map((event) => entryOf(writer, event, declaration));
  const names = columnNames(Object.entries(entries[0] ?? {}));
  const lines = entries.map((entry) => valueList(Object.values(entry)));
  return sql`insert into audit ${names} values ${sql.join(lines)}`;
}

/** Audits events of several records of one entity, like `audit`, in one statement. */
export async function auditAll(
  writer: WriteContext,
  events: readonly AuditEvent[],
  declaration?: Entity,
): Promise<void> {
  if (events.length > 0) await auditStatement(writer, events, declaration).execute(writer.trx);
}

/**
 * Audits an event with its actor, in the same transaction (C10). Timelines read the same rows. Called for events that
 * write no record, such as a sign-in; the store calls it for writes, since it knows the declaration.
 */
export const audit = (writer: WriteContext, event: AuditEvent, declaration?: Entity): Promise<void> =>
  auditAll(writer, [event], declaration);

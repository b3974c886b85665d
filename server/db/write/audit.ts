import { type Kysely, type RawBuilder, sql } from 'kysely';
import { entities } from '../../../contract/index.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { Field } from '../../../contract/schema/field/field.ts';
import { columnNames } from '../schema/columns.ts';
import { valueList } from '../schema/sqlText.ts';
import type { Tables } from '../schema/tables.ts';
import { type EntrySigner, entryMark } from './auditSignature.ts';

/** What a write knows besides its values: the transaction, the moment, who asks and from where, and what seals. */
export interface WriteContext {
  readonly trx: Kysely<Tables>;
  readonly now: Date;
  /** Absent in a job. */
  readonly caller?: { readonly id: number; readonly behalf_id: number | null };
  readonly origin?: { readonly address: string; readonly agent: string; readonly request_id: string };
  readonly secrets: { seal(text: string, context: string): string } & EntrySigner;
}

export interface AuditEvent {
  readonly action: string;
  /** The name of an entity, and the record of it that this happened to. */
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

/** A value as JSON gives it back; undefined where it has none. What is no object or number does not go through a text. */
function inJson(value: unknown): unknown {
  if (isPlain(value) && typeof value !== 'number') return value;
  return JSON.parse(JSON.stringify(value));
}

/** A record without what must not be read in the audit (C10). */
function redacted(record: object | undefined, entity: Entity | undefined): Record<string, unknown> {
  const given = Object.entries(record ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, isSecret(entity, name) ? '***' : inJson(value)]));
}

/** The fields that say in which currency the amounts of a field are, or of what stands within. */
const currenciesOf = (field: Field | undefined): string[] =>
  field
    ? [...(field.currency ? [field.currency] : []), ...Object.values(field.fields ?? {}).flatMap(currenciesOf)]
    : [];

/** Do two values read the same in JSON? */
const isSame = (one: unknown, other: unknown): boolean =>
  isPlain(one) && isPlain(other) ? one === other : JSON.stringify(one) === JSON.stringify(other);

/** Only what differs, so that a line of the audit says what was done, and of an amount its currency. */
function difference(before: Record<string, unknown>, after: Record<string, unknown>, declaration: Entity | undefined) {
  const changed = Object.entries(after).filter(([name, value]) => !isSame(before[name], value));
  const beside = changed.flatMap(([name]) => currenciesOf(declaration?.fields[name]));
  const names = [...new Set([...changed.map(([name]) => name), ...beside])];
  return [
    Object.fromEntries(names.filter((name) => Object.hasOwn(before, name)).map((name) => [name, before[name]])),
    Object.fromEntries([...beside.map((name) => [name, after[name] ?? before[name]]), ...changed]),
  ] as const;
}

/** A line of the audit, with its mark. */
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

/** The statement that writes lines of the audit; one at least. */
export function auditStatement(
  writer: WriteContext,
  events: readonly AuditEvent[],
  declaration = entities.find(({ name }) => name === events[0]?.entity),
): RawBuilder<unknown> {
  const entries = events.map((event) => entryOf(writer, event, declaration));
  const names = columnNames(Object.entries(entries[0] ?? {}));
  const lines = entries.map((entry) => valueList(Object.values(entry)));
  return sql`insert into audit ${names} values ${sql.join(lines)}`;
}

/** Writes what happened to several records of one entity, as `audit` does, in one statement. */
export async function auditAll(
  writer: WriteContext,
  events: readonly AuditEvent[],
  declaration?: Entity,
): Promise<void> {
  if (events.length > 0) await auditStatement(writer, events, declaration).execute(writer.trx);
}

/**
 * Writes what happened into the audit, with its actor, in the transaction of the happening itself (C10). Timelines
 * read the same rows. What is no write of a record, such as a sign-in, calls this; writes do it by the store,
 * which knows the declaration.
 */
export const audit = (writer: WriteContext, event: AuditEvent, declaration?: Entity): Promise<void> =>
  auditAll(writer, [event], declaration);

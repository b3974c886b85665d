import type { Context } from './context.ts';

export interface Event {
  readonly action: string;
  readonly entity?: string;
  readonly id?: number;
  readonly before?: object;
  readonly after?: object;
  readonly result?: 'done' | 'denied' | 'failed';
}

const secretNames = /password|secret|api_key|key_hash|claims/;

/** A record without what must not be read in the audit (C10). */
function redacted(record: object | undefined): Record<string, unknown> {
  const kept = Object.entries(record ?? {}).map(([name, value]) => [name, secretNames.test(name) ? '***' : value]);
  return JSON.parse(JSON.stringify(Object.fromEntries(kept)));
}

/** Only what differs, so that a line of the audit says what was done. */
function difference(before: object, after: object): [object, object] {
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify((before as Record<string, unknown>)[name]) !== JSON.stringify(value),
  );
  const names = new Set(changed.map(([name]) => name));
  return [Object.fromEntries(Object.entries(before).filter(([name]) => names.has(name))), Object.fromEntries(changed)];
}

/**
 * Writes what happened into the audit, in the transaction of the happening itself (C10). The order's
 * timeline reads the same rows.
 */
export async function record(context: Context, event: Event): Promise<void> {
  const { caller, origin } = context;
  const [before, after] =
    event.before && event.after ? difference(event.before, event.after) : [event.before, event.after];
  await context.trx
    .insertInto('audit')
    .values({
      created_at: context.now,
      actor_id: caller?.id ?? null,
      behalf_id: caller?.behalf_id ?? null,
      action: event.action,
      entity: event.entity ?? null,
      entity_id: event.id ?? null,
      before: JSON.stringify(redacted(before)) as never,
      after: JSON.stringify(redacted(after)) as never,
      address: origin?.address ?? null,
      agent: origin?.agent.slice(0, 300) ?? null,
      request_id: origin?.request_id ?? null,
      result: event.result ?? 'done',
    })
    .execute();
}

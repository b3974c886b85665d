import { createPrivateKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import type { Logger } from 'pino';
import type { Context } from '../../core/context.ts';
import { currentSigningKey } from '../../core/security/signingKey.ts';
import type { Database } from '../../db/connection.ts';
import { isTransient } from '../../db/engine/errors.ts';
import { type ClaimedDelivery, claimDeliveries, freeDeliveries, waitingWork } from '../../db/write/webhookQueue.ts';
import type { SendWebhook } from '../../gateways/webhook/sendWebhook.ts';
import { observe } from '../../telemetry/observe.ts';
import { type InTransaction, retryTransient } from '../jobTransaction.ts';
import { completeDelivery, secretsOf } from './deliveries.ts';
import { dropEvent, publishEvents } from './publishEvents.ts';

/** How often new events are looked for, in ms. */
const pollMs = 400;
/** How many deliveries are sent at once by this process, and to one webhook. */
const atOnce = 32;
const atOnceEach = 4;
/** How many events are put into deliveries in one transaction. */
const batch = 50;

export interface WebhookWorkerParts {
  readonly database: Database;
  readonly inTransaction: InTransaction;
  readonly secrets: Context['secrets'];
  readonly send: SendWebhook;
  readonly log: Logger;
}

/**
 * Sends the events of records to webhooks (issue 34): at least once, those of one record in their order where the
 * receiver keeps up. Several processes share the work.
 */
export class WebhookWorker {
  private readonly parts: WebhookWorkerParts;
  private readonly sending = new Set<Promise<void>>();
  private readonly sendingTo = new Map<number, number>();
  private readonly ended = new AbortController();
  private isStopping = false;
  private wake: () => void = () => undefined;
  private loop: Promise<void> = Promise.resolve();

  constructor(parts: WebhookWorkerParts) {
    this.parts = parts;
  }

  start(): void {
    this.loop = this.run();
  }

  /**
   * Takes no more work, and waits for what is being sent. What takes longer is sent again by another process, or after
   * the next start.
   */
  async stop(limitMs = 5_000): Promise<void> {
    this.isStopping = true;
    this.wake();
    await this.loop;
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, limitMs);
    });
    await Promise.race([Promise.all(this.sending), limit]);
    clearTimeout(timer);
    this.ended.abort();
  }

  private async run(): Promise<void> {
    const { database } = this.parts;
    if (database.engine === 'pglite') await freeDeliveries(database).catch((error) => this.report(error));
    while (!this.isStopping) {
      const isIdle = await this.round().catch((error) => {
        this.report(error);
        return true;
      });
      if (isIdle && !this.isStopping) await this.sleep();
    }
  }

  /** @returns true if there is nothing more to do for now */
  private async round(): Promise<boolean> {
    const { events, due } = await waitingWork(this.parts.database);
    const published = events ? await this.publish() : 0;
    const sent = due || published > 0 ? await this.sendDue() : 0;
    return published === 0 && sent === 0;
  }

  private async publish(): Promise<number> {
    const { inTransaction, log } = this.parts;
    try {
      return await inTransaction((context) => publishEvents(context, batch));
    } catch (error) {
      if (isTransient(error)) throw error;
    }
    // One of the events cannot be put into words. Those before it are published one by one.
    try {
      return await inTransaction((context) => publishEvents(context, 1));
    } catch (err) {
      if (isTransient(err)) throw err;
      const event = await inTransaction(dropEvent);
      log.error({ err, entity: event?.entity, record_id: event?.record_id }, 'an event could not be published');
      return 1;
    }
  }

  private async sendDue(): Promise<number> {
    const free = atOnce - this.sending.size;
    if (free <= 0) return 0;
    const busy = Object.fromEntries(this.sendingTo);
    const claimed = await claimDeliveries(this.parts.database, free, atOnceEach, busy);
    for (const one of claimed) this.begin(one);
    return claimed.length;
  }

  private begin(claimed: ClaimedDelivery): void {
    const { webhook_id } = claimed;
    const count = (by: 1 | -1) => this.sendingTo.set(webhook_id, (this.sendingTo.get(webhook_id) ?? 0) + by);
    count(1);
    const work = this.sendOne(claimed)
      .catch((error) => this.report(error))
      .finally(() => {
        count(-1);
        this.sending.delete(work);
        this.wake();
      });
    this.sending.add(work);
  }

  private async sendOne(claimed: ClaimedDelivery): Promise<void> {
    const { inTransaction, secrets, send } = this.parts;
    const { url, event_id: id, body, signature: signatures } = claimed;
    const key = signatures === 'v1a' ? { ed25519: await this.signingKey() } : {};
    const request = { url, id, body, signatures, now: Date.now(), secrets: secretsOf(secrets, claimed), ...key };
    const answer = await observe({ kind: 'webhook', name: signatures, outcome: ({ error }) => error ?? 'ok' }, () =>
      send(request),
    );
    // Without its result the delivery would be sent a second time.
    await retryTransient(this.ended.signal, () =>
      inTransaction((context) => completeDelivery(context, claimed, answer)),
    );
  }

  private async signingKey(): Promise<KeyObject> {
    const { database, secrets } = this.parts;
    const { privateJwk } = await currentSigningKey(database.db, secrets);
    return createPrivateKey({ key: privateJwk as JsonWebKey, format: 'jwk' });
  }

  private report(err: unknown): void {
    if (isTransient(err)) this.parts.log.warn({ err }, 'webhooks are sent later');
    else this.parts.log.error({ err }, 'a webhook could not be sent');
  }

  private sleep(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, pollMs);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

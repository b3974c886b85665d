import type { Transaction } from 'kysely';
import type { Logger } from 'pino';
import { entities } from '../contract/index.ts';
import { checkRegistry } from '../contract/registry.ts';
import type { Config } from './config.ts';
import { type Database, transaction } from './db/connection.ts';
import type { Tables } from './db/tables.ts';
import type { Context, Enqueue, Jobs } from './domain/context.ts';
import { forgetStates } from './domain/dingtalk.ts';
import { remindOfEnds } from './domain/expiry.ts';
import { forgetAnswers } from './domain/idempotency.ts';
import { checkRules } from './domain/index.ts';
import { failIssue, keyFor, overdueTasks } from './domain/licence.ts';
import { maxAttempts, type OutgoingMail } from './domain/mail.ts';
import { renderMail } from './domain/mailTemplate.ts';
import { sealAudit } from './domain/seal.ts';
import { createSecrets, loadSecretKey, type Secrets } from './domain/secret.ts';
import { endStaleSessions } from './domain/session.ts';
import { currentKey, ensureKey } from './domain/signingKey.ts';
import { endSubscriptions } from './domain/subscription.ts';
import { type CheckpointKeeper, checkpointsOf, createCheckpointFile } from './gateways/checkpointFile.ts';
import { createDingtalk } from './gateways/dingtalk.ts';
import { createMailer, type Mailer } from './gateways/mail.ts';
import { createSigner, type Signer } from './gateways/signer.ts';
import type { Dingtalk, Services } from './http/services.ts';
import { type InTransaction, issueLicence } from './jobs/issueLicence.ts';
import { type Queue, startQueue } from './jobs/queue.ts';
import { sendMail } from './jobs/sendMail.ts';
import { compileAll } from './resource/compile.ts';

/** The parts of a running product: what the routes are given, and how it ends. */
export interface Product {
  readonly services: Services;
  readonly inTransaction: InTransaction;
  stop(): Promise<void>;
}

export interface Parts {
  readonly signer?: Signer;
  readonly mailer?: Mailer;
  readonly dingtalk?: Dingtalk;
  readonly checkpoints?: CheckpointKeeper;
  /** Seconds between the tries of a mail, doubled each time. */
  readonly mailRetryDelay?: number;
  /** Answers requests without working on jobs, when other processes do. */
  readonly withoutWorkers?: boolean;
}

const queues = (mailRetryDelay: number) => [
  { name: 'issueLicence', options: { retryLimit: 5, retryDelay: 1 } },
  {
    name: 'sendMail',
    options: { retryLimit: maxAttempts - 1, retryDelay: mailRetryDelay, retryBackoff: true, limitSeconds: 60 },
  },
];

function asMessage(mail: OutgoingMail, publicUrl: string) {
  const { licence } = mail;
  const template = mail.send_flag;
  const rendered = renderMail({
    template,
    language: mail.language,
    data: {
      projectName: licence.project,
      enterpriseName: licence.enterprise,
      productName: licence.product,
      orderCode: licence.order,
      quantity: licence.quantity,
      licKey: licence.key,
      licenceId: licence.id,
      expiredAt: licence.expired_at ?? new Date(0),
      publicUrl,
    },
  });
  const attachment = { filename: rendered.attachmentName, content: licence.token, contentType: 'application/jose' };
  const { subject, text, html } = rendered;
  return { to: mail.address, subject, text, html, messageId: mail.message_id, attachments: [attachment] };
}

/** What time alone brings about. */
const byTheClock = [remindOfEnds, endSubscriptions, endStaleSessions, forgetAnswers, forgetStates];

/** Seals the audit; each checkpoint leaves the database, for the log and for the data folder (D11). */
const sealer =
  (inTransaction: InTransaction, secrets: Secrets, log: Logger, checkpoints: CheckpointKeeper) => async () => {
    const { checkpoint, strange } = await inTransaction(({ trx }) => sealAudit(trx, secrets));
    if (strange.length > 0) log.error({ entries: strange }, 'the audit has entries that the product did not write');
    if (!checkpoint) return;
    log.info({ checkpoint: `${checkpoint.seq}:${checkpoint.mac}` }, 'audit checkpoint');
    await checkpoints.keep(checkpoint);
  };

/** Work that comes by the clock: overdue tasks end, the audit is sealed. */
function startClock(inTransaction: InTransaction, seal: () => Promise<void>, log: Logger): () => Promise<void> {
  let rounds = 0;
  const round = async () => {
    const overdue = await inTransaction(overdueTasks);
    for (const uuid of overdue) await inTransaction((context) => failIssue(context, uuid, 'issue_overdue'));
    await seal();
    if (rounds % 12 === 0) for (const work of byTheClock) await inTransaction(work);
    rounds += 1;
  };
  let last = Promise.resolve();
  const timer = setInterval(() => {
    last = last.then(round).catch((err: unknown) => log.error({ err }, 'the clock round failed'));
  }, 5_000);
  return () => {
    clearInterval(timer);
    return last;
  };
}

function startWorkers(product: Omit<Product, 'stop'>, queue: Queue, signer: Signer, mailer: Mailer): void {
  const { inTransaction, services } = product;
  const { log } = services;
  const sign: Parameters<typeof issueLicence>[1] = (claims, key) => signer.sign({ ...claims }, key);
  const deliver = (mail: OutgoingMail) => mailer.send(asMessage(mail, services.settings.publicUrl));
  queue.work<Jobs['issueLicence']>('issueLicence', ({ data: { task_uuid } }) =>
    issueLicence(inTransaction, sign, task_uuid, (err) =>
      log.error({ err, task_uuid }, 'the issue of a licence failed'),
    ),
  );
  queue.work<Jobs['sendMail']>('sendMail', ({ data }) => sendMail(inTransaction, deliver, data.mail_id));
}

/**
 * Puts the product together over an open, migrated database: gateways, jobs and what the routes are given.
 * Throws before anything else when a declaration is wrong.
 */
export async function compose(database: Database, config: Config, log: Logger, parts: Parts = {}): Promise<Product> {
  checkRegistry(entities);
  compileAll();
  checkRules(entities);
  const secrets = createSecrets(
    await loadSecretKey({ secretKey: config.secretKey, dataDir: config.dataDir, databaseUrl: config.databaseUrl }),
  );
  const signer = parts.signer ?? createSigner();
  const mailer =
    parts.mailer ??
    createMailer({ smtpUrl: config.smtpUrl, outboxDir: `${config.dataDir}/outbox`, from: config.mailFrom });
  const queue = await startQueue(database, queues(parts.mailRetryDelay ?? 5), (err) =>
    log.error({ err }, 'the queue failed'),
  );
  const enqueue: Enqueue = (trx, name, data) => queue.send(trx, name, data);
  const settings = { publicUrl: config.publicUrl, outbox: mailer.kind === 'outbox' };
  const contextOf = (trx: Transaction<Tables>): Context => ({ trx, now: new Date(), secrets, enqueue, settings });
  const inTransaction: InTransaction = (work) => transaction(database, (trx) => work(contextOf(trx)));
  await inTransaction((context) => ensureKey(context.trx, secrets));
  const signRevocations: Services['signRevocations'] = async (entries) =>
    signer.signRevocationList(entries, await currentKey(database.db, secrets));
  const signLicence: Services['signLicence'] = async (context, claims, product_id) =>
    signer.sign({ ...claims }, await keyFor(context, product_id));
  const checkpoints = parts.checkpoints ?? createCheckpointFile(checkpointsOf(config.dataDir));
  const ready = () => queue.ready();
  const dingtalk = parts.dingtalk ?? (config.dingtalk && createDingtalk(config.dingtalk));
  const common = { database, secrets, enqueue, settings, log, ready };
  const services: Services = { ...common, signRevocations, signLicence, dingtalk };
  const product = { services, inTransaction };
  if (!parts.withoutWorkers) startWorkers(product, queue, signer, mailer);
  const stopClock = parts.withoutWorkers
    ? async () => {}
    : startClock(inTransaction, sealer(inTransaction, secrets, log, checkpoints), log);
  const stop = async () => {
    await stopClock();
    await queue.stop();
  };
  return { ...product, stop };
}

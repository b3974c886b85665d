import type { Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { Contract } from '../../contract/schema/entity.ts';
import type { Context, DomainSettings, Enqueue, Jobs } from '../core/context.ts';
import type { FileStore } from '../core/fileStore.ts';
import { toMailMessage } from '../core/mail/render.ts';
import type { Rules } from '../core/rules.ts';
import { createLoginThrottle } from '../core/security/loginThrottle.ts';
import { createRequestLimits, createTokenLimits } from '../core/security/requestLimit.ts';
import { openSecrets } from '../core/security/secretKey.ts';
import { currentSigningKey, ensureSigningKey } from '../core/security/signingKey.ts';
import { environmentValues } from '../core/setting/environment.ts';
import { followSettings } from '../core/setting/liveSettings.ts';
import { type Database, type SqlExecutor, transaction } from '../db/connection.ts';
import { deadlineIn } from '../db/engine/deadline.ts';
import { createLease, soleLease } from '../db/maintenance/lease.ts';
import type { Replica } from '../db/maintenance/replica.ts';
import type { Tables } from '../db/schema/tables.ts';
import { mailResetLinks } from '../domain/account/signIn/passwordReset.ts';
import { registerRules } from '../domain/index.ts';
import { failIssue, signingKeyFor } from '../domain/licence/licence.ts';
import { failMail, maxAttempts } from '../domain/licence/licenceMail.ts';
import { AppliedSettings } from '../domain/setting/appliedSettings.ts';
import { smtpParts } from '../domain/setting/smtpAddress.ts';
import { type CheckpointStore, checkpointPath, createCheckpointFile } from '../gateways/checkpointFile.ts';
import { checkDingtalkApp, createDingtalk } from '../gateways/dingtalk.ts';
import { createMailer, type Mailer, testMailServer } from '../gateways/mail.ts';
import { createOidcClient, type OidcClient } from '../gateways/oidc/oidcClient.ts';
import { createSigner, type Signer } from '../gateways/signer.ts';
import { createWebhookSender, type SendWebhook } from '../gateways/webhook/sendWebhook.ts';
import { webhookUrlMistake } from '../gateways/webhook/webhookAddress.ts';
import { createSampler } from '../http/sampler.ts';
import type { DingtalkProvider, Services } from '../http/services.ts';
import { issueLicence } from '../jobs/issueLicence.ts';
import { type InTransaction, transactionsOfJob } from '../jobs/jobTransaction.ts';
import { type JobQueue, startJobQueue } from '../jobs/queue.ts';
import { runEffect } from '../jobs/runEffect.ts';
import type { Job } from '../jobs/runner.ts';
import { sendMail } from '../jobs/sendMail.ts';
import { WebhookWorker } from '../jobs/webhook/webhookWorker.ts';
import { checkDeclarations } from '../resource/compile/checkDeclarations.ts';
import { markFilesForRemoval, purgeFiles } from '../resource/files/purgeFiles.ts';
import { followChanges, noChangeFeed } from '../resource/read/changeFeed.ts';
import { StepBackoff } from '../resource/schedule/backoff.ts';
import { takeScheduledSteps } from '../resource/schedule/scheduledSteps.ts';
import { observe } from '../telemetry/observe.ts';
import { createAuditSealer } from './auditSealer.ts';
import type { Config } from './config.ts';
import { startClock } from './cron.ts';
import { openFiles } from './fileStore.ts';

/** A running product: the services of the routes, and how to stop it. */
export interface RunningProduct {
  readonly services: Services;
  readonly inTransaction: InTransaction;
  /** Answers no more new requests; the product is no longer ready. */
  refuse(): void;
  stop(): Promise<void>;
}

export interface ProductParts {
  /** The rules of entities that `server/domain` does not know, by entity name. */
  readonly rules?: Readonly<Record<string, Rules>>;
  /** True if the declarations were checked before the database was opened, so that a start does not check them twice. */
  readonly isChecked?: true;
  readonly signer?: Signer;
  readonly mailer?: Mailer;
  readonly sendWebhook?: SendWebhook;
  readonly dingtalk?: DingtalkProvider;
  readonly oidc?: OidcClient;
  readonly checkpoints?: CheckpointStore;
  readonly files?: FileStore;
  /** Seconds between the tries of a mail, doubled each time. */
  readonly mailRetryDelay?: number;
  /** A second handle on the same database, so that requests leave connections for the jobs. */
  readonly forJobs?: Database;
  /** A standby of the database, which answers reads. */
  readonly replica?: Replica | undefined;
  /** Accounts with the public password of the demo; they cannot sign in. */
  readonly closed?: readonly { readonly password_hash: string }[];
  /** Answers requests without running jobs, if other processes do. */
  readonly withoutWorkers?: boolean;
  /** No scheduled work: tests run it themselves. */
  readonly withoutClock?: boolean;
  /** Runs jobs without answering requests, and does not follow changes. */
  readonly withoutRequests?: boolean;
}

/**
 * Longer than a server may take for its slowest answer (see gateways/mail.ts): ending earlier would send the mail
 * twice.
 */
const mailLimitSeconds = 15 * 60;

const queues = (mailRetryDelay: number) => [
  { name: 'issueLicence', options: { tries: 6 } },
  { name: 'effect', options: { tries: 6 } },
  { name: 'passwordForgotten', options: { tries: 6 } },
  { name: 'sendMail', options: { tries: maxAttempts, delaySeconds: mailRetryDelay, limitSeconds: mailLimitSeconds } },
];

/** How many jobs of one queue run in one process at once. */
const atOnce = 4;

/**
 * Removes unused files: marks them for deletion so that they can no longer be read, then deletes their content, then
 * their rows.
 */
const fileSweeper = (inTransaction: InTransaction, files: FileStore) => async () => {
  const ids = await inTransaction(markFilesForRemoval);
  for (const id of ids) await files.remove(id);
  if (ids.length > 0) await inTransaction((context) => purgeFiles(context, ids));
};

function startWorkers(
  product: Omit<RunningProduct, 'stop' | 'refuse'>,
  queue: JobQueue,
  signer: Signer,
  mailer: Mailer,
): void {
  const { inTransaction, services } = product;
  const { log } = services;
  const sign: Parameters<typeof issueLicence>[1] = (claims, key) => signer.sign({ ...claims }, key);
  const transactionsFor = (job: Job<object>): InTransaction => transactionsOfJob(inTransaction, job);
  const concurrency = atOnce;
  const report = (task_uuid: string) => (err: unknown) =>
    log.error({ err, task_uuid }, 'the issue of a licence failed');
  const issue = (job: Job<Jobs['issueLicence']>) =>
    issueLicence(transactionsFor(job), sign, job.data.task_uuid, report(job.data.task_uuid));
  queue.work<Jobs['issueLicence']>('issueLicence', issue, {
    concurrency,
    giveUp: (job) => transactionsFor(job)((context) => failIssue(context, job.data.task_uuid, 'issue_interrupted')),
  });
  queue.work<Jobs['effect']>('effect', (job) => runEffect(transactionsFor(job), job.data), { concurrency });
  const mailLinks = (job: Job<Jobs['passwordForgotten']>) =>
    transactionsFor(job)((context) => mailResetLinks(context, job.data));
  queue.work<Jobs['passwordForgotten']>('passwordForgotten', mailLinks, { concurrency });
  const { settings } = services;
  const send = (job: Job<Jobs['sendMail']>) =>
    sendMail(
      transactionsFor(job),
      (mail) =>
        observe({ kind: 'mail', name: mailer.kind }, () => mailer.send(toMailMessage(mail, settings), job.signal)),
      job.data,
      (err) => log.error({ err, mail_id: job.data.mail_id }, 'the mail server refused a mail for good'),
    );
  queue.work<Jobs['sendMail']>('sendMail', send, {
    concurrency,
    giveUp: (job) => transactionsFor(job)((context) => failMail(context, job.data, true)),
  });
}

/**
 * Composes the product of a contract on an open, migrated database: gateways, jobs and the services of the routes.
 * @throws first of all if a declaration is wrong
 */
export async function compose(
  contract: Contract,
  database: Database,
  config: Config,
  log: Logger,
  parts: ProductParts = {},
): Promise<RunningProduct> {
  registerRules(parts.rules ?? {});
  if (!parts.isChecked) checkDeclarations(contract);
  const secrets = await openSecrets(database.db, config);
  const signer = parts.signer ?? createSigner();
  const environment = environmentValues(contract, config.environment, { SMTP_URL: smtpParts });
  const live = await followSettings(contract, database, environment);
  const applied = new AppliedSettings(config, live, secrets);
  const mailer =
    parts.mailer ??
    createMailer({ smtpUrl: () => applied.smtpUrl, outboxDir: `${config.dataDir}/outbox`, from: config.mailFrom });
  const forJobs = parts.forJobs ?? database;
  const queue = await startJobQueue(forJobs, queues(parts.mailRetryDelay ?? 30), (err) =>
    log.error({ err }, 'the queue failed'),
  );
  const enqueue: Enqueue = (trx, name, ...data) => queue.send(trx, name, ...data);
  const closedHashes = new Set(parts.closed?.map(({ password_hash }) => password_hash));
  const { publicUrl, timeZone } = config;
  const webhooks = { allowHttp: config.webhookHttp, networks: config.webhookNetworks };
  const oidc = parts.oidc ?? createOidcClient(webhooks);
  const settings: DomainSettings = {
    publicUrl,
    timeZone,
    closedHashes,
    environment,
    refreshSoon: () => live.refreshSoon(),
    get outbox() {
      return mailer.kind === 'outbox';
    },
    get secondFactor() {
      return applied.secondFactor;
    },
    get session() {
      return applied.session;
    },
    get retention() {
      return applied.retention;
    },
    get passwordRule() {
      return applied.passwordRule;
    },
    get confirmLicences() {
      return applied.confirmLicences;
    },
    get signInMails() {
      return applied.signInMails;
    },
    get senders() {
      return applied.senders;
    },
    get productName() {
      return applied.productName;
    },
    get colour() {
      return applied.colour;
    },
    get logo() {
      return applied.logo;
    },
    checkProvider: oidc.check,
    checkDingtalk: (app) => checkDingtalkApp(app, config.dingtalkAddresses),
    webhookUrlMistake: (url: string) => webhookUrlMistake(url, webhooks),
  };
  const contextOf = (trx: Transaction<Tables>): Context => ({
    contract,
    trx,
    now: new Date(),
    secrets,
    enqueue,
    settings,
  });
  const inTransaction: InTransaction = (work) => transaction(forJobs, (trx) => work(contextOf(trx)));
  await inTransaction((context) => ensureSigningKey(context.trx, secrets));
  const signRevocations: Services['signRevocations'] = async (claims) =>
    signer.signRevocationList(claims, await currentSigningKey(database.db, secrets));
  const signLicence: Services['signLicence'] = async (context, claims, product_id) =>
    signer.sign({ ...claims }, await signingKeyFor(context, product_id));
  const signLease: Services['signLease'] = ({ claims, key }) => signer.signLease({ ...claims }, key);
  const signDelegation: Services['signDelegation'] = ({ claims, key }) => signer.signDelegation({ ...claims }, key);
  let isStopping = false;
  const stopping = () => isStopping;
  let isDamaged = false;
  database.whenDamaged((damage) => {
    isDamaged = true;
    log.fatal(damage.message);
  });
  const ready = () => !isStopping && !isDamaged && queue.ready();
  const checkpoints = parts.checkpoints ?? createCheckpointFile(checkpointPath(config.dataDir));
  const files = parts.files ?? (await openFiles(config, log));
  const dingtalk = () => {
    const provider =
      parts.dingtalk ?? (applied.dingtalk && createDingtalk({ ...applied.dingtalk, ...config.dingtalkAddresses }));
    return provider && { provider, trustsFactor: applied.dingtalkTrustsFactor };
  };
  const { trusts, accessLogLevel, requestLimitMs, importLimitMs } = config;
  const common = {
    contract,
    database,
    replica: parts.replica,
    secrets,
    enqueue,
    settings,
    log,
    ready,
    stopping,
    trusts,
    accessLogLevel,
    requestLimitMs,
    importLimitMs,
  };
  // Counting has connections of its own, but the same time limit as the request.
  const counting: SqlExecutor = {
    executeSql: (text, values) => database.withLimits(deadlineIn(requestLimitMs)).executeSql(text, values),
  };
  const limits = {
    countRequest: createRequestLimits(counting),
    countToken: createTokenLimits(counting),
    guesses: createLoginThrottle(counting),
    sampled: createSampler(60_000),
    sampledMisses: createSampler(60_000, { burst: 20 }),
  };
  const changes = parts.withoutRequests ? noChangeFeed : followChanges(database);
  const signing = { signRevocations, signLicence, signLease, signDelegation };
  const fixedSmtpUrl = config.smtpUrl;
  const sendTestMail: Services['sendTestMail'] = (url, message) =>
    url === undefined ? mailer.send(message) : testMailServer(url, message);
  const services: Services = {
    ...common,
    changes,
    files,
    ...limits,
    ...signing,
    dingtalk,
    oidc,
    sendTestMail,
    fixedSmtpUrl,
  };
  const product = { services, inTransaction };
  if (!parts.withoutWorkers) startWorkers(product, queue, signer, mailer);
  const send = parts.sendWebhook ?? createWebhookSender(webhooks);
  const webhookWorker = new WebhookWorker({ database: forJobs, inTransaction, secrets, send, log });
  if (!parts.withoutWorkers) webhookWorker.start();
  const waits = new StepBackoff();
  const stopClock =
    parts.withoutWorkers || parts.withoutClock
      ? async () => {}
      : startClock(
          contract,
          inTransaction,
          {
            seal: createAuditSealer(inTransaction, secrets, log, checkpoints),
            takeSteps: (complain) => takeScheduledSteps(inTransaction, contract.entities, complain, waits),
            sweep: fileSweeper(inTransaction, files),
          },
          log,
          { turn: database.engine === 'pglite' ? soleLease : createLease(forJobs.db, 'clock') },
        );
  const stop = async () => {
    await stopClock();
    await Promise.all([queue.stop(), webhookWorker.stop()]);
    live.stop();
    await changes.stop();
  };
  const refuse = () => {
    isStopping = true;
    // Streams do not end by themselves, and would keep the process alive.
    changes.endFollowers();
  };
  return { ...product, refuse, stop };
}

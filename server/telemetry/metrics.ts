import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ObservationSink, ObservedWork, WorkKind } from './observe.ts';

export interface QueueState {
  readonly queue: string;
  readonly waiting: number;
  readonly running: number;
  readonly failed: number;
  /** The age of the oldest job that is due and waits. */
  readonly oldestSeconds: number;
}

/** Values that are read when the metrics are requested. */
export interface MetricSources {
  queues(): Promise<readonly QueueState[]>;
  mails(): Promise<readonly { state: string; count: number }[]>;
  /** The requests that wait for a connection to the database. */
  databaseWaiting(): number;
  onError(error: unknown): void;
}

const prefix = 'licence_console_';
const buckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];
const helps: Readonly<Record<WorkKind, string>> = {
  request: 'Requests by call and status',
  statement: 'Statements of the database by their first word',
  job: 'Attempts of jobs by queue',
  mail: 'Deliveries of mails',
  webhook: 'Deliveries to webhooks',
};

/** Times every piece of work by its kind, name and outcome. */
function timing(registry: Registry): ObservationSink['around'] {
  const of = (kind: WorkKind) =>
    new Histogram({
      name: `${prefix}${kind}_seconds`,
      help: helps[kind],
      labelNames: ['name', 'outcome'] as const,
      buckets,
      registers: [registry],
    });
  const histograms = {
    request: of('request'),
    statement: of('statement'),
    job: of('job'),
    mail: of('mail'),
    webhook: of('webhook'),
  };
  return async <T>(piece: ObservedWork<T>, work: () => Promise<T>): Promise<T> => {
    const end = histograms[piece.kind].startTimer({ name: piece.name });
    try {
      const result = await work();
      end({ outcome: piece.outcome?.(result) ?? 'ok' });
      return result;
    } catch (error) {
      end({ outcome: 'error' });
      throw error;
    }
  };
}

function gauges(registry: Registry, sources: MetricSources): void {
  const gauge = (name: string, help: string, labelNames: string[], collect: (gauge: Gauge) => Promise<void>) =>
    new Gauge({
      name: `${prefix}${name}`,
      help,
      labelNames,
      registers: [registry],
      // A gauge that cannot be read now is left out; the others are answered.
      async collect(this: Gauge) {
        this.reset();
        await collect(this).catch(sources.onError);
      },
    });
  gauge('jobs', 'Jobs by queue and state', ['queue', 'state'], async (jobs) => {
    for (const { queue, ...states } of await sources.queues())
      for (const state of ['waiting', 'running', 'failed'] as const) jobs.set({ queue, state }, states[state]);
  });
  gauge('oldest_job_seconds', 'How long the oldest job waits that is due', ['queue'], async (ages) => {
    for (const { queue, oldestSeconds } of await sources.queues()) ages.set({ queue }, oldestSeconds);
  });
  gauge('mails', 'Mails by state', ['state'], async (mails) => {
    for (const { state, count } of await sources.mails()) mails.set({ state }, count);
  });
  gauge('database_waiting', 'Requests that wait for a connection to the database', [], async (waiting) =>
    waiting.set(sources.databaseWaiting()),
  );
}

/**
 * The metrics of this process, for Prometheus.
 * @returns the sink of observations, and the current text
 */
export function createMetrics(sources: MetricSources): {
  sink: ObservationSink;
  contentType: string;
  text(): Promise<string>;
} {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const around = timing(registry);
  const refused = new Counter({
    name: `${prefix}refused_logins_total`,
    help: 'Sign-ins that were refused, by call and status',
    labelNames: ['name', 'status'],
    registers: [registry],
  });
  gauges(registry, sources);
  const sink: ObservationSink = { ...(around && { around }), count: (_, labels) => refused.inc(labels) };
  return { sink, contentType: registry.contentType, text: () => registry.metrics() };
}

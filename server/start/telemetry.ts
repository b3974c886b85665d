import type { Database } from '../db/connection.ts';
import { mailsByState } from '../domain/licence/deliveryState.ts';
import { queueStates } from '../jobs/table.ts';
import type { MetricsAddress } from '../telemetry/metricsServer.ts';
import { observeWith } from '../telemetry/observe.ts';
import type { Config } from './config.ts';

export interface Telemetry {
  /** Where the metrics are; nothing where they are not wanted. */
  readonly port: number | undefined;
  stop(): Promise<void>;
}

/** The handles of a process on its database; what is looked up for the metrics goes by that of the jobs. */
export interface Handles {
  readonly requests: Database;
  readonly jobs: Database;
}

async function startMetrics(address: MetricsAddress, { requests, jobs }: Handles, onError: (error: unknown) => void) {
  const { createMetrics } = await import('../telemetry/metrics.ts');
  const { serveMetrics } = await import('../telemetry/metricsServer.ts');
  const metrics = createMetrics({
    queues: () => queueStates(jobs),
    mails: () => mailsByState(jobs.db),
    databaseWaiting: () => requests.waiting(),
    onError,
  });
  const server = await serveMetrics(address, metrics);
  const forget = observeWith(metrics.sink);
  const stop = () => {
    forget();
    server.stop();
  };
  return { port: server.port, stop };
}

async function startTraces() {
  const { startTracing } = await import('../telemetry/tracing.ts');
  const { sink, stop } = startTracing();
  const forget = observeWith(sink);
  return async () => {
    forget();
    await stop();
  };
}

/**
 * Starts what the settings ask for; without any, nothing is loaded. In: the settings, the database of the process, and whom to tell of
 * what could not be looked up.
 */
export async function startTelemetry(
  { metrics, traces }: Config,
  handles: Handles,
  onError: (error: unknown) => void,
): Promise<Telemetry> {
  const measured = metrics && (await startMetrics(metrics, handles, onError));
  const endTraces = traces ? await startTraces() : undefined;
  const stop = async () => {
    measured?.stop();
    await endTraces?.();
  };
  return { port: measured?.port, stop };
}

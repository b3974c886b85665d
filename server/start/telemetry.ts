import type { Database } from '../db/connection.ts';
import { mailsByState } from '../domain/licence/deliveryState.ts';
import { queueStates } from '../jobs/jobTable.ts';
import type { MetricsAddress } from '../telemetry/metricsServer.ts';
import { addSink } from '../telemetry/observe.ts';
import type { Config } from './config.ts';

export interface Telemetry {
  /** The port of the metrics; undefined if they are not served. */
  readonly port: number | undefined;
  stop(): Promise<void>;
}

/** The database handles of a process; metrics are read through that of the jobs. */
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
  const forget = addSink(metrics.sink);
  const stop = () => {
    forget();
    server.stop();
  };
  return { port: server.port, stop };
}

async function startTraces() {
  const { startTracing } = await import('../telemetry/tracing.ts');
  const { sink, stop } = startTracing();
  const forget = addSink(sink);
  return async () => {
    forget();
    await stop();
  };
}

/**
 * Starts the configured telemetry; without any, nothing is loaded.
 * @param onError is called if metrics cannot be read
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

import autocannon from 'autocannon';
import type { Case, Request } from './cases.ts';
import { processorTime, type Served } from './processes.ts';

/** The result of one burst of requests. */
export interface Burst {
  /** Answers per second. */
  readonly rate: number;
  /** In milliseconds. */
  readonly p99: number;
  /** Processor time per request, in milliseconds. */
  readonly server: number;
  readonly database: number;
}

export interface BurstOptions {
  readonly clients: number;
  readonly seconds: number;
  /** The process of the database; undefined if the database runs inside the server. */
  readonly database?: number | undefined;
}

interface Sent {
  readonly result: autocannon.Result;
  /** The time of the last answer, in seconds since the first request. */
  readonly seconds: number;
  /** The duration of each answer, in milliseconds. */
  readonly times: readonly number[];
}

/** Sends the requests and measures their answers. */
function sendAll(options: autocannon.Options): Promise<Sent> {
  const started = performance.now();
  let last = started;
  const times: number[] = [];
  return new Promise((resolve, reject) => {
    const sending = autocannon(options, (err, result) =>
      err ? reject(err) : resolve({ result, seconds: (last - started) / 1000, times }),
    );
    // Measured here, because autocannon ends with its next sample, up to a second late, and rounds times to
    // milliseconds.
    sending.on('response', (_client, _status, _bytes, time) => {
      last = performance.now();
      times.push(time);
    });
  });
}

/** The time within which this part of the requests was answered. */
function percentile(times: readonly number[], part: number): number {
  const sorted = [...times].sort((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * part) - 1] ?? 0;
}

/**
 * Sends requests for the given time.
 * @throws If a request fails.
 */
export async function burst(
  served: Served,
  one: Case,
  request: Request,
  key: string,
  options: BurstOptions,
): Promise<Burst> {
  const { most, prepare } = one;
  await prepare?.();
  const database = () => (options.database ? processorTime([options.database]) : 0);
  const before = [processorTime(served.pids), database()] as const;
  const clients = Math.min(options.clients, most ?? options.clients);
  const { result, seconds, times } = await sendAll({
    // The types allow only one address, but autocannon accepts several and gives each client one of them.
    url: served.urls as never,
    connections: clients,
    timeout: 120,
    ...(most ? { amount: most } : { duration: options.seconds }),
    sampleInt: 250,
    requests: [
      {
        method: request.method,
        headers: { authorization: key, 'content-type': 'application/json' },
        ...(request.body && { body: JSON.stringify(request.body) }),
        setupRequest: (sent) => ({ ...sent, path: request.path() }),
      },
    ],
  });
  const answered = result['2xx'];
  if (result.requests.total === 0 && !most) return burst(served, { ...one, most: clients }, request, key, options);
  if (result.non2xx + result.errors + result.timeouts > 0 || answered === 0)
    throw new Error(
      `${request.path()}: of ${result.requests.total} answers ${answered} were good: ${JSON.stringify(result.statusCodeStats)}`,
    );
  return {
    rate: answered / seconds,
    p99: percentile(times, 0.99),
    server: (processorTime(served.pids) - before[0]) / answered,
    database: (database() - before[1]) / answered,
  };
}

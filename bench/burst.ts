import autocannon from 'autocannon';
import type { Case, Request } from './cases.ts';
import { processorTime, type Served } from './processes.ts';

/** What came of one burst of requests. */
export interface Burst {
  /** Answers in a second. */
  readonly rate: number;
  /** In ms. */
  readonly p99: number;
  /** What one request took of the processor, in ms. */
  readonly server: number;
  readonly database: number;
}

export interface BurstOptions {
  readonly clients: number;
  readonly seconds: number;
  /** The process of the database; none where the server has it inside. */
  readonly database?: number | undefined;
}

interface Sent {
  readonly result: autocannon.Result;
  /** When the last answer came, in seconds since the first request. */
  readonly seconds: number;
  /** How long each answer took, in ms. */
  readonly times: readonly number[];
}

/** Sends what is asked for. Out: what came of it. */
function sendAll(options: autocannon.Options): Promise<Sent> {
  const started = performance.now();
  let last = started;
  const times: number[] = [];
  return new Promise((resolve, reject) => {
    const sending = autocannon(options, (err, result) =>
      err ? reject(err) : resolve({ result, seconds: (last - started) / 1000, times }),
    );
    // Its own end is that of its next sample, up to a second late for a burst that takes a tenth of one; its own times are whole ms.
    sending.on('response', (_client, _status, _bytes, time) => {
      last = performance.now();
      times.push(time);
    });
  });
}

/** The time that so large a part of them took at most. */
function percentile(times: readonly number[], part: number): number {
  const sorted = [...times].sort((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * part) - 1] ?? 0;
}

/** Sends requests for some seconds. Throws when one of them is not answered well. */
export async function burst(
  served: Served,
  one: Case,
  request: Request,
  key: string,
  terms: BurstOptions,
): Promise<Burst> {
  const { most, prepare } = one;
  await prepare?.();
  const database = () => (terms.database ? processorTime([terms.database]) : 0);
  const before = [processorTime(served.pids), database()] as const;
  const clients = Math.min(terms.clients, most ?? terms.clients);
  const { result, seconds, times } = await sendAll({
    // Its types know of one address alone; it takes several, and gives each client one.
    url: served.urls as never,
    connections: clients,
    timeout: 120,
    ...(most ? { amount: most } : { duration: terms.seconds }),
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
  if (result.requests.total === 0 && !most) return burst(served, { ...one, most: clients }, request, key, terms);
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

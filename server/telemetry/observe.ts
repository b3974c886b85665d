export type WorkKind = 'request' | 'statement' | 'job' | 'mail' | 'webhook';

/** A piece of work, as operators see it. */
export interface ObservedWork<T = unknown> {
  readonly kind: WorkKind;
  /** One of few names: an endpoint with its declared path, the first word of a statement, a queue. */
  readonly name: string;
  /** For traces; never the content of requests or answers. */
  readonly attributes?: Readonly<Record<string, string | number>>;
  /** The outcome in one word; `ok` by default, and `error` if the work throws. */
  readonly outcome?: (result: T) => string;
  /** The `traceparent` of the client (https://www.w3.org/TR/trace-context/). */
  readonly parent?: string | undefined;
}

/** A receiver of observations. */
export interface ObservationSink {
  around?<T>(piece: ObservedWork<T>, work: () => Promise<T>): Promise<T>;
  count?(what: 'refused_login', labels: Readonly<Record<string, string>>): void;
}

const sinks = new Set<ObservationSink>();

/**
 * Adds a sink for all work in this process.
 * @returns a function that removes it
 */
export function addSink(sink: ObservationSink): () => void {
  sinks.add(sink);
  return () => void sinks.delete(sink);
}

/**
 * Does the work, observed by every sink.
 * @returns the result of the work
 * @throws what the work throws
 */
export function observe<T>(piece: ObservedWork<T>, work: () => Promise<T>): Promise<T> {
  let all = work;
  for (const sink of sinks) {
    const inner = all;
    if (sink.around) all = () => sink.around?.(piece, inner) ?? inner();
  }
  return all();
}

export const countEvent: Required<ObservationSink>['count'] = (what, labels) => {
  for (const sink of sinks) sink.count?.(what, labels);
};

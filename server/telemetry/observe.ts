export type Kind = 'request' | 'statement' | 'job' | 'mail';

/** A piece of work of the product, as its operators see it. */
export interface Piece<T = unknown> {
  readonly kind: Kind;
  /** Of few: a call with its path as it is declared, the first word of a statement, a queue. */
  readonly name: string;
  /** For a trace; never what was sent or found. */
  readonly attributes?: Readonly<Record<string, string | number>>;
  /** How it ended, in one word; `ok` unless told, and `error` where the work throws. */
  readonly outcome?: (result: T) => string;
  /** The `traceparent` of the caller (https://www.w3.org/TR/trace-context/). */
  readonly parent?: string | undefined;
}

/** Where observations go. */
export interface Sink {
  around?<T>(piece: Piece<T>, work: () => Promise<T>): Promise<T>;
  count?(what: 'refused_login', labels: Readonly<Record<string, string>>): void;
}

const sinks = new Set<Sink>();

/** From now on `sink` learns of all work in this process. Out: what ends that. */
export function observeWith(sink: Sink): () => void {
  sinks.add(sink);
  return () => void sinks.delete(sink);
}

/** Does the work, in sight of every sink. Out, and thrown: what the work gives. */
export function observed<T>(piece: Piece<T>, work: () => Promise<T>): Promise<T> {
  let all = work;
  for (const sink of sinks) {
    const inner = all;
    if (sink.around) all = () => sink.around?.(piece, inner) ?? inner();
  }
  return all();
}

export const countOne: Required<Sink>['count'] = (what, labels) => {
  for (const sink of sinks) sink.count?.(what, labels);
};

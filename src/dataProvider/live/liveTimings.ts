/** The times of what follows others' changes, in milliseconds. */
export const liveTimings = {
  /** A stream of which nothing has come for so long is kept back by a proxy: it is asked for piece by piece. */
  firstByte: 20_000,
  /** The server says every 15 s that it is there. */
  maxSilence: 40_000,
  /** Between two pieces, and until a stream is tried again. */
  poll: 20_000,
  /** Between two pieces of a tab that is looked at, where tabs share no stream. */
  pollUnshared: 5_000,
  retryStream: 10 * 60_000,
  /** Between two tries, at first and at most. */
  firstRetry: 1_000,
  maxRetry: 30_000,
  /** Changes that come together are looked at together. */
  batch: 300,
  /** Between two looks at a queue while nothing is told. */
  queueRefresh: 60_000,
  /** Between two looks at records, and at reports over all of them. */
  recordsGap: 1_000,
  reportsGap: 10_000,
};

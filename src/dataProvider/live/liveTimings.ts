/** Timing of live updates, in milliseconds. */
export const liveTimings = {
  /** A stream that sends nothing for this long is buffered by a proxy; polling replaces it. */
  firstByte: 20_000,
  /** The longest silence of a live stream: the server sends a sign of life every 15 s. */
  maxSilence: 40_000,
  /** Between two polls. */
  poll: 20_000,
  /** Between two polls of a visible tab, where tabs cannot share a connection. */
  pollUnshared: 5_000,
  retryStream: 10 * 60_000,
  /** Before the first retry, and at most. */
  firstRetry: 1_000,
  maxRetry: 30_000,
  /** Changes within this time form one batch. */
  batch: 300,
  /** Between two refreshes of a queue while no changes are received. */
  queueRefresh: 60_000,
  /** Between two refreshes of records, and of reports over all records. */
  recordsGap: 1_000,
  reportsGap: 10_000,
};

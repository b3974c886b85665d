import { focusManager, type Query, type QueryClient } from '@tanstack/react-query';
import type { Contract } from '../../../contract/schema/entity.ts';
import { readSession, subscribeSession } from '../../authProvider/session.ts';
import { type ChangeBatch, ChangeBatcher } from './changeBatcher.ts';
import { isAffected, isReport, recordsInData } from './isAffected.ts';
import { liveTimings } from './liveTimings.ts';
import { isStable, isStableQueue } from './pendingChanges.ts';
import { isReceivingChanges, setReceivingChanges } from './receivingChanges.ts';
import { refreshInPlace } from './refreshInPlace.ts';
import { shareConnection } from './shareConnection.ts';

/** Refreshes what is shown: stable lists in place, all other queries by fetching again. */
class Refresher {
  private readonly contract: Contract;
  private readonly queries: QueryClient;
  private readonly batchers: readonly ChangeBatcher[];

  constructor(contract: Contract, queries: QueryClient) {
    this.contract = contract;
    this.queries = queries;
    const records: ChangeBatcher = new ChangeBatcher(
      () => liveTimings.recordsGap,
      (batch) => this.refresh(batch, records, (query) => !isReport(query)),
    );
    const reports: ChangeBatcher = new ChangeBatcher(
      () => liveTimings.reportsGap,
      (batch) => this.refresh(batch, reports, isReport),
    );
    this.batchers = [records, reports];
  }

  add(batch: ChangeBatch): void {
    for (const batcher of this.batchers) batcher.add(batch);
  }

  clear(): void {
    for (const batcher of this.batchers) batcher.clear();
  }

  end(): void {
    for (const batcher of this.batchers) batcher.end();
  }

  private refresh(batch: ChangeBatch, batcher: ChangeBatcher, isMeant: (query: Query) => boolean): void {
    // Everything is fetched again after a write of our own; until then these changes wait.
    if (this.queries.isMutating() > 0) {
      batcher.add(batch);
      return;
    }
    const affected = this.queries
      .getQueryCache()
      .findAll()
      .filter((query) => isMeant(query) && isAffected(this.contract, query, batch));
    const activeQueries = affected.filter((query) => query.isActive());
    // Prefetched data that is not shown yet is fetched again when it is needed.
    for (const query of affected) if (!query.isActive()) query.invalidate();
    const stableQueries = activeQueries.filter(
      ({ options, state }) =>
        (isStableQueue(options) && state.data !== undefined) ||
        (isStable(options) && recordsInData(state.data).length > 0),
    );
    // A failure shows no message: the user has not asked for this.
    for (const query of stableQueries)
      void refreshInPlace(this.queries, query, () => isAffected(this.contract, query, batch)).catch(() => undefined);
    const movingQueries = new Set(activeQueries.filter((query) => !stableQueries.includes(query)));
    if (movingQueries.size > 0) void this.queries.invalidateQueries({ predicate: (query) => movingQueries.has(query) });
  }
}

/** Refreshes the queues that are shown, without moving their rows. */
function refreshQueues(queries: QueryClient): void {
  const shown = queries.getQueryCache().findAll({ type: 'active', predicate: ({ options }) => isStableQueue(options) });
  for (const query of shown)
    void (query.state.data === undefined ? query.fetch() : refreshInPlace(queries, query, () => true)).catch(
      () => undefined,
    );
}

/**
 * Refreshes queues when the window gets the focus, and at intervals while no changes are received.
 * @returns a function that stops it
 */
function refreshQueuesOnFocus(queries: QueryClient): () => void {
  const unsubscribe = focusManager.subscribe((isFocused) => isFocused && refreshQueues(queries));
  const timer = setInterval(
    () => isReceivingChanges() || document.hidden || refreshQueues(queries),
    liveTimings.queueRefresh,
  );
  return () => {
    unsubscribe();
    clearInterval(timer);
  };
}

/**
 * Receives other users' changes as long as there is a session; starts again with each new session (B35).
 * @returns a function that stops it
 */
export function startLiveUpdates(contract: Contract, queries: QueryClient): () => void {
  const refresher = new Refresher(contract, queries);
  let key: string | undefined;
  let stop = () => {};
  const listen = () => {
    const session = readSession();
    // Such a session may not read anything yet (D7).
    const isWaiting = session?.must_change_password || session?.must_enrol_second_factor;
    const open = isWaiting ? undefined : session?.api_key;
    if (open === key) return;
    stop();
    refresher.clear();
    key = open;
    stop =
      key === undefined ? () => {} : shareConnection(key, { onMessage: addChange, onFollowing: setReceivingChanges });
  };
  const addChange = ({ change, missed = false }: { change?: ChangeBatch['changes'][number]; missed?: boolean }) => {
    if (change || missed) refresher.add({ changes: change ? [change] : [], missed });
  };
  const unsubscribe = subscribeSession(listen);
  const leaveWindow = refreshQueuesOnFocus(queries);
  listen();
  return () => {
    unsubscribe();
    leaveWindow();
    stop();
    refresher.end();
  };
}

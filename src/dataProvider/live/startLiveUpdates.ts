import { focusManager, type Query, type QueryClient } from '@tanstack/react-query';
import { readSession, subscribeSession } from '../../authProvider/session.ts';
import { type ChangeBatch, ChangeBatcher } from './changeBatcher.ts';
import { isAffected, isReport, recordsInData } from './isAffected.ts';
import { liveTimings } from './liveTimings.ts';
import { isStable, isStableQueue } from './pendingChanges.ts';
import { isReceivingChanges, setReceivingChanges } from './receivingChanges.ts';
import { refreshInPlace } from './refreshInPlace.ts';
import { shareConnection } from './shareConnection.ts';

/** Brings what is shown up to date: lists in their place, all else by asking again. */
class Refresher {
  private readonly queries: QueryClient;
  private readonly gatherers: readonly ChangeBatcher[];

  constructor(queries: QueryClient) {
    this.queries = queries;
    const records: ChangeBatcher = new ChangeBatcher(
      () => liveTimings.recordsGap,
      (gathered) => this.refresh(gathered, records, (query) => !isReport(query)),
    );
    const reports: ChangeBatcher = new ChangeBatcher(
      () => liveTimings.reportsGap,
      (gathered) => this.refresh(gathered, reports, isReport),
    );
    this.gatherers = [records, reports];
  }

  add(gathered: ChangeBatch): void {
    for (const gatherer of this.gatherers) gatherer.add(gathered);
  }

  clear(): void {
    for (const gatherer of this.gatherers) gatherer.clear();
  }

  end(): void {
    for (const gatherer of this.gatherers) gatherer.end();
  }

  private refresh(gathered: ChangeBatch, gatherer: ChangeBatcher, isMeant: (query: Query) => boolean): void {
    // What is changed here is asked for again when that is done, and is no news then.
    if (this.queries.isMutating() > 0) {
      gatherer.add(gathered);
      return;
    }
    const concerned = this.queries
      .getQueryCache()
      .findAll()
      .filter((query) => isMeant(query) && isAffected(query, gathered));
    const found = concerned.filter((query) => query.isActive());
    // What was fetched early and is not shown yet is asked for again when it is.
    for (const query of concerned) if (!query.isActive()) query.invalidate();
    const still = found.filter(
      ({ options, state }) =>
        (isStableQueue(options) && state.data !== undefined) ||
        (isStable(options) && recordsInData(state.data).length > 0),
    );
    // A failure says nothing: nobody has asked.
    for (const query of still)
      void refreshInPlace(this.queries, query, () => isAffected(query, gathered)).catch(() => undefined);
    const moving = new Set(found.filter((query) => !still.includes(query)));
    if (moving.size > 0) void this.queries.invalidateQueries({ predicate: (query) => moving.has(query) });
  }
}

/** Looks again at the queues that are shown, without moving their lines. */
function refreshQueues(queries: QueryClient): void {
  const shown = queries.getQueryCache().findAll({ type: 'active', predicate: ({ options }) => isStableQueue(options) });
  for (const query of shown)
    void (query.state.data === undefined ? query.fetch() : refreshInPlace(queries, query, () => true)).catch(
      () => undefined,
    );
}

/** Looks again at queues when the window is looked at, and from time to time where nothing is told. Out: what ends it. */
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

/** Follows what others change for as long as there is a session, anew with each (B35). Out: what ends it. */
export function startLiveUpdates(queries: QueryClient): () => void {
  const refresher = new Refresher(queries);
  let key: string | undefined;
  let stop = () => {};
  const listen = () => {
    const session = readSession();
    // Nothing is open to it yet (D7).
    const open = session?.must_change_password ? undefined : session?.api_key;
    if (open === key) return;
    stop();
    refresher.clear();
    key = open;
    stop = key === undefined ? () => {} : shareConnection(key, { told, following: setReceivingChanges });
  };
  const told = ({ change, missed = false }: { change?: ChangeBatch['changes'][number]; missed?: boolean }) => {
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

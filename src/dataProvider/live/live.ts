import { focusManager, type Query, type QueryClient } from '@tanstack/react-query';
import { readSession, subscribeSession } from '../../authProvider/session.ts';
import { isConcerned, isReport, rowsOf } from './concerned.ts';
import { type Gathered, Gatherer } from './gather.ts';
import { isStanding, isStill } from './held.ts';
import { pace } from './pace.ts';
import { peek } from './peek.ts';
import { isTold, setFollowing } from './status.ts';
import { share } from './tabs.ts';

/** Brings what is shown up to date: lists in their place, all else by asking again. */
class Refresher {
  private readonly queries: QueryClient;
  private readonly gatherers: readonly Gatherer[];

  constructor(queries: QueryClient) {
    this.queries = queries;
    const records: Gatherer = new Gatherer(
      () => pace.records,
      (gathered) => this.refresh(gathered, records, (query) => !isReport(query)),
    );
    const reports: Gatherer = new Gatherer(
      () => pace.reports,
      (gathered) => this.refresh(gathered, reports, isReport),
    );
    this.gatherers = [records, reports];
  }

  add(gathered: Gathered): void {
    for (const gatherer of this.gatherers) gatherer.add(gathered);
  }

  clear(): void {
    for (const gatherer of this.gatherers) gatherer.clear();
  }

  end(): void {
    for (const gatherer of this.gatherers) gatherer.end();
  }

  private refresh(gathered: Gathered, gatherer: Gatherer, isMeant: (query: Query) => boolean): void {
    // What is changed here is asked for again when that is done, and is no news then.
    if (this.queries.isMutating() > 0) {
      gatherer.add(gathered);
      return;
    }
    const concerned = this.queries
      .getQueryCache()
      .findAll()
      .filter((query) => isMeant(query) && isConcerned(query, gathered));
    const found = concerned.filter((query) => query.isActive());
    // What was fetched early and is not shown yet is asked for again when it is.
    for (const query of concerned) if (!query.isActive()) query.invalidate();
    const still = found.filter(
      ({ options, state }) =>
        (isStanding(options) && state.data !== undefined) || (isStill(options) && rowsOf(state.data).length > 0),
    );
    // A failure says nothing: nobody has asked.
    for (const query of still)
      void peek(this.queries, query, () => isConcerned(query, gathered)).catch(() => undefined);
    const moving = new Set(found.filter((query) => !still.includes(query)));
    if (moving.size > 0) void this.queries.invalidateQueries({ predicate: (query) => moving.has(query) });
  }
}

/** Looks again at the queues that are shown, without moving their lines. */
function lookAgain(queries: QueryClient): void {
  const shown = queries.getQueryCache().findAll({ type: 'active', predicate: ({ options }) => isStanding(options) });
  for (const query of shown)
    void (query.state.data === undefined ? query.fetch() : peek(queries, query, () => true)).catch(() => undefined);
}

/** Looks again at queues when the window is looked at, and from time to time where nothing is told. Out: what ends it. */
function followWindow(queries: QueryClient): () => void {
  const unsubscribe = focusManager.subscribe((isFocused) => isFocused && lookAgain(queries));
  const timer = setInterval(() => isTold() || document.hidden || lookAgain(queries), pace.untold);
  return () => {
    unsubscribe();
    clearInterval(timer);
  };
}

/** Follows what others change for as long as there is a session, anew with each (B35). Out: what ends it. */
export function startLive(queries: QueryClient): () => void {
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
    stop = key === undefined ? () => {} : share(key, { told, following: setFollowing });
  };
  const told = ({ change, missed = false }: { change?: Gathered['changes'][number]; missed?: boolean }) => {
    if (change || missed) refresher.add({ changes: change ? [change] : [], missed });
  };
  const unsubscribe = subscribeSession(listen);
  const leaveWindow = followWindow(queries);
  listen();
  return () => {
    unsubscribe();
    leaveWindow();
    stop();
    refresher.end();
  };
}

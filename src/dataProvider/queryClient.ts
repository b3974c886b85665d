import { focusManager, MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { staleTimeOf } from './prefetch/prefetchWhenIdle.ts';
import { shareTimers } from './timers.ts';

type ShowError = (message: string) => void;
const showNothing: ShowError = () => undefined;

/** Says what the user is told of a failure: its message, nothing where it has none, as where a read was taken back. */
const showFailure = (error: Error, tell: ShowError): void => {
  if (error.message && error.name !== 'AbortError') tell(error.message);
};

/** Was the record shown until now, and is not there any more? That is said in its place, and is no failure. */
const isShownRecordGone = (error: Error, { queryKey, state }: Query<unknown, unknown, unknown>): boolean =>
  queryKey[1] === 'getOne' && state.data !== undefined && (error as { status?: number }).status === 404;

/** A window that is looked at again counts, and not only a tab that is shown again (B32). */
focusManager.setEventListener((onFocus) => {
  const look = () => onFocus();
  window.addEventListener('focus', look);
  document.addEventListener('visibilitychange', look);
  return () => {
    window.removeEventListener('focus', look);
    document.removeEventListener('visibilitychange', look);
  };
});

shareTimers();

/** The cache of what was read, with what holds for all reads and writes of the console. */
export class ConsoleQueryClient extends QueryClient {
  /** Who tells the user of failures; the frame of the console, once it stands. */
  showError: ShowError = showNothing;

  constructor() {
    super({
      queryCache: new QueryCache({
        onError: (error, query) => isShownRecordGone(error, query) || showFailure(error, this.showError),
      }),
      mutationCache: new MutationCache({
        onError: (error) => showFailure(error, this.showError),
        // What was changed here may have moved whatever is shown: it is asked for again, the bell included (B32).
        onSuccess: () => void this.invalidateQueries(),
      }),
      // Without a network a request is made all the same, so that it fails and says so (R-ERR-05).
      defaultOptions: {
        queries: { retry: false, refetchOnWindowFocus: false, networkMode: 'always', staleTime: staleTimeOf },
        mutations: { networkMode: 'always' },
      },
    });
  }
}

import { focusManager, MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { failureBody, isShownByForm } from './http/failure.ts';
import { staleTimeOf } from './prefetch/prefetchWhenIdle.ts';
import { FailedReads, isTransient } from './recoverFailedReads.ts';
import { shareTimers } from './timers.ts';

type ShowError = (message: string) => void;
const showNothing: ShowError = () => undefined;

/** Shows the message of a failure. A failure without a message and an aborted read show nothing. */
const showFailure = (error: Error, tell: ShowError): void => {
  if (error.message && error.name !== 'AbortError') tell(error.message);
};

/** True if the server names fields that are wrong. A form that shows them at its inputs needs no message beside. */
const namesFields = (error: Error): boolean =>
  (error as { status?: number }).status === 422 && Object.keys(failureBody(error).fields ?? {}).length > 0;

/**
 * Shows the failure of a write. A failure that names fields is shown a moment later, unless a form shows it.
 */
function showWriteFailure(error: Error, tell: ShowError): void {
  if (namesFields(error)) setTimeout(() => isShownByForm(error) || showFailure(error, tell));
  else showFailure(error, tell);
}

/**
 * True if a record that was shown no longer exists. The page says so in the record's place, so it is no failure to
 * show.
 */
const isShownRecordGone = (error: Error, { queryKey, state }: Query<unknown, unknown, unknown>): boolean =>
  queryKey[1] === 'getOne' && state.data !== undefined && (error as { status?: number }).status === 404;

/** Besides a tab that is shown again, a window that regains the focus counts as focused (B32). */
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

/** The query cache, with the settings for all reads and writes of the console. */
export class ConsoleQueryClient extends QueryClient {
  /** Shows a failure to the user; set by the console's frame once it is mounted. */
  showError: ShowError = showNothing;
  private readonly failedReads = new FailedReads(this);

  constructor() {
    super({
      queryCache: new QueryCache({
        onError: (error, query) => {
          if (isShownRecordGone(error, query)) return;
          // The page says that it could not be loaded, and the first failure was shown.
          if (isTransient(error) && this.failedReads.isRepeated(query)) return;
          showFailure(error, this.showError);
        },
      }),
      mutationCache: new MutationCache({
        onError: (error) => showWriteFailure(error, this.showError),
        // A write may have changed anything that is shown, so everything is fetched again, the notification bell
        // included (B32).
        onSuccess: () => void this.invalidateQueries(),
      }),
      // A request is sent even without a network, so that it fails with a message (R-ERR-05).
      defaultOptions: {
        queries: { retry: false, refetchOnWindowFocus: false, networkMode: 'always', staleTime: staleTimeOf },
        mutations: { networkMode: 'always' },
      },
    });
  }

  override mount(): void {
    super.mount();
    this.failedReads.start();
  }

  override unmount(): void {
    super.unmount();
    this.failedReads.stop();
  }
}

/**
 * Calls `then` when the process that started this one is no more. npm hands a signal to its shell alone, which ends
 * without telling us; a process that something else than npm started may well outlive it.
 */
export function whenParentEnds(then: () => void): void {
  if (!process.env['npm_lifecycle_event']) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    then();
  }, 500);
  timer.unref();
}

/**
 * Calls `then` when the parent process has ended. npm passes a signal only to its shell, which ends without notifying
 * this process; a process started by something other than npm may outlive its parent.
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

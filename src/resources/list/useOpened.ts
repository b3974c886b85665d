import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/**
 * The record whose detail is open stands in the address as `id`, beside what else the address says. It takes the place
 * of the address before it, so that the way back leads past a dialog that was closed and not into it again.
 */
export function useOpened() {
  const [parameters, setParameters] = useSearchParams();
  const put = useCallback(
    (id?: number) =>
      setParameters(
        (before) => {
          const after = new URLSearchParams(before);
          after.delete('id');
          if (id !== undefined) after.set('id', String(id));
          return after;
        },
        { replace: true },
      ),
    [setParameters],
  );
  const addressOf = useCallback(
    (id: number): string => {
      const after = new URLSearchParams(parameters);
      after.set('id', String(id));
      return `?${after}`;
    },
    [parameters],
  );
  const close = useCallback(() => put(), [put]);
  return { opened: Number(parameters.get('id')) || undefined, open: put, close, addressOf };
}

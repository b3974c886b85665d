import { vi } from 'vitest';

const patience = { timeout: 10_000, interval: 20 } as const;

/** Waits as long as a person does until there is such a thing, and gives it. */
export const until = <T>(found: () => T | Promise<T>) => vi.waitUntil(found, patience);

/** Waits as long as a person does until the check holds. */
export const untilHolds = (check: () => void | Promise<void>) => vi.waitFor(check, patience);

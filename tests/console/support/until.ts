import { vi } from 'vitest';
import { patiently } from '../../support/slowPages.ts';

const patience = { timeout: patiently(10_000), interval: 20 } as const;

/** Waits until a value is found and returns it. */
export const until = <T>(found: () => T | Promise<T>) => vi.waitUntil(found, patience);

/** Waits until the check passes. */
export const untilHolds = (check: () => void | Promise<void>) => vi.waitFor(check, patience);
